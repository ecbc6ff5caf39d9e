import { setImmediate } from "node:timers/promises";
import { cancelled } from "../client/waiting.ts";
import { ReadWindow } from "../reader/readWindows.ts";
import { windowState } from "../reader/windowState.ts";
import { putBlock, putBlocks } from "./blocks.ts";
import { factsOfItems, type PageFacts } from "./copyState.ts";
import type { CopyVersion } from "./readableCopy.ts";
import type { SurveyCopy, TakenPage } from "./surveyCopy.ts";

/** Whole seconds, (after, until]. */
export interface Seconds {
  readonly after: string;
  readonly until: string;
}

/** What to take over from another copy. */
export interface Seed {
  readonly copyVersion: CopyVersion;
  /** Ranges that are not taken over but left to be read; newest first. */
  readonly excluded: readonly Seconds[];
}

/**
 * Copies into an empty copy what another one had. The other one must have been read by several lanes, and must know each
 * item's time. Copies page by page, so that memory does not depend on their number.
 * @throws SurveyError "file-fault" if the other one is reset meanwhile, "cancelled"
 */
export async function copyPages(
  copy: SurveyCopy,
  from: SurveyCopy,
  { copyVersion, excluded }: Seed,
  signal: AbortSignal,
): Promise<void> {
  const pages = from.pagesOf(copyVersion);
  const { doubled, withoutId, isDisordered, doubt, isUnproved } = from.facts;
  // Numbers below 0 keep the order of the readings, which decides the order within a second. The copy is whole once it has
  // finished a reading of its own.
  const readings = (pages.at(-1)?.reading ?? 0) + 1;
  let withoutIdHere = withoutId;
  for (const page of pages) {
    await setImmediate();
    if (signal.aborted) {
      throw cancelled();
    }
    const { taken, leftWithoutId } = takenPage(from, page, copyVersion.epoch, excluded);
    withoutIdHere -= leftWithoutId;
    if (taken.rows > 0) {
      copy.takeOver({ ...taken, reading: page.reading - readings });
    }
  }
  const windows = excluded.map(({ after, until }, id) => new ReadWindow(id, after, until));
  const marks = { doubled, withoutId: withoutIdHere, isDisordered, doubt, isUnproved };
  copy.putWindows(windows.map(windowState), marks);
}

interface Taken {
  readonly taken: TakenPage;
  /** Items without an ID that are left out. */
  readonly leftWithoutId: number;
}

function takenPage(
  from: SurveyCopy,
  page: PageFacts,
  epoch: string,
  excluded: readonly Seconds[],
): Taken {
  const { newest = "", oldest = "" } = page;
  const left = excluded.filter(({ after, until }) => newest > after && oldest <= until);
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
