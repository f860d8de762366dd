// The known name a mistyped one was probably meant to be.

/**
 * The known name with the smallest edit distance to `name`, or null when none is near enough to be worth suggesting
 * (a third of its length, rounded up, at most three edits). Case does not count.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const wanted = name.slice(0, 64).toLowerCase();
  let best: { candidate: string; distance: number } | null = null;
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.slice(0, 64).toLowerCase());
    if (best === null || distance < best.distance) best = { candidate, distance };
  }
  const allowed = Math.min(3, Math.ceil(wanted.length / 3));
  return best !== null && best.distance <= allowed ? best.candidate : null;
}

/** Levenshtein distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
