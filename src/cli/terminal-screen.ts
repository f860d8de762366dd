// The terminal as commands write to it: results on standard output, problems and progress on the error output.
import type { AuditScreen } from "./run-audit.ts";

/** Progress is drawn only where somebody watches, over itself, and wiped before anything else is written. */
export function terminalScreen(): AuditScreen {
  const { stdout, stderr } = process;
  let drawn = false;
  const wipe = () => {
    if (drawn) stderr.write("\r\u001b[K");
    drawn = false;
  };
  return {
    say: (line) => {
      wipe();
      stdout.write(`${line}\n`);
    },
    complain: (line) => {
      wipe();
      stderr.write(`${line}\n`);
    },
    progress: stderr.isTTY
      ? (line) => {
          if (line === null) return wipe();
          stderr.write(`\r${line}\u001b[K`);
          drawn = true;
        }
      : null,
  };
}
