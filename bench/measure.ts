// How every benchmark measures and reports: medians, a baseline of the same run, and a bound that it must keep.
import { spawnSync } from "node:child_process";

/** One result. `value` and `baseline` share the unit; `ratio` is their quotient; `bound` limits what `limits` names. */
export interface Measurement {
  name: string;
  value: number;
  baseline: number;
  unit: "ms" | "requests" | "KB" | "MB" | "per second";
  bound: { of: "value" | "ratio"; at: "most" | "least"; limit: number };
}

/** Prints one JSON line, and fails the process when the bound is not kept. */
export function report({ name, value, baseline, unit, bound }: Measurement): void {
  const ratio = value / baseline;
  const measured = bound.of === "value" ? value : ratio;
  const kept = bound.at === "most" ? measured <= bound.limit : measured >= bound.limit;
  const rounded = (number: number) => Math.round(number * 1000) / 1000;
  console.log(
    JSON.stringify({
      name,
      value: rounded(value),
      baseline: rounded(baseline),
      ratio: rounded(ratio),
      unit,
      bound,
      kept,
    }),
  );
  if (!kept) process.exitCode = 1;
}

/** Middle value; of an even count the higher middle one. */
export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Milliseconds that `work` takes. */
export function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/**
 * Median wall time in ms of two things measured in turns, so that a busy machine slows both alike.
 * One round of each warms up and is not counted.
 */
export function inTurns(rounds: number, first: () => void, second: () => void): [first: number, second: number] {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    const [one, other] = [timed(first), timed(second)];
    if (round === 0) continue;
    times[0].push(one);
    times[1].push(other);
  }
  return [median(times[0]), median(times[1])];
}

/** Runs this Node with `args`; anything but exit 0 ends the benchmark, so that a failure is never a fast result. */
export function runNode(args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const run = spawnSync(process.execPath, args, { env: { PATH: process.env.PATH, ...env }, encoding: "utf8" });
  if (run.status === 0) return;
  console.error(run.stdout + run.stderr);
  process.exit(1);
}
