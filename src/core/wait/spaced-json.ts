// JSON with sorted keys and spaces after separators: the text under the ids of wait policies and bridged completions.

/**
 * Keys in code point order, `", "` and `": "` between the parts, nothing beyond ASCII escaped (contract section 7.3).
 * Keys without a value are left out. Numbers must be safe integers wherever another tool has to get the same text.
 */
export function spacedJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(", ")}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => Buffer.compare(Buffer.from(a, "utf8"), Buffer.from(b, "utf8")));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}: ${spacedJson(field)}`).join(", ")}}`;
}

/** Whether two JSON values say the same, whatever the order of their keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  return spacedJson(a) === spacedJson(b);
}
