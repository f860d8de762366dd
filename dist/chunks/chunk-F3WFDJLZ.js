import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);
import{h as a,m as l}from"./chunk-KTOBCWA2.js";function g(t,e,o){let i=o.map(n=>({...n,path:t})),s=e.rules.map(n=>n.id),r=`${t} is valid: mode ${e.mode}, ${s.length} rule${s.length===1?"":"s"}.`;return{json:{file:t,status:"valid",mode:e.mode,rules:s,problems:[],warnings:i},text:[r,...i.map(n=>c(n,"warning"))].join(`
`),exitCode:0}}function $(t,e){let o=e.kind==="invalid"?e.problems.map(i=>({...i,path:t})):[];return{json:{file:t,status:"invalid",problems:o,warnings:[]},text:[`${t} cannot be used.`,...o.map(i=>c(i,"error"))].join(`
`),exitCode:1}}function x(t,e){let o=e.filter(n=>!n.pass),i=e.flatMap(n=>[`${n.pass?"ok  ":"FAIL"} ${n.name}`,...n.pass?[]:[`     expected ${JSON.stringify(n.expected)}`,`     got      ${d(n)}`]]),{length:s}=e,r=`${s-o.length} of ${s} tests of ${t} pass.`;return{json:{file:t,status:o.length===0?"pass":"fail",passed:s-o.length,failed:o.length,tests:e},text:[...i,r].join(`
`),exitCode:o.length===0?0:1}}function f(t){let e=t.every(i=>i.exitCode===0)?p.passed:p.failed,o=t.map(i=>i.text).join(`

`);return`${e}

${l(a(o),null)}
`}var p={passed:"### VALP: Policy passed",failed:"### VALP: Policy failed"};function c(t,e){let{path:o,line:i,column:s,key:r,message:n,hint:m}=t;return`${o}:${i}:${s}: ${e}: ${r?`${r}: `:""}${n} ${m}`.trimEnd()}function d(t){if(t.problem)return t.problem.text;let{reasons:e,...o}=t.actual??{reasons:[]};return JSON.stringify(o)}export{g as a,$ as b,x as c,f as d,d as e};
