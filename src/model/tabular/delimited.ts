/** Joins values: `;` between them, and `\` before a `;` or `\` inside a value. */
export function delimited(values: readonly string[]): string {
  return values.map((it) => (needsMark(it) ? it.replace(/[;\\]/g, "\\$&") : it)).join(";");
}

/** Returns how many characters `delimited` adds to a value. */
export function marksOf(value: string): number {
  return needsMark(value) ? (value.match(/[;\\]/g)?.length ?? 0) : 0;
}

function needsMark(value: string): boolean {
  return value.includes(";") || value.includes("\\");
}
