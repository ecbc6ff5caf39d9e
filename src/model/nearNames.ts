/** Returns the names that are most similar to the wanted one, which is not among them: at most three. */
export function nearNames(wanted: string, names: Iterable<string>): string[] {
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return Array.from(new Set(names))
    .filter((name) => Math.abs(name.length - wanted.length) <= limit)
    .map((name) => ({ name, distance: distanceOf(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Returns how many letters must be changed, added or left out (Levenshtein). */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let line = 0; line < from.length; line++) {
    const next = [line + 1];
    for (let at = 0; at < to.length; at++) {
      const changed = (row[at] ?? 0) + Number(from[line] !== to[at]);
      next.push(Math.min(changed, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
