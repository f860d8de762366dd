import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);
var e=["none","read","triage","write","maintain","admin"];export{e as a};
