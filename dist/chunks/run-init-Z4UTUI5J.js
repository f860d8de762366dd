import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);
import{a as u}from"./chunk-IOLPHC2N.js";import{a as i}from"./chunk-MWQRZH3S.js";import{l as a,t as l}from"./chunk-CZE7LKWE.js";import{c as s}from"./chunk-UYYFKJLL.js";import"./chunk-ONTYOLLH.js";import"./chunk-ZLD2OBQN.js";import{lstatSync as v,writeFileSync as k}from"node:fs";import{dirname as x,join as p}from"node:path";function h(e){let t=[...e.written.map(n=>`wrote ${n}`),...e.kept.map(n=>`kept  ${n} (it was there)`),"Next:","  1. Read .github/valp.yml and make it yours; `valp-github policy check .github/valp.yml` checks it.","  2. Commit the files to the default branch and create the labels that your rules name.","  3. Comment `/valp start docs-fix` on an issue: the task is recorded on the branch valp-ledger.","  4. For labels and schedules set `mode: watcher` and run `valp-github doctor --record <your login>`."];return{json:e,text:t.join(`
`),exitCode:0}}function c(e){return[{path:".github/workflows/valp.yml",text:f(e.uses)},{path:".github/workflows/valp-schedule.yml",text:b(e)},{path:".github/valp.yml",text:w},{path:".github/ISSUE_TEMPLATE/valp-task.yml",text:y}]}var g="agent:";function f(e){return`# Records agent work that labels, comment commands and API calls ask for. Started for every event below; it reads
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
      || startsWith(github.event.label.name, '${g}'))
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      contents: write
      issues: write
      pull-requests: write
    steps:
      - uses: ${e}
        with:
          mode: handle
`}function b(e){return`# The tick that schedule rules of .github/valp.yml run on. Slots come from the policy, so a late tick loses nothing.
name: valp schedule
on:
  schedule:
    - cron: "${e.isPrivate?"23 * * * *":"8,23,38,53 * * * *"}"
permissions: {}
jobs:
  handle:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      contents: write
      issues: write
      pull-requests: write
    steps:
      - uses: ${e.uses}
        with:
          mode: handle
`}var w=`# What may start agent work here, and who decides. Reference: README of valp-github.
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
`,y=`name: Agent task
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
`;var _=/^(?:\.\/[\w./-]*|[\w.-]+\/[\w.-]+(?:\/[\w./-]+)?@[\w./-]+)$/;async function O(e){let{uses:t}=e;if(t===void 0)throw new s("action_missing",{what:"--uses"});if(!_.test(t))throw new s("not_an_action",{what:t});let n=[],o=[];for(let{path:r,text:m}of c({uses:t,isPrivate:e.private??!1})){let d=S(e.dir,r);d!==null?o.push(d):(P(p(e.dir,r),m),n.push(r))}return h({written:n,kept:o})}function S(e,t){let n=t===a[0]?a:[t],o=r=>l(()=>v(p(e,r))).kind==="value";return n.find(o)??null}function P(e,t){let n=l(()=>{u(x(e)),k(e,t,{flag:"wx"})});if(n.kind==="problem")throw new s("file_unwritable",{what:e,problem:n.problem})}export{O as runInit};
