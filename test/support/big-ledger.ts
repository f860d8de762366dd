// A ledger branch with many closed tasks, made in one go for speed tests.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { quietEnvironment } from "./local-repository.ts";

const perTask = ["task.md", "state.json", "trigger-policy.json", "timeline.jsonl"];

/**
 * Puts a ledger of `tasks` tasks on a branch that does not exist yet: for each a folder of four files, an index file
 * and an issue record, all in one commit. Ten thousand take a few seconds.
 */
export async function plantBigLedger(dir: string, tasks: number, branch = "valp-ledger"): Promise<void> {
  const git = spawn("git", ["-C", dir, "fast-import", "--quiet", "--done"], {
    env: quietEnvironment,
    stdio: ["pipe", "ignore", "inherit"],
  });
  const ended = once(git, "close");
  git.stdin.write(`commit refs/heads/${branch}\ncommitter Alice <alice@example.com> 1700000000 +0000\ndata 3\nbig\n`);
  for (let n = 1; n <= tasks; n++) if (!git.stdin.write(taskEntries(n))) await once(git.stdin, "drain");
  git.stdin.end("done\n");
  const [code] = await ended;
  if (code !== 0) throw new Error(`fast-import ended with ${code}`);
}

function taskEntries(n: number): string {
  const id = `gh-${n}-docs-1`;
  const identity = createHash("sha256").update(id).digest("hex");
  const record = `${JSON.stringify({ task_id: id, subject: n, state: "closed" }, null, 2)}\n`;
  const paths = [
    ...perTask.map((name) => `.herdr-loop/tasks/${id}/${name}`),
    `.herdr-loop/watcher-events/github/${identity}.json`,
    `.herdr-loop/github/issues/${n}.json`,
  ];
  return paths.map((path) => `M 100644 inline ${path}\ndata ${record.length}\n${record}\n`).join("");
}
