// Random interleavings of receipts, deadlines, cancellations, input, crashes and replays, against a small model.
import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { ExternalEventName } from "../../../src/core/records/suspension.ts";
import { projectionFault, readEventLedger } from "../../../src/core/wait/event-ledger.ts";
import type { FileChange } from "../../../src/core/wait/folder-view.ts";
import { resume, type WakeCause } from "../../../src/core/wait/resume.ts";
import { suspend } from "../../../src/core/wait/suspend.ts";
import { waitPolicy, waitPolicyFile } from "../../../src/core/wait/wait-policy.ts";
import { taskId, WaitScene } from "./scene.ts";
import { fresh, type Model, takeDeadline, takeReceipt, takeRequest, takeSuspend } from "./wait-model.ts";

const roles = ["implementer", "researcher", "reviewer"] as const;
type Role = (typeof roles)[number];

/** What may happen. `crash` is how many files of the step get written before the process dies; null for all of them. */
type Move =
  | { do: "submit" | "deliver" | "destroy"; role: Role }
  | { do: "complete" | "block"; role: Role; epochs: number }
  | { do: "pass"; seconds: number }
  | { do: "suspend"; items: Role[]; seconds: number; crash: number | null }
  | { do: "receipt"; back: number; crash: number | null }
  | { do: "timeout"; crash: number | null }
  | { do: "ask"; event: ExternalEventName; stale: boolean; crash: number | null }
  | { do: "repeat"; crash: number | null };

const crash = fc.option(fc.integer({ min: 0, max: 3 }), { freq: 3 });
const role = fc.constantFrom(...roles);
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("submit" as const, "deliver" as const), role }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("destroy" as const), role }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("complete" as const), role, epochs: fc.constantFrom(0, 0, 0, 0, -1, 1) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("block" as const), role, epochs: fc.constantFrom(0, 0, 1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("pass" as const), seconds: fc.integer({ min: 1, max: 120 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("suspend" as const),
      items: fc.subarray([...roles], { minLength: 1 }),
      seconds: fc.integer({ min: 0, max: 200 }),
      crash,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("receipt" as const), back: fc.integer({ min: 0, max: 4 }), crash }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("timeout" as const), crash }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("ask" as const),
      event: fc.constantFrom("cancellation" as const, "user_input" as const, "runtime_failure" as const),
      stale: fc.boolean(),
      crash,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("repeat" as const), crash }) },
);
/** Most runs begin with work under way, so that there is something to wait for. */
const begun: Move[] = roles.map((one) => ({ do: "submit", role: one }));
/** Moves that mean little alone: a completion that is taken at once, and a deadline that has surely passed. */
const pair: fc.Arbitrary<Move[]> = fc.oneof(
  fc.tuple(role, crash).map(([one, dies]): Move[] => [
    { do: "complete", role: one, epochs: 0 },
    { do: "receipt", back: 0, crash: dies },
  ]),
  crash.map((dies): Move[] => [
    { do: "pass", seconds: 300 },
    { do: "timeout", crash: dies },
  ]),
);
const moves = fc
  .array(fc.oneof({ weight: 5, arbitrary: move.map((one) => [one]) }, { weight: 1, arbitrary: pair }), {
    minLength: 4,
    maxLength: 30,
  })
  .map((rest) => [...begun, ...rest.flat()]);

type Act =
  | { kind: "cause"; cause: WakeCause; name: string; epoch: number }
  | { kind: "suspend"; items: Role[]; seconds: number };

/** A run of moves on real files. `onAct` decides how much of each step is written and judges what came of it. */
class Run {
  readonly scene = new WaitScene();
  readonly model = fresh();
  readonly answers: string[] = [];
  /** How many names of requests there are, and the last request of an epoch that is over. */
  last: Act | null = null;
  stale: { ref: string; event: ExternalEventName; epoch: number } | null = null;
  requests = 0;
  readonly crashing: boolean;

  constructor(crashing: boolean) {
    this.crashing = crashing;
  }

  perform(one: Move): void {
    switch (one.do) {
      case "pass":
        this.scene.seconds += one.seconds;
        return;
      case "submit":
        this.#submit(one.role);
        return;
      case "deliver":
        this.scene.deliver(this.scene.item(one.role));
        return;
      case "destroy":
        for (const ref of this.scene.item(one.role).expected_refs) this.scene.files.delete(ref);
        return;
      case "complete":
      case "block":
        this.#end(one);
        return;
      case "repeat":
        if (this.last !== null) this.#act(this.last, one.crash);
        return;
      default:
        this.#act(this.#actOf(one), one.crash);
    }
  }

  #submit(one: Role): void {
    if (this.model.receipts.some((receipt) => receipt.kind === "submitted" && receipt.item === one)) return;
    this.scene.submit(this.scene.item(one));
    this.model.receipts.push({ kind: "submitted", item: one, epoch: 0 });
  }

  #end(one: { do: "complete" | "block"; role: Role; epochs: number }): void {
    const epoch = Math.max(1, this.model.epoch + one.epochs);
    const item = this.scene.item(one.role);
    const receiptId = `receipt-${this.model.receipts.length + 1}`;
    if (one.do === "complete") this.scene.complete(item, epoch, { receiptId });
    else this.scene.receipt(item, "dispatch_blocked", { suspensionEpoch: epoch, receiptId });
    this.model.receipts.push({ kind: one.do === "complete" ? "completed" : "blocked", item: one.role, epoch });
  }

  #actOf(one: Extract<Move, { do: "suspend" | "receipt" | "timeout" | "ask" }>): Act {
    const epoch = this.model.epoch;
    if (one.do === "suspend") return { kind: "suspend", items: one.items, seconds: one.seconds };
    if (one.do === "timeout") return { kind: "cause", cause: { event: "timeout" }, name: "timeout", epoch };
    if (one.do === "receipt") {
      const n = this.model.receipts.length - one.back;
      return { kind: "cause", cause: { event: "receipt", ref: `dispatch-receipts.jsonl#${n}` }, name: `${n}`, epoch };
    }
    if (one.stale && this.stale !== null) {
      const { ref, event, epoch: old } = this.stale;
      return { kind: "cause", cause: { event, ref }, name: ref, epoch: old };
    }
    if (epoch === 0) return { kind: "cause", cause: { event: one.event, ref: "none.json" }, name: "none", epoch: -1 };
    this.requests += 1;
    this.scene.files.set(`run-${this.requests}.json`, "{}");
    const support = [`run-${this.requests}.json`];
    const ref = this.scene.request(one.event, one.event === "runtime_failure" ? "runtime" : "user", support);
    this.stale ??= { ref, event: one.event, epoch };
    return { kind: "cause", cause: { event: one.event, ref }, name: ref, epoch };
  }

  /** Decides, writes as much as the crash leaves, and, after a crash, does what a restarted process does: the same again. */
  #act(act: Act, crashAt: number | null): void {
    this.last = act;
    const predicted = this.#predict(act);
    const answer = this.#decide(act);
    const changes: readonly FileChange[] = "changes" in answer ? answer.changes : [];
    if (crashAt === null || !this.crashing || crashAt >= changes.length) {
      this.scene.apply(changes);
      this.answers.push(answer.kind);
      expect(answer.kind, JSON.stringify(act)).toBe(predicted);
      return;
    }
    this.scene.apply(changes.slice(0, crashAt));
    expect(answer.kind, JSON.stringify(act)).toBe(predicted);
    const again = this.#decide(act);
    if ("changes" in again) this.scene.apply(again.changes);
    expect([answer.kind, "already", "recovered"]).toContain(again.kind);
    this.answers.push(answer.kind);
  }

  #decide(act: Act) {
    if (act.kind === "cause") return resume(this.scene.facts, act.cause);
    const policy = waitPolicyFile(
      waitPolicy(
        taskId,
        act.items.map((one) => this.scene.item(one)),
      ),
    );
    this.scene.files.set(policy.ref, policy.text);
    return suspend(this.scene.facts, act.seconds);
  }

  #predict(act: Act): string {
    const { model, scene } = this;
    if (act.kind === "suspend") return takeSuspend(model, act.items, scene.seconds, act.seconds);
    if (act.cause.event === "timeout") return takeDeadline(model, scene.seconds);
    if (act.cause.event !== "receipt") return takeRequest(model, act.cause.event, act.name, act.epoch);
    const good = (item: string) =>
      scene.item(item as Role).expected_refs.every((ref) => (scene.files.get(ref) ?? "") !== "");
    return takeReceipt(model, Number(act.name), good);
  }
}

/** What must hold after every move, from the files alone. */
function inspect(scene: WaitScene, model: Model): void {
  const events = readEventLedger(scene.files.get("wait-events.jsonl") ?? "");
  expect(scene.fault).toBeNull();
  expect(projectionFault(events, scene.state)).toBeNull();
  expect(scene.state.status).toBe(model.status);
  const wakes = events.entries.filter(({ event }) => event.event === "coordinator_resumed").map(({ event }) => event);
  expect(new Set(wakes.map((wake) => wake.suspension_epoch)).size).toBe(wakes.length);
  for (const wake of wakes) {
    const source = wake.external_event?.source_digest ?? wake.resume_ref;
    const text = `${taskId}:${wake.suspension_epoch}:${wake.resume_event}:${source}`;
    expect(wake.wake_id).toBe(`sha256:${createHash("sha256").update(text).digest("hex")}`);
    if (wake.wake_reason !== "dependency_ready") continue;
    for (const item of wake.projection.suspension.required_work_item_ids) {
      const ends = scene.ledger.entries.filter(
        ({ receipt }) =>
          receipt.event === "dispatch_completed" &&
          receipt.work_item_id === item &&
          receipt.suspension_epoch === wake.suspension_epoch,
      );
      expect(ends.length, `${item} of epoch ${wake.suspension_epoch}`).toBeGreaterThan(0);
    }
  }
  const results = [...scene.files.keys()].filter((ref) => ref.startsWith("wake-results/"));
  expect(results.sort()).toEqual(wakes.map((wake) => wake.result_ref ?? "").sort());
}

it("follows the model, move by move, through crashes and replays", () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(moves, (list) => {
      const run = new Run(true);
      for (const one of list) {
        run.perform(one);
        inspect(run.scene, run.model);
      }
      for (const answer of run.answers) seen.set(answer, (seen.get(answer) ?? 0) + 1);
    }),
    { numRuns: 150 },
  );
  // The generator reaches every kind of ending; otherwise the property would say less than it seems to.
  for (const kind of ["suspended", "woken", "progress", "already", "conflict", "refused", "not_yet", "recovered"]) {
    expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(0);
  }
});

it("ends after crashes and repetitions exactly where it ends without them", () => {
  fc.assert(
    fc.property(moves, (list) => {
      const [crashed, smooth] = [new Run(true), new Run(false)];
      for (const one of list) {
        crashed.perform(one);
        smooth.perform(one);
      }
      const files = (run: Run) => new Map([...run.scene.files].filter(([ref]) => ref !== "timeline.jsonl").sort());
      expect(files(crashed)).toEqual(files(smooth));
    }),
    { numRuns: 80 },
  );
});
