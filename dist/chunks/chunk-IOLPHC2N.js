import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);
import{existsSync as i,mkdirSync as o}from"node:fs";import{dirname as m}from"node:path";function n(r){i(r)||(n(m(r)),o(r))}export{n as a};
