// The responses panel in a real VS Code, with the survey of 40 questions: loading it, and then using it.
import { once } from "node:events";
import { readdir, readFile, stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { v3Mapper } from "../../src/client/mappers/v3.ts";
import { columnKey } from "../../src/model/grid.ts";
import { matchesFilter } from "../../src/model/responseFilter.ts";
import { bundle, startReplay } from "./measure.ts";
import type { Access, Bench, Figures } from "./measure.ts";
import { median, percentile } from "./statistics.ts";
import { amount, chance, filters, nameOf, Pages, secondOf, text, wide } from "./survey.ts";
import { openWindow, type AgentWindow } from "./window.ts";

/** What was painted, and how long it took. */
export interface Painted {
  readonly milliseconds: number;
  /** Position of the first visible row. */
  readonly first: number;
  /** Serials of the visible rows, in order. */
  readonly serials: readonly string[];
}

/** What measures inside a panel (`browser/probe.ts`), because only there it is known when something is painted. */
export interface Probe {
  /** Resolves when rows, or the line of an empty panel, are painted for the first time. @returns milliseconds since 1970 */
  painted(): Promise<number>;
  /** Resolves when so many responses are loaded, and nothing more is being read. */
  loaded(responses: number): Promise<void>;
  /** Scrolls to a place, from 0 to 1. This, `request` and `press` resolve when other rows or cells are painted. */
  scrollTo(share: number): Promise<Painted>;
  /** Sends a request to the host, like the panel. */
  request(name: string, question: object): Promise<Painted>;
  press(key: string): Promise<Painted>;
  /** Returns the milliseconds between frames, for so long. If `isMoving`, scrolls the grid down and up again meanwhile. */
  frames(milliseconds: number, isMoving: boolean): Promise<readonly number[]>;
}

/** Pause before a measurement, in milliseconds, so that it does not include work that was started before. */
const restMs = 250;

export async function panel(bench: Bench): Promise<Figures> {
  const entry = join(import.meta.dirname, "browser/probe.ts");
  const script = await bundle({ entryPoints: [entry], format: "iife", write: false });
  await using window = await openWindow(bench, script);
  const figures: Figures = {};
  const empty = await several(bench, () => paintedAfter(window, "emptyPanel"));
  figures["empty panel of VS Code, ms"] = empty;
  for (const delay of [1000, 100, 0]) {
    await using server = await startReplay(bench, bench.responses, delay);
    const dataSpace = `Bench ${delay}`;
    const added = { name: dataSpace, version: "v3", ...server };
    await window.ask("command", "surveyExplorer.addDataSpace", added);
    const page = await several(bench, () => pageMs(server));
    const open = ["surveyExplorer.openResponses", { dataSpace, surveyId: wide.surveyId }];
    const rows = await several(bench, async () => {
      const painted = await paintedAfter(window, "command", ...open);
      await window.ask("command", "surveyExplorer.clearCachedResponses", { dataSpace });
      return painted;
    });
    const name = `first rows, answers after ${delay} ms`;
    figures[name] = rows / page;
    figures[`${name}, × one page or an empty panel`] = rows / Math.max(page, empty);
    if (delay === 0) {
      Object.assign(figures, await load(bench, window, open));
    }
  }
  return figures;
}

/** Measures loading all responses and then using them. */
async function load({ responses }: Bench, window: AgentWindow, open: unknown[]): Promise<Figures> {
  const heap = await heapMegabytes(window);
  const began = performance.now();
  const lag = await window.lagDuring(async () => {
    await window.ask("command", ...open);
    await ask(window, "loaded", responses);
  });
  const seconds = (performance.now() - began) / 1000;
  await closePanels(window);
  const stored = (await storedBytes(window)) / new Pages(wide, responses).bytes;
  const again = await paintedAfter(window, "command", ...open);
  await window.ask("command", ...open);
  await ask(window, "loaded", responses);
  return {
    "extension host while loading, 99th percentile": lag,
    "loading all, responses a second": responses / seconds,
    store: stored,
    "opening again what is stored, ms": again,
    ...(await use(window, responses)),
    "memory of the webview": (await heapMegabytes(window)) - heap,
  };
}

/** Measures what a person does: the time until the result is painted. */
async function use(window: AgentWindow, responses: number): Promise<Figures> {
  const figures: Figures = {};
  const spread = (name: string, taken: readonly number[]) => {
    figures[`${name}, 95th percentile`] = percentile(taken, 0.95);
    figures[`${name}, median, ms`] = median(taken);
  };
  const scrolled: number[] = [];
  for (let place = 0; place < 100; place++) {
    const { milliseconds, first, serials } = await ask(window, "scrollTo", chance(place));
    insist(serials, (number, row) => number === responses - 1 - first - row);
    scrolled.push(milliseconds);
  }
  spread("scroll to a random place", scrolled);

  const idle = await ask(window, "frames", 2000, false);
  const moved = await ask(window, "frames", 3000, true);
  const late = (gaps: readonly number[]) => gaps.filter((it) => it > 1.5 * median(idle)).length;
  figures["late frames while scrolling"] = late(moved);
  figures["late frames of an idle panel, of as many"] = (late(idle) * moved.length) / idle.length;

  const filtered: number[] = [];
  // Each filter twice: the first time, columns may have to be read from the disk.
  for (const filter of [...filters(responses), ...filters(responses)]) {
    const { milliseconds, serials } = await ask(window, "request", "filter", { filter });
    insist(serials, (number) => {
      const response = wide.responseAt(number, secondOf(number, responses));
      return matchesFilter(filter, v3Mapper.response(JSON.parse(JSON.stringify(response))));
    });
    filtered.push(milliseconds);
  }
  spread("filter change", filtered);
  await ask(window, "request", "filter", { filter: {} });

  for (const [name, position] of [
    ["a code", 5],
    ["a number", amount],
    ["an open text", text],
  ] as const) {
    const column = columnKey({ kind: "variable", name: nameOf(position) });
    const sort = { column, direction: "ascending" };
    const { milliseconds } = await ask(window, "request", "sort", { sort });
    figures[`sort by ${name}`] = milliseconds;
  }
  const switched: number[] = [];
  for (let time = 0; time < 12; time++) {
    switched.push((await ask(window, "press", "c")).milliseconds);
  }
  spread("codes, labels, both", switched);
  return figures;
}

/** @throws Error if wrong rows are visible: the time of a wrong view means nothing */
function insist(serials: readonly string[], isRight: (number: number, row: number) => boolean) {
  if (!serials.map((it) => Number(it.slice(1))).every(isRight)) {
    throw new Error(`These rows should not stand there: ${serials.join()}`);
  }
}

/** Returns the median of several runs, without a first run that warms up. */
async function several({ runs }: Bench, measure: () => Promise<number>): Promise<number> {
  await measure();
  const taken: number[] = [];
  while (taken.length < runs) {
    taken.push(await measure());
  }
  return median(taken);
}

/** Returns the milliseconds from the command that opens a panel to its first painted rows. */
async function paintedAfter(window: AgentWindow, ...open: Parameters<AgentWindow["ask"]>) {
  const { begun } = await window.ask(...open);
  const painted = await ask(window, "painted");
  await closePanels(window);
  return painted - begun;
}

/** Calls the probe inside the only panel, and waits for that panel first. */
async function ask<K extends keyof Probe>(
  { page }: AgentWindow,
  method: K,
  ...args: Parameters<Probe[K]>
): Promise<Awaited<ReturnType<Probe[K]>>> {
  await setTimeout(method === "painted" ? 0 : restMs);
  for (const begun = performance.now(); performance.now() - begun < 30_000;) {
    for (const frame of page.frames()) {
      if (await frame.evaluate(() => "probe" in globalThis).catch(() => false)) {
        const call = `probe.${method}(...${JSON.stringify(args)})`;
        return frame.evaluate<Awaited<ReturnType<Probe[K]>>>(call);
      }
    }
    await setTimeout(5);
  }
  throw new Error("No panel came.");
}

async function closePanels(window: AgentWindow): Promise<void> {
  await window.ask("command", "workbench.action.closeAllEditors");
  while (window.page.frames().some((it) => it.url().includes("/webview/"))) {
    await setTimeout(10);
  }
}

/** Returns the memory of JavaScript, documents and buffers of the window with its panels, after garbage collection. */
async function heapMegabytes({ page }: AgentWindow): Promise<number> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("HeapProfiler.enable");
  await devTools.send("HeapProfiler.collectGarbage");
  const heap = await devTools.send("Runtime.getHeapUsage");
  await devTools.detach();
  return (heap.usedSize + heap.embedderHeapUsedSize + heap.backingStorageSize) / 1e6;
}

/** Returns the size of the extension's global storage, once nothing more is written to it. */
async function storedBytes({ server }: AgentWindow): Promise<number> {
  const storage = "data/User/globalStorage/survey-explorer.survey-explorer";
  const folder = join(dirname(server.folder), storage);
  for (let size = -1; ;) {
    const names = await readdir(folder, { recursive: true });
    // A file may be deleted in the meantime.
    const files = await Promise.all(
      names.map((it) => stat(join(folder, it)).catch(() => undefined)),
    );
    const now = files.reduce((sum, it) => sum + (it?.isFile() === true ? it.size : 0), 0);
    if (now === size) {
      return size;
    }
    size = now;
    await setTimeout(3000);
  }
}

/** Returns the milliseconds that a plain client without an open connection needs for one page. */
async function pageMs({ baseUrl, caFile, spaceId, apiKey }: Access): Promise<number> {
  const [ca, auth] = [await readFile(caFile), `${spaceId}:${apiKey}`];
  const begun = performance.now();
  const url = `${baseUrl}/v3/surveys/${wide.surveyId}/responses`;
  const [response] = (await once(get(url, { ca, auth, agent: false }), "response")) as [
    IncomingMessage,
  ];
  await once(response.resume(), "end");
  return performance.now() - begun;
}
