// Things a reviewer must know before approving: what the issue text hides, and what does not belong in the ledger.

/** One kind of hidden thing in a text, as the issue snapshot records it. */
export interface HiddenThing {
  what: string;
  count: number;
  /** Line of the first one, from 1. */
  line: number;
}

/** One sentence per kind of hidden thing. */
export function hiddenWarnings(hidden: readonly HiddenThing[]): string[] {
  return hidden.map(
    ({ what, count, line }) =>
      `The text holds ${count} ${what} that a reader does not see, the first on line ${line}. The agent would read them; look at the raw text before approving.`,
  );
}

/** Lines in the approval ledger that this product did not write. */
export function foreignWarning(count: number): string {
  return `${count} line${count === 1 ? "" : "s"} of the approval ledger ${count === 1 ? "was" : "were"} not written by this product and ${count === 1 ? "does" : "do"} not count.`;
}
