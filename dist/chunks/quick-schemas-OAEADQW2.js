import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);
import{a as e}from"./chunk-ZCO4KMHE.js";import"./chunk-E6DRON7X.js";function t(){e({jitless:!0})}export{t as checkWithoutGeneratedCode};
