import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);
function t(o,e){return{outcome:o,task_id:null,folder:null,commit:null,reasons:e,requests:0}}export{t as a};
