// The keys of the policy file as rows of a table, read off its JSON schema: what the README's reference must say.

/** One key: its path (`rules[].on.label`), its type and default in words, and the schema's own description. */
export interface PolicyRow {
  key: string;
  type: string;
  standard: string;
  description: string;
}

/** The parts of JSON Schema that the generated policies/policy.schema.json uses. */
export interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  pattern?: string;
}

/** Every key of an object schema, depth first; keys that are objects come before what is in them. */
export function rowsOf(schema: Schema, path = ""): PolicyRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const key = path === "" ? name : `${path}.${name}`;
    const isRequired = schema.required?.includes(name) === true && value.default === undefined;
    return [rowOf(key, value, isRequired), ...below(key, value)];
  });
}

function rowOf(key: string, schema: Schema, isRequired: boolean): PolicyRow {
  const standard = schema.default === undefined ? (isRequired ? "required" : "") : words(schema.default);
  return { key, type: typeOf(schema), standard, description: schema.description ?? "" };
}

/** Keys inside a value: of an object, of a list's items, of a map's values, of any one of several shapes. */
function below(key: string, schema: Schema): PolicyRow[] {
  const shapes = (schema.anyOf ?? [schema]).flatMap((shape) => {
    if (shape.properties) return rowsOf(shape, key);
    if (shape.items) return below(`${key}[]`, shape.items);
    return typeof shape.additionalProperties === "object" ? below(`${key}.*`, shape.additionalProperties) : [];
  });
  // `targets` belongs to two kinds of trigger and is one row.
  return [...new Map(shapes.map((row) => [row.key, row])).values()];
}

function typeOf(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(" or ");
  if (schema.const !== undefined) return words(schema.const);
  if (schema.enum) return schema.enum.map(words).join(", ");
  if (schema.type === "array") return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.properties) return "map";
  if (typeof schema.additionalProperties === "object") return `map of ${typeOf(schema.additionalProperties)}`;
  return schema.type ?? "anything";
}

function words(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text === "{}" || text === "[]" ? "" : `\`${text}\``;
}
