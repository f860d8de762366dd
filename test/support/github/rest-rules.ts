// Holds every REST request against GitHub's published OpenAPI description. Read once per process, compiled on use.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";

type Json = Record<string, unknown>;

interface Operation {
  template: string;
  pattern: RegExp;
  names: string[];
  parameters: Json[];
  body: unknown;
  bodyRequired: boolean;
}

const methods = ["get", "post", "put", "patch", "delete"];
let operations: Map<string, Operation[]> | null = null;
const compiled = new Map<unknown, ValidateFunction>();
const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: false });
formats.default(ajv);
const loose = new Ajv({ strict: false, allErrors: true, coerceTypes: true });
formats.default(loose);

/** What is wrong with a request, or null. `query` and path parts are texts, as they travel. */
export function restProblem(method: string, path: string, query: URLSearchParams, body: unknown): string | null {
  const operation = operationFor(method, path);
  if (operation === null) return `GitHub has no ${method} ${path}`;
  const { parameters } = operation;
  const values = operation.pattern.exec(path)?.slice(1).map(decodeURIComponent) ?? [];
  for (const [n, name] of operation.names.entries()) {
    const problem = parameterProblem(parameters, "path", name, values[n] ?? "");
    if (problem) return problem;
  }
  for (const [name, value] of query) {
    const problem = parameterProblem(parameters, "query", name, value);
    if (problem) return problem;
  }
  if (operation.body === null) return body === undefined ? null : `${method} ${operation.template} takes no body`;
  if (body === undefined) return operation.bodyRequired ? `${method} ${operation.template} needs a body` : null;
  const check = compile(ajv, operation.body);
  return check(body) ? null : `${method} ${operation.template}: ${ajv.errorsText(check.errors)}`;
}

function parameterProblem(parameters: Json[], place: string, name: string, value: string): string | null {
  const parameter = parameters.find((each) => each.in === place && each.name === name);
  if (parameter === undefined) return `there is no ${place} parameter ${name}`;
  const check = compile(loose, { type: "object", properties: { value: parameter.schema } }, parameter);
  return check({ value }) ? null : `${place} parameter ${name}: ${loose.errorsText(check.errors)}`;
}

function compile(by: Ajv, schema: unknown, key: unknown = schema): ValidateFunction {
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const made = by.compile(schema as Json);
  compiled.set(key, made);
  return made;
}

function operationFor(method: string, path: string): Operation | null {
  operations ??= readOperations();
  const found = (operations.get(method.toLowerCase()) ?? []).filter(({ pattern }) => pattern.test(path));
  // Fixed words win over parameters: /issues/comments/{id} is no issue number.
  return found.sort((a, b) => a.names.length - b.names.length)[0] ?? null;
}

function readOperations(): Map<string, Operation[]> {
  const file = createRequire(import.meta.url).resolve("@octokit/openapi/generated/api.github.com.json");
  const document = JSON.parse(readFileSync(file, "utf8")) as { paths: Json; components: { parameters: Json } };
  const components = plain(document.components) as Json;
  for (const each of [ajv, loose]) each.addSchema({ $id: "github", components }, "github");
  const found = new Map<string, Operation[]>(methods.map((method) => [method, []]));
  for (const [template, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = (item as Json)[method] as Json | undefined;
      if (operation === undefined) continue;
      const names = [...template.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "");
      const pattern = new RegExp(`^${template.replaceAll(/[.]/g, "\\.").replaceAll(/\{[^}]+\}/g, "([^/]+)")}$`);
      const body = operation.requestBody as { required?: boolean; content?: Record<string, Json> } | undefined;
      found.get(method)?.push({
        template,
        pattern,
        names,
        parameters: ((operation.parameters as Json[]) ?? []).map((each) => parameterOf(document, each)),
        body: plain(body?.content?.["application/json"]?.schema ?? null),
        bodyRequired: body?.required === true,
      });
    }
  }
  return found;
}

function parameterOf(document: { components: { parameters: Json } }, parameter: Json): Json {
  const name = typeof parameter.$ref === "string" ? parameter.$ref.split("/").at(-1) : undefined;
  return plain(name === undefined ? parameter : document.components.parameters[name]) as Json;
}

/** OpenAPI 3.0 as JSON Schema: `nullable` becomes a type, references point into the one known document. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const { nullable, ...rest } = value as Json;
  const mapped: Json = Object.fromEntries(
    Object.entries(rest).map(([key, each]) => [
      key,
      key === "$ref" && typeof each === "string" ? each.replace(/^#/, "github#") : plain(each),
    ]),
  );
  if (nullable !== true) return mapped;
  if (typeof mapped.type === "string") {
    const { enum: choices } = mapped;
    return {
      ...mapped,
      type: [mapped.type, "null"],
      ...(Array.isArray(choices) ? { enum: [...choices, null] } : {}),
    };
  }
  return { anyOf: [mapped, { type: "null" }] };
}
