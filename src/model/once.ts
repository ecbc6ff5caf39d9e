/** What is made when it is asked for first. The start has no time for schemas that may not be needed. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
