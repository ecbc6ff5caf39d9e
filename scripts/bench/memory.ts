import { exportOnce, type Bench, type Section } from "./bench.ts";
import { startReplay } from "./servers.ts";

/** Whether memory grows with the survey. */
export async function memorySection(bench: Bench): Promise<Section> {
  const peaks: number[] = [];
  const sizes = [bench.responses, 3 * bench.responses];
  for (const responses of sizes) {
    await using server = await startReplay(bench.folder, responses);
    peaks.push((await exportOnce(bench, server, responses)).peakMegabytes);
  }
  const [smaller = Number.NaN, larger = Number.NaN] = peaks;
  return {
    title: "Memory of an export, replaying server",
    figures: [
      ...sizes.map((responses, index) => ({
        name: `peak at ${responses.toLocaleString("en")} responses`,
        value: peaks[index] ?? Number.NaN,
        unit: "MB",
        atMost: 160,
      })),
      // What the garbage collector leaves lying differs by a few.
      { name: "growth", value: larger - smaller, unit: "MB", atMost: 10 },
    ],
  };
}
