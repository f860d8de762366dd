// action.yml, the Action's public face, says exactly what the code knows.
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { actionInputs, actionOutputs } from "../../src/action-contract.ts";
import { filesMatching, textOf } from "./project-files.ts";

const face = load(textOf("action.yml")) as {
  name: string;
  description: string;
  branding: { icon: string; color: string };
  inputs: Record<string, { description: string; required: boolean; default?: string }>;
  outputs: Record<string, { description: string }>;
  runs: { using: string; main: string };
};

describe("action.yml", () => {
  it("declares the inputs and outputs of the code, in the same words", () => {
    expect(face.inputs).toEqual(actionInputs);
    expect(face.outputs).toEqual(actionOutputs);
  });

  it("keeps every default a string, as the runner passes it", () => {
    for (const { default: value } of Object.values(face.inputs))
      expect(["string", "undefined"]).toContain(typeof value);
  });

  it("runs the shipped bundle on Node 24", () => {
    expect(face.runs).toEqual({ using: "node24", main: "dist/action.js" });
    expect(face.branding).toEqual({ icon: expect.any(String), color: expect.any(String) });
    expect(face.description.length).toBeLessThanOrEqual(125);
  });

  it("names no input or output in the door that it does not declare", () => {
    const asked = filesMatching(/^src\/action(\.ts$|\/)/).flatMap((path) =>
      [...textOf(path).matchAll(/\b(getInput|getBooleanInput|setOutput)\("([^"]+)"/g)].map(([, call, name = ""]) =>
        call === "setOutput" ? name in actionOutputs : name in actionInputs,
      ),
    );
    expect(asked.filter((known) => !known)).toEqual([]);
  });
});
