import {
  chance,
  idOf,
  numberOf,
  patterns,
  response,
  secondAt,
  secondOf,
  survey,
  timeOf,
} from "./responses.ts";

/** A survey of which a few thousand prepared responses make any number of them. */
export interface Replayed {
  /** As getSurvey answers. */
  readonly survey: { readonly surveyId: string; readonly [field: string]: unknown };
  /** As listCollectGroups answers. */
  readonly collectGroups: readonly object[];
  /** After so many responses all that has no patch repeats. */
  readonly patterns: number;
  /** What differs between responses of one pattern. */
  readonly patches: readonly Patch[];
  /**
   * As the service sends it.
   * @param number from 0, the oldest
   * @param second when it was finished
   */
  response(number: number, second: number): object;
}

/** A place in an item's JSON whose bytes are another for each response, and as many. */
export interface Patch {
  /** What stands before it; an item without has nothing to be changed. */
  readonly after: string;
  put(buffer: Buffer, at: number, number: number, second: number): void;
}

/** A page as it travels, head and body in one piece. */
export interface HttpPage {
  readonly bytes: Uint8Array;
  /** To be called when it is sent: another may then take its place in memory. */
  readonly release: () => void;
}

/** Items on the largest page. */
const most = 1000;
/** Room for what stands before the items, and behind them. */
const room = 256;
const opening = '{"responses":[';
const secondsOfDay = 24 * 60 * 60;

/** What every response says of itself. */
export const idPatches: readonly Patch[] = [
  '"parameterUid":"p',
  '"responseId":"r',
  '"serial":"s',
].map((after) => ({
  after,
  put: (buffer, at, number) => putDigits(buffer, at, 8, number),
}));

/** @param before how many seconds before its end a response has that time */
export function timePatch(field: string, before: (number: number) => number): Patch {
  return {
    after: `"${field}":"`,
    put: (buffer, at, number, second) => putTime(buffer, at, second - before(number)),
  };
}

/** The survey of responses.ts. */
export const narrow: Replayed = {
  survey,
  collectGroups: survey.collectGroups,
  patterns,
  patches: [...idPatches, ...["startedAt", "finishedAt"].map((it) => timePatch(it, () => 0))],
  response: (number, second) => response(number, timeOf(second)),
};

/** What its metadata say: from 40 seconds to some minutes, and a few much longer. */
export const narrowMetadata: Replayed = {
  ...narrow,
  patches: [...idPatches, timePatch("startedAt", secondsTaken), timePatch("finishedAt", () => 0)],
  response: (number, second) => {
    const { parameterUid, responseId, serial, collectGroupId, completedStatus, finishedAt } =
      response(number, timeOf(second));
    const startedAt = timeOf(second - secondsTaken(number));
    const ids = { parameterUid, responseId, serial, collectGroupId, completedStatus };
    return { ...ids, startedAt, finishedAt };
  },
};

function secondsTaken(number: number): number {
  const share = chance(number);
  return Math.round(40 + 20 / (1.001 - share));
}

/**
 * Pages of any number of responses, made of prepared ones: items that differ by a few bytes only are copied as one piece,
 * then those bytes are put in. So millions take no more memory than thousands.
 */
export class ReplayedSurvey {
  readonly of: Replayed;
  readonly #responses: number;
  /** Newest first, each with a comma behind it: wherever a page begins, its items stand in a row. */
  readonly #items: Buffer;
  /** Where in it each item begins, and where the last one ends. */
  readonly #starts: number[] = [0];
  /** Of each item, where in it patches go, in their order; -1: nowhere. */
  readonly #places: (readonly number[])[] = [];
  readonly #largestPage: number;
  readonly #spare: Buffer[] = [];

  constructor(of: Replayed, responses: number) {
    this.of = of;
    this.#responses = responses;
    const prepared: Buffer[] = [];
    let end = 0;
    for (let slot = 0; slot < of.patterns + most; slot++) {
      const item = `${JSON.stringify(of.response(2 * of.patterns - 1 - slot, 0))},`;
      const bytes = Buffer.from(item);
      prepared.push(bytes);
      this.#starts.push((end += bytes.length));
      this.#places.push(of.patches.map(({ after }) => placeAfter(bytes, after)));
    }
    this.#items = Buffer.concat(prepared);
    this.#largestPage = most * Math.max(...prepared.map((it) => it.length));
  }

  /** What all of it takes as one JSON text a line. */
  get ndjsonBytes(): number {
    const { patterns } = this.of;
    let bytes = 0;
    for (let pattern = 0; pattern < patterns; pattern++) {
      const times = Math.ceil((this.#responses - pattern) / patterns);
      const slot = patterns - 1 - pattern;
      bytes += Math.max(0, times) * (this.#start(slot + 1) - this.#start(slot));
    }
    return bytes;
  }

  /** API.md, "Common rules for range reads": after the start, up to and with the end, newest first. */
  page(query: URLSearchParams): HttpPage {
    const [start, end, offset] = ["startDateTime", "endDateTime", "offset"].map((it) =>
      query.get(it),
    );
    const oldest = start ? this.#countUpTo(secondAt(start)) : 0;
    const all = end ? this.#countUpTo(secondAt(end)) : this.#responses;
    const newest = Math.min(all, offset ? numberOf(offset) : this.#responses) - 1;
    const size = Math.min(Number(query.get("size") ?? most), most, newest - oldest + 1);
    return this.#make(newest, Math.max(0, size), newest - size >= oldest);
  }

  /** Responses that were finished in that second or before. */
  #countUpTo(second: number): number {
    let [low, high] = [0, this.#responses];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (secondOf(middle, this.#responses) <= second) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * @param newest number of the first item
   * @param count of items, which go down from there
   * @param hasMore whether a page follows
   */
  #make(newest: number, count: number, hasMore: boolean): HttpPage {
    const buffer = this.#spare.pop() ?? Buffer.alloc(room + this.#largestPage + room);
    const { patterns } = this.of;
    const slot = (2 * patterns - 1 - (newest % patterns)) % patterns;
    const [from, to] = [this.#start(slot), this.#start(slot + count)];
    this.#items.copy(buffer, room, from, to);
    this.#patch(buffer, slot, newest, count);
    const closing = hasMore ? `],"offset":"${idOf(newest - count + 1)}"}` : "]}";
    // The last item has no comma.
    const end = room + Math.max(0, to - from - 1);
    const bodyEnd = end + buffer.write(closing, end, "latin1");
    const length = bodyEnd - room + opening.length;
    const before = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${opening}`;
    const start = room - before.length;
    buffer.write(before, start, "latin1");
    return {
      bytes: buffer.subarray(start, bodyEnd),
      release: () => this.#spare.push(buffer),
    };
  }

  #patch(buffer: Buffer, slot: number, newest: number, count: number): void {
    const { patches } = this.of;
    for (let index = 0; index < count; index++) {
      const number = newest - index;
      const second = secondOf(number, this.#responses);
      const item = room + this.#start(slot + index) - this.#start(slot);
      const places = this.#places[slot + index] ?? [];
      for (let patch = 0; patch < patches.length; patch++) {
        const place = places[patch] ?? -1;
        if (place >= 0) {
          patches[patch]?.put(buffer, item + place, number, second);
        }
      }
    }
  }

  #start(slot: number): number {
    return this.#starts[slot] ?? this.#items.length;
  }
}

function placeAfter(item: Buffer, text: string): number {
  const at = item.indexOf(text);
  return at < 0 ? -1 : at + text.length;
}

/** By day, the time of its first second: a Date for each item would take longer than all else that is done for a page. */
const midnights = new Map<number, Buffer>();

/** `timeOf`. */
function putTime(buffer: Buffer, at: number, second: number): void {
  const day = Math.floor(second / secondsOfDay);
  let midnight = midnights.get(day);
  if (!midnight) {
    midnight = Buffer.from(timeOf(day * secondsOfDay), "latin1");
    midnights.set(day, midnight);
  }
  for (let place = 0; place < midnight.length; place++) {
    buffer[at + place] = midnight[place] ?? 0;
  }
  const ofDay = second - day * secondsOfDay;
  putDigits(buffer, at + 11, 2, Math.floor(ofDay / 3600));
  putDigits(buffer, at + 14, 2, Math.floor(ofDay / 60) % 60);
  putDigits(buffer, at + 17, 2, ofDay % 60);
}

export function putDigits(buffer: Buffer, at: number, digits: number, number: number): void {
  let rest = number;
  for (let place = at + digits - 1; place >= at; place--) {
    buffer[place] = 0x30 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}
