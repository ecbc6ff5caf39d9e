import { setImmediate } from "node:timers/promises";

const itemsPerSlice = 500;

/** Maps the items in order. Yields to the event loop between slices, so that other requests are not blocked. */
export async function mapInSlices<T, U>(
  items: readonly T[],
  work: (item: T, index: number) => U,
): Promise<U[]> {
  const made: U[] = [];
  for (const [index, item] of items.entries()) {
    if (index % itemsPerSlice === itemsPerSlice - 1) {
      await setImmediate();
    }
    made.push(work(item, index));
  }
  return made;
}
