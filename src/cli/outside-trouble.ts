// Something outside that a command cannot do without was in the way: told as its reason, exit code 4.
import type { Reason } from "../core/say/reason.ts";

/** Thrown by the command line's own rooms only; `main` turns it into exit code 4. */
export class OutsideTrouble extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.text);
    this.reason = reason;
  }
}
