// What the records of a wait say to their readers: timeline lines and the summary of an observed completion.

/** One sentence per step of a wait. */
export const waitText = {
  suspended: "The task waits for its dispatched work; no coordinator turn is spent on waiting.",
  progress: "One required work item is complete; the task waits for the others.",
  recovered: "What the task records about its wait was put right from the wait events.",
  bridged: "Expected evidence appeared while the task was waiting.",
  evidenceAppeared: "The expected evidence appeared while the task was waiting.",
  lateCompletion: "A completion arrived after the deadline; the task goes on from it, and the timeout stays recorded.",
  woken: {
    dependency_ready: "Every required work item is complete; the task goes on.",
    dispatch_blocked: "A required work item is blocked, so the wait ended.",
    manual_blocked: "Work done by hand is blocked, so the wait ended.",
    timeout: "The deadline passed, so the wait ended. The work was not stopped.",
    runtime_failure: "The runtime failed, so the wait ended.",
    cancellation: "The task was cancelled, so the wait ended.",
    user_input: "A person gave new input, so the wait ended.",
  },
} as const;
