import { PageReader } from "../../src/client/pageReader.ts";
import type { CopiedPage } from "../../src/copy/surveyCopy.ts";
import { ReplayedSurvey } from "./replayedSurvey.ts";
import { wide } from "./wideSurvey.ts";

/**
 * What a copy of the survey of 40 variables takes, a page at a time.
 * @param changed what is made of a page's items, of which the first has the number
 */
export function* copiedPages(
  responses: number,
  changed: (items: Buffer, number: number) => Buffer = (items) => items,
): Generator<CopiedPage> {
  const reader = new PageReader("v3", "Bench");
  const replayed = new ReplayedSurvey(wide, responses);
  for (let offset: string | undefined, read = 0; read < responses;) {
    const page = replayed.page(new URLSearchParams(offset === undefined ? {} : { offset }));
    const bytes = Buffer.from(page.bytes);
    page.release();
    const body = changed(bytes.subarray(bytes.indexOf("["), bytes.lastIndexOf("]") + 1), read);
    offset = /"offset":"(.+)"/.exec(bytes.toString("latin1", bytes.lastIndexOf("]")))?.[1];
    const items = reader.rawItems(body);
    read += items.length;
    const window = { id: 0, position: {}, border: { items: [] }, isRead: false, read };
    yield { body, items, window, trail: { position: {}, marks: [`${read}`] } };
  }
}
