// The Action's public face in code: its inputs and outputs. action.yml must say the same; a test compares them.

/** One input as action.yml declares it. `default` is absent where an empty value means "not given". */
export interface ActionInput {
  description: string;
  required: boolean;
  default?: string;
}

/** Every input, by its name in a workflow's `with:`. */
export const actionInputs = {
  mode: {
    description:
      "What this step does. handle: react to the event that started the workflow. policy: check the policy at the commit of the run, and run its tests.",
    required: false,
    default: "handle",
  },
  token: {
    description: "Token that reads the policy and writes the ledger and comments. The workflow's own token is enough.",
    required: false,
    default: "${{ github.token }}",
  },
  "fail-on": {
    description: "Outcomes that make the step red, separated by commas, such as refused. Errors are always red.",
    required: false,
  },
  "dry-run": {
    description: "true: decide and report, but write nothing.",
    required: false,
    default: "false",
  },
} as const satisfies Record<string, ActionInput>;

/** Every output, by its name in `steps.<id>.outputs`. */
export const actionOutputs = {
  outcome: { description: "ignored, refused, recorded, dispatched, waiting or closed." },
  "task-id": { description: "Id of the task, empty when there is none." },
  folder: { description: "Path of the task folder on the ledger branch, empty when there is none." },
  commit: { description: "Ledger commit made by this step, empty when nothing was written." },
  reasons: { description: "Reason codes, separated by commas." },
  json: { description: "The whole Outcome as one line of JSON." },
} as const satisfies Record<string, { description: string }>;

/** Names a door may ask for. */
export type ActionInputName = keyof typeof actionInputs;
/** Names a door may set. */
export type ActionOutputName = keyof typeof actionOutputs;
