import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  discard,
  exportOnce,
  median,
  type Bench,
  type Discarded,
  type Exported,
  type Figure,
  type Section,
} from "./bench.ts";
import { startDataSpace, startReplay, type Server } from "./servers.ts";

const slowDelayMs = 100;
const slowLanes = 8;
/** More take minutes, and the ratio does not depend on it: nearly all of the time is waiting. */
const mostSlow = 200_000;

export async function dataSpaceSection(bench: Bench): Promise<Section> {
  const { responses } = bench;
  await using server = await startDataSpace(bench.folder, responses);
  await warmUp(bench, server);
  const { discarded, exported } = await compare(bench, server, responses);
  const metadata = await discard(bench, { ...server, operation: "metadata" });
  const pageRate = (it: Discarded) => ({ value: it.pages / it.seconds, unit: "/s" });
  return {
    title: `Local data space, ${sizeOf(responses, exported)}`,
    figures: [
      ...ratioOf(discarded, exported, 1.1),
      await diskFigure(bench, exported),
      { name: "service: pages of 1,000 responses", ...pageRate(middle(discarded)) },
      { name: "service: pages of 1,000 metadata", ...pageRate(metadata) },
    ],
  };
}

export async function replaySection(bench: Bench): Promise<Section> {
  const { responses } = bench;
  await using server = await startReplay(bench.folder, responses);
  await warmUp(bench, server);
  const { discarded, exported } = await compare(bench, server, responses);
  return {
    title: `Replaying server, ${sizeOf(responses, exported)}`,
    figures: [...ratioOf(discarded, exported, 2), await diskFigure(bench, exported)],
  };
}

export async function slowSection(bench: Bench): Promise<Section> {
  const responses = Math.min(mostSlow, bench.responses);
  await using server = await startReplay(bench.folder, responses, { delayMs: slowDelayMs });
  const { discarded, exported } = await compare(bench, server, responses, slowLanes);
  return {
    title: `Replaying server, slowed to ${slowDelayMs} ms a page, ${slowLanes} lanes, ${sizeOf(responses, exported)}`,
    figures: ratioOf(discarded, exported, 0.2),
  };
}

/** Responses of the surveys that people have, and what exporting them may take beside throwing away. */
const small = [
  { responses: 2_000, aim: 1.3 },
  { responses: 5_000, aim: 0.9 },
  { responses: 20_000, aim: 0.35 },
  { responses: 60_000, aim: 0.22 },
];

export async function smallSection(bench: Bench): Promise<Section> {
  const figures: Figure[] = [];
  for (const { responses, aim } of small) {
    await using server = await startReplay(bench.folder, responses, { delayMs: slowDelayMs });
    const { discarded, exported } = await compare(bench, server, responses);
    const [one, other] = [middle(discarded), middle(exported)];
    const size = `${responses.toLocaleString("en")} responses`;
    figures.push(
      { name: `${size}, throwing away`, value: one.seconds, unit: "s" },
      { name: `${size}, JSON export`, value: other.seconds, unit: "s" },
      { name: `${size}, ratio`, value: other.seconds / one.seconds, atMost: aim },
    );
  }
  return { title: `Small surveys, replaying server, slowed to ${slowDelayMs} ms a page`, figures };
}

/** The survey lies on this machine whole, after an export in another format, and nothing is new. */
export async function againSection(bench: Bench): Promise<Section> {
  const responses = Math.min(mostSlow, bench.responses);
  await using server = await startReplay(bench.folder, responses);
  await warmUp(bench, server);
  const discarded: Discarded[] = [];
  const exported: Exported[] = [];
  for (let run = 0; run < bench.runs; run++) {
    discarded.push(await discard(bench, { ...server, operation: "responses" }));
    await exportOnce(bench, server, responses, { format: "ndjson", fresh: "all" });
    exported.push(await exportOnce(bench, server, responses, { format: "json", fresh: "new" }));
  }
  const asked = Math.max(...exported.map((it) => it.asked));
  return {
    title: `Exported again, in another format, with nothing new, ${sizeOf(responses, exported)}`,
    figures: [
      { name: "pages of responses asked for", value: asked, atMost: 0 },
      ...ratioOf(discarded, exported, 1),
    ],
  };
}

/** The first pages take a server longer than the others. */
async function warmUp(bench: Bench, server: Server): Promise<void> {
  await discard(bench, { ...server, operation: "responses" });
}

interface Compared {
  readonly discarded: readonly Discarded[];
  readonly exported: readonly Exported[];
}

/** Alternated, so that a slow moment of the machine hits both. */
async function compare(
  bench: Bench,
  server: Server,
  responses: number,
  lanes?: number,
): Promise<Compared> {
  const discarded: Discarded[] = [];
  const exported: Exported[] = [];
  for (let run = 0; run < bench.runs; run++) {
    discarded.push(await discard(bench, { ...server, operation: "responses" }));
    exported.push(await exportOnce(bench, server, responses, { lanes }));
  }
  return { discarded, exported };
}

function ratioOf(
  discarded: readonly Discarded[],
  exported: readonly Exported[],
  aim: number,
): Figure[] {
  const [one, other] = [middle(discarded), middle(exported)];
  const peak = Math.max(...exported.map((it) => it.peakMegabytes));
  return [
    { name: "throwing away", value: one.seconds, unit: "s" },
    { name: "JSON export", value: other.seconds, unit: "s" },
    { name: "ratio", value: other.seconds / one.seconds, atMost: aim },
    { name: "throwing away, processor", value: one.cpuSeconds, unit: "s" },
    { name: "JSON export, processor", value: other.cpuSeconds, unit: "s" },
    { name: "JSON export, peak memory", value: peak, unit: "MB", atMost: 160 },
  ];
}

/** An export ends when its file is on the disk: what that takes by itself, for who wonders about a ratio. */
async function diskFigure(bench: Bench, [exported]: readonly Exported[]): Promise<Figure> {
  const path = join(bench.folder, "disk");
  const started = performance.now();
  const file = await open(path, "w");
  const part = Buffer.alloc(1_000_000, "x");
  for (let left = exported?.bytes ?? 0; left > 0; left -= part.length) {
    await file.writeFile(part);
  }
  await file.datasync();
  const seconds = (performance.now() - started) / 1000;
  await file.close();
  await rm(path);
  return { name: "as many bytes to the disk", value: seconds, unit: "s" };
}

/** The run that took the median time. */
function middle<T extends { readonly seconds: number }>(taken: readonly T[]): T {
  const seconds = median(taken.map((it) => it.seconds));
  const found = taken.find((it) => it.seconds === seconds);
  if (!found) {
    throw new Error("Nothing was measured: --runs takes a number from 1.");
  }
  return found;
}

function sizeOf(responses: number, [exported]: readonly Exported[]): string {
  const megabytes = Math.round((exported?.bytes ?? 0) / 1e6);
  return `${responses.toLocaleString("en")} responses, ${megabytes.toLocaleString("en")} MB`;
}
