import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);
function a(n,t,e=65536){if(n.length<=e)return n;let s=t?`*This text was cut here. [Read all of it](${t}).*`:"*This text was cut here.*";for(let r=e-s.length-2;r>0;r-=256){let i=u(c(n,r)),l=f(i),o=`${i.trimEnd()}${l}

${s}`;if(o.length<=e)return o}return s.slice(0,e)}function c(n,t){let e=n.charCodeAt(t-1);return n.slice(0,e>=55296&&e<=56319?t-1:t)}function u(n){let t=n.length*.75,e=n.lastIndexOf(`

`);if(e>=t)return n.slice(0,e);let s=n.lastIndexOf(`
`);return s>=t?n.slice(0,s):n}function f(n){let t=null,e=0,s=!1;for(let i of n.split(`
`)){let l=/^(?:[ \t>]|[-*+] )*(`{3,}|~{3,})(.*)$/.exec(i);t!==null?l?.[1]?.startsWith(t)&&l?.[2]?.trim()===""&&(t=null):!s&&l?.[1]!==void 0&&!(l[1].startsWith("`")&&l[2]?.includes("`"))?t=l[1]:(s=g(i,s),e=Math.max(0,e+(i.match(/<details\b/gi)?.length??0)-(i.match(/<\/details>/gi)?.length??0)))}return[t===null?"":`
${t}`,s?`
-->`:"",`

</details>`.repeat(e)].join("")}function g(n,t){let e=n.lastIndexOf("<!--"),s=n.lastIndexOf("-->");return e===-1&&s===-1?t:e>s}export{a};
