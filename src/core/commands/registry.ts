// The commands that exist: their verbs, the line to type and whether they are about one task.

/** One verb. `usage` is the whole line; `task` tells whether it takes a `task=<task-id>` word. */
export interface Verb {
  usage: string;
  task: boolean;
}

/** Every verb, in the order in which help shows them. */
export const verbs = {
  start: { usage: "/valp start <rule>", task: false },
  lead: { usage: "/valp lead <agent> [role=agent ...] [because: text]", task: true },
  assign: { usage: "/valp assign role=agent ... because: text", task: true },
  approve: { usage: "/valp approve <digest>", task: true },
  deny: { usage: "/valp deny <digest> reason: text", task: true },
  withdraw: { usage: "/valp withdraw", task: true },
  stop: { usage: "/valp stop [reason]", task: true },
  retry: { usage: "/valp retry [role]", task: true },
  submit: { usage: "/valp submit <role> [contract digest]", task: true },
  close: { usage: "/valp close", task: true },
  status: { usage: "/valp status", task: true },
  why: { usage: "/valp why", task: true },
  help: { usage: "/valp help", task: false },
} as const satisfies Record<string, Verb>;

/** One of the verbs. */
export type VerbName = keyof typeof verbs;

/** True when the word, in lower case, is a verb. */
export function isVerb(word: string): word is VerbName {
  return Object.hasOwn(verbs, word);
}
