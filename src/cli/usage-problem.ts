// A mistake in how the command was called: told in one sentence, exit code 2.
import type { UsageCode, UsageFacts } from "../core/say/usage-text.ts";
import { usageText } from "../core/say/usage-text.ts";

/** Thrown by the command line's own rooms only; `main` turns it into exit code 2. */
export class UsageProblem extends Error {
  readonly code: UsageCode;

  constructor(code: UsageCode, facts: UsageFacts) {
    super(usageText(code, facts));
    this.code = code;
  }
}
