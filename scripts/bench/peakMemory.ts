import { readFile } from "node:fs/promises";

/** In megabytes; where Linux tells it, of this process alone: its maxRSS counts what the parent had when it started this one. */
export async function peakMegabytes(): Promise<number> {
  const status = await readFile("/proc/self/status", "utf8").catch(() => "");
  const peak = /^VmHWM:\s*(\d+) kB/m.exec(status)?.[1];
  // Kilobytes, on every platform.
  return Number(peak ?? process.resourceUsage().maxRSS) / 1024;
}
