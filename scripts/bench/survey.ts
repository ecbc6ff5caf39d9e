// The surveys that the bench serves. A response's content depends only on its number. The oldest response has number 0.
import type { ResponseFilter } from "../../src/model/responseFilter.ts";

/** After so many responses, everything repeats except ids, times, the amount and the open text. */
const patterns = 2000;
const pageSize = 1000;
const started = Date.UTC(2025, 0, 1);
const scale = ["Not at all", "A little", "Somewhat", "Much", "Very much"];
const uses = ["Phone", "Laptop", "Desktop computer", "Tablet", "Television", "Watch", "None"];
const words =
  "about apple bring chart cloud count dream event field first fruit glass happy house".split(" ");

/** Returns a pseudorandom number from 0 to below 1, always the same for the same argument (the finalizer of MurmurHash3). */
export function chance(number: number): number {
  let mixed = number + 20_250_327;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}

const draw = (number: number, what: number) => chance((number % patterns) * 10_007 + what);
const digits = (number: number) => String(number).padStart(8, "0");
const durationOf = (number: number) => 60 + Math.floor(chance(number * 2 + 500_000_000) * 2341);
const amountOf = (number: number) => 10_000_000 + Math.floor(chance(number * 2 + 1) * 90_000_000);
/** Always 41 characters, hardly ever twice the same text. */
const openText = (number: number) =>
  Array.from({ length: 7 }, (_, place) => {
    const drawn = chance(number * 7 + place + 1_000_000_000);
    return words[Math.floor(drawn * words.length)];
  }).join(" ");
/** Number of surveys in the bench's data space. */
export const manySurveys = 10_000;
const manyQuestions = 60;
const syllables = "ba ce di fo gu hal jen kip lor mun pra ste tri vel wis zon".split(" ");
/** Returns one of 4,096 words, the first of which occur most often. @param drawn from 0 to below 1 */
export function drawnWord(drawn: number): string {
  const number = Math.floor(4096 * drawn ** 2);
  return [number >> 8, (number >> 4) & 15, number & 15].map((it) => syllables[it]).join("");
}

/** Returns the structure of one of many surveys. Labels hardly ever repeat, options often do. */
export function structureOf(number: number) {
  const word = (place: number) => drawnWord(chance(number * 100_003 + place));
  const questions = Array.from({ length: manyQuestions }, (_, at) => ({
    ...{ name: nameOf(at), type: "SINGLE_CHOICE" },
    label: `<p>${Array.from({ length: 9 }, (_word, place) => word(at * 10 + place)).join(" ")}?</p>`,
    options: scale.map((it, index) => ({
      name: String(index + 1),
      label: at % 3 === 0 ? `<p>${it} ${drawnWord(chance(at % 50))}</p>` : `<p>${it}</p>`,
    })),
  }));
  const names = questions.map((it) => it.name);
  return {
    ...{ surveyId: `s${number}`, label: `Satisfaction with number ${number}`, questions },
    ...{ embeddedData: [], collectGroups: [] },
    blocks: [{ name: "B1", label: "Block", questions: names }],
  };
}

/** Returns a time in the API's form. @param second seconds since `started` */
export const timeOf = (second: number): string =>
  new Date(started + second * 1000).toISOString().slice(0, 19);

/**
 * Returns the second in which a response was finished. There are three per second on average, so that some share a second,
 * and more of them early on, as after an invitation, so that equal time ranges have different numbers of responses.
 */
export function secondOf(number: number, responses: number): number {
  const share = number / responses;
  return Math.floor((responses / 3) * share * Math.sqrt(share));
}

/** Names of questions. Those at `amount` and `text` are first in each response and always answered. */
export const nameOf = (position: number): string => `Q${String(position).padStart(2, "0")}`;
export const [amount, text] = [1, 2];
const [route, several] = [10, 27];

function questionAt(position: number) {
  const texts = position >= several ? uses : position > text ? scale : [];
  const types = { [amount]: "NUMBER", [text]: "TEXT" };
  return {
    name: nameOf(position),
    type: types[position] ?? (position >= several ? "MULTI_SELECT" : "SINGLE_CHOICE"),
    label: `<p>How much do you <b>agree</b> with statement ${position}, which is about something else?</p>`,
    options: texts.map((it, index) => ({ name: String(index + 1), label: `<p>${it}</p>` })),
  };
}

/** Returns the answer: `undefined` if the question was not shown, empty if it was not answered. */
function answerTo(position: number, number: number): { value: string }[] | undefined {
  const drawn = draw(number, position);
  if (position === amount || position === text) {
    return [{ value: position === text ? openText(number) : String(amountOf(number)) }];
  }
  if (position > route && position <= 15 && draw(number, route) < 0.2) {
    return undefined;
  }
  if (draw(number, 5000 + position) < 0.04) {
    return [];
  }
  if (position >= several) {
    return uses.flatMap((_, use) =>
      draw(number, position * 100 + use) < 0.3 ? [{ value: String(use + 1) }] : [],
    );
  }
  // The options' frequencies differ, and in another way for each question.
  return [
    { value: String(1 + Math.floor(drawn ** (0.6 + 0.05 * (position % 20)) * scale.length)) },
  ];
}

/** @param isLabelled true if each response repeats its questions' types, labels and options, as API.md shows */
function surveyOf(surveyId: string, positions: readonly number[], isLabelled: boolean) {
  const questions = positions.map(questionAt);
  const variables = questions.map(({ options, ...it }) => {
    const labels = options.map(({ name, label }) => ({ value: name, valueLabel: label }));
    return isLabelled ? { ...it, options: labels } : { name: it.name };
  });
  const collectGroups = ["g1", "g2"].map((collectGroupId) => ({
    ...{ collectGroupId, surveyId, label: `Group ${collectGroupId}`, state: "RUNNING" },
    channel: "PUBLIC_LINK",
  }));
  const names = questions.map((it) => it.name);
  const survey = {
    ...{ surveyId, label: `Bench survey of ${positions.length} questions`, questions },
    embeddedData: [{ name: "weight", label: "Weight" }],
    blocks: [{ name: "B1", label: "Block 1", questions: names }],
    ...{ collectGroups, createdAt: timeOf(0), updatedAt: timeOf(0) },
  };
  /** Fields that differ in each response come first, at the same positions. */
  const responseAt = (number: number, second: number, isMetadata = false) => ({
    parameterUid: `p${digits(number)}`,
    responseId: `r${digits(number)}`,
    serial: `s${digits(number)}`,
    startedAt: timeOf(second - durationOf(number)),
    finishedAt: timeOf(second),
    ...(!isMetadata && {
      variables: variables.flatMap((variable, index) => {
        const answer = answerTo(positions[index] ?? 0, number);
        return answer ? [{ ...variable, answer }] : [];
      }),
      embeddedData: [{ name: "weight", value: (0.5 + draw(number, 9002)).toFixed(1) }],
    }),
    collectGroupId: draw(number, 9003) < 0.7 ? "g1" : "g2",
    completedStatus: draw(number, 9004) < 0.9 ? "COMPLETED" : "PARTIAL",
  });
  return { surveyId, survey, collectGroups, names, responseAt };
}

export type BenchSurvey = ReturnType<typeof surveyOf>;

/** A survey with about 1 kB per response. */
export const narrow = surveyOf("narrow", [3, 4], true);
const positions = Array.from({ length: 40 }, (_, index) => index + 1);
export const wide = surveyOf("wide", positions, false);

/** Returns filters. Each matches some of the responses. */
export function filters(responses: number): readonly ResponseFilter[] {
  const about = (position: number) => ({ kind: "variable", name: nameOf(position) }) as const;
  const oneOf = (position: number, ...values: string[]) =>
    ({ ...about(position), is: "oneOf", values, missing: [] }) as const;
  const timeAt = (share: number) => timeOf(secondOf(share * responses, responses));
  const tenth = { startDateTime: timeAt(0.4), endDateTime: timeAt(0.5) };
  return [
    { conditions: [oneOf(3, "1")] },
    { conditions: [oneOf(16, "2", "3")] },
    { conditions: [oneOf(several, "1")] },
    { conditions: [{ ...oneOf(12), missing: ["notShown"] }] },
    { conditions: [{ ...about(text), is: "contains", text: "apple" }] },
    { collectGroupId: "g2" },
    { duration: { atLeast: 600, atMost: 900 } },
    tenth,
    { ...tenth, duration: { atLeast: 300 }, conditions: [oneOf(4, "1", "2")] },
  ];
}

export const headOf = (status: number, length: number): string =>
  `HTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

const opening = '{"responses":[';

/**
 * Makes pages of any number of responses from prepared items: copies the items of a page at once, then writes the few bytes
 * that differ. So millions of responses take no more memory than thousands, and hardly any time.
 */
export class Pages {
  readonly #responses: number;
  /** Prepared items, newest first, each followed by a comma. The items of a page are adjacent, wherever the page begins. */
  readonly #items: Buffer;
  /** Position in `#items` of each item's first byte, and of the end. */
  readonly #starts = [0];
  /** Positions in an item of its ids, times, amount and open text. -1 if the item lacks the field. */
  readonly #places: readonly number[];

  constructor({ responseAt }: BenchSurvey, responses: number, isMetadata = false) {
    this.#responses = responses;
    const items = Array.from({ length: patterns + pageSize }, (_, slot) => {
      const item = `${JSON.stringify(responseAt(2 * patterns - 1 - slot, 0, isMetadata))},`;
      this.#starts.push((this.#starts[slot] ?? 0) + Buffer.byteLength(item));
      return item;
    });
    this.#items = Buffer.from(items.join(""));
    const answer = (position: number) => `{"name":"${nameOf(position)}","answer":[{"value":"`;
    const fields = ["parameterUid", "responseId", "serial", "startedAt", "finishedAt"];
    this.#places = [...fields.map((it) => `"${it}":"`), answer(amount), answer(text)].map(
      (it, place) => {
        const found = items[0]?.indexOf(it) ?? -1;
        // An id is a letter, which stays, and digits.
        return found < 0 ? -1 : found + it.length + Number(place < 3);
      },
    );
  }

  /** Size of all items, one per line. */
  get bytes(): number {
    return (this.#responses * (this.#starts[patterns] ?? 0)) / patterns;
  }

  /** Returns a page (API.md, "Common rules for range reads"): after the start, up to and including the end, newest first. */
  page(query: URLSearchParams): Buffer {
    const [start, end] = ["startDateTime", "endDateTime"].map((it) => query.get(it));
    const oldest = start ? this.#countUpTo(start) : 0;
    const all = end ? this.#countUpTo(end) : this.#responses;
    const newest = Math.min(all, Number(query.get("offset")?.slice(1) ?? all)) - 1;
    const size = Math.min(Number(query.get("size") ?? pageSize), pageSize, newest - oldest + 1);
    return this.#make(newest, Math.max(0, size), newest - size >= oldest);
  }

  /** Yields the items of all pages, each page as a JSON array. */
  *bodies(): Generator<Buffer> {
    for (let left = this.#responses; left > 0; left -= pageSize) {
      const page = this.page(new URLSearchParams({ offset: `r${left}` }));
      yield page.subarray(page.indexOf("["), page.lastIndexOf("]") + 1);
    }
  }

  /** Returns the number of responses that were finished at that time or before. */
  #countUpTo(time: string): number {
    const second = (Date.parse(`${time}Z`) - started) / 1000;
    let [low, high] = [0, this.#responses];
    while (low < high) {
      const middle = (low + high) >>> 1;
      [low, high] =
        secondOf(middle, this.#responses) <= second ? [middle + 1, high] : [low, middle];
    }
    return low;
  }

  /** @param newest number of the first item */
  #make(newest: number, count: number, hasMore: boolean): Buffer {
    const slot = (2 * patterns - 1 - (newest % patterns)) % patterns;
    const starts = this.#starts.slice(slot, slot + count + 1);
    const [from = 0, to = from] = [starts[0], starts.at(-1)];
    const closing = hasMore ? `],"offset":"r${digits(newest - count + 1)}"}` : "]}";
    // The last item has no comma.
    const bytes = Math.max(0, to - from - 1);
    const head = headOf(200, opening.length + bytes + closing.length) + opening;
    const page = Buffer.allocUnsafe(head.length + bytes + closing.length);
    page.write(head, "latin1");
    this.#items.copy(page, head.length, from, from + bytes);
    page.write(closing, head.length + bytes, "latin1");
    for (let index = 0; index < count; index++) {
      this.#patch(page, head.length + (starts[index] ?? 0) - from, newest - index);
    }
    return page;
  }

  #patch(buffer: Buffer, item: number, number: number): void {
    const second = secondOf(number, this.#responses);
    const [uid = 0, id = 0, serial = 0, start = 0, finish = 0, amount = -1, text = -1] =
      this.#places;
    [uid, id, serial].forEach((place) => putDigits(buffer, item + place, 8, number));
    putTime(buffer, item + start, second - durationOf(number));
    putTime(buffer, item + finish, second);
    if (amount >= 0) {
      putDigits(buffer, item + amount, 8, amountOf(number));
      buffer.write(openText(number), item + text, "latin1");
    }
  }
}

/** Cache of dates by day. A Date for each item would take longer than the rest of a page. */
const dates = new Map<number, string>();

function putTime(buffer: Buffer, at: number, second: number): void {
  const day = Math.floor(second / 86_400);
  const date = dates.get(day) ?? timeOf(day * 86_400).slice(0, 11);
  dates.set(day, date);
  buffer.write(date, at, "latin1");
  const ofDay = second - day * 86_400;
  putDigits(buffer, at + 11, 2, Math.floor(ofDay / 3600));
  putDigits(buffer, at + 14, 2, Math.floor(ofDay / 60) % 60);
  putDigits(buffer, at + 17, 2, ofDay % 60);
}

function putDigits(buffer: Buffer, at: number, count: number, number: number): void {
  for (let place = at + count - 1, rest = number; place >= at; place--) {
    buffer[place] = 0x30 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}
