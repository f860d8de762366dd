// The small part of JSON Schema that evidence rules may use, held against a complete validator.
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSchema } from "../../../src/core/evidence/json-schema.ts";
import { schemaFaults } from "../../../src/core/evidence/schema-faults.ts";

function faults(schema: unknown, value: unknown) {
  const reading = readSchema(JSON.stringify(schema));
  if (reading.kind !== "schema") throw new Error(`${reading.path} ${reading.what}`);
  return schemaFaults(reading.schema, value);
}

describe("schemas", () => {
  it.each<[unknown, string, string]>([
    [{ type: "object", format: "date" }, "/format", "format"],
    [{ properties: { a: { if: {} } } }, "/properties/a/if", "if"],
    [{ type: "text" }, "/type", "type"],
    [{ pattern: "(?=a)" }, "/pattern", "pattern"],
    [{ pattern: "(" }, "/pattern", "pattern"],
    [{ $ref: "https://example.invalid/x" }, "/$ref", "$ref"],
    [{ $ref: "#/$defs/none" }, "/$ref", "$ref"],
    [{ minLength: -1 }, "/minLength", "minLength"],
    [{ required: [1] }, "/required", "required"],
    [{ items: [1] }, "/items", "schema"],
    [[], "", "schema"],
  ])("%j is unusable at %s", (schema, path, what) => {
    expect(readSchema(JSON.stringify(schema))).toEqual({ kind: "unusable", path, what });
  });

  it("is unusable when it is no JSON or nested too deeply", () => {
    expect(readSchema("{")).toEqual({ kind: "unusable", path: "", what: "json" });
    expect(readSchema(`${'{"not":'.repeat(200)}{}${"}".repeat(200)}`)).toMatchObject({
      kind: "unusable",
      what: "nesting",
    });
  });

  it("names the place and the keyword", () => {
    const schema = {
      type: "object",
      required: ["result"],
      properties: { tests: { type: "array", items: { $ref: "#/$defs/test" } } },
      additionalProperties: false,
      $defs: { test: { type: "object", properties: { name: { type: "string", minLength: 1 } } } },
    };
    expect(faults(schema, { tests: [{ name: "" }], extra: 1 })).toEqual([
      { path: "", keyword: "required" },
      { path: "/tests/0/name", keyword: "minLength" },
      { path: "/extra", keyword: "additionalProperties" },
    ]);
    expect(faults(schema, { result: 1, tests: [] })).toEqual([{ path: "/result", keyword: "additionalProperties" }]);
  });

  const { schema } = fc.letrec<{ schema: Record<string, unknown> }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.record(
        {
          type: fc.constantFrom("object", "array", "string", "number", "integer", "boolean", "null"),
          minLength: fc.nat(3),
          maxLength: fc.nat(5),
          minimum: fc.integer({ min: -3, max: 3 }),
          maxItems: fc.nat(3),
          uniqueItems: fc.boolean(),
          required: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { minLength: 1 }),
          minProperties: fc.nat(2),
          enum: fc.constantFrom([1, "a", null], [{ a: 1 }, [1]], [true]),
          pattern: fc.constantFrom("^a", "b$", "[0-9]+"),
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          properties: fc.record({ a: tie("schema"), b: tie("schema") }, { requiredKeys: [] }),
          additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
          items: tie("schema"),
          anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
          oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
          allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
          not: tie("schema"),
        },
        { requiredKeys: [] },
      ),
    ),
  }));
  const leaf = fc.constantFrom<unknown>(0, 1, -2, 1.5, "", "a", "ab1", "bb", null, true, {}, []);
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { maxKeys: 3, noNullPrototype: true }),
    ),
  }));

  it("judges as the complete validator does", () => {
    const ajv = new Ajv2020({ strict: false });
    fc.assert(
      fc.property(schema, value, (rule, subject) => {
        expect(faults(rule, subject).length === 0).toBe(ajv.validate(rule, subject));
      }),
      { numRuns: 60 },
    );
  });

  it("ends, and does not pass, when a schema refers to itself without end", () => {
    expect(faults({ $ref: "#" }, 1).length).toBeGreaterThan(0);
    const bomb = { anyOf: Array(4).fill({ $ref: "#" }) };
    expect(faults(bomb, 1).length).toBeGreaterThan(0);
    expect(faults({ not: { anyOf: Array(4).fill({ $ref: "#" }) } }, 1).length).toBeGreaterThan(0);
  });

  it("does not pass a value that is nested beyond reason", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 5000; level += 1) deep = [deep];
    expect(faults({ type: "array" }, deep)).toEqual([{ path: "", keyword: "limits" }]);
  });
});
