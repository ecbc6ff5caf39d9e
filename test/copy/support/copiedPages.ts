import { join } from "node:path";
import type { RawItem } from "../../../src/client/queries.ts";
import { itemBytes } from "../../../src/copy/blocks.ts";
import { SurveyCopy, type CopiedPage } from "../../../src/copy/surveyCopy.ts";
import type { ApiVersion } from "../../../src/model/survey.ts";
import type { WindowState } from "../../../src/reader/windowState.ts";
import type { SqliteDriver } from "../../../src/store/sqliteDriver.ts";

export const fileIn = (folder: string): string => join(folder, "copy", "responses.db");

export function copyIn(
  driver: SqliteDriver,
  folder: string,
  version: ApiVersion = "v3",
  holder?: string,
): SurveyCopy {
  return new SurveyCopy(driver, { file: fileIn(folder), version, dataSpace: "Space", holder });
}

export function windowAt(read = 0, more: Partial<WindowState> = {}): WindowState {
  return {
    id: 0,
    position: {},
    lastSecond: { items: [] },
    isRead: false,
    read,
    ...more,
  };
}

/** Builds a page whose items are separated by commas. */
export function pageOf(items: readonly string[], window = windowAt()): CopiedPage {
  let at = 1;
  const places = items.map((item): RawItem => {
    const start = at;
    const end = start + Buffer.byteLength(item);
    at = end + 1;
    return { start, end, ...factsOf(item) };
  });
  const trail = { position: window.position, marks: [`${window.read}`] };
  return { body: Buffer.from(`[${items.join(",")}]`), items: places, window, trail };
}

/** Reads id and time of an item; an item that is not JSON has neither. */
function factsOf(item: string): Pick<RawItem, "id" | "finishedAt"> {
  try {
    const { responseId, finishedAt } = JSON.parse(item) as Record<string, string | undefined>;
    return { id: responseId, finishedAt };
  } catch {
    return {};
  }
}

/** Returns the time `second` seconds after the beginning of 2026, as `YYYY-MM-DDThh:mm:ss`. */
export function timeAt(second: number): string {
  return new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString().slice(0, 19);
}

/** Returns a response of v3. */
export function itemOf(number: number, second = number, text = "x"): string {
  return JSON.stringify({
    responseId: `r${number}`,
    collectGroupId: "g1",
    finishedAt: timeAt(second),
    embeddedData: [{ name: "source", value: "mail" }],
    variables: [
      { name: "Q1", type: "SingleChoice", options: [], answer: [{ value: String(number % 5) }] },
      { name: "Q2", type: "Text", options: [], answer: [{ value: text, etcValue: "other" }] },
    ],
  });
}

/** Returns `count` numbers, counting down from `from`. */
export function numbersDown(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from - index);
}

/** Returns the items in the order in which they arrived. */
export function textsIn(copy: SurveyCopy): string[] {
  return copy.read(() =>
    copy
      .itemsAt(Array.from({ length: copy.loaded }, (_, number) => number))
      .map((it) => Buffer.from(it).toString("utf8")),
  );
}

/** Returns the items in the order in which they are written. */
export function writtenTexts(
  copy: SurveyCopy,
  range?: Parameters<SurveyCopy["items"]>[0],
): string[] {
  return [...copy.items(range)].flatMap((batch) => {
    JSON.parse(Buffer.from(batch.body).toString("utf8"));
    return itemBytes(batch).map((it) => Buffer.from(it).toString("utf8"));
  });
}
