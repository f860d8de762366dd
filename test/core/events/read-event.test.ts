// Reading payloads into events: every published example, and what public issue trackers reported about odd ones.
import { describe, expect, it } from "vitest";
import type { Event } from "../../../src/core/events/event.ts";
import { readEvent } from "../../../src/core/events/read-event.ts";
import {
  at,
  example,
  exampleEvents,
  examplesOf,
  issueClosed,
  type Payload,
  pullRequestEdited,
  reviewEdited,
  runInProgress,
  schedule,
  withInstallation,
} from "../../support/payloads.ts";

/** Events whose every example must be read or ignored, never refused. */
const covered = [
  "issues",
  "pull_request",
  "issue_comment",
  "pull_request_review",
  "push",
  "workflow_dispatch",
  "repository_dispatch",
  "workflow_run",
];

function event(name: string, payload: unknown): Event {
  const reading = readEvent(name, payload);
  if (reading.kind !== "event") throw new Error(reading.reason.text);
  return reading.event;
}

function refusal(name: string, payload: unknown): string {
  const reading = readEvent(name, payload);
  if (reading.kind !== "refused") throw new Error(`expected a refusal, got ${reading.kind}`);
  expect(reading.reason.code).toBe("event_malformed");
  return reading.reason.text;
}

describe("published examples", () => {
  it.each(covered)("all of %s are read or ignored with a reason", (name) => {
    const payloads = examplesOf(name);
    expect(payloads.length).toBeGreaterThan(0);
    for (const payload of payloads) {
      const reading = readEvent(name, payload);
      expect(reading.kind === "refused" ? reading.reason.text : "").toBe("");
      if (reading.kind === "ignored") expect(reading.reason.text).toContain(String(payload.action));
    }
  });

  it("of every other event are ignored by name", () => {
    for (const name of exampleEvents.filter((each) => !covered.includes(each))) {
      for (const payload of examplesOf(name)) {
        const reading = readEvent(name, payload);
        expect(reading.kind).toBe("ignored");
        if (reading.kind === "ignored") expect(reading.reason.code).toBe("event_not_covered");
      }
    }
  });

  const kinds: [string, Payload, Event["kind"]][] = [
    ["issues", example("issues", "opened"), "subject_opened"],
    ["issues", example("issues", "edited"), "subject_edited"],
    ["issues", example("issues", "labeled"), "label_added"],
    ["issues", example("issues", "unlabeled"), "label_removed"],
    ["issues", issueClosed(), "subject_closed"],
    ["issues", example("issues", "reopened"), "subject_reopened"],
    ["issues", example("issues", "transferred"), "subject_transferred"],
    ["issues", example("issues", "deleted"), "subject_deleted"],
    ["pull_request", example("pull_request", "labeled"), "label_added"],
    ["pull_request", example("pull_request", "unlabeled"), "label_removed"],
    ["pull_request", pullRequestEdited(), "subject_edited"],
    ["issue_comment", example("issue_comment", "created"), "words_created"],
    ["issue_comment", example("issue_comment", "edited"), "words_edited"],
    ["issue_comment", example("issue_comment", "deleted"), "words_deleted"],
    ["pull_request_review", example("pull_request_review", "submitted"), "words_created"],
    ["pull_request_review", reviewEdited("before"), "words_edited"],
    ["pull_request_review", example("pull_request_review", "dismissed"), "review_dismissed"],
    ["push", example("push", null), "pushed"],
    ["schedule", schedule("*/15 * * * *"), "tick"],
    ["schedule", schedule("*/15 * * * *", false), "tick"],
    ["workflow_dispatch", example("workflow_dispatch", null), "dispatched"],
    ["repository_dispatch", example("repository_dispatch", "on-demand-test"), "dispatched"],
    ["workflow_run", runInProgress(), "run_changed"],
    ["workflow_run", example("workflow_run", "completed"), "run_changed"],
  ];
  it.each(kinds)("%s becomes one event", (name, payload, kind) => {
    expect(event(name, payload).kind).toBe(kind);
  });
});

describe("fields", () => {
  it("of a labelled issue", () => {
    const payload = withInstallation(example("issues", "labeled"));
    const read = event("issues", payload);
    if (read.kind !== "label_added") throw new Error(read.kind);
    expect(read.label).toBe(at(payload, "label").name);
    expect(read.subject.number).toBe(at(payload, "issue").number);
    expect(read.subject.nodeId).toBe(at(payload, "issue").node_id);
    expect(read.installation).toBe(42);
    expect(read.repository.owner).toBe(at(payload, "repository.owner").login);
    expect(read.sender.kind).toBe("user");
  });

  it("of a comment on a pull request: a pull request whose fork is not known", () => {
    const payload = example("issue_comment", "created");
    at(payload, "issue").pull_request = { url: "https://api.github.com/repos/o/r/pulls/1" };
    const read = event("issue_comment", payload);
    if (read.kind !== "words_created") throw new Error(read.kind);
    expect(read.subject).toMatchObject({ kind: "pull_request", fromFork: null });
  });

  it("of a pull request whose head repository is gone or another one", () => {
    const payload = example("pull_request", "labeled");
    const same = event("pull_request", payload);
    expect(same).toMatchObject({ subject: { fromFork: false } });
    at(payload, "pull_request.head.repo").id = 1;
    expect(event("pull_request", payload)).toMatchObject({ subject: { fromFork: true } });
    at(payload, "pull_request.head").repo = null;
    expect(event("pull_request", payload)).toMatchObject({ subject: { fromFork: true } });
  });

  it("of words made through an app", () => {
    const payload = example("issue_comment", "created");
    at(payload, "comment").performed_via_github_app = { id: 1, slug: "some-app" };
    expect(event("issue_comment", payload)).toMatchObject({ words: { viaApp: "some-app" } });
    at(payload, "comment").performed_via_github_app = {};
    expect(event("issue_comment", payload)).toMatchObject({ words: { viaApp: "unnamed-app" } });
  });

  it("of an edit that touched neither title nor body", () => {
    const payload = example("issues", "edited");
    payload.changes = {};
    expect(event("issues", payload)).toMatchObject({ textChanged: false });
    payload.changes = { body: { from: "x" } };
    expect(event("issues", payload)).toMatchObject({ textChanged: true });
  });

  it("of pushes: paths are complete only when GitHub listed all of them", () => {
    const payload = example("push", null);
    const commit = { added: ["docs/a.md"], removed: [], modified: ["b"] };
    const whole = { ...payload, before: "1".repeat(40), after: "2".repeat(40), deleted: false, forced: false };
    const paths = (commits: unknown[], more: Payload = {}) => {
      const read = event("push", { ...whole, commits, ...more });
      return read.kind === "pushed" ? read.paths : null;
    };
    expect(paths([commit])).toEqual({ changed: ["docs/a.md", "b"], complete: true });
    expect(paths([{ id: "x" }])?.complete).toBe(false);
    expect(paths(Array.from({ length: 2048 }, () => commit))?.complete).toBe(false);
    expect(paths([commit], { forced: true })?.complete).toBe(false);
    expect(paths([commit], { before: "0".repeat(40) })?.complete).toBe(false);
  });

  it("of dispatches: inputs are the caller's object", () => {
    const payload = example("repository_dispatch", "on-demand-test");
    expect(event("repository_dispatch", payload)).toMatchObject({ type: "on-demand-test" });
    payload.client_payload = { key: "k-1" };
    expect(event("repository_dispatch", payload)).toMatchObject({ inputs: { key: "k-1" } });
    payload.client_payload = null;
    expect(event("repository_dispatch", payload)).toMatchObject({ inputs: {} });
  });

  it("of a schedule without repository: the door's repository stands in", () => {
    const here = { owner: "octocat", name: "r", id: 1, defaultBranch: "main", isPrivate: false, isArchived: false };
    const reading = readEvent("schedule", schedule("1 2 * * *", false), here);
    expect(reading).toMatchObject({ kind: "event", event: { repository: here, cron: "1 2 * * *" } });
  });
});

describe("odd but real payloads", () => {
  it("fault 16: deleted accounts are ghosts, whoever they were", () => {
    const payload = example("issue_comment", "created");
    at(payload, "comment").user = null;
    at(payload, "issue").user = null;
    payload.sender = null;
    const ghost = { login: "ghost", id: null, kind: "ghost" };
    expect(event("issue_comment", payload)).toMatchObject({
      sender: ghost,
      words: { author: ghost },
      subject: { author: ghost },
    });
    delete payload.sender;
    expect(event("issue_comment", payload).sender).toEqual(ghost);
  });

  it("fault 17: a null body is an empty text", () => {
    const payload = example("issues", "opened");
    at(payload, "issue").body = null;
    expect(event("issues", payload)).toMatchObject({ subject: { body: "" } });
    const review = example("pull_request_review", "submitted");
    at(review, "review").body = null;
    expect(event("pull_request_review", review)).toMatchObject({ words: { body: "" } });
  });

  it.each([
    ["Copilot", "User"],
    ["copilot", "Bot"],
    ["hubot", "Bot"],
    ["some-app[bot]", "User"],
    ["Some-App[BOT]", undefined],
  ])("fault 95: %s (%s) is a bot", (login, type) => {
    const payload = example("issues", "labeled");
    payload.sender = { login, id: 9, ...(type === undefined ? {} : { type }) };
    expect(event("issues", payload).sender).toEqual({ login, id: 9, kind: "bot" });
  });

  it("a missing installation is null", () => {
    expect(event("issues", example("issues", "labeled")).installation).toBe(null);
  });

  it("a body of 1 MB and a payload of 25 MB survive", () => {
    const payload = example("issues", "labeled");
    at(payload, "issue").body = "x".repeat(1_048_576);
    payload.filling = Array.from({ length: 250 }, () => "y".repeat(100_000));
    const read = event("issues", JSON.parse(JSON.stringify(payload)));
    expect(read.kind === "label_added" && read.subject.body.length).toBe(1_048_576);
  });
});

describe("malformed payloads are refused with the field's name", () => {
  const broken: [string, string, (payload: Payload) => unknown][] = [
    ["issue", "an object", (p) => delete p.issue],
    ["issue.number", "a positive whole number", (p) => Object.assign(at(p, "issue"), { number: "7" })],
    ["issue.node_id", "a text", (p) => delete at(p, "issue").node_id],
    ["issue.labels[0].name", "a text", (p) => Object.assign(at(p, "issue"), { labels: [{ id: 1 }] })],
    ["issue.updated_at", "an ISO 8601 time", (p) => Object.assign(at(p, "issue"), { updated_at: "yesterday" })],
    ["label", "an object", (p) => delete p.label],
    ["label.name", "a text", (p) => Object.assign(at(p, "label"), { name: "" })],
    ["repository", "an object", (p) => Object.assign(p, { repository: [] })],
    ["repository.private", "true or false", (p) => Object.assign(at(p, "repository"), { private: "false" })],
    ["sender.login", "a text", (p) => Object.assign(p, { sender: {} })],
    ["installation.id", "a positive whole number", (p) => Object.assign(p, { installation: { id: -1 } })],
  ];
  it.each(broken)("%s", (field, wanted, breakIt) => {
    const payload = example("issues", "labeled");
    breakIt(payload);
    const text = refusal("issues", payload);
    expect(text.replaceAll("\\", "")).toContain(field);
    expect(text).toContain(wanted);
  });

  it.each([null, undefined, 7, "text", [], true])("a payload that is %j", (payload) => {
    const reading = readEvent("push", payload);
    expect(reading.kind).toBe("refused");
    expect(readEvent("issues", payload).kind).toBe("ignored");
  });

  it("inherited names are no fields", () => {
    expect(readEvent("constructor", { action: "opened" }).kind).toBe("ignored");
    expect(readEvent("issues", Object.create({ action: "opened" })).kind).toBe("ignored");
  });

  it("fault 167: hostile names in a refusal are shown, not interpreted", () => {
    const reading = readEvent("<img src=x> @octocat", {});
    expect(reading.kind).toBe("ignored");
    if (reading.kind === "ignored") {
      expect(reading.reason.text).not.toContain("<img");
      expect(reading.reason.text).not.toContain("@octocat");
    }
  });
});
