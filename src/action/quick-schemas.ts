// How schemas check in a process that handles one event: generated code would cost more than it saves.
import * as z from "zod";

/** Must run before any schema is made. */
export function checkWithoutGeneratedCode(): void {
  z.config({ jitless: true });
}
