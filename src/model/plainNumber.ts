/**
 * Digits as services and people write a number: no more before the point than a double holds exactly, as what has more of
 * them tells things apart; so do zeros at the beginning.
 */
const plain = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,40})?$/;

/**
 * The number that a text says to those who count and compare, where "0.500" is one half. An export keeps texts as they are
 * written, and has a stricter rule (`isCanonicalNumber`).
 * @returns NaN where it says none: "007", "+1", ".5", "1,5", "1e3"
 */
export function plainNumber(text: string): number {
  // Adding 0 makes -0 the 0 that it equals.
  return plain.test(text) ? Number(text) + 0 : NaN;
}

export function isPlainNumber(text: string): boolean {
  return plain.test(text);
}
