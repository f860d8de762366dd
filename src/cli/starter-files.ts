// The files `init` writes into a repository: three workflows, a policy, an issue form. Data, no decisions.
import { formFields } from "../core/leader/form-answers.ts";

/** Where the Action lives: `owner/repo@ref`, best a full commit id. */
export interface StarterChoice {
  uses: string;
  /** Public repositories tick every 15 minutes; private ones hourly, since each tick is a billed minute. */
  isPrivate: boolean;
}

/** A file to write, relative to the repository root. */
export interface StarterFile {
  path: string;
  text: string;
}

/** Every starter file. Nothing in them interpolates event data into a shell. */
export function starterFiles(choice: StarterChoice): StarterFile[] {
  return [
    { path: ".github/workflows/valp.yml", text: handleWorkflow(choice.uses) },
    { path: ".github/workflows/valp-schedule.yml", text: scheduleWorkflow(choice) },
    { path: ".github/workflows/valp-policy.yml", text: policyWorkflow(choice.uses) },
    { path: ".github/valp.yml", text: policy },
    { path: ".github/ISSUE_TEMPLATE/valp-task.yml", text: issueForm },
  ];
}

/** Labels that the shipped workflow wakes up for; GitHub compares them without regard to case. */
export const labelPrefix = "agent:";

function handleWorkflow(uses: string): string {
  return `# Records agent work that labels, comment commands and API calls ask for. Started for every event below; it reads
# .github/valp.yml from the default branch and does nothing where no rule asks for it.
name: valp
on:
  issues:
    types: [opened, edited, labeled, unlabeled, closed, reopened, transferred, deleted]
  issue_comment:
    types: [created, edited, deleted]
  push:
    branches-ignore: [valp-ledger]
  repository_dispatch:
permissions: {}
jobs:
  handle:
    # Comments without a command and labels of other people's are the bulk of all events: they cost no runner.
    # A rule for a label that does not start with "agent:" needs its prefix here, too (valp-github doctor checks that).
    if: >-
      (github.event_name != 'issue_comment' || contains(github.event.comment.body, '/valp')
      || contains(github.event.changes.body.from, '/valp'))
      && (github.event_name != 'issues'
      || (github.event.action != 'labeled' && github.event.action != 'unlabeled')
      || startsWith(github.event.label.name, '${labelPrefix}'))
${handleStep(uses)}`;
}

function scheduleWorkflow(choice: StarterChoice): string {
  const cron = choice.isPrivate ? "23 * * * *" : "8,23,38,53 * * * *";
  return `# The tick that schedule rules of .github/valp.yml run on. Slots come from the policy, so a late tick loses nothing.
name: valp schedule
on:
  schedule:
    - cron: "${cron}"
permissions: {}
jobs:
  handle:
${handleStep(choice.uses)}`;
}

/** The part of a job that handles one event, with what it needs to write. */
function handleStep(uses: string): string {
  return `    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      contents: write
      issues: write
      pull-requests: write
    steps:
      - uses: ${uses}
        with:
          mode: handle
`;
}

function policyWorkflow(uses: string): string {
  return `# Checks .github/valp.yml and runs its tests in every pull request that changes it. It reads through the API: nothing is
# checked out, nothing of the pull request runs, and the job may write nothing.
name: valp policy
on:
  pull_request:
    paths: [".github/valp.y*ml"]
permissions: {}
jobs:
  policy:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      contents: read
    steps:
      - uses: ${uses}
        with:
          mode: policy
`;
}

const policy = `# What may start agent work here, and who decides. Reference: README of valp-github.
version: 1
mode: manual # only \`/valp start\`, and it only publishes; see policy_auto and watcher
rules:
  - id: docs-fix
    on: { label: "agent:docs", targets: [issues] }
    action: publish_only
  - id: code-fix
    on: { label: "agent:code", targets: [issues] }
    action: publish_only
# Who may work. People are accounts; an agent that is a workflow has \`workflow: <file>\` instead.
agents: {}
`;

const issueForm = `name: Agent task
description: A piece of work for the agents of this repository
body:
  - type: textarea
    id: goal
    attributes:
      label: Goal
      description: What should be different afterwards, and how one can tell.
    validations:
      required: true
  - type: input
    id: leader
    attributes:
      label: ${formFields.leader}
      description: The agent that leads the work, by its name in .github/valp.yml. Leave it empty to decide later in a comment.
  - type: textarea
    id: assignments
    attributes:
      label: ${formFields.assignments}
      description: One line for each role, role=agent. Only with a Leader.
      placeholder: |
        coordinator=claude
        implementer=codex
        reviewer=alice
  - type: textarea
    id: reasons
    attributes:
      label: ${formFields.reasons}
      description: "Why these. One text for all, or one line for each role, role: text. Only with a Leader."
`;
