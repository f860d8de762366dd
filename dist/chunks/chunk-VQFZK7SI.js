import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);
var m=`version: 1
mode: watcher
health_gate: { waived_by: octocat, reason: "a demo on a laptop" }
rules:
  - id: docs-fix
    on: { label: "agent:docs" }
    when: { labels_none: [wip] }
    profile: software-code
    action: validate_declared_route
    declaration: docs-team
  - id: code-fix
    on: { label: "agent:code" }
    profile: software-code
    action: validate_declared_route
declarations:
  docs-team:
    leader: claude
    assignments: { coordinator: claude, implementer: codex, reviewer: alice }
    reasons:
      coordinator: keeps the pages consistent
      implementer: writes them
      reviewer: owns the documentation
agents:
  claude: { runtime: github, workflow: agent-claude.yml, roles: [coordinator, reviewer] }
  codex: { runtime: github, workflow: agent-codex.yml, roles: [implementer] }
  alice: { runtime: github, account: alice, roles: [reviewer] }
approvals:
  high: { count: 1, from: { min_role: maintain } }
`,u={octocat:{role:"maintain",teams:[],id:1},monalisa:{role:"admin",teams:[],id:2},alice:{role:"write",teams:[],id:3},visitor:{role:"read",teams:[],id:4}},d={octocat:1,monalisa:2,alice:3,visitor:4};function b(e,o,r,t,a){return{action:e,label:{id:7,node_id:"LA_7",name:r},issue:i(o,a),...l(t)}}function p(e,o,r,t,a){let s=`https://github.com/octocat/hello-world/issues/${e.number}#issuecomment-${o}`;return{action:"created",comment:{id:o,node_id:`IC_${o}`,body:r,user:n(t),html_url:s,created_at:a,updated_at:a},issue:i(e,a),...l(t)}}function i(e,o){return{id:1e3+e.number,node_id:`I_${e.number}`,number:e.number,title:e.title,body:e.body,user:n("alice"),labels:e.labels.map((r,t)=>({id:t+1,node_id:`LA_${t+1}`,name:r})),state:"open",locked:!1,created_at:"2026-01-01T00:00:00Z",updated_at:o,html_url:`https://github.com/octocat/hello-world/issues/${e.number}`}}function l(e){let o="octocat/hello-world",r=n("octocat");return{repository:{...{id:1,node_id:"R_1",name:"hello-world",full_name:o,owner:r,private:!1,archived:!1},default_branch:"main"},sender:n(e)}}function n(e){let o=e.endsWith("[bot]");return{login:e,id:d[e]??99,node_id:`U_${e}`,type:o?"Bot":"User"}}export{m as a,u as b,b as c,p as d};
