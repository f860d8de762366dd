import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);
var r=class extends Error{reason;constructor(o){super(o.text),this.reason=o}};export{r as a};
