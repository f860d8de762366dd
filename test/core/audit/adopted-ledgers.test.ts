// Ledgers of version 3: strict reading, the chain, what people took back, and receipts of two kinds in one task.
import { describe, expect, it } from "vitest";
import { type Json as JsonValue, ledgerDigest } from "../../../src/core/records/digest.ts";
import { goodTexts, itemOf, type Json, type Texts } from "./folders.ts";

const taskId = "gh-7-docs-1";
const digest = (value: unknown) => ledgerDigest(JSON.parse(JSON.stringify(value)) as JsonValue);
const empty = digest({ receipts: [], schema_version: "valp-receipt-ledger-prefix.v1" });
const hash = (digit: string) => `sha256:${digit.repeat(64)}`;

/** Canonical text of a value, one line. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(",")}}`;
}

interface Step {
  role: string;
  agent: string;
  event: string;
  refs: string[];
  id?: string;
  mode?: string;
  source?: string;
}

/** A ledger of these steps, each with the proofs that its event needs. */
function ledger(steps: readonly Step[], texts: Texts): string {
  let prior = empty;
  return steps
    .map((step, index) => {
      const mode = step.mode ?? "full";
      const terminal = /completed|blocked|result/.test(step.event);
      const draft: Json = {
        schema_version: "valp-dispatch-receipt.v3",
        protocol_version: "0.3.0",
        receipt_id: step.id ?? hash(String(index + 1)),
        installation_id: "inst-1",
        leader_epoch: 1,
        task_id: taskId,
        agent: step.agent,
        role: step.role,
        work_item_id: `${step.role}:${step.agent}`,
        attempt_id: step.id === undefined ? "attempt-1" : `attempt-${step.id}`,
        dispatch_id: `${taskId}:${step.role}:1`,
        dispatch_generation: 1,
        mode,
        event_sequence: index + 1,
        ledger_revision: index + 1,
        event: step.event,
        ts: "2026-07-28T10:00:00Z",
        dispatch_ref: `agents/${step.agent}/dispatch.md`,
        payload_digest: hash("a"),
        expected_refs: step.refs,
        approval_binding: { status: "not_required", policy_digest: hash("b") },
        prior_receipt_digest: prior,
        ...(terminal ? { suspension_epoch: 1 } : {}),
      };
      const {
        schema_version: _v,
        ledger_revision: _r,
        ts: _t,
        dispatch_ref: _d,
        approval_binding: _a,
        ...rest
      } = draft;
      const subject = digest({
        ...rest,
        retry_generation: null,
        suspension_epoch: draft.suspension_epoch ?? null,
        expected_revision: index,
      });
      const kinds = mode === "manual" ? ["manual_attested"] : ["content_bound", "process_bound"];
      const proofs = kinds.map((kind, number) => ({
        proof_digest: hash(String(number + 1)),
        proof_kind: kind,
        proof_ref: `runtime/proofs/${index + 1}-${kind}.json`,
        subject_digest: subject,
      }));
      if (mode === "manual") {
        const authority = {
          schema_version: "valp-manual-authority.v1",
          task_id: taskId,
          authority: "octocat",
          allowed_actions: [step.event, "revoke", "adjudicate"],
        };
        texts.set(`runtime/manual/${step.event}.json`, JSON.stringify(authority));
        texts.set(
          `runtime/proofs/${index + 1}-manual_attested.json`,
          JSON.stringify({
            authority: "octocat",
            authority_ref: `runtime/manual/${step.event}.json`,
            authority_digest: digest(authority),
            action: step.event,
            source_proof_digest: hash(step.source ?? "c"),
          }),
        );
      }
      const unsigned = { ...draft, proof_bindings: proofs };
      prior = digest(unsigned);
      return `${canonical({ ...unsigned, receipt_digest: prior })}\n`;
    })
    .join("");
}

const items: [role: string, agent: string, refs: string[]][] = [
  ["coordinator", "claude", ["agents/claude/self-review.md"]],
  ["implementer", "codex", ["agents/codex/evidence.md", "evidence/verification.md"]],
  ["reviewer", "alice", ["agents/alice/review.md"]],
];
const steps: Step[] = items.flatMap(([role, agent, refs]) =>
  ["dispatch_submitted", "dispatch_completed"].map((event) => ({ role, agent, event, refs })),
);

function adopted(lines: (text: string) => string = (text) => text, adapter = "queue", made = steps): Texts {
  const texts = goodTexts();
  texts.set("dispatch-receipts.jsonl", "");
  const marker = {
    schema_version: "valp-runtime-receipt-adoption.v1",
    task_id: taskId,
    adapter_id: adapter,
    abi_version: "1.0",
    ledger_ref: `runtime/${adapter}/receipts.v3.jsonl`,
    compatibility_ledger_ref: "dispatch-receipts.jsonl",
    write_schema: "valp-dispatch-receipt.v3",
  };
  texts.set(`runtime/${adapter}/adoption.json`, JSON.stringify(marker));
  texts.set(marker.ledger_ref, lines(ledger(made, texts)));
  return texts;
}

const found = (texts: Texts) => itemOf("dispatch_receipts", texts);

describe("an adopted ledger", () => {
  it("is what counts: completions and their order", () => {
    const texts = adopted();
    expect(found(texts)).toMatchObject({ status: "pass", evidence: ["runtime/queue/receipts.v3.jsonl"] });
    expect(itemOf("submission_dependencies", texts).status).toBe("pass");
    expect(itemOf("expected_evidence", texts).status).toBe("pass");
  });

  it.each<[string, (text: string) => string]>([
    ["a blank line", (text) => text.replace("\n", "\n\n")],
    ["no newline at the end", (text) => text.trimEnd()],
    ["a carriage return", (text) => text.replace("\n", "\r\n")],
    ["a byte order mark", (text) => `\ufeff${text}`],
    [
      "keys in another order",
      (text) => text.replace(/\{"agent":"claude","approval_binding"/, '{"x":1,"agent":"claude","approval_binding"'),
    ],
    ["a space", (text) => text.replace('"agent":', '"agent": ')],
    ["a line missing", (text) => text.slice(text.indexOf("\n") + 1)],
    [
      "lines in another order",
      (text) =>
        text
          .trimEnd()
          .split("\n")
          .reverse()
          .map((line) => `${line}\n`)
          .join(""),
    ],
    ["a line twice", (text) => text + text.slice(0, text.indexOf("\n") + 1)],
    ["another time in an old receipt", (text) => text.replace("10:00:00Z", "10:00:01Z")],
    ["a completion turned into a block", (text) => text.replace("dispatch_completed", "dispatch_blocked")],
    ["another proof", (text) => text.replace(hash("2"), hash("3"))],
    ["another task", (text) => text.replaceAll(taskId, "other")],
  ])("is refused whole: %s", (_name, spoil) => {
    expect(found(adopted(spoil))).toMatchObject({ status: "fail" });
  });

  it("is refused without a completion's own submission", () => {
    const [submitted, completed, ...rest] = steps;
    const made = [submitted, { ...completed, refs: ["agents/claude/other.md"] }, ...rest].filter(
      (step) => step !== undefined,
    ) as Step[];
    expect(found(adopted(undefined, "queue", made)).message).toContain("line 2");
  });

  it("does not stand beside receipts of the old ledger, another marker or a marker that says something else", () => {
    const mixed = adopted();
    mixed.set("dispatch-receipts.jsonl", '{"event":"dispatch_written"}\n');
    const two = adopted();
    two.set("runtime/langgraph/adoption.json", "{}");
    const wrong = adopted();
    wrong.set("runtime/queue/adoption.json", "{}");
    for (const texts of [mixed, two, wrong]) expect(found(texts)).toMatchObject({ status: "fail" });
  });

  it("does not stand in for the version 2 completions of a suspended wait", () => {
    expect(itemOf("deterministic_wake", adopted()).status).toBe("fail");
  });
});

describe("an adopted manual ledger", () => {
  const manual = items.flatMap(([role, agent, refs]) =>
    ["manual_delivery_attested", "manual_result_attested"].map((event) => ({
      role,
      agent,
      event,
      refs,
      mode: "manual",
    })),
  );
  const asManual = (texts: Texts): Texts => {
    for (const ref of ["routing.json", "state.json"]) {
      const record = JSON.parse(texts.get(ref) ?? "");
      texts.set(ref, JSON.stringify({ ...record, runtime_adapter: { class: "manual", name: "manual", id: "manual" } }));
    }
    return texts;
  };
  const twice: Step[] = [
    ...manual,
    {
      role: "reviewer",
      agent: "alice",
      event: "manual_result_attested",
      refs: ["agents/alice/review.md"],
      mode: "manual",
      id: hash("9"),
      source: "d",
    },
  ];

  function decide(texts: Texts, action: string, target: string, conflict: string[]): Texts {
    const authority = {
      schema_version: "valp-manual-authority.v1",
      task_id: taskId,
      authority: "octocat",
      allowed_actions: [action],
    };
    texts.set("runtime/manual/authority.json", JSON.stringify(authority));
    const subject = digest({
      task_id: taskId,
      work_item_id: "reviewer:alice",
      dispatch_id: `${taskId}:reviewer:1`,
      dispatch_generation: 1,
      action: "manual_result_attested",
    });
    const line = {
      schema_version: "valp-manual-attestation-decision.v1",
      decision_id: hash("e"),
      decision_sequence: 1,
      prior_decision_digest: digest({ schema_version: "valp-manual-attestation-decision-root.v1", task_id: taskId }),
      task_id: taskId,
      action,
      target_receipt_id: target,
      subject_key_digest: subject,
      ...(action === "adjudicate" ? { conflicting_receipt_ids: conflict } : {}),
      authority: "octocat",
      authority_ref: "runtime/manual/authority.json",
      authority_digest: digest(authority),
      statement: "I looked.",
      ts: "2026-07-28T12:00:00Z",
    };
    texts.set(
      "runtime/manual/attestation-decisions.jsonl",
      `${JSON.stringify({ ...line, decision_digest: digest(line) })}\n`,
    );
    return texts;
  }

  it("counts what people attested", () => {
    expect(found(asManual(adopted(undefined, "manual", manual)))).toMatchObject({ status: "pass" });
  });

  it("does not count what was revoked", () => {
    const texts = decide(asManual(adopted(undefined, "manual", manual)), "revoke", hash("6"), []);
    expect(found(texts).message).toContain("manual_delivery_attested");
  });

  it("needs a decision where people attested different things", () => {
    const conflict = asManual(adopted(undefined, "manual", twice));
    expect(found(conflict)).toMatchObject({ status: "fail" });
    expect(found(decide(conflict, "adjudicate", hash("6"), [hash("6"), hash("9")]))).toMatchObject({ status: "pass" });
  });

  it("trusts no decision that leaves a receipt out, or whose chain is broken", () => {
    const conflict = () => asManual(adopted(undefined, "manual", twice));
    expect(found(decide(conflict(), "adjudicate", hash("6"), [hash("6"), hash("1")]))).toMatchObject({
      status: "fail",
    });
    const broken = decide(conflict(), "adjudicate", hash("6"), [hash("6"), hash("9")]);
    const ref = "runtime/manual/attestation-decisions.jsonl";
    broken.set(ref, (broken.get(ref) ?? "").replace("I looked.", "I did not look."));
    expect(found(broken).message).toContain("no sound chain");
  });

  it("trusts no attestation whose authority does not allow it", () => {
    const texts = asManual(adopted(undefined, "manual", manual));
    texts.set("runtime/manual/manual_result_attested.json", JSON.stringify({ allowed_actions: [] }));
    expect(found(texts)).toMatchObject({ status: "fail" });
  });
});
