import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);
var at={"docs-team":`# yaml-language-server: $schema=policy.schema.json
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
`,minimal:`# yaml-language-server: $schema=policy.schema.json
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
`,"scheduled-triage":`# yaml-language-server: $schema=policy.schema.json
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
`,"strict-two-seats":`# yaml-language-server: $schema=policy.schema.json
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
`};var R="live skill mutation",T="live plugin mutation",v=[{kind:"delete",terms:["delete","remove files","remove directory","rm -rf"]},{kind:"auth",terms:["auth","authentication","credential","credentials","token"]},{kind:"secrets",terms:["secret","secrets","api key","apikey","password"]},{kind:"skill_config",terms:[R]},{kind:"plugin_config",terms:[T]},{kind:"memory",terms:["memory"]},{kind:"agent_config",terms:["agent_config","agent config","agent configuration"]},{kind:"mcp_config",terms:["mcp_config","mcp config","mcp configuration"]},{kind:"signing",terms:["signing","code signing","certificate","provisioning profile"]},{kind:"entitlements",terms:["entitlement","entitlements"]},{kind:"data_migration",terms:["data_migration","data migration","migrate data","database migration"]},{kind:"destructive_reset",terms:["destructive_reset","destructive reset","reset --hard","factory reset"]},{kind:"publish",terms:["publish"]},{kind:"release",terms:["release"]},{kind:"upload",terms:["upload"]},{kind:"submit",terms:["submit"]},{kind:"deploy",terms:["deploy","deployment"]},{kind:"pricing",terms:["pricing","price change","change price"]},{kind:"metadata",terms:["metadata"]},{kind:"privacy",terms:["privacy","private data"]},{kind:"external_private_data",terms:["external_private_data","external private data","export private data"]}],A=["install","modify","patch","enable","disable","update","edit","change","upgrade","configure","reconfigure","uninstall","remove","turn off","deactivate","activate"],W=["a","an","the","my","our","your","this","that","these","those","all","any","every","each","some"];var k="\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000",u=`[${k}]`,I="[\\p{L}\\p{N}_]",f=`(?<!${I})`,m=`(?!${I})`;function h(e){let t=e.map(n=>n.replaceAll(" ",`${u}+`)).join("|");return`${f}(?:${t})${m}`}function w(e,t){let n=[],r=[];for(let s of e.matchAll(new RegExp(t,"gu")))n.push(s.index),r.push(s.index+s[0].length);return{starts:n,ends:r}}function x(e,t){return e.ends[L(e,t)]??0}function N(e,t,n){return e.starts[p(e.starts,t)]??n}function q(e,t,n){return(e.starts[L(e,n)]??-1)>=t}function E(e,t,n){let r=e.ends[p(e.starts,t)];return r!==void 0&&r<=n?r:-1}function L(e,t){return p(e.ends,t+1)-1}function p(e,t){let n=0,r=e.length;for(;n<r;){let s=n+r>>1;(e[s]??0)<t?n=s+1:r=s}return n}var $=["do not","don't","dont","never","refuse to","must not","should not","will not"],te=h([...$,"no"]),ne=h(["under no circumstances"]),j=e=>`(?:${e.join("|")})`,re=[...$,"without","no","not","avoid","skip"],se="publish|create|prepare|make|perform|run|execute|deploy|submit|upload|change|modify|update|rotate|revoke|delete|remove",b="(?<![\\p{L}\\p{N}_])",oe=new RegExp(`${b}not true${m}.{0,60}${b}(?:should |must |will )?not$`,"u"),ae=new RegExp(`${b}(?:do not|don't|dont) hesitate to$`,"u"),ie=new RegExp(`${b}${j($)} (?:${se}) (?:a|an|the|this|that|any|our|your)$`,"u"),le=new RegExp(`${b}${j(re)}(?: (?:please|ever|directly|immediately))?$`,"u"),ue=new RegExp(`${b}${j($)}${m}.{0,80}${b}(?:or|and)$`,"u"),ce=new RegExp(`${b}(?:and|or)$`,"u"),de=`,${u}*(?:and|or)${m}`,B=new RegExp(`${u}*(?:and|or)${m}`,"uy"),he=h(["i","we","you","they","he","she","it","this","that","there"].flatMap(e=>["will","shall","must","should","can","could","may","might","would","am","is","are","was","were","have","has","had"].map(t=>`${e} ${t}`)));function Q(e,t,n){return be(e,t)?!1:me(e,t,n)||pe(e,t,n)}function me(e,t,n){let{left:r}=e.clauseAt(t,n);if(e.has(ne,r,t))return!0;let s=e.tail(r,t);return oe.test(s)||ae.test(s)?!1:ie.test(s)||le.test(s)||ue.test(s)}function pe(e,t,n){let{left:r,right:s}=e.coordinateAt(t,n);if(!e.has(te,r,t))return!1;let a=e.tail(r,t);if(ce.test(a))return!0;if(a.endsWith(","))return fe(e,n,s);let c=x(e.spans(","),t);return c>r&&ge(e,c,t)}function fe(e,t,n){B.lastIndex=t;let r=B.exec(e.text);return r!==null&&t+r[0].length<=n?!0:E(e.spans(de),t,n)!==-1}function ge(e,t,n){let r=e.wordCount(t,n);return r>=1&&r<=5&&!e.has(he,t,n)}function be(e,t){let n=S(e,`${h(["make no","perform no"])}(?=${u})`,t);return n!==null&&!e.termEndsAt(n.from,n.to)}function S(e,t,n){let{left:r}=e.coordinateAt(n,n),s=e.tail(r,n);if(!/ and$/.test(s))return null;let a=E(e.spans(t),r,n);if(a===-1)return null;let c=e.text.lastIndexOf("and",n-1);return c-a<3?null:ke(e.text,a,c)}function ke(e,t,n){let r=new RegExp(u,"u"),s=t,a=n;for(;s<a&&r.test(e.charAt(s));)s+=1;for(;a>s&&r.test(e.charAt(a-1));)a-=1;return{from:s,to:a}}var we=new RegExp(`^${u}*(?:please${u}+)?(?:run|execute)(?:${u}+(?:the${u}+)?(?:following${u}+)?(?:command|script|literal))?${u}*$`,"u"),ye=new RegExp(`(?:^|[.;!?\\n])${u}*(?:please${u}+)?(?:run|execute)(?:${u}+(?:(?:this|the|a)${u}+)?(?:following${u}+)?(?:command|script|snippet|code))?${u}*:?${u}*$`,"u"),C=1,z=2,F=4,M=8;function D(e,t){let n=new Uint8Array(e.length+1),r=new Int32Array(e.length+1).fill(-1),s=[];for(let o=0;o<=e.length;){s.push(o);let i=e.indexOf(`
`,o),d=i===-1?e.length:i;ve(e,o,d,n,r),o=d+1}let a=_e(e),c=o=>s[p(s,o+1)-1]??0,l=o=>p(a.ends,o+1)%2===1;return{isQuoted(o){let i=n[o]??0,d=(i&F)!==0!=((i&M)!==0);return l(o)||(i&(C|z))!==0||d},isExecuted(o){let i=c(o),d=e.charAt(o-1)==="'"?o-1:r[o]??-1;if(d>=i&&we.test(t(i,d)))return!0;if(!l(o))return!1;let y=a.last[p(a.lastEnds,o+1)-1];return y!==void 0&&ye.test(t(0,y))}}}function ve(e,t,n,r,s){let a=0,c=-1,l=-1;for(let o=t;o<n;o+=1){r[o]=a,s[o]=c;let i=e.charAt(o);if(i==="`"&&e.startsWith("```",o)){o+=2,c=o;continue}a&=~M,i==="`"?a^=C:i==='"'?a^=z:i==="'"&&(a^=xe(e,l,o,n)?M:F),(i==="`"||i==='"'||i==="'"&&!$e(e,o))&&(c=o),l=o}r[n]=a,s[n]=c}function xe(e,t,n,r){let s=n+1;for(;e.startsWith("```",s);)s+=3;return t>=0&&s<r&&K(e,t)&&U(e,s)}function $e(e,t){return t>0&&K(e,t-1)&&U(e,t+1)}function K(e,t){return/[\p{L}\p{N}]$/u.test(e.slice(Math.max(t-1,0),t+1))}function U(e,t){return/^[\p{L}\p{N}]/u.test(e.slice(t,t+2))}function _e(e){let t={ends:[],last:[],lastEnds:[]};for(let n of e.matchAll(/`{3,}/g)){let r=n.index+n[0].length;for(let s=n.index+3;s<=r;s+=3)t.ends.push(s);t.last.push(r-3),t.lastEnds.push(r)}return t}function _(e,t){if(t===R)return V(e,["skill","skills"]);if(t===T)return V(e,["plugin","plugins"]);let n=t.split(/[\s_-]+/).join(`[${k}_\\-]+`);return w(e,`(?<![a-z0-9])${n}(?![a-z0-9])`)}function V(e,t){let n={starts:[],ends:[]};if(!t.some(l=>e.includes(l)))return n;let r=Re(e),s=[...r.keys()].filter(l=>t.includes(r[l]?.word??"")),a=Ae(r),c=0;for(let[l,o]of r.entries()){if(o.start<c)continue;let i=l+Ee(r,l);if(i===l)continue;let d=je(r,s,i,a[l]??l);d!==void 0&&(n.starts.push(o.start),n.ends.push(d.end),c=d.end)}return n}function Re(e){let t=[];for(let n of e.matchAll(/[a-z0-9]+/g)){let r=t.at(-1),s=0;r!==void 0&&(r.gap=Te(e.slice(r.end,n.index)),s=r.hardBefore+(r.gap==="hyphen"?0:1));let a=n.index+n[0].length;t.push({word:n[0],start:n.index,end:a,gap:"none",hardBefore:s})}return t}function Te(e){return e==="-"||e==="_"?"hyphen":/^[\t _-]+$/.test(e)?"hard":"none"}function Ae(e){let t=new Array(e.length);for(let n=e.length-1;n>=0;n-=1)t[n]=e[n]?.gap==="none"?n:t[n+1]??n;return t}function Ee(e,t){let n=e[t];if(n===void 0||n.gap==="none")return 0;if(A.includes(n.word))return 1;let r=e[t+1];return r===void 0||r.gap==="none"?0:A.includes(`${n.word} ${r.word}`)?2:0}function je(e,t,n,r){let s=G(e,t,n,r);return(W.includes(e[n]?.word??"")?G(e,t,n+1,r):void 0)??s}function G(e,t,n,r){let s=p(t,n),a=s,c=p(t,r+1);for(;a<c;){let l=a+c>>1;Se(e,n,t[l]??n)?a=l+1:c=l}return a>s?e[t[a-1]??-1]:void 0}function Se(e,t,n){return n<=t?!0:(e[n-1]?.hardBefore??0)-(e[t]?.hardBefore??0)<=1}var H=["but","however","yet","then","next","after","before","afterward","afterwards","after that"],Me=120;function J(e){let t=new Map,n=o=>P(t,o,()=>w(e,o)),r=o=>(i,d)=>({left:x(n(o),i),right:N(n(o),d,e.length)}),s=new Map,a=O(()=>Oe(e)),c=O(()=>w(e,`(?<![^${k}])[^${k}]`)),l=O(()=>We(e));return{text:e,clauseAt:r(`[,;.!?\\n]|${h(H)}`),coordinateAt:r(`[;.!?\\n]|${h(H)}`),sentenceAt:r("[.!?\\n]"),tail:(o,i)=>a().tail(o,i),has:(o,i,d)=>q(n(o),i,d),spans:n,ask:(o,i,d)=>P(s,`${o} ${i.left} ${i.right}`,()=>d(e.slice(i.left,i.right))),wordCount:(o,i)=>Pe(e,c(),o,i),termEndsAt:(o,i)=>(l().get(i)??-1)>=o}}function Oe(e){let t=new Int32Array(e.length+1),n=[],r=0,s=0,a=l=>{for(let o=s;o<l;o+=1)t[o]=r+o-s;n.push(e.slice(s,l)),r+=l-s,s=l};for(let l of e.matchAll(new RegExp(`${u}+`,"gu")))a(l.index),s=l.index+l[0].length,t.fill(r+1,l.index,s),t[l.index]=r,n.push(l[0].includes(`
`)?`
`:" "),r+=1;a(e.length),t[e.length]=r;let c=n.join("");return{tail(l,o){let i=t[o]??r,d=Math.max(t[l]??0,i-Me);return c.slice(d,i).replace(/^[ \n]|[ \n]$/g,"")}}}function Pe(e,t,n,r){let s=p(t.starts,r)-p(t.starts,n+1),a=n<r&&!new RegExp(u,"u").test(e.charAt(n));return s+(a?1:0)}function We(e){let t=new Map;for(let n of v.flatMap(r=>r.terms)){let{starts:r,ends:s}=_(e,n);for(let[a,c]of s.entries())t.set(c,Math.max(t.get(c)??-1,r[a]??-1))}return t}function P(e,t,n){let r=e.get(t);if(r!==void 0)return r;let s=n();return e.set(t,s),s}function O(e){let t=new Map;return()=>P(t,"",e)}function At(e){let t=e.toLowerCase(),n=J(t),r=Ie(n);return v.flatMap(({kind:s,terms:a})=>{let c=a.find(l=>{let{starts:o,ends:i}=_(t,l);return o.some((d,y)=>Ne(n,r(),{kind:s,left:d,right:i[y]??d}))});return c===void 0?[]:[{kind:s,matched:c}]})}function Ie(e){let t;return()=>(t??=D(e.text,e.tail),t)}function Ne(e,t,n){let r=e.clauseAt(n.left,n.right);return!(t.isQuoted(n.left)&&!t.isExecuted(n.left)||e.text.startsWith("--",n.left-2)&&n.left>=2||qe(e,n,r)||Ce(e,n)||n.kind==="metadata"&&!e.ask("changes",r,ze)||Q(e,n.left,n.right)||Fe(e,n,r)||e.ask("examines",r,Ye)||e.ask("describes",r,Ze)||et(e,n)||(n.kind==="publish"||n.kind==="submit")&&e.ask("valp",r,ot))}function qe(e,t,n){return t.kind!=="auth"||e.text.slice(t.left,t.right)!=="token"?!1:e.ask("model token",n,Qe)}var Le=g(h(["auth","authentication","credential","access","refresh","bearer","api[-\\x20]?key"])),Be=[h(["(?:llm|model|prompt|context|input|output|billing) token"]),`${f}non[- ]sensitive${m}[^.;!?\\n]{0,120}${h(["session","adapter generation"])}[^.;!?\\n]{0,80}${h(["token"])}`,h(["zero[-\\x20]token"]),h(["token[-\\x20](?:efficient|efficiency|saving|budgeted)"]),h(["token (?:consumption|budgets?|counts?|usage|costs?|limits?|window|efficiency|saving|spend)"])].map(g);function Qe(e){return!Le(e)&&Be.some(t=>t(e))}function Ce(e,t){return t.kind!=="deploy"||e.text.slice(t.left,t.right)!=="deployment"?!1:(X.lastIndex=t.right,X.test(e.text))}var X=new RegExp(`(?:-|${u})+grade${m}`,"uy"),ze=g(h(["change","delete","edit","modify","publish","remove","replace","set","submit","update","upload"]));function Fe(e,t,n){return e.ask("documentation only",n,Ue)?!0:e.ask("print only",n,Ke)?Ve(e,t)||!He(e,t):!1}var De=new RegExp(`${f}(documentation only|docs only|print only)${m}`,"u"),Ke=g(`${f}print only${m}`),ee=h(["print only"]);function Ue(e){let t=De.exec(e)?.[1];return t!==void 0&&t!=="print only"}function Ve(e,t){let{left:n}=e.coordinateAt(t.left,t.right);return e.has(ee,n,t.left)?(Y.lastIndex=t.right,Y.test(e.text)&&Ge.test(e.tail(n,t.left))):!1}var Y=new RegExp(`${u}+(?:the${u}+)?(?:commands?|command${u}+names?)${m}`,"uy"),Ge=new RegExp(`${f}(?:and|or)$`,"u");function He(e,t){let n=S(e,`${ee}(?=${u})`,t.left);return n===null?!1:(Z.lastIndex=n.from,Z.test(e.text)||!e.termEndsAt(n.from,n.to))}var Z=new RegExp(`(?:the|a|an|this|that|these|those|my|our|your)${m}`,"uy"),Je=g(`^${u}*(?:verify|check|test|audit|review|inspect)${m}`),Xe=g(h(["wording","classification","classifier","risk","approval","term","phrase","parser","detection","behavior"]));function Ye(e){return Je(e)&&Xe(e)}var Ze=g(`^${u}*(?:document|describe|explain)${m}`);function et(e,t){let n=e.sentenceAt(t.left,t.right);return e.ask("rehearsal",n,tt)?!e.has(nt,n.left,t.left)&&!rt.test(e.tail(n.left,t.left)):!1}var tt=g(`${f}(?:dry[- ]run|smoke test|simulation|simulated|mock run)${m}`),nt=h(["but","however","yet","then","next","afterward","afterwards","after that"]),rt=new RegExp(`${f}and$`,"u"),st=[`${f}(?:bin/)?valp${u}+(?:publish|dispatch|audit|doctor|preflight)${m}`,`${f}publish(?:ed|ing)?${u}+(?:a${u}+)?(?:valp${u}+)?task${m}`,`${f}task${u}+publish(?:ed|ing)?${m}`].map(g);function ot(e){return st.some(t=>t(e))}function g(e){let t=new RegExp(e,"u");return n=>t.test(n)}export{at as a,k as b,At as c};
