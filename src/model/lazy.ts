/**
 * Returns a function that calls `make` once, when it is first called. Making a schema takes long, and the start may not need
 * it.
 */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
