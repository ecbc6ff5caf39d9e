// Until everything is stored: opening the panel, reading, and what is on the disk then.
import { once } from "node:events";
import { readdir, readFile, stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { median, type Bench, type Figure } from "./bench.ts";
import { lagFigures } from "./lagSections.ts";
import type { Milestones } from "./panelProbe.ts";
import type { Panel, PanelWindow } from "./panelWindow.ts";
import { ReplayedSurvey, type Replayed } from "./replayedSurvey.ts";
import type { Access } from "./servers.ts";
import { wide, wideLabelled } from "./wideSurvey.ts";

/** A server, under the name that its data space has in VS Code. */
export interface Space {
  readonly name: string;
  readonly access: Access;
  readonly delayMs: number;
  readonly responses: number;
}

const ratioAim = 1.5;
const lagAim = 25;
const storeAim = 1.2;
/** The size of the store is told when it has stayed the same for so long. */
const settledMs = 3000;

/** From the command to the first rows, where nothing is stored, beside what nobody can do without. */
export async function openingFigures(
  bench: Bench,
  window: PanelWindow,
  spaces: readonly Space[],
): Promise<Figure[]> {
  // The first panel of a window starts more of VS Code than the others.
  await emptyPanelMs(window);
  const empty = median(await measured(bench, () => emptyPanelMs(window)));
  const figures: Figure[] = [{ name: "empty panel of VS Code", value: empty, unit: "ms" }];
  for (const space of spaces) {
    // The first one takes a server longer.
    await pageMs(space.access);
    const page = median(await measured(bench, () => pageMs(space.access)));
    const ways = await measured(bench, async () => {
      const { panel, begun } = await open(window, space, wide);
      const way = wayOf(begun, await panel.ask("painted"));
      await forget(window, space);
      return way;
    });
    const rows = median(ways.map((it) => it.painted));
    const name = `answers ${space.delayMs === 0 ? "at once" : `after ${space.delayMs} ms`}`;
    figures.push(
      { name: `${name}: one page, plain client`, value: page, unit: "ms" },
      ...wayFigures(`${name}: command to first rows`, ways),
      { name: `${name}: ratio to one page`, value: rows / page, atMost: ratioAim },
      { name: `${name}: ratio to page or empty panel`, value: rows / Math.max(page, empty) },
    );
  }
  return figures;
}

/** Milliseconds from the command. */
type Way = Milestones;

function wayOf(begun: number, { script, rows, painted }: Milestones): Way {
  return {
    script: script - begun,
    rows: rows === undefined ? undefined : rows - begun,
    painted: painted - begun,
  };
}

function wayFigures(name: string, ways: readonly Way[]): Figure[] {
  const rows = ways.flatMap((it) => it.rows ?? []);
  return [
    { name, value: median(ways.map((it) => it.painted)), unit: "ms" },
    {
      name: "  of that until its script runs",
      value: median(ways.map((it) => it.script)),
      unit: "ms",
    },
    { name: "  of that until the rows arrive", value: median(rows), unit: "ms" },
  ];
}

/** Reads everything of the survey; it stays open. */
export async function loadingFigures(
  bench: Bench,
  window: PanelWindow,
  space: Space,
): Promise<Figure[]> {
  await window.watchLag();
  const { begun, panel } = await open(window, space, wide);
  const seconds = ((await panel.ask("loaded", space.responses)) - begun) / 1000;
  const lag = await window.lag();
  const memory = await window.hostMemory();
  const reopened = await measured(bench, async () => {
    await window.closePanels();
    const again = await open(window, space, wide);
    const way = wayOf(again.begun, await again.panel.ask("painted"));
    await again.panel.ask("loaded", space.responses);
    return way;
  });
  await window.closePanels();
  const stored = await storedBytes(window);
  await (await open(window, space, wide)).panel.ask("loaded", space.responses);
  const { ndjsonBytes } = new ReplayedSurvey(wide, space.responses);
  const megabytes = (name: string, value: number | undefined): Figure =>
    value === undefined ? { name, note: "not told by this system" } : { name, value, unit: "MB" };
  return [
    { name: "loading all", value: seconds, unit: "s" },
    { name: "loading all, responses", value: space.responses / seconds, unit: "/s" },
    ...lagFigures("extension host while loading", lag, lagAim),
    megabytes("extension host with its worker, when loaded", memory?.now),
    megabytes("extension host with its worker, most", memory?.peak),
    ...wayFigures("opening again what is stored, to first rows", reopened),
    { name: "store on disk", value: stored / 1e6, unit: "MB" },
    { name: "store, ratio to NDJSON", value: stored / ndjsonBytes, atMost: storeAim },
  ];
}

/** What a store takes of responses that repeat the structure's labels. */
export async function labelledFigures(window: PanelWindow, space: Space): Promise<Figure[]> {
  const before = await storedBytes(window);
  const { panel } = await open(window, space, wideLabelled);
  await panel.ask("loaded", space.responses);
  await window.closePanels();
  const stored = (await storedBytes(window)) - before;
  await forget(window, space);
  const { ndjsonBytes } = new ReplayedSurvey(wideLabelled, space.responses);
  const name = `store of ${space.responses.toLocaleString("en")} responses with all labels, ratio to NDJSON`;
  return [{ name, value: stored / ndjsonBytes, atMost: storeAim }];
}

async function open(
  window: PanelWindow,
  { name }: Space,
  { survey }: Replayed,
): Promise<{ begun: number; panel: Panel }> {
  const { surveyId } = survey;
  const begun = await window.command("surveyExplorer.openResponses", { dataSpace: name, surveyId });
  return { begun, panel: await window.panel() };
}

/** The next time, nothing is known of the survey. */
async function forget(window: PanelWindow, { name }: Space): Promise<void> {
  await window.closePanels();
  await window.command("surveyExplorer.clearCachedResponses", { dataSpace: name });
}

async function emptyPanelMs(window: PanelWindow): Promise<number> {
  const begun = await window.openEmptyPanel();
  const panel = await window.panel();
  const { painted } = await panel.ask("painted");
  await window.closePanels();
  return painted - begun;
}

/** As any client would, which has no connection yet. */
async function pageMs({ baseUrl, caFile, spaceId, apiKey }: Access): Promise<number> {
  const ca = await readFile(caFile);
  const key = Buffer.from(`${spaceId}:${apiKey}`).toString("base64").replace(/=+$/, "");
  const headers = { authorization: `Basic ${key}` };
  const url = `${baseUrl}/v3/surveys/${wide.survey.surveyId}/responses`;
  const begun = performance.now();
  const request = get(url, { ca, headers, agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  return performance.now() - begun;
}

async function measured<T>(bench: Bench, measure: () => Promise<T>): Promise<T[]> {
  const taken: T[] = [];
  for (let run = 0; run < bench.runs; run++) {
    taken.push(await measure());
  }
  return taken;
}

/** All that the extension keeps in its global storage, when nothing is written to it any more. */
async function storedBytes({ vsCode }: PanelWindow): Promise<number> {
  const user = join(dirname(vsCode.server.folder), "data", "User");
  const folder = join(user, "globalStorage", "survey-explorer.survey-explorer");
  let size = await bytesIn(folder);
  for (let since = performance.now(); performance.now() - since < settledMs;) {
    await setTimeout(100);
    const now = await bytesIn(folder);
    if (now !== size) {
      size = now;
      since = performance.now();
    }
  }
  return size;
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((it) => it.isFile())
    // A file may go while it is looked at.
    .map((it) =>
      stat(join(it.parentPath, it.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
