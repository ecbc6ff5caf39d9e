/* Parts of sentences for a person. */

/** Names that a sentence tells. */
const told = 5;

/** "1 row", "2,000 rows". */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** "a, b, c, d, e and 7 more" */
export function listed(texts: readonly string[]): string {
  const more = texts.length - told;
  const some = texts.slice(0, told).join(", ");
  return more > 0 ? `${some} and ${more.toLocaleString("en")} more` : some;
}
