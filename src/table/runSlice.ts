import type { Steps } from "./findCells.ts";

/** Milliseconds for which a slice of steps may block other calls. */
const longestStep = 10;

/** Runs as many steps as fit into `longestStep`. */
export function runSlice<T>(steps: Steps<T>): IteratorResult<undefined, T> {
  const end = performance.now() + longestStep;
  let step = steps.next();
  while (step.done !== true && performance.now() < end) {
    step = steps.next();
  }
  return step;
}
