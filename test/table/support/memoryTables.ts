import { isDateTime } from "../../../src/model/time.ts";
import type { Survey } from "../../../src/model/survey.ts";
import { SurveyError } from "../../../src/model/errors.ts";
import type { SurveyClient } from "../../../src/client/surveyClient.ts";
import { itemKey } from "../../../src/reader/border.ts";
import type { PageTrail, WindowState } from "../../../src/reader/windowState.ts";
import type { ReadTables } from "../../../src/table/readTable.ts";
import type { KeptItem, KeptPage, ReadingState } from "../../../src/table/tables.ts";

interface Kept extends KeptItem {
  readonly key: string;
  readonly json: string;
}

/** Seconds of the newest that an overlap reads again, and rows, at most. */
const overlapSeconds = 600;
const overlapRows = 1000;

/** One table in memory, by the words of TableCalls, and told apart by nothing but them. */
export class MemoryTable {
  readonly items: Kept[] = [];
  isComplete = false;
  isAlone = false;
  survey: Survey | undefined;
  /** Called before each write; throws where that is to fail. */
  onWrite: (name: string) => void = () => undefined;
  readonly #cut: SurveyClient["rawItems"];
  #owner: object | undefined;
  #windows = new Map<
    number,
    { state: WindowState; readonly recent: KeptItem[]; readonly trail: PageTrail[] }
  >();

  constructor(cut: SurveyClient["rawItems"]) {
    this.#cut = cut;
  }

  get json(): string[] {
    return this.items.map((it) => it.json).sort();
  }

  /** The table as a process sees it. */
  process(): ReadTables {
    const me = {};
    const write = (name: string) => {
      if (this.#owner !== me) {
        throw new SurveyError("cancelled", "The turn was lost.");
      }
      this.onWrite(name);
    };
    return {
      takeTurn: async () => {
        if (this.#owner !== undefined && this.#owner !== me) {
          return undefined;
        }
        this.#owner = me;
        return structuredClone(this.#state());
      },
      // Each process has one of its own.
      isTurnElsewhere: async () => this.#owner !== undefined && this.#owner !== me,
      keepTurn: async () => write("keepTurn"),
      leaveTurn: async () => {
        if (this.#owner === me) {
          this.#owner = undefined;
        }
      },
      addPage: async (_, page) => {
        // Handed over, as to a worker.
        const handed = structuredClone(page, { transfer: [page.body.buffer, page.places.buffer] });
        write("addPage");
        return this.#add(handed);
      },
      putWindows: async (_, states) => {
        write("putWindows");
        structuredClone(states).forEach((it) => this.#put(it));
      },
      finish: async () => {
        write("finish");
        this.#windows.clear();
        this.isComplete = true;
      },
      reset: async (_, isAlone) => {
        write("reset");
        this.items.length = 0;
        this.#windows.clear();
        this.isComplete = false;
        this.isAlone = isAlone;
      },
      overlap: async (_, since) => this.#overlap(since),
    };
  }

  /** As when the process has ended, and its turn has run out. */
  forgetTurn(): void {
    this.#owner = undefined;
  }

  #state(): ReadingState {
    const windows = [...this.#windows.values()].sort((a, b) =>
      (a.state.to ?? "~") < (b.state.to ?? "~") ? 1 : -1,
    );
    const { items, isAlone } = this;
    return { windows, loaded: items.length, newest: newestOf(items), isAlone };
  }

  #put(state: WindowState) {
    const known = this.#windows.get(state.id) ?? { state, recent: [], trail: [] };
    known.state = state;
    this.#windows.set(state.id, known);
    return known;
  }

  #add({ body, places, window, trail }: KeptPage): number {
    const known = this.#put(window);
    known.trail.push(trail);
    const ends = Array.from({ length: places.length / 2 }, (_, it) =>
      places.slice(2 * it, 2 * it + 2),
    );
    const added = ends.map(([start = 0, end = 0]): Kept => {
      const json = Buffer.from(body.subarray(start, end));
      const [item] = this.#cut(Buffer.concat([Buffer.from("["), json, Buffer.from("]")]));
      return {
        id: item?.id,
        finishedAt: item?.finishedAt,
        key: item?.id ?? itemKey(json, { start: 0, end: json.length }),
        json: json.toString(),
      };
    });
    this.items.push(...added);
    known.recent.push(...added.map(({ id, finishedAt }) => ({ id, finishedAt })));
    this.isComplete = false;
    return this.items.length;
  }

  #overlap(after: string | undefined) {
    const newest = newestOf(this.items);
    if (newest === undefined || !isDateTime(newest)) {
      return undefined;
    }
    const timed = this.items
      .flatMap(({ finishedAt: time, key }) => (time === undefined ? [] : [{ time, key }]))
      .sort((a, b) => (a.time < b.time ? 1 : -1));
    const before = (time: string, seconds: number) =>
      new Date(Date.parse(`${time}Z`) - seconds * 1000).toISOString().slice(0, 19);
    const far = timed[overlapRows]?.time ?? "";
    const bySeconds = before(newest, overlapSeconds);
    const widest = far > bySeconds ? far : bySeconds;
    const since = after ?? (widest < newest ? widest : before(newest, 1));
    const known = timed.filter((it) => it.time > since);
    return known.every((it) => isDateTime(it.time)) ? { since, known } : undefined;
  }
}

function newestOf(items: readonly KeptItem[]): string | undefined {
  return items.reduce<string | undefined>(
    (newest, { finishedAt = "" }) => (finishedAt > (newest ?? "") ? finishedAt : newest),
    undefined,
  );
}
