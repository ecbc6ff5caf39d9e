/** Values in one text: `;` between them, and `\` before a `;` or `\` inside a value. */
export function delimited(values: readonly string[]): string {
  return values.map((it) => (needsMark(it) ? it.replace(/[;\\]/g, "\\$&") : it)).join(";");
}

/** Characters that `delimited` puts into a value. */
export function marksOf(value: string): number {
  return needsMark(value) ? (value.match(/[;\\]/g)?.length ?? 0) : 0;
}

function needsMark(value: string): boolean {
  return value.includes(";") || value.includes("\\");
}
