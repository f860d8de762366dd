// The length of a duration as policies write it.

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a policy duration such as 30m, 6h or 7d. Throws RangeError for text that no policy may hold. */
export function durationOf(duration: string): number {
  const [, count, unit = ""] = /^([1-9]\d{0,3})([mhd])$/.exec(duration) ?? [];
  const length = Number(count) * (units[unit] ?? Number.NaN);
  // An approval that expires "at no time" would hold for ever.
  if (Number.isNaN(length)) throw new RangeError("A duration is a whole number and m, h or d.");
  return length;
}
