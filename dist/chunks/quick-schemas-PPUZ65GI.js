import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);
import"./chunk-TU52YE7Y.js";import{a as e}from"./chunk-TUD46QJV.js";import"./chunk-E6DRON7X.js";function t(){e({jitless:!0})}export{t as checkWithoutGeneratedCode};
