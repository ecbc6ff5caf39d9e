import { idOf, numberOf, patterns, response, secondAt, secondOf, timeOf } from "./responses.ts";

/** A page as it travels, head and body in one piece. */
export interface HttpPage {
  readonly bytes: Uint8Array;
  /** To be called when it is sent: another may then take its place in memory. */
  readonly release: () => void;
}

/** Items on the largest page. */
const most = 1000;
/** Room for what stands before the items. */
const room = 256;
const opening = '{"responses":[';
const secondsOfDay = 24 * 60 * 60;

/**
 * Pages of any number of responses, made of a few thousand prepared ones: items that differ by their ids and times only are
 * copied as one piece, then their ids and times are put in. So millions take no more memory than thousands.
 */
export class ReplayedSurvey {
  readonly #responses: number;
  /** Newest first, each with a comma behind it: wherever a page begins, its items stand in a row. */
  readonly #items: Buffer;
  /** Of an item and its comma. */
  readonly #step: number;
  readonly #idsAt: readonly number[];
  readonly #timesAt: readonly number[];
  readonly #spare: Buffer[] = [];
  /** The day written last: its first second, and that as text. */
  #day = -1;
  #midnight = Buffer.alloc(0);

  constructor(responses: number) {
    this.#responses = responses;
    const item = (number: number) => JSON.stringify(response(number, timeOf(0)));
    const first = item(0);
    this.#step = first.length + 1;
    this.#idsAt = ["parameterUid", "responseId", "serial"].map((it) => valueAt(first, it) + 1);
    this.#timesAt = ["startedAt", "finishedAt"].map((it) => valueAt(first, it));
    const count = patterns + most;
    this.#items = Buffer.alloc(count * this.#step);
    for (let slot = 0; slot < count; slot++) {
      this.#items.write(`${item(2 * patterns - 1 - slot)},`, slot * this.#step, "latin1");
    }
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
    const buffer = this.#spare.pop() ?? Buffer.alloc(room + most * this.#step + room);
    const from = ((2 * patterns - 1 - (newest % patterns)) % patterns) * this.#step;
    this.#items.copy(buffer, room, from, from + count * this.#step);
    this.#putIdsAndTimes(buffer, newest, count);
    const closing = hasMore ? `],"offset":"${idOf(newest - count + 1)}"}` : "]}";
    // The last item has no comma.
    const end = room + Math.max(0, count * this.#step - 1);
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

  #putIdsAndTimes(buffer: Buffer, newest: number, count: number): void {
    for (let index = 0; index < count; index++) {
      const number = newest - index;
      const at = room + index * this.#step;
      for (const idAt of this.#idsAt) {
        putDigits(buffer, at + idAt, 8, number);
      }
      const second = secondOf(number, this.#responses);
      for (const timeAt of this.#timesAt) {
        this.#putTime(buffer, at + timeAt, second);
      }
    }
  }

  /** `timeOf`, with a Date for each day only: one for each item would take longer than all else that is done for a page. */
  #putTime(buffer: Buffer, at: number, second: number): void {
    const ofDay = second % secondsOfDay;
    if (second - ofDay !== this.#day) {
      this.#day = second - ofDay;
      this.#midnight = Buffer.from(timeOf(this.#day), "latin1");
    }
    for (let place = 0; place < this.#midnight.length; place++) {
      buffer[at + place] = this.#midnight[place] ?? 0;
    }
    putDigits(buffer, at + 11, 2, Math.floor(ofDay / 3600));
    putDigits(buffer, at + 14, 2, Math.floor(ofDay / 60) % 60);
    putDigits(buffer, at + 17, 2, ofDay % 60);
  }
}

function putDigits(buffer: Buffer, at: number, digits: number, number: number): void {
  let rest = number;
  for (let place = at + digits - 1; place >= at; place--) {
    buffer[place] = 0x30 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}

/** Where in the JSON text the value of the field begins, its quote left out. */
function valueAt(json: string, field: string): number {
  return json.indexOf(`"${field}":"`) + field.length + 4;
}
