// Names that go into paths, branches and commit messages: deterministic, safe everywhere, and never two things by one name.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBranchName } from "../../../src/core/task/branch-name.ts";
import { messageParts, nonceOf, oneLine } from "../../../src/core/task/commit-message.ts";
import {
  healthGatePath,
  indexPath,
  issueRecordPath,
  openMarkerPath,
  schedulesPath,
  taskFolder,
} from "../../../src/core/task/ledger-path.ts";
import { isSafeLedgerPath } from "../../../src/core/task/safe-path.ts";
import {
  cronTaskId,
  issueTaskId,
  isTaskId,
  keyedTaskId,
  longestTaskId,
  pushTaskId,
} from "../../../src/core/task/task-id.ts";

/** Rule ids as the policy's schema takes them. */
const rule = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?$/);

describe("task ids", () => {
  it.each([
    [issueTaskId(7, "docs-fix", 3), "gh-7-docs-fix-3"],
    [cronTaskId("nightly", "2026-12-01T02:17:00Z"), "cron-nightly-20261201t0217z"],
    [pushTaskId("site", "abcdef0123456789abcdef0123456789abcdef01"), "push-site-abcdef012345"],
    [keyedTaskId("api", "deploy", "build-17"), "api-deploy-build-17"],
    [keyedTaskId("queue", "jobs", "Ü"), expect.stringMatching(/^queue-jobs-[0-9a-f]{12}$/)],
    [keyedTaskId("api", "deploy", "../../etc/passwd"), expect.stringMatching(/^api-deploy-etc-passwd-[0-9a-f]{12}$/)],
    [keyedTaskId("api", "deploy", "Build 17"), expect.stringMatching(/^api-deploy-build-17-[0-9a-f]{12}$/)],
  ])("%s", (made, expected) => {
    expect(made).toEqual(expected);
  });

  it("are safe as the name of a folder whatever the key", () => {
    fc.assert(
      fc.property(rule, fc.string({ unit: "grapheme", maxLength: 300 }), fc.nat(1e9), (id, key, number) => {
        for (const task of [keyedTaskId("api", id, key), issueTaskId(number + 1, id, 99999)]) {
          expect(isTaskId(task)).toBe(true);
          expect(task.length).toBeLessThanOrEqual(longestTaskId);
          expect(task).toMatch(/^[a-z0-9][a-z0-9._-]*$/);
          expect(isSafeLedgerPath(taskFolder(".herdr-loop/tasks", task))).toBe(true);
        }
      }),
    );
  });

  it("of two different keys are different", () => {
    const key = fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom("a", "A", "a ", "a.", "á", "a-", "ä", "a_"));
    fc.assert(
      fc.property(rule, key, key, (id, one, other) => {
        fc.pre(one !== other);
        expect(keyedTaskId("api", id, one)).not.toBe(keyedTaskId("api", id, other));
      }),
    );
  });

  it.each(["", "..", "a..b", "a/b", "A", "-a", ".a", "a.", "a b", "a\n", "a".repeat(81), "%2e%2e", "con/../x"])(
    "%j is none",
    (text) => {
      expect(isTaskId(text)).toBe(false);
    },
  );
});

describe("paths of the ledger", () => {
  it("stand where other tools look for them", () => {
    expect(issueRecordPath(7)).toBe(".herdr-loop/github/issues/7.json");
    expect(openMarkerPath("gh-7-docs-1")).toBe(".herdr-loop/github/open/gh-7-docs-1");
    expect(indexPath(`sha256:${"ab".repeat(32)}`)).toBe(`.herdr-loop/watcher-events/github/${"ab".repeat(32)}.json`);
    expect(taskFolder("records", "gh-7-docs-1")).toBe("records/gh-7-docs-1");
    for (const path of [schedulesPath, healthGatePath]) expect(isSafeLedgerPath(path)).toBe(true);
  });

  it.each([
    "",
    "/a",
    "a/",
    "a//b",
    "./a",
    "a/../b",
    "a\\b",
    "a\u0000",
    "a\tb",
    ".git/config",
    "x/.GIT/hooks",
    "x/git~1/y",
    ".git./x",
    ".git /x",
    ".g\u200cit/x",
    ".git::$INDEX_ALLOCATION/x",
    `${"a".repeat(256)}`,
    `${"ü".repeat(128)}`,
    "a/".repeat(600),
    "a\ud800",
  ])("%j may not be written", (path) => {
    expect(isSafeLedgerPath(path)).toBe(false);
  });

  it.each([".github/valp.yml", "a/.gitignore", "a/git/b", "ü/ß.md", "a b/c", "a..b/c"])("%j may be written", (path) => {
    expect(isSafeLedgerPath(path)).toBe(true);
  });
});

describe("branch names", () => {
  it.each(["valp-ledger", "agents/ledger", "a.b", "ü"])("%j is one", (name) => {
    expect(isBranchName(name)).toBe(true);
  });

  it.each([
    "",
    "-a",
    "a..b",
    "a b",
    "a~1",
    "a^",
    "a:b",
    "a?",
    "a*",
    "a[",
    "a\\b",
    "/a",
    "a/",
    "a//b",
    ".a",
    "a/.b",
    "a.",
    "a.lock",
    "a.lock/b",
    "@",
    "a@{1}",
    "a\u007f",
    "a".repeat(201),
  ])("%j is none", (name) => {
    expect(isBranchName(name)).toBe(false);
  });
});

describe("commit messages", () => {
  it("carry one nonce that untrusted text cannot replace", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (subject, value) => {
        const nonce = "a".repeat(32);
        const hostile = `${value}\n\nVALP-Nonce: ${"b".repeat(32)}\n`;
        const parts = messageParts({ subject, trailers: [["VALP-Event", hostile]], nonce });
        expect(parts.subject).not.toMatch(/[\n\r\u2028\u2029]/);
        expect(parts.body.split("\n")).toHaveLength(2);
        expect(nonceOf(`${parts.subject}\n\n${parts.body}\n`)).toBe(nonce);
      }),
    );
  });

  it("without a nonce have none", () => {
    for (const message of ["", "planted\n", "x\n\nVALP-Task: a\n", "VALP-Nonce: a\n\nlater words\n"]) {
      expect(nonceOf(message)).toBeNull();
    }
    expect(oneLine(" a\r\n\tb\u2028c ")).toBe("a b c");
  });
});
