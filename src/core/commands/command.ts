// A command as a value: what somebody typed, split into its parts; nothing about whether they may.
import type { Reason } from "../say/reason.ts";

/** Role and agent as typed, in that order; neither is checked yet. */
export type TypedRoles = readonly (readonly [role: string, agent: string])[];

/** The parts of each command. `digest` is 12 to 64 lower hex digits without prefix. */
export type CommandWords =
  | { kind: "start"; rule: string }
  | { kind: "lead"; leader: string; roles: TypedRoles; because: string | null }
  | { kind: "assign"; roles: TypedRoles; because: string }
  /** The text of the `yaml` block after `/valp assign`, not read yet. */
  | { kind: "assign_block"; yaml: string }
  | { kind: "approve"; digest: string }
  | { kind: "deny"; digest: string; reason: string }
  | { kind: "stop"; reason: string | null }
  | { kind: "retry"; role: string | null }
  /** `body` is everything below the command; `contract` is the control contract's digest where it was typed. */
  | { kind: "submit"; role: string; contract: string | null; body: string }
  | { kind: "withdraw" }
  | { kind: "close" }
  | { kind: "status" }
  | { kind: "why" }
  | { kind: "help" };

/** A well-formed command. `line` counts from 1; `task` is the id of a `task=` word. */
export type Command = CommandWords & { line: number; task: string | null };

/** A line that looks like a command and is none; it has no effect but an answer. */
export type NoCommand = { line: number; problem: Reason } & (
  | { kind: "unknown"; verb: string }
  | { kind: "malformed"; verb: string }
  | { kind: "hidden" }
  | { kind: "too_many" }
  | { kind: "too_long" }
);

/** Everything a text can say to us. */
export type ParsedLine = Command | NoCommand;

/** True for a well-formed command. */
export function isCommand(parsed: ParsedLine): parsed is Command {
  return !("problem" in parsed);
}
