// Makes zip archives for tests, right or wrong in exactly one place.
import { crc32, deflateRawSync } from "node:zlib";

/** One entry; everything but the name has a default, and each number can be made a lie in one of its places. */
export interface ZipEntry {
  name: string | Uint8Array;
  content?: string | Uint8Array;
  stored?: boolean;
  descriptor?: "signed" | "plain" | null;
  flags?: number;
  attributes?: number;
  extra?: Uint8Array;
  central?: Partial<ZipNumbers>;
  local?: Partial<ZipNumbers>;
  described?: Partial<ZipNumbers>;
}

interface ZipNumbers {
  flags: number;
  method: number;
  crc: number;
  packed: number;
  size: number;
  name: Uint8Array;
  header: number;
  data: Uint8Array;
}

/** The end record's numbers, for lies about the directory. */
export interface ZipEnd {
  entries?: number;
  start?: number;
  size?: number;
  disk?: number;
  comment?: string;
  before?: Uint8Array;
}

const bytesOf = (value: string | Uint8Array) =>
  typeof value === "string" ? Buffer.from(value, "utf8") : Buffer.from(value);

function numbers(layout: string, ...values: number[]): Buffer {
  const parts = values.map((value, index) => {
    const part = Buffer.alloc(layout[index] === "4" ? 4 : 2);
    if (part.length === 4) part.writeUInt32LE(value >>> 0);
    else part.writeUInt16LE(value & 0xffff);
    return part;
  });
  return Buffer.concat(parts);
}

/** The archive's bytes. */
export function makeZip(entries: readonly ZipEntry[], end: ZipEnd = {}): Uint8Array {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const content = bytesOf(entry.content ?? "");
    const data = entry.stored === true ? content : deflateRawSync(content);
    const name = bytesOf(entry.name);
    const later = entry.descriptor === "signed" || entry.descriptor === "plain";
    const flags = (entry.flags ?? 0x800) | (later ? 8 : 0);
    const real: ZipNumbers = {
      flags,
      method: entry.stored === true ? 0 : 8,
      crc: crc32(content),
      packed: data.length,
      size: content.length,
      name,
      header: at,
      data,
    };
    const central = { ...real, ...entry.central };
    const local = { ...real, ...(later ? { crc: 0, packed: 0, size: 0 } : {}), ...entry.local };
    const described = { ...real, ...entry.described };
    const extra = bytesOf(entry.extra ?? "");
    const parts = [
      numbers(
        "42222244422",
        0x04034b50,
        20,
        local.flags,
        local.method,
        0,
        0,
        local.crc,
        local.packed,
        local.size,
        local.name.length,
        0,
      ),
      bytesOf(local.name),
      bytesOf(local.data),
    ];
    if (entry.descriptor === "signed") parts.push(numbers("4", 0x08074b50));
    if (later) parts.push(numbers("444", described.crc, described.packed, described.size));
    const whole = Buffer.concat(parts);
    locals.push(whole);
    at += whole.length;
    centrals.push(
      numbers(
        "4222222444222224",
        0x02014b50,
        0x031e,
        20,
        central.flags,
        central.method,
        0,
        0,
        central.crc,
        central.packed,
        central.size,
        central.name.length,
        extra.length,
        0,
        0,
        0,
        0,
      ).subarray(0, 38),
      numbers("44", entry.attributes ?? 0o100644 << 16, central.header),
      bytesOf(central.name),
      extra,
    );
  }
  const directory = Buffer.concat(centrals);
  const comment = Buffer.from(end.comment ?? "");
  const before = bytesOf(end.before ?? "");
  const count = end.entries ?? entries.length;
  return Buffer.concat([
    ...locals,
    directory,
    before,
    numbers(
      "42222442",
      0x06054b50,
      end.disk ?? 0,
      0,
      count,
      count,
      end.size ?? directory.length,
      end.start ?? at,
      comment.length,
    ),
    comment,
  ]);
}
