// The shipped policies that `extends` may name. Generated from policies/ by scripts/generate-policy.ts; never edit.

/** Preset name to the text of its policy. */

export const presets: Readonly<Record<string, string>> = {
  "docs-team": `# yaml-language-server: $schema=policy.schema.json
#
# A standing team for documentation. Somebody puts the label "agent: docs" on an issue; two agent workflows and one
# person do the rest: claude leads, codex writes, alice reviews. What sounds risky (secrets, releases, deletions and so
# on) stops and waits for an approval instead.
version: 1

# Labels start tasks by themselves. That needs a passed health check (\`valp-github doctor\`), or a waiver:
#   health_gate: { waived_by: octocat, reason: "pilot repository" }
mode: watcher

rules:
  - id: docs-fix
    # Label names are compared without regard to case. Pull requests are covered only when they are listed.
    on: { label: "agent: docs", targets: [issues] }
    when:
      # Roles are thresholds: triage, write, maintain and admin may all set this off.
      actor: { min_role: triage }
      # Not while somebody still works on the text.
      labels_none: [wip, blocked]
    profile: document-artifact
    # Publish, check the standing declaration below, and dispatch. High risk always stops for an approval first.
    action: validate_declared_route_and_dispatch
    declaration: docs-team
    # Taking the label off recalls the task.
    on_unlabel: cancel
    deadline: 6h

  # Typo reports come in through an issue form that sets the label; only titles of a certain form are taken.
  - id: typo
    on: { label: typo }
    when: { title: "/^(typo|spelling)\\\\b/i", labels_all: [docs] }
    profile: document-artifact
    action: publish_only

declarations:
  # Written by people and reviewed like code. Whoever sets off the rule selects it; it is never changed or completed.
  docs-team:
    leader: claude
    assignments: { coordinator: claude, implementer: codex, reviewer: alice }
    reasons:
      coordinator: Knows the style guide and has led all earlier documentation tasks.
      implementer: Writes short, plain texts.
      reviewer: Owns the documentation.

agents:
  # Agents of runtime github are workflows of this repository, or accounts.
  claude: { runtime: github, workflow: agent-claude.yml, roles: [coordinator, reviewer] }
  codex: { runtime: github, workflow: agent-codex.yml, roles: [implementer] }
  alice: { runtime: github, account: alice, roles: [reviewer] }

evidence:
  reviewer: { headings: [Verdict] }

tests:
  - name: the label starts the standing team
    event: fixtures/label-docs.json
    expect: { rule: docs-fix, risk: low, action: validate_declared_route_and_dispatch, outcome: recorded }
  - name: risky words stop for an approval
    event: fixtures/label-docs-risky.json
    expect: { rule: docs-fix, risk: high, action: block_for_approval, outcome: recorded }
  - name: work in progress waits
    event: fixtures/label-docs-wip.json
    expect: { rule: docs-fix, outcome: refused, reason: labels_excluded }
  - name: pull requests are not covered, and that is said
    event: fixtures/label-docs-pull-request.json
    expect: { rule: docs-fix, outcome: refused, reason: target_not_covered }
  - name: a bot that is not listed starts nothing
    event: fixtures/label-docs-by-bot.json
    expect: { rule: docs-fix, outcome: refused, reason: bot_not_listed }
  - name: typo reports are only published
    event: fixtures/label-typo.json
    expect: { rule: typo, risk: low, action: publish_only, outcome: recorded }
  - name: other labels are none of our business
    event: fixtures/label-agent.json
    expect: { rule: null, outcome: ignored, reason: no_rule_matched }
`,
  minimal: `# yaml-language-server: $schema=policy.schema.json
#
# The smallest useful policy: people type \`/valp start task\` on an issue or pull request, and a recorded task appears.
# Nothing starts by itself, nothing is dispatched: in \`mode: manual\` a start only publishes the task and waits for
# somebody to say who works on it (\`/valp lead ...\`).
version: 1

# manual       only \`/valp start\`, and it only publishes (this is also the default)
# policy_auto  only \`/valp start\`, but then the rule's \`action\` is carried out
# watcher      labels, schedules, pushes and calls start tasks by themselves, too
# disabled     nothing starts at all
mode: manual

rules:
  # \`/valp start task\`. Who may type it: everybody with write access, because no \`min_role\` is given.
  - id: task
    on: { command: start, targets: [issues, pull_requests] }

  # A label rule is listed here already, so that switching to \`mode: watcher\` is a change of one line. Until then the
  # label does nothing but a note that says so, and \`/valp start labelled\` works.
  - id: labelled
    on: { label: agent }

# \`valp-github policy test\` runs these; so does the workflow valp-policy.yml in every pull request that changes the policy.
tests:
  - name: a person with write access starts a task, which is only published
    event: fixtures/start-task.json
    expect: { rule: task, risk: low, action: publish_only, outcome: recorded }
  - name: read access is not enough
    event: fixtures/start-task-by-reader.json
    expect: { rule: task, outcome: refused, reason: role_too_low }
  - name: the label starts nothing in mode manual
    event: fixtures/label-agent.json
    expect: { rule: labelled, outcome: refused, reason: mode_not_watcher }
  - name: an ordinary comment is none of our business
    event: fixtures/plain-comment.json
    expect: { rule: null, outcome: ignored }
`,
  "scheduled-triage": `# yaml-language-server: $schema=policy.schema.json
#
# Tasks by the clock and by pushes. Times belong to the rules, not to a workflow: valp-schedule.yml, which
# \`init\` writes, ticks every 15 minutes (hourly with \`--private\`), and a slot that comes due between two ticks is opened
# once, under the planned time.
version: 1
mode: watcher

rules:
  - id: nightly-triage
    on:
      # Minute, hour, day of month, month, weekday, in the time zone below. A minute off the hour is kinder: ticks are
      # latest when everybody's schedule is due.
      schedule: "17 3 * * 1-5"
      timezone: Europe/Berlin
      # After an outage: \`once\` opens the latest missed slot, \`skip\` (the default) opens none.
      catch_up: once
    # There is no issue whose text says what to do, so the rule does.
    subject: Look through the issues opened since yesterday, and propose labels and duplicates for each of them.
    profile: generic-analysis
    action: publish_only

  - id: weekly-report
    on: { schedule: "30 7 * * MON" }
    subject: Write the weekly summary of open tasks and where they wait.
    profile: document-artifact
    action: publish_only

  # Pushes to the default branch that change the handbook. \`*\` stays inside a folder, \`**\` crosses folders.
  - id: handbook-check
    on: { push: ["handbook/**/*.md", README.md] }
    subject: Check links and spelling of the handbook pages that this push changed.
    # A rule can raise the risk that the words of the goal have, never lower it.
    risk: medium
    action: publish_only

tests:
  - name: a tick within the hour opens the planned slot
    event: fixtures/tick-on-time.json
    expect: { rule: nightly-triage, risk: low, action: publish_only, outcome: recorded }
  - name: a tick between slots opens nothing
    event: fixtures/tick-idle.json
    expect: { rule: null, outcome: ignored, reason: no_due_slot }
  - name: a push to the handbook is checked
    event: fixtures/push-handbook.json
    expect: { rule: handbook-check, risk: medium, action: publish_only, outcome: recorded }
  - name: a push that changes something else is none of our business
    event: fixtures/push-code.json
    expect: { rule: null, outcome: ignored, reason: no_rule_matched }
`,
  "strict-two-seats": `# yaml-language-server: $schema=policy.schema.json
#
# For repositories where agents touch what ships: every task counts as high risk, stops before anything runs, and goes on
# only after two maintainers who have no part in it approved this very plan. Any later change of the plan, the text or the
# declaration makes their approvals stale.
version: 1
mode: watcher

ledger:
  # Only the App writes the ledger branch, so that a branch rule can keep everybody else out.
  writer: app

rules:
  - id: release-work
    on: { label: "agent: release", targets: [issues, pull_requests] }
    when:
      actor: { min_role: maintain }
      # The default, written out: a pull request from a fork never sets this off.
      forks: deny
    # Whatever the words say.
    risk: high
    # What happens once the approvals are there.
    action: validate_declared_route_and_dispatch
    # A standing declaration is deliberately missing: a person names the Leader for every task anew.
    deadline: 24h

  # The same work, started by a call to the API: repository_dispatch with this event type.
  - id: release-call
    on: { dispatch: release-requested }
    subject: Prepare the release that the caller asked for.
    risk: high
    action: validate_declared_route_and_dispatch

agents:
  claude: { runtime: github, workflow: agent-claude.yml, roles: [coordinator, reviewer] }
  codex: { runtime: github, workflow: agent-codex.yml, roles: [implementer] }
  alice: { runtime: github, account: alice, roles: [coordinator, reviewer] }

approvals:
  high:
    # Two seats; one person fills one.
    count: 2
    from: { min_role: maintain }
    # Nobody approves what they asked for, lead or do. This is the default, written out.
    exclude: [requester, leader, workers]
    # A seat that is older than this is empty again.
    expires: 2d

tests:
  - name: the label publishes, and everything else waits for two approvals
    event: fixtures/label-release.json
    expect: { rule: release-work, risk: high, action: block_for_approval, outcome: recorded }
  - name: write access is not enough
    event: fixtures/label-release-by-writer.json
    expect: { rule: release-work, outcome: refused, reason: role_too_low }
  - name: pull requests from forks start nothing
    event: fixtures/label-release-fork.json
    expect: { rule: release-work, outcome: refused, reason: fork_denied }
  - name: a call from outside stops, too
    event: fixtures/dispatch-release.json
    expect: { rule: release-call, risk: high, action: block_for_approval, outcome: recorded }
`,
};
