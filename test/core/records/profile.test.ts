// The profile of a goal by its words.
import { expect, test } from "vitest";
import { profiles } from "../../../src/core/policy/schema.ts";
import { capabilitiesNeeded, chooseProfile } from "../../../src/core/records/profile.ts";

test.each([
  ["", "generic-analysis"],
  ["Think about naming", "generic-analysis"],
  ["Fix the bug in the parser and add a test", "software-code"],
  ["Port the SwiftUI view to macOS", "apple-app"],
  ["Make the website responsive", "web-frontend"],
  ["Compare the sources and search for more", "research"],
  ["Export the spreadsheet as PDF", "document-artifact"],
  ["Let codex use the mcp connector", "agent-runtime"],
  ["Roll out: rollback and upload of the package", "ops-release"],
  ["An experiment with a mock", "prototype"],
  ["fix the pdf", "software-code"],
  ["the decision", "ops-release"],
])("%j is %s", (goal, profile) => {
  expect(chooseProfile(goal)).toBe(profile);
});

test("every profile needs something, and nobody can change the table", () => {
  for (const profile of profiles) {
    capabilitiesNeeded(profile).pop();
    expect(capabilitiesNeeded(profile).length).toBeGreaterThan(2);
  }
});
