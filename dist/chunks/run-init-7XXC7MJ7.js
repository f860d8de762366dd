import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);
import{a as h}from"./chunk-IOLPHC2N.js";import{a as i}from"./chunk-XSYJGTGF.js";import{l as a,t as l}from"./chunk-BZ2ZSYJ2.js";import{c as s}from"./chunk-DBE6U57M.js";import"./chunk-I5QTG6CG.js";import"./chunk-BWHQ5SUT.js";import{lstatSync as x,writeFileSync as _}from"node:fs";import{dirname as S,join as m}from"node:path";function d(e){let t=[...e.written.map(n=>`wrote ${n}`),...e.kept.map(n=>`kept  ${n} (it was there)`),"Next:","  1. Read .github/valp.yml and make it yours; `valp-github policy check .github/valp.yml` checks it.","  2. Commit the files to the default branch and create the labels that your rules name.","  3. Comment `/valp start docs-fix` on an issue: the task is recorded on the branch valp-ledger.","  4. For labels and schedules set `mode: watcher` and run `valp-github doctor --record <your login>`."];return{json:e,text:t.join(`
`),exitCode:0}}function c(e){return[{path:".github/workflows/valp.yml",text:b(e.uses)},{path:".github/workflows/valp-schedule.yml",text:w(e)},{path:".github/workflows/valp-policy.yml",text:y(e.uses)},{path:".github/valp.yml",text:v},{path:".github/ISSUE_TEMPLATE/valp-task.yml",text:k}]}var f="agent:";function b(e){return`# Records agent work that labels, comment commands and API calls ask for. Started for every event below; it reads
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
      || startsWith(github.event.label.name, '${f}'))
${p(e)}`}function w(e){return`# The tick that schedule rules of .github/valp.yml run on. Slots come from the policy, so a late tick loses nothing.
name: valp schedule
on:
  schedule:
    - cron: "${e.isPrivate?"23 * * * *":"8,23,38,53 * * * *"}"
permissions: {}
jobs:
  handle:
${p(e.uses)}`}function p(e){return`    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      contents: write
      issues: write
      pull-requests: write
    steps:
      - uses: ${e}
        with:
          mode: handle
`}function y(e){return`# Checks .github/valp.yml and runs its tests in every pull request that changes it. It reads through the API: nothing is
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
      - uses: ${e}
        with:
          mode: policy
`}var v=`# What may start agent work here, and who decides. Reference: README of valp-github.
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
`,k=`name: Agent task
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
      label: ${i.leader}
      description: The agent that leads the work, by its name in .github/valp.yml. Leave it empty to decide later in a comment.
  - type: textarea
    id: assignments
    attributes:
      label: ${i.assignments}
      description: One line for each role, role=agent. Only with a Leader.
      placeholder: |
        coordinator=claude
        implementer=codex
        reviewer=alice
  - type: textarea
    id: reasons
    attributes:
      label: ${i.reasons}
      description: "Why these. One text for all, or one line for each role, role: text. Only with a Leader."
`;var $=/^(?:\.\/[\w./-]*|[\w.-]+\/[\w.-]+(?:\/[\w./-]+)?@[\w./-]+)$/;async function M(e){let{uses:t}=e;if(t===void 0)throw new s("action_missing",{what:"--uses"});if(!$.test(t))throw new s("not_an_action",{what:t});let n=[],o=[];for(let{path:r,text:g}of c({uses:t,isPrivate:e.private??!1})){let u=P(e.dir,r);u!==null?o.push(u):(R(m(e.dir,r),g),n.push(r))}return d({written:n,kept:o})}function P(e,t){let n=t===a[0]?a:[t],o=r=>l(()=>x(m(e,r))).kind==="value";return n.find(o)??null}function R(e,t){let n=l(()=>{h(S(e)),_(e,t,{flag:"wx"})});if(n.kind==="problem")throw new s("file_unwritable",{what:e,problem:n.problem})}export{M as runInit};
