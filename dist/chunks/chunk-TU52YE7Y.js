import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);
import{b as m,c as p,d as a,e as f,g as r,h as e,i as t,j as i}from"./chunk-TUD46QJV.js";import{d}from"./chunk-E6DRON7X.js";var n={};d(n,{ZodISODate:()=>e,ZodISODateTime:()=>r,ZodISODuration:()=>i,ZodISOTime:()=>t,date:()=>x,datetime:()=>u,duration:()=>S,time:()=>s});function u(o){return m(r,o)}function x(o){return p(e,o)}function s(o){return a(t,o)}function S(o){return f(i,o)}export{n as a};
