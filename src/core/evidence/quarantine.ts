// The gate that every delivered file passes before it is committed or shown: names, kinds, sizes, text and secrets.
import { sha256 } from "../records/digest.ts";
import { type Reason, reason } from "../say/reason.ts";
import { readText } from "./evidence-text.ts";
import { collisions, nameProblem } from "./safe-name.ts";
import { findSecrets } from "./secret-scan.ts";

/** One entry as it was delivered. A folder has no bytes and only its name is judged. */
export interface DeliveredEntry {
  name: string;
  kind: "file" | "folder" | "link" | "other";
  bytes: Uint8Array;
}

/** How much may be delivered. All sizes in bytes. */
export interface QuarantineLimits {
  files: number;
  fileBytes: number;
  totalBytes: number;
}

/** What one delivery may bring: what a ledger commit and a comment can still show. */
export const quarantineLimits: QuarantineLimits = { files: 200, fileBytes: 1_000_000, totalBytes: 5_000_000 };

/** A file that passed: its text as it will be stored, with size and digest of exactly that text. */
export interface CleanFile {
  ref: string;
  text: string;
  bytes: number;
  sha256: string;
}

/** A file that did not pass, with every reason. The name is the stranger's own and only for {@link Reason} texts. */
export interface RefusedFile {
  name: string;
  reasons: Reason[];
}

/** What became of a delivery. `files` are those that passed; one refused file refuses the delivery. */
export type QuarantineAnswer =
  | { kind: "accepted"; files: CleanFile[] }
  | { kind: "refused"; files: CleanFile[]; refused: RefusedFile[] };

/** Most secrets named for one file. */
const mostFindings = 5;

/**
 * Judges a delivery. Never throws. Files are looked into only when number and sizes are within
 * the limits; a delivery that is too large as a whole is refused with one reason under the name of its first file.
 */
export function quarantine(entries: readonly DeliveredEntry[], limits: QuarantineLimits): QuarantineAnswer {
  const whole = wholeProblem(entries, limits);
  if (whole !== null) {
    return { kind: "refused", files: [], refused: [{ name: entries[0]?.name ?? "", reasons: [whole] }] };
  }
  const named = entries.map((entry) => ({ entry, problem: nameReason(entry) }));
  const sound = named.filter(({ entry, problem }) => problem === null && entry.kind === "file");
  const met = collisions(sound.map(({ entry }) => entry.name));
  const files: CleanFile[] = [];
  const refused: RefusedFile[] = [];
  for (const { entry, problem } of named) {
    const other = met.get(entry.name);
    const reasons = [
      problem,
      other === undefined ? null : reason("evidence_names_collide", { name: entry.name, other }),
    ];
    const found = reasons.filter((why) => why !== null);
    if (found.length === 0 && entry.kind === "folder") continue;
    const content = found.length === 0 ? contentOf(entry, limits) : found;
    if (Array.isArray(content)) refused.push({ name: entry.name, reasons: content });
    else files.push(content);
  }
  return refused.length === 0 ? { kind: "accepted", files } : { kind: "refused", files, refused };
}

function wholeProblem(entries: readonly DeliveredEntry[], limits: QuarantineLimits): Reason | null {
  if (entries.length > limits.files) {
    return reason("evidence_files_too_many", { count: entries.length, most: limits.files });
  }
  const total = entries.reduce((sum, entry) => sum + entry.bytes.length, 0);
  return total > limits.totalBytes
    ? reason("evidence_total_too_large", { bytes: total, most: limits.totalBytes })
    : null;
}

function nameReason({ name, kind }: DeliveredEntry): Reason | null {
  const problem = nameProblem(kind === "folder" ? name.replace(/\/$/, "") : name);
  if (problem !== null) return reason("evidence_name_unsafe", { name, problem });
  return kind === "file" || kind === "folder" ? null : reason("evidence_not_a_file", { name });
}

function contentOf({ name, bytes }: DeliveredEntry, limits: QuarantineLimits): CleanFile | Reason[] {
  if (bytes.length > limits.fileBytes) {
    return [reason("evidence_file_too_large", { name, bytes: bytes.length, most: limits.fileBytes })];
  }
  const reading = readText(bytes);
  if (reading.kind === "not_text") return [reason("evidence_not_text", { name, what: reading.what })];
  const { text } = reading;
  const secrets = findSecrets(text);
  if (secrets.length > 0) {
    return secrets
      .slice(0, mostFindings)
      .map(({ kind, line }) => reason("evidence_holds_secret", { name, kind, line }));
  }
  return { ref: name, text, bytes: Buffer.byteLength(text, "utf8"), sha256: sha256(text) };
}
