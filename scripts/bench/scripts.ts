import { join } from "node:path";
import {
  discard,
  exportOnce,
  median,
  outputOf,
  type Bench,
  type Figure,
  type Section,
} from "./bench.ts";
import { surveyId } from "./responses.ts";
import { startReplay } from "./servers.ts";

const mostResponses = 100_000;

interface Taken {
  readonly seconds: number;
  /** Not known on Windows for Python. */
  readonly peakMegabytes: number | null;
  readonly responses: number;
}

/** Beside the scripts that people write who have no exporter. */
export async function scriptsSection(bench: Bench): Promise<Section> {
  const responses = Math.min(mostResponses, bench.responses);
  await using server = await startReplay(bench.folder, responses);
  const { baseUrl, caFile, spaceId, apiKey } = server;
  const args = [baseUrl, caFile, spaceId, apiKey, surveyId, join(bench.folder, "script.json")];
  const user = (program: string, script: string) =>
    outputOf<Taken>(bench, program, [join(import.meta.dirname, "user", script), ...args]);
  const away: number[] = [];
  const ours: Taken[] = [];
  const node: Taken[] = [];
  const python: Taken[] = [];
  const hasPython = await canRun(bench, "python3");
  for (let round = 0; round < bench.runs; round++) {
    away.push((await discard(bench, { ...server, operation: "responses" })).seconds);
    ours.push(await exportOnce(bench, server, responses));
    node.push(await user(process.execPath, "download.mjs"));
    if (hasPython) {
      python.push(await user("python3", "download.py"));
    }
  }
  const seconds = secondsOf(ours);
  return {
    title: `Beside scripts, replaying server, ${responses.toLocaleString("en")} responses`,
    figures: [
      { name: "throwing away", value: median(away), unit: "s" },
      ...taken("JSON export", ours),
      ...taken("Node script", node),
      { name: "Node script to JSON export", value: secondsOf(node) / seconds, atLeast: 5 },
      ...(hasPython
        ? [
            ...taken("Python script", python),
            {
              name: "Python script to JSON export",
              value: secondsOf(python) / seconds,
              atLeast: 15,
            },
          ]
        : [{ name: "Python script", note: "skipped: there is no python3" }]),
    ],
  };
}

function taken(name: string, all: readonly Taken[]): Figure[] {
  const peak = Math.max(...all.map((it) => it.peakMegabytes ?? Number.NaN));
  return [
    { name, value: secondsOf(all), unit: "s" },
    Number.isNaN(peak)
      ? { name: `${name}, peak memory`, note: "not told on this platform" }
      : { name: `${name}, peak memory`, value: peak, unit: "MB" },
  ];
}

function secondsOf(all: readonly Taken[]): number {
  return median(all.map((it) => it.seconds));
}

async function canRun(bench: Bench, program: string): Promise<boolean> {
  try {
    await outputOf(bench, program, ["-c", "print(0)"]);
    return true;
  } catch {
    bench.signal.throwIfAborted();
    return false;
  }
}
