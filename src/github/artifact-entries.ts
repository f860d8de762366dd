// Reads the entries of an evidence archive in memory: every number in it is checked against another before it is believed.
import { crc32, inflateRawSync } from "node:zlib";
import type { DeliveredEntry, QuarantineLimits } from "../core/evidence/quarantine.ts";
import { type Reason, reason } from "../core/say/reason.ts";

/** The entries of an archive as they stand in it, or why it was not read. */
export type ArtifactReading = { kind: "entries"; entries: DeliveredEntry[] } | { kind: "unreadable"; reason: Reason };

/** One entry as the central directory describes it; places are offsets in the archive, sizes bytes. */
interface Described {
  name: string;
  rawName: Uint8Array;
  kind: DeliveredEntry["kind"];
  flags: number;
  method: number;
  crc: number;
  packed: number;
  size: number;
  header: number;
}

type Trouble =
  | "not_zip"
  | "damaged"
  | "several_parts"
  | "zip64"
  | "encrypted"
  | "method"
  | "entries"
  | "size"
  | "name"
  | "contradiction"
  | "overlap"
  | "checksum";

const signature = {
  end: 0x06054b50,
  zip64Locator: 0x07064b50,
  central: 0x02014b50,
  local: 0x04034b50,
  descriptor: 0x08074b50,
};
const sizeOf = { end: 22, central: 46, local: 30, zip64Locator: 20 };
const longestComment = 0xffff;
/** Flags: encrypted, patched data, strong encryption, hidden headers. */
const refusedFlags = 0x1 | 0x20 | 0x40 | 0x2000;
const sizesFollow = 0x8;
const utf8Name = 0x800;
/** Extra fields that change a size, a place or a name: zip64, and the Unicode path of Info-ZIP. */
const refusedExtras = [0x0001, 0x7075];

/**
 * Reads a zip archive as actions/upload-artifact makes it. Nothing is unpacked before the whole directory is checked and
 * within `limits`, and nothing can grow beyond the size that the directory declares. Refused as a whole: encryption, zip64,
 * several parts, other methods than stored and deflated, too many or too large entries, entries that share bytes, local
 * headers and data descriptors that contradict the directory, wrong checksums. Names, links and secrets are the
 * quarantine's work. Never throws.
 *
 * Own reader: fflate and yauzl, the two kept libraries that fit, check neither shared bytes nor local headers, and the
 * second reads through callbacks; what is checked here would have to stand around either of them.
 */
export function readArtifact(archive: Uint8Array, limits: QuarantineLimits): ArtifactReading {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const directory = readDirectory(archive, view, limits);
  if (typeof directory === "string") return unreadable(directory);
  const places = directory.entries.map((entry) => placeOf(view, archive, entry));
  const broken = places.find((place) => typeof place === "string");
  if (broken !== undefined) return unreadable(broken);
  const sound = places.filter((place) => typeof place !== "string");
  if (overlaps(sound, directory.start)) return unreadable("overlap");
  const entries: DeliveredEntry[] = [];
  for (const { entry, from } of sound) {
    const bytes = unpack(entry, archive.subarray(from, from + entry.packed));
    if (bytes === null || crc32(bytes) !== entry.crc) return unreadable("checksum");
    entries.push({ name: entry.name, kind: entry.kind, bytes });
  }
  return { kind: "entries", entries };
}

function unreadable(trouble: Trouble): ArtifactReading {
  return { kind: "unreadable", reason: reason("artifact_unreadable", { trouble }) };
}

function readDirectory(
  archive: Uint8Array,
  view: DataView,
  limits: QuarantineLimits,
): { entries: Described[]; start: number } | Trouble {
  const end = findEnd(view);
  if (end === null) return "not_zip";
  const [disk, firstDisk, here, all] = [4, 6, 8, 10].map((at) => view.getUint16(end + at, true));
  const [size = 0, start = 0] = [12, 16].map((at) => view.getUint32(end + at, true));
  const locator = end - sizeOf.zip64Locator;
  if (locator >= 0 && view.getUint32(locator, true) === signature.zip64Locator) return "zip64";
  if (all === undefined || all === 0xffff || size === 0xffffffff || start === 0xffffffff) return "zip64";
  if (disk !== 0 || firstDisk !== 0 || here !== all) return "several_parts";
  if (start + size !== end) return "damaged";
  if (all > limits.files) return "entries";
  const entries: Described[] = [];
  let at = start;
  let total = 0;
  for (let count = 0; count < all; count += 1) {
    const read = readDescribed(archive, view, at, end);
    if (typeof read === "string") return read;
    entries.push(read.entry);
    at = read.next;
    total += read.entry.size;
    if (read.entry.size > limits.fileBytes || total > limits.totalBytes) return "size";
  }
  return at === end ? { entries, start } : "damaged";
}

/** The end record whose comment reaches exactly to the end of the archive. */
function findEnd(view: DataView): number | null {
  const last = view.byteLength - sizeOf.end;
  for (let at = last; at >= 0 && at >= last - longestComment; at -= 1) {
    if (view.getUint32(at, true) === signature.end && view.getUint16(at + 20, true) === last - at) return at;
  }
  return null;
}

function readDescribed(
  archive: Uint8Array,
  view: DataView,
  at: number,
  end: number,
): { entry: Described; next: number } | Trouble {
  if (at + sizeOf.central > end || view.getUint32(at, true) !== signature.central) return "damaged";
  const short = (offset: number) => view.getUint16(at + offset, true);
  const long = (offset: number) => view.getUint32(at + offset, true);
  const [nameLength, extraLength, commentLength] = [short(28), short(30), short(32)];
  const next = at + sizeOf.central + nameLength + extraLength + commentLength;
  if (next > end) return "damaged";
  const [flags, method, packed, size, header] = [short(8), short(10), long(20), long(24), long(42)];
  if ((flags & refusedFlags) !== 0) return "encrypted";
  if (method !== 0 && method !== 8) return "method";
  if (short(34) !== 0) return "several_parts";
  if ([packed, size, header].includes(0xffffffff)) return "zip64";
  if (method === 0 && packed !== size) return "contradiction";
  const nameAt = at + sizeOf.central;
  const extra = extrasFault(view, nameAt + nameLength, nameAt + nameLength + extraLength);
  if (extra !== null) return extra;
  const rawName = archive.subarray(nameAt, nameAt + nameLength);
  const name = decodeName(rawName, (flags & utf8Name) !== 0);
  if (name === null) return "name";
  const kind = kindOf(name, long(38));
  if (kind === "folder" && size !== 0) return "contradiction";
  return { entry: { name, rawName, kind, flags, method, crc: long(16), packed, size, header }, next };
}

function extrasFault(view: DataView, from: number, to: number): Trouble | null {
  for (let at = from; at < to; ) {
    if (at + 4 > to) return "damaged";
    const id = view.getUint16(at, true);
    if (refusedExtras.includes(id)) return id === 0x0001 ? "zip64" : "name";
    at += 4 + view.getUint16(at + 2, true);
    if (at > to) return "damaged";
  }
  return null;
}

/** Without the flag for UTF-8 only ASCII means the same to everybody. */
function decodeName(bytes: Uint8Array, utf8: boolean): string | null {
  if (!utf8 && bytes.some((byte) => byte > 126)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // The decoder throws for bytes that are no UTF-8 and for nothing else.
    return null;
  }
}

/** The upper half of the attributes is the Unix mode, whatever system claims to have written it. */
function kindOf(name: string, attributes: number): DeliveredEntry["kind"] {
  const type = (attributes >>> 16) & 0xf000;
  const isFolder = name.endsWith("/");
  if (type === 0xa000) return "link";
  if (type === 0x4000 || (type === 0 && (attributes & 0x10) !== 0)) return isFolder ? "folder" : "other";
  if (type !== 0 && type !== 0x8000) return "other";
  if (isFolder) return type === 0 ? "folder" : "other";
  return "file";
}

interface Place {
  entry: Described;
  /** Where its packed bytes begin. */
  from: number;
  /** Where it ends, its data descriptor included. */
  to: number;
}

/** Where an entry's bytes lie, when its local header and its data descriptor say the same as the directory. */
function placeOf(view: DataView, archive: Uint8Array, entry: Described): Place | Trouble {
  const { header, flags, method, crc, packed, size, rawName } = entry;
  if (header + sizeOf.local > view.byteLength || view.getUint32(header, true) !== signature.local) return "damaged";
  const short = (offset: number) => view.getUint16(header + offset, true);
  const long = (offset: number) => view.getUint32(header + offset, true);
  if (short(6) !== flags || short(8) !== method || short(26) !== rawName.length) return "contradiction";
  const nameEnd = header + sizeOf.local + rawName.length;
  const from = nameEnd + short(28);
  const to = from + packed;
  if (to > view.byteLength) return "damaged";
  if (!rawName.every((byte, index) => archive[header + sizeOf.local + index] === byte)) return "contradiction";
  const extra = extrasFault(view, nameEnd, from);
  if (extra !== null) return extra;
  const said = [long(14), long(18), long(22)];
  const wanted = [crc, packed, size];
  const later = (flags & sizesFollow) !== 0;
  if (!said.every((value, index) => value === wanted[index] || (later && value === 0))) return "contradiction";
  if (!later) return { entry, from, to };
  const end = descriptorEnd(view, to, wanted);
  return end === null ? "contradiction" : { entry, from, to: end };
}

/** The end of a data descriptor that repeats the directory's numbers, with or without its optional signature. */
function descriptorEnd(view: DataView, at: number, wanted: readonly number[]): number | null {
  const repeats = (from: number) =>
    from + 12 <= view.byteLength && wanted.every((value, index) => view.getUint32(from + 4 * index, true) === value);
  if (at + 4 <= view.byteLength && view.getUint32(at, true) === signature.descriptor && repeats(at + 4)) return at + 16;
  return repeats(at) ? at + 12 : null;
}

/** Whether two entries share bytes, or one reaches into the directory: the way to many large files out of few bytes. */
function overlaps(places: readonly Place[], directory: number): boolean {
  const sorted = [...places].sort((one, other) => one.entry.header - other.entry.header);
  return sorted.some(({ to }, index) => to > (sorted[index + 1]?.entry.header ?? directory));
}

/** The bytes of an entry; null where they are not what was declared. */
function unpack({ method, size }: Described, packed: Uint8Array): Uint8Array | null {
  if (method === 0) return packed;
  try {
    const bytes = inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
    return bytes.length === size ? bytes : null;
  } catch {
    // Damaged data, or more of it than declared: either way the archive lies.
    return null;
  }
}
