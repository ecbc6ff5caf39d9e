import { setImmediate } from "node:timers/promises";
import { cancelled } from "../client/waiting.ts";
import { ReadWindow } from "../reader/readWindows.ts";
import { windowState } from "../reader/windowState.ts";
import { putBlock, putBlocks } from "./blocks.ts";
import { factsOfItems, type PageFacts } from "./copyState.ts";
import type { CopyMoment } from "./readableCopy.ts";
import type { SurveyCopy, TakenPage } from "./surveyCopy.ts";

/** Whole seconds, (after, until]. */
export interface Seconds {
  readonly after: string;
  readonly until: string;
}

/** What a copy is made of. */
export interface Seed {
  readonly moment: CopyMoment;
  /** Not taken over, but left to be read; newest first. */
  readonly without: readonly Seconds[];
}

/**
 * Takes over into an empty copy what another one had, which must have been read by several lanes and know each item's time.
 * A page at a time, so that memory does not depend on how many there are.
 * @throws SurveyError "file-fault" where the other one was begun anew meanwhile, "cancelled"
 */
export async function takeOver(
  copy: SurveyCopy,
  from: SurveyCopy,
  { moment, without }: Seed,
  signal: AbortSignal,
): Promise<void> {
  const pages = from.pagesOf(moment);
  const { doubled, withoutId, isDisordered, doubt, isUnproved } = from.facts;
  // The order within a second follows from them; and to be whole, the copy has to finish a reading.
  const readings = (pages.at(-1)?.reading ?? 0) + 1;
  let withoutIdHere = withoutId;
  for (const page of pages) {
    await setImmediate();
    if (signal.aborted) {
      throw cancelled();
    }
    const { taken, leftWithoutId } = takenPage(from, page, moment.epoch, without);
    withoutIdHere -= leftWithoutId;
    if (taken.rows > 0) {
      copy.takeOver({ ...taken, reading: page.reading - readings });
    }
  }
  const windows = without.map(({ after, until }, id) => new ReadWindow(id, after, until));
  const marks = { doubled, withoutId: withoutIdHere, isDisordered, doubt, isUnproved };
  copy.putWindows(windows.map(windowState), marks);
}

interface Taken {
  readonly taken: TakenPage;
  /** Items that are left out, and tell no id. */
  readonly leftWithoutId: number;
}

function takenPage(
  from: SurveyCopy,
  page: PageFacts,
  epoch: string,
  without: readonly Seconds[],
): Taken {
  const { newest = "", oldest = "" } = page;
  const left = without.filter(({ after, until }) => newest > after && oldest <= until);
  if (left.length === 0) {
    const blocks = [...from.packedBlocks(page, epoch)];
    const put: TakenPage["put"] = (database, first) =>
      blocks.forEach((it) => putBlock(database, first + it.first - page.first, it));
    return { taken: { ...page, put }, leftWithoutId: 0 };
  }
  const isLeft = (time = ""): boolean =>
    left.some(({ after, until }) => time > after && time <= until);
  const items = [...from.rawBlocks(page, epoch)].flatMap(({ body, items }) =>
    items.map((it) => ({ ...it, body })),
  );
  const kept = items.filter((it) => !isLeft(it.finishedAt));
  const put: TakenPage["put"] = (database, first) => putBlocks(database, first, kept);
  return {
    taken: { ...page, rows: kept.length, ...factsOfItems(kept), put },
    leftWithoutId: items.filter((it) => it.id === undefined && isLeft(it.finishedAt)).length,
  };
}
