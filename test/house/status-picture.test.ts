// docs/status-comment.md, from which the README's picture is drawn, is what the product says today about the demo.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeDemoRepository } from "../../src/cli/demo-repository.ts";
import { commentPayload, demoPeople, labelPayload } from "../../src/cli/demo-story.ts";
import { openLocalHouse } from "../../src/cli/local-house.ts";
import { payloadEventId } from "../../src/core/events/payload-event-id.ts";
import { readEvent } from "../../src/core/events/read-event.ts";
import { handleEvent } from "../../src/flows/handle-event.ts";

const now = "2026-12-01T09:00:00Z";
const issue = {
  number: 2,
  title: "Deploy the new site",
  body: "Build the site and deploy it to production.",
  labels: ["agent:code"],
};
const lead = "/valp lead claude coordinator=claude implementer=codex reviewer=alice because: they know the site";

/** The status comment of the demo's high-risk task before anybody approves, as a repository on GitHub would show it. */
async function statusOfDemo(folder: string): Promise<string> {
  const { repo } = await makeDemoRepository(folder);
  const opened = await openLocalHouse({ repo, people: demoPeople, now });
  if (opened.kind === "refused") throw new Error(opened.reason.text);
  const { house } = opened;
  const ports = { ...house.ports, webUrl: "https://github.com/octocat/hello-world" };
  const events = [
    readEvent("issues", labelPayload("labeled", issue, "agent:code", "octocat", now)),
    readEvent("issue_comment", commentPayload(issue, 101, lead, "octocat", now)),
  ];
  for (const read of events) {
    if (read.kind !== "event") throw new Error(read.reason.text);
    await handleEvent(ports, { event: read.event, eventId: payloadEventId(read.event) });
  }
  await house.close();
  const status = house.said().find(({ marker }) => marker.startsWith("status:"));
  return (status?.body ?? "").replaceAll(/\b[0-9a-f]{40}\b/g, "0123456789abcdef0123456789abcdef01234567");
}

it("is the comment that people see (npx vitest run test/house/status-picture -u renews it)", async () => {
  const folder = mkdtempSync(join(tmpdir(), "picture-"));
  try {
    await expect(`${await statusOfDemo(join(folder, "demo"))}\n`).toMatchFileSnapshot("../../docs/status-comment.md");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
