import type { Codes } from "../vector.ts";

/** Returns the array, or a longer copy of it. The length at least doubles, so that growing page by page copies little. */
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
