// Whole reports: our own small folders, the finished task, and the protocol's published examples where they are at hand.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { auditFolder } from "../../../src/core/audit/audit.ts";
import { folderOfTexts } from "../../../src/core/audit/folder-value.ts";
import { auditTitles } from "../../../src/core/say/audit-text.ts";
import { folderOf, goodTexts, itemsOf, now, textsIn } from "./folders.ts";

const fixture = (name: string) => folderOfTexts(textsIn(resolve("test/fixtures/folders", name)), now);
const examples = resolve("../shared/valp/examples");
if (!existsSync(examples)) console.warn("The published example tasks are not at hand; their verdicts are not checked.");

describe("published examples", () => {
  it.skipIf(!existsSync(examples)).each([
    ["full-mode-task", 24, 9],
    ["headless-queue-task", 22, 11],
    ["minimal-task", 14, 19],
  ])("%s passes %i items and skips %i", (name, passed, skipped) => {
    const report = auditFolder(folderOfTexts(textsIn(resolve(examples, name)), now));
    expect(report).toMatchObject({
      status: "pass",
      pass_count: passed,
      warn_count: 0,
      fail_count: 0,
      skip_count: skipped,
    });
    expect(report.items).toHaveLength(33);
  });
});

describe("a manual task that was done by hand", () => {
  it("passes, also strictly, without the product's own items", () => {
    const report = auditFolder(fixture("manual-done"), true);
    expect(report.items.filter((item) => item.status === "fail")).toEqual([]);
    expect(report).toMatchObject({ status: "pass", fail_count: 0, pass_count: 13, skip_count: 20 });
  });
});

describe("a folder that was left half written", () => {
  const report = auditFolder(fixture("half-written"));
  const items = itemsOf(report);

  it("fails, and names the damaged lines", () => {
    expect(report.status).toBe("fail");
    expect(items.get("dispatch_receipts")?.message).toContain("Line 2 of `dispatch-receipts.jsonl`");
    expect(items.get("approvals")?.message).toContain("`approvals/requested.jsonl:1`");
  });

  it("counts an unreadable state as absent, so nothing of version 2 is asked", () => {
    expect(items.get("state_status_vocabulary")?.status).toBe("skip");
    expect(items.get("deterministic_wake")?.status).toBe("skip");
  });
});

describe("the report", () => {
  const report = auditFolder(folderOf(goodTexts()));

  it("has the protocol's 33 items first, in order, then ours", () => {
    expect(report.items.map((item) => item.id)).toEqual(Object.keys(auditTitles));
    expect(report.items.slice(33).every((item) => item.id.startsWith("github_"))).toBe(true);
  });

  it("is a pass in strict mode too, and counts what it shows", () => {
    expect(auditFolder(folderOf(goodTexts()), true).status).toBe("pass");
    const { pass_count, warn_count, fail_count, skip_count } = report;
    expect([pass_count, warn_count, fail_count, skip_count]).toEqual([32, 0, 0, 6]);
  });

  it("names only evidence that is there", () => {
    const texts = goodTexts();
    const present = (ref: string) => texts.has(ref) || [...texts.keys()].some((path) => path.startsWith(`${ref}/`));
    expect(report.items.flatMap((item) => item.evidence).filter((ref) => !present(ref))).toEqual([]);
  });

  it("makes a failure of a warning only when it is strict", () => {
    const texts = goodTexts();
    texts.set("final-synthesis.md", "# Short\n");
    expect(auditFolder(folderOf(texts)).status).toBe("warn");
    expect(auditFolder(folderOf(texts), true)).toMatchObject({ status: "fail", warn_count: 0, fail_count: 1 });
  });
});
