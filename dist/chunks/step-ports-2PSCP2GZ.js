import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);
import{a}from"./chunk-AILZK5LL.js";import"./chunk-SDRDPY5Q.js";import"./chunk-HXUNX5RB.js";import"./chunk-TUD46QJV.js";import"./chunk-6AFH5DT3.js";import"./chunk-KTOBCWA2.js";import"./chunk-E6DRON7X.js";export{a as stepPorts};
