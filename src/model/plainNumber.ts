/**
 * Matches numbers as services and people write them. At most 15 digits before the point, which a double holds exactly:
 * longer ones are identifiers, and so are texts with leading zeros.
 */
const plain = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,40})?$/;

/**
 * Reads a number for counting and comparing, where "0.500" is one half. Exports keep texts as they are written and have a
 * stricter rule (`isCanonicalNumber`).
 * @returns NaN if it is none: "007", "+1", ".5", "1,5", "1e3"
 */
export function plainNumber(text: string): number {
  // Adding 0 turns -0 into 0.
  return plain.test(text) ? Number(text) + 0 : NaN;
}

export function isPlainNumber(text: string): boolean {
  return plain.test(text);
}
