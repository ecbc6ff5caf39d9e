/**
 * Returns a function that calls `make` at its first call and caches the value. Making a schema takes long, and the start may
 * not need it.
 */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
