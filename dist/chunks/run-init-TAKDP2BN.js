import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);
import{a as d}from"./chunk-IOLPHC2N.js";import{a as s}from"./chunk-7N2NIGEH.js";import{k as a,s as l}from"./chunk-DRDVTYUI.js";import{c as i}from"./chunk-LDNXZR5O.js";import"./chunk-U6JTQR6H.js";import"./chunk-DJUM65BJ.js";import{lstatSync as y,writeFileSync as v}from"node:fs";import{dirname as k,join as p}from"node:path";function h(e){let r=[...e.written.map(t=>`wrote ${t}`),...e.kept.map(t=>`kept  ${t} (it was there)`),"Next:","  1. Read .github/valp.yml and make it yours; `valp-github policy check .github/valp.yml` checks it.","  2. Commit the files to the default branch and create the labels that your rules name.","  3. Comment `/valp start docs-fix` on an issue: the task is recorded on the branch valp-ledger.","  4. For labels and schedules set `mode: watcher` and run `valp-github doctor --record <your login>`."];return{json:e,text:r.join(`
`),exitCode:0}}function c(e){return[{path:".github/workflows/valp.yml",text:g(e.uses)},{path:".github/workflows/valp-schedule.yml",text:f(e)},{path:".github/valp.yml",text:b},{path:".github/ISSUE_TEMPLATE/valp-task.yml",text:w}]}var m="agent:";function g(e){return`# Records agent work that labels, comment commands and API calls ask for. Started for every event below; it reads
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
      || startsWith(github.event.label.name, '${m}'))
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
`}function f(e){return`# The tick that schedule rules of .github/valp.yml run on. Slots come from the policy, so a late tick loses nothing.
name: valp schedule
on:
  schedule:
    - cron: "${e.isPrivate?"23 * * * *":"8,23,38,53 * * * *"}"
  workflow_dispatch:
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
`}var b=`# What may start agent work here, and who decides. Reference: README of valp-github.
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
`,w=`name: Agent task
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
      label: ${s.leader}
      description: The agent that leads the work, by its name in .github/valp.yml. Leave it empty to decide later in a comment.
  - type: textarea
    id: assignments
    attributes:
      label: ${s.assignments}
      description: One line for each role, role=agent. Only with a Leader.
      placeholder: |
        coordinator=claude
        implementer=codex
        reviewer=alice
  - type: textarea
    id: reasons
    attributes:
      label: ${s.reasons}
      description: "Why these. One text for all, or one line for each role, role: text. Only with a Leader."
`;var x=/^(?:\.\/[\w./-]*|[\w.-]+\/[\w.-]+(?:\/[\w./-]+)?@[\w./-]+)$/;async function L(e){if(!x.test(e.uses))throw new i("not_an_action",{what:e.uses});let r=[],t=[];for(let{path:n,text:o}of c({uses:e.uses,isPrivate:e.private??!1})){let u=_(e.dir,n);u!==null?t.push(u):(S(p(e.dir,n),o),r.push(n))}return h({written:r,kept:t})}function _(e,r){let t=r===a[0]?a:[r],n=o=>l(()=>y(p(e,o))).kind==="value";return t.find(n)??null}function S(e,r){let t=l(()=>{d(k(e)),v(e,r,{flag:"wx"})});if(t.kind==="problem")throw new i("file_unwritable",{what:e,problem:t.problem})}export{L as runInit};
