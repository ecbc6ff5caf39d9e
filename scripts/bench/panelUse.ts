// With everything stored and the panel open: what a person does, until it is painted.
import { setTimeout } from "node:timers/promises";
import { median, type Figure } from "./bench.ts";
import type { Painted } from "./panelProbe.ts";
import type { Memory, Panel, PanelWindow } from "./panelWindow.ts";
import { tell } from "./report.ts";
import { chance } from "./responses.ts";
import { at, nameOf, serialOf } from "./wideSurvey.ts";
import { filtered, filters, sorted } from "./wideViews.ts";

const places = 100;
const dragMs = 3000;
const idleMs = 2000;
const switches = 12;
/** So that nothing is measured of what was caused before. */
const restMs = 250;
const aims = { scroll: 100, filter: 300, sort: 1000, switch: 50, memory: 150 };

/** @param before what the window took without the panel */
export async function usingFigures(
  window: PanelWindow,
  responses: number,
  before: Memory,
): Promise<Figure[]> {
  const panel = await window.panel();
  const parts = [
    () => scrollFigures(panel, responses),
    () => dragFigures(window, panel),
    () => filterFigures(panel, responses),
    () => sortFigures(panel, responses),
    () => switchFigures(window, panel),
    () => memoryFigures(window, before),
  ];
  const figures: Figure[] = [];
  for (const part of parts) {
    figures.push(...tell(await part()));
  }
  return figures;
}

async function scrollFigures(panel: Panel, responses: number): Promise<Figure[]> {
  const everything = filtered({}, responses);
  const taken: number[] = [];
  for (let place = 0; place < places; place++) {
    await setTimeout(restMs);
    const share = chance(place);
    const painted = await panel.ask("scrollTo", share);
    // Of many rows the scroll bar takes the ones near the ends more exactly than the others.
    if (Math.abs(painted.first - share * responses) > 100 + 0.01 * responses) {
      throw new Error(`Of ${responses} rows ${painted.first} is not the one at ${share}.`);
    }
    check(painted, everything);
    taken.push(painted.milliseconds);
  }
  return spread("scroll to a random place", taken, aims.scroll);
}

/** Frames come late when something kept them from being drawn; that they come at all, a page without work shows. */
async function dragFigures(window: PanelWindow, panel: Panel): Promise<Figure[]> {
  const idle = await framesDuring(panel, () => setTimeout(idleMs));
  const frame = median(idle.gaps);
  const late = (gaps: readonly number[]) => gaps.filter((it) => it > 1.5 * frame).length;
  await panel.ask("scrollTo", 0);
  await setTimeout(restMs);
  const dragged = await framesDuring(panel, () => panel.dragThumb(dragMs));
  if (dragged.scrolls < 10) {
    throw new Error("The thumb of the scroll bar was not dragged.");
  }
  await setTimeout(restMs);
  const { dropped, presented } = await tracedFrames(window, () => panel.dragThumb(dragMs));
  return [
    { name: "frame of an idle panel", value: frame, unit: "ms" },
    {
      name: "late frames of an idle panel",
      value: (100 * late(idle.gaps)) / idle.gaps.length,
      unit: "%",
    },
    { name: "late frames while dragging", value: late(dragged.gaps), atMost: 0 },
    {
      name: "of all while dragging",
      value: (100 * late(dragged.gaps)) / dragged.gaps.length,
      unit: "%",
    },
    { name: "longest frame while dragging", value: Math.max(...dragged.gaps), unit: "ms" },
    { name: "frames dropped while dragging, as Chromium traces it", value: dropped, atMost: 0 },
    {
      name: "of all, as Chromium traces it",
      value: (100 * dropped) / (dropped + presented),
      unit: "%",
    },
  ];
}

async function framesDuring(panel: Panel, work: () => Promise<unknown>) {
  await panel.ask("beginFrames");
  await work();
  return panel.ask("endFrames");
}

interface TraceEvent {
  readonly name: string;
  readonly args?: { readonly frame_reporter?: { readonly state: string } };
}

async function tracedFrames(
  { vsCode }: PanelWindow,
  work: () => Promise<unknown>,
): Promise<{ dropped: number; presented: number }> {
  const categories = ["cc", "benchmark", "disabled-by-default-devtools.timeline.frame"];
  await vsCode.browser.startTracing(vsCode.page, { categories });
  await work();
  const trace = await vsCode.browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
  const states = traceEvents.flatMap(({ name, args }) =>
    name === "PipelineReporter" && args?.frame_reporter ? [args.frame_reporter.state] : [],
  );
  const count = (start: string) => states.filter((it) => it.startsWith(start)).length;
  return { dropped: count("STATE_DROPPED"), presented: count("STATE_PRESENTED") };
}

/** Each is asked for twice: the first time columns may have to be read from the disk. */
async function filterFigures(panel: Panel, responses: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const round of ["the first time", "again"]) {
    const taken: number[] = [];
    for (const { name, filter } of filters(responses)) {
      const expected = filtered(filter, responses);
      await setTimeout(restMs);
      const painted = await panel.ask("request", { kind: "filter", filter }, expected.length);
      check(painted, expected);
      const ms = Math.round(painted.milliseconds);
      console.error(`filter, ${round}: ${name}, ${expected.length} found, ${ms} ms`);
      taken.push(painted.milliseconds);
    }
    figures.push(...spread(`filter change, ${round}`, taken, aims.filter));
  }
  await setTimeout(restMs);
  await panel.ask("expect", "pointerup", responses);
  await panel.button("Clear all filters").click();
  const { milliseconds } = await panel.ask("expected");
  const name = "all filters cleared by the button";
  return [...figures, { name, value: milliseconds, unit: "ms", atMost: aims.filter }];
}

/** By a click on the header, as a person does. */
async function sortFigures(panel: Panel, responses: number): Promise<Figure[]> {
  const sorts = [
    { name: "sort by a coded column", position: 5, direction: "ascending" },
    { name: "the other way round", position: 5, direction: "descending" },
    { name: "sort by a number", position: at.amount, direction: "ascending" },
    { name: "sort by an open text", position: at.text, direction: "ascending" },
  ] as const;
  const figures: Figure[] = [];
  for (const { name, position, direction } of sorts) {
    const expected = sorted(position, direction, responses);
    const column = nameOf(position);
    await panel.ask("revealColumn", column);
    await setTimeout(restMs);
    await panel.ask("expect", "pointerup", responses);
    await panel.header(column).click({ position: { x: 12, y: 8 } });
    const painted = await panel.ask("expected");
    check(painted, expected);
    figures.push({ name, value: painted.milliseconds, unit: "ms", atMost: aims.sort });
  }
  await panel.ask("request", { kind: "sort", sort: null }, responses);
  return figures;
}

/** By the key, with as many coded columns in sight as there is room for. */
async function switchFigures(window: PanelWindow, panel: Panel): Promise<Figure[]> {
  await setTimeout(restMs);
  await panel.ask("revealColumn", nameOf(15));
  await panel.cell().click();
  const taken: number[] = [];
  for (let time = 0; time < switches; time++) {
    await setTimeout(restMs);
    await panel.ask("expect", "keydown", "other cells");
    await window.vsCode.page.keyboard.press("c");
    taken.push((await panel.ask("expected")).milliseconds);
  }
  return spread("codes, labels, both", taken, aims.switch);
}

async function memoryFigures(window: PanelWindow, before: Memory): Promise<Figure[]> {
  const after = await window.memory();
  const renderer = "process that draws it, more than without";
  return [
    {
      name: "webview: JavaScript, document and buffers",
      value: after.page - before.page,
      unit: "MB",
      atMost: aims.memory,
    },
    after.renderer === undefined || before.renderer === undefined
      ? { name: renderer, note: "not told by this system" }
      : { name: renderer, value: after.renderer - before.renderer, unit: "MB" },
  ];
}

/** @throws where rows stand elsewhere than they should: a wrong view is no figure */
function check({ first, serials }: Painted, order: readonly number[]): void {
  const expected = order.slice(first, first + serials.length).map(serialOf);
  if (serials.join() !== expected.join()) {
    throw new Error(`From row ${first} on there is ${serials.join()} and not ${expected.join()}.`);
  }
}

function spread(name: string, taken: readonly number[], aim: number): Figure[] {
  const sorted = taken.toSorted((a, b) => a - b);
  const p95 = sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN;
  return [
    { name: `${name}, median`, value: median(taken), unit: "ms" },
    { name: `${name}, 95th percentile`, value: p95, unit: "ms", atMost: aim },
    { name: `${name}, longest`, value: sorted.at(-1) ?? Number.NaN, unit: "ms" },
  ];
}
