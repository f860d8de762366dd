// The help text: every command with what it does and who may use it.
import { type VerbName, verbs } from "../commands/registry.ts";

const words: Record<VerbName, { what: string; who: string }> = {
  start: { what: "opens a task for this issue by a rule of the policy", who: "people with the rule's role" },
  lead: { what: "selects the Leader, with or without the whole team", who: "people with the rule's role" },
  assign: {
    what: "names who works in which role; a `yaml` block right after it may say the same",
    who: "people with the rule's role, and the Leader's account",
  },
  approve: { what: "approves exactly the plan with this digest (12 digits or more)", who: "approvers of the policy" },
  deny: { what: "refuses this plan and says why", who: "approvers of the policy" },
  withdraw: { what: "takes your own approval back", who: "whoever approved" },
  stop: { what: "cancels the task", who: "people with the rule's role, and the issue's author" },
  retry: { what: "uses the one retry after a failed run", who: "people with the rule's role" },
  submit: {
    what: "hands in your own work: the rest of the comment is the evidence",
    who: "the account declared for the role",
  },
  close: { what: "ends the task with your summary when a person leads it", who: "people with the rule's role" },
  status: { what: "shows where the task stands", who: "anyone" },
  why: { what: "explains why something happened or did not", who: "anyone" },
  help: { what: "shows this list", who: "anyone" },
};

/** The reply to `/valp help`, as Markdown. */
export function commandHelp(): string {
  const lines = (Object.keys(verbs) as VerbName[]).map(
    (verb) => `- \`${verbs[verb].usage}\`: ${words[verb].what}. For ${words[verb].who}.`,
  );
  return [
    "A command is a line of its own that starts with `/valp`, outside quotes, lists and code.",
    lines.join("\n"),
    "When several tasks are open here, add `task=<task-id>` right after the verb.",
  ].join("\n\n");
}
