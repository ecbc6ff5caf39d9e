import { filledPage } from "../client/paging.ts";
import type { RawItem, RawPage } from "../client/queries.ts";
import { isDateTime, secondBefore } from "../model/time.ts";
import { answerSource, fetchPage, type ReadOptions } from "./fetchPage.ts";
import { fittingPage, PageSize } from "./pageSize.ts";

/** The newest time in a range. */
interface Newest {
  /** Absent where the service tells none that could be asked for. */
  readonly time?: string | undefined;
  /** Whether there is anything in the range. */
  readonly isEmpty: boolean;
}

/**
 * The newest time in the range, which becomes the range's end. The newest response comes first, but of a service that does
 * not keep to that order.
 */
export async function newestTime(options: ReadOptions): Promise<Newest> {
  const { startDateTime, endDateTime } = options.query;
  const first = await newestIn(options, startDateTime, new PageSize(1));
  const time = latest(first.items.slice(0, 1));
  if (time === undefined) {
    return { isEmpty: first.items.length === 0 };
  }
  const isWhole = first.cursor === undefined || time === endDateTime;
  const isInOrder = isNewestFirst(first.items);
  if (isInOrder && (isWhole || first.items.length > 1 || !(await mayHaveNewer(options, time)))) {
    return { time, isEmpty: false };
  }
  let newest = isInOrder ? time : latest(first.items);
  for (let isLast = isWhole; newest !== undefined && !isLast;) {
    const page = await newestIn(options, secondBefore(newest), new PageSize());
    if (isInOrder && newest === time && isNewestFirst(page.items)) {
      // What is newer has arrived meanwhile.
      break;
    }
    const newer = page.items.length === 0 ? newest : latest(page.items);
    isLast = page.cursor === undefined || newer === undefined || newer <= newest;
    newest = newer === undefined || newer > newest ? newer : newest;
  }
  return { time: newest, isEmpty: false };
}

/** Whether there is anything later, as far as a single item tells. */
async function mayHaveNewer(options: ReadOptions, time: string): Promise<boolean> {
  const { endDateTime } = options.query;
  const { items, cursor } = await fittingPage({ ...options, pageSize: new PageSize(1) }, (size) =>
    fetchPage(options, { startDateTime: time, endDateTime, size }, options.signal),
  );
  return items.length === 0 ? cursor !== undefined : (latest(items) ?? "~") > time;
}

function isNewestFirst(items: readonly RawItem[]): boolean {
  return items.every((it, at) => (it.finishedAt ?? "") <= (items[at - 1]?.finishedAt ?? "~"));
}

function newestIn(
  options: ReadOptions,
  startDateTime: string | undefined,
  pageSize: PageSize,
): Promise<RawPage> {
  const { endDateTime } = options.query;
  return filledPage(answerSource(options), undefined, (cursor) =>
    fittingPage({ ...options, pageSize }, (size) =>
      fetchPage(options, { startDateTime, endDateTime, cursor, size }, options.signal),
    ),
  );
}

/** The latest time; `undefined` where one of them could not be asked for. */
function latest(items: readonly RawItem[]): string | undefined {
  let most: string | undefined;
  for (const { finishedAt } of items) {
    if (finishedAt === undefined || !isDateTime(finishedAt)) {
      return undefined;
    }
    most = most === undefined || finishedAt > most ? finishedAt : most;
  }
  return most;
}
