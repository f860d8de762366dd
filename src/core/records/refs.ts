// The four rules by which the protocol calls a reference safe (contract section 0). They differ and are kept apart.

/**
 * Rule 1, of the published schemas: one line, relative, no backslash, no colon, and no empty, `.` or `..` segment, so
 * neither `a//b` nor a trailing slash. What we write ourselves obeys this rule.
 */
export function isSchemaRef(ref: string): boolean {
  if (!isOneLine(ref) || ref.includes("\\") || ref.includes(":")) return false;
  return ref.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..");
}

/**
 * Rule 2, of the audit: judged without surrounding blanks; not empty, relative, no backslash, carriage return or line
 * feed, no `..` segment. Colons, `.` segments and fragments are allowed. Whether it exists is another question.
 */
export function isAuditRef(ref: unknown): boolean {
  if (typeof ref !== "string") return false;
  const trimmed = ref.trim();
  return trimmed !== "" && !/[\\\r\n]/.test(trimmed) && isRelativeWithoutParent(trimmed);
}

/** Rule 3, of the adapter ABI: one line, relative, no `..` segment, no backslash. */
export function isAdapterRef(ref: string): boolean {
  return isOneLine(ref) && !ref.includes("\\") && isRelativeWithoutParent(ref);
}

/** Rule 4, of bootstrap evidence: one line, relative, no `..` segment; nothing else is asked. */
export function isBootstrapRef(ref: string): boolean {
  return isOneLine(ref) && isRelativeWithoutParent(ref);
}

/** Not empty and without any line terminator: what `^.+$` means in the published patterns. */
function isOneLine(ref: string): boolean {
  return ref !== "" && !/[\n\r\u2028\u2029]/.test(ref);
}

function isRelativeWithoutParent(ref: string): boolean {
  return !ref.startsWith("/") && !ref.split("/").includes("..");
}
