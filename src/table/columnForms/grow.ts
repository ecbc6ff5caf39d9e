import type { Codes } from "../vector.ts";

/** The array, or a longer one that begins with the same: it at least doubles, so that growing page by page copies little. */
export function grow<T extends Codes | Float64Array>(array: T, length: number): T {
  if (length <= array.length) {
    return array;
  }
  const more = new (array.constructor as new (length: number) => T)(
    Math.max(length, array.length * 2),
  );
  more.set(array);
  return more;
}
