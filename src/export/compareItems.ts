import { crc32 } from "node:zlib";
import type { Seconds } from "../copy/seeding.ts";
import { isDateTime, secondBefore } from "../model/time.ts";

/** An item as it is compared: the key that identifies it, and its time. */
export interface KeyedItem {
  readonly key: string;
  readonly finishedAt: string | undefined;
}

/** Items of one second that the service has and the file must leave out, because an earlier export has them. */
export interface LeftOut {
  readonly finishedAt: string;
  /** Number of these items. */
  readonly items: number;
  /** Their keys; undefined if it is unknown which items they are. */
  readonly keys?: ReadonlySet<string> | undefined;
}

/** Returns items in batches. Each call starts from the beginning. */
type Items = () => AsyncIterable<readonly KeyedItem[]>;

export interface Difference {
  /** Items that the service has and the file lacks. */
  readonly missing: number;
  /** Items that the file has and the service lacks. */
  readonly extra: number;
  /** Duplicates in the file beyond what the service has. */
  readonly doubled: number;
  /**
   * Ranges of seconds that differ, newest first; seconds that are equal are never inside a range. Undefined if the ranges
   * are unknown, or if there are too many.
   */
  readonly where?: readonly Seconds[] | undefined;
}

type Counted = Omit<Difference, "where">;

/**
 * Compares the items of the file with those of the service, as multisets. If both come newest first, they are compared
 * second by second, and memory depends on the fullest second. If one is out of order or has no times, each key is assigned
 * to one of several passes over both, so that about `keysAtOnce` keys at most are in memory in each pass.
 * @param expected approximate number of items
 */
export async function compareItems(
  file: Items,
  service: Items,
  expected: number,
  leftOut?: LeftOut,
): Promise<Difference> {
  try {
    return await compareInOrder(file, service, leftOut);
  } catch (error) {
    if (!(error instanceof OutOfOrder)) {
      throw error;
    }
    return compareInPasses(file, service, Math.ceil(expected / keysAtOnce), leftOut);
  }
}

const keysAtOnce = 250_000;

/** Most ranges that are reported: reading one again costs a request. */
const maxPlaces = 1000;

class OutOfOrder extends Error {}

async function compareInOrder(
  file: Items,
  service: Items,
  leftOut: LeftOut | undefined,
): Promise<Difference> {
  const total = { missing: 0, extra: 0, doubled: 0 };
  const where: Seconds[] = [];
  let wasDifferent = false;
  const ours = secondsOf(file());
  const theirs = secondsOf(service());
  try {
    let [mine, its] = [await next(ours), await next(theirs)];
    while (mine ?? its) {
      const time = latest(mine?.time, its?.time);
      const here = mine?.time === time ? mine : undefined;
      const there = its?.time === time ? its : undefined;
      const isKnown = leftOut?.finishedAt === time;
      const difference = differenceOf(
        here?.keys ?? [],
        there?.keys ?? [],
        isKnown ? leftOut : undefined,
      );
      add(total, difference);
      const isDifferent = !isNone(difference);
      if (isDifferent && where.length <= maxPlaces) {
        const { until } = (wasDifferent ? where.pop() : undefined) ?? { until: time };
        where.push({ after: secondBefore(time) ?? time, until });
      }
      wasDifferent = isDifferent;
      mine = here ? await next(ours) : mine;
      its = there ? await next(theirs) : its;
    }
  } finally {
    await ours.return();
    await theirs.return();
  }
  return { ...total, where: where.length <= maxPlaces ? where : undefined };
}

/** All items of one second. */
interface Second {
  readonly time: string;
  readonly keys: string[];
}

async function* secondsOf(
  batches: AsyncIterable<readonly KeyedItem[]>,
): AsyncGenerator<Second, void, undefined> {
  let second: Second | undefined;
  for await (const batch of batches) {
    for (const { key, finishedAt } of batch) {
      if (second && finishedAt === second.time) {
        second.keys.push(key);
        continue;
      }
      if (finishedAt === undefined || !isDateTime(finishedAt)) {
        throw new OutOfOrder();
      }
      if (second) {
        if (finishedAt > second.time) {
          throw new OutOfOrder();
        }
        yield second;
      }
      second = { time: finishedAt, keys: [key] };
    }
  }
  if (second) {
    yield second;
  }
}

async function next(seconds: AsyncIterator<Second, void>): Promise<Second | undefined> {
  const result = await seconds.next();
  return result.done === true ? undefined : result.value;
}

/** Returns the later time. Times of the API sort correctly as text. */
function latest(a: string | undefined, b: string | undefined): string {
  return (a ?? "") > (b ?? "") ? (a ?? "") : (b ?? "");
}

async function compareInPasses(
  file: Items,
  service: Items,
  passes: number,
  leftOut: LeftOut | undefined,
): Promise<Counted> {
  const total = { missing: 0, extra: 0, doubled: 0 };
  for (let pass = 0; pass < Math.max(1, passes); pass++) {
    const counts = new Counts();
    const isMine = (key: string) => passes <= 1 || crc32(key) % passes === pass;
    for await (const batch of file()) {
      batch.filter(({ key }) => isMine(key)).forEach(({ key }) => counts.of(key).file++);
    }
    for await (const batch of service()) {
      batch
        .filter(({ key }) => isMine(key) && leftOut?.keys?.has(key) !== true)
        .forEach(({ key }) => counts.of(key).service++);
    }
    add(total, counts.difference());
  }
  return withoutLeftOut(total, leftOut);
}

function differenceOf(
  file: readonly string[],
  service: readonly string[],
  leftOut: LeftOut | undefined,
): Counted {
  if (file.length === service.length && file.every((key, index) => key === service[index])) {
    return { missing: 0, extra: 0, doubled: 0 };
  }
  const counts = new Counts();
  file.forEach((key) => counts.of(key).file++);
  service
    .filter((key) => leftOut?.keys?.has(key) !== true)
    .forEach((key) => counts.of(key).service++);
  return withoutLeftOut(counts.difference(), leftOut);
}

/** If it is unknown which items are left out, subtracts their number from the missing ones. */
function withoutLeftOut(difference: Counted, leftOut: LeftOut | undefined): Counted {
  const unknown = leftOut && !leftOut.keys ? leftOut.items : 0;
  return { ...difference, missing: Math.max(0, difference.missing - unknown) };
}

/** Number of times each key is in the file and at the service. */
class Counts {
  readonly #counts = new Map<string, { file: number; service: number }>();

  of(key: string): { file: number; service: number } {
    let count = this.#counts.get(key);
    if (!count) {
      count = { file: 0, service: 0 };
      this.#counts.set(key, count);
    }
    return count;
  }

  difference(): Counted {
    const total = { missing: 0, extra: 0, doubled: 0 };
    for (const { file, service } of this.#counts.values()) {
      if (file < service) {
        total.missing += service - file;
      } else if (file > service) {
        total[service === 0 ? "extra" : "doubled"] += file - service;
      }
    }
    return total;
  }
}

export function isNone({ missing, extra, doubled }: Counted): boolean {
  return missing === 0 && extra === 0 && doubled === 0;
}

function add(total: { -readonly [K in keyof Counted]: number }, more: Counted): void {
  total.missing += more.missing;
  total.extra += more.extra;
  total.doubled += more.doubled;
}
