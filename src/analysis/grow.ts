type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Returns a copy of this length, with zeros at its end. */
export function lengthened<T extends NumberArray>(array: T, length: number): T {
  const longer = new (array.constructor as new (length: number) => T)(length);
  longer.set(array);
  return longer;
}

/** Returns the array, or a longer copy of it. The length at least doubles, so that growing page by page copies little. */
export function grow<T extends NumberArray>(array: T, length: number): T {
  return length <= array.length ? array : lengthened(array, Math.max(length, array.length * 2));
}
