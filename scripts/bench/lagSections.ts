import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { exportOnce, type Bench, type Figure, type Lag, type Section } from "./bench.ts";
import type { HostMeasured, HostTask } from "./hostRunner.ts";
import { startReplay } from "./servers.ts";
import { startVsCode } from "./vsCode.ts";

const aim = 25;

/** How late the event loop is while it exports. */
export async function lagSection(bench: Bench): Promise<Section> {
  await using server = await startReplay(bench.folder, bench.responses);
  const figures: Figure[] = [];
  for (const lanes of [1, 8]) {
    const { lag } = await exportOnce(bench, server, bench.responses, { lanes, watchLag: true });
    figures.push(...lagFigures(lanes === 1 ? "1 lane" : `${lanes} lanes`, lag, aim));
  }
  return {
    title: `Event-loop lag of an export, replaying server, ${bench.responses.toLocaleString("en")} responses`,
    figures,
  };
}

/** The same in VS Code's extension host, by the extension's own command. */
export async function hostLagSection(bench: Bench): Promise<Section> {
  await using server = await startReplay(bench.folder, bench.responses);
  const { baseUrl, caFile, spaceId, apiKey } = server;
  const { idle, exporting, seconds } = await measureInHost(bench, {
    access: { baseUrl, caFile, spaceId, apiKey },
    file: join(bench.folder, "host-export.json"),
    resultFile: join(bench.folder, "host-lag.json"),
  });
  return {
    title: `Event-loop lag in the extension host, replaying server, ${bench.responses.toLocaleString("en")} responses`,
    figures: [
      ...lagFigures("nothing to do", idle),
      ...lagFigures("JSON export", exporting, aim),
      { name: "JSON export", value: seconds, unit: "s" },
    ],
  };
}

export function lagFigures(name: string, lag: Lag | undefined, p99Aim?: number): Figure[] {
  const { p50, p99, max } = lag ?? { p50: Number.NaN, p99: Number.NaN, max: Number.NaN };
  return [
    { name: `${name}, median`, value: p50, unit: "ms" },
    {
      name: `${name}, 99th percentile`,
      value: p99,
      unit: "ms",
      ...(p99Aim !== undefined && { atMost: p99Aim }),
    },
    { name: `${name}, longest`, value: max, unit: "ms" },
  ];
}

/** Runs the task inside an extension host that has the extension as it ships. */
async function measureInHost(bench: Bench, task: HostTask): Promise<HostMeasured> {
  await using vsCode = await startVsCode(bench, {
    runs: `import { measure } from "./scripts/bench/hostRunner.ts";
export const run = () => measure(${JSON.stringify(task)});`,
  });
  await vsCode.ended;
  await rm(task.file, { force: true });
  return JSON.parse(await readFile(task.resultFile, "utf8")) as HostMeasured;
}
