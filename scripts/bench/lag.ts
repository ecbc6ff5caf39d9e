import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Lag } from "./bench.ts";

/** Of the timer that is watched, in milliseconds: what it is late beyond this is lag. */
const resolution = 1;

/** Watches how late the event loop of this process is. @returns ends it, and tells */
export function watchLag(): () => Lag {
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  const milliseconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution);
  return () => {
    delays.disable();
    return {
      p50: milliseconds(delays.percentile(50)),
      p99: milliseconds(delays.percentile(99)),
      max: milliseconds(delays.max),
    };
  };
}
