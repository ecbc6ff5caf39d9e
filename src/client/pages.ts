import { SurveyError } from "../model/errors.ts";
import { localizable, sentences, type LocalizableText } from "../model/localizable.ts";
import { oneLine } from "../model/oneLine.ts";
import { wording } from "../model/wordings.ts";
import type { Operation, OperationName, Paging } from "../protocol/operation.ts";
import { JsonError, parseJson, withoutByteOrderMark } from "../protocol/json.ts";
import { scanList, scanPage, type ScannedItem } from "./itemScanner.ts";
import { checkJson } from "../protocol/jsonWalker.ts";
import { FieldError, type Decoder, type FactFields } from "./mappers/mapper.ts";
import type { LikelyNext, Page, RawItem, RawPage } from "./queries.ts";

/** Data space and operation of an answer, for messages. */
export interface AnswerSource {
  readonly dataSpace: string;
  readonly operation: OperationName;
}

/** Decodes a whole answer. Throws "malformed-answer" if it does not fit. */
export function decodeAnswer<T>(source: AnswerSource, bytes: Uint8Array, decode: Decoder<T>): T {
  const value = parseAnswer(bytes);
  return checked(source, undefined, value, () => decode(value));
}

/**
 * Decodes an answer that is an array of items.
 * @param called returns what messages call the item at an index
 */
export function decodeList<T>(
  source: AnswerSource,
  bytes: Uint8Array,
  decode: Decoder<T>,
  called?: (index: number) => LocalizableText,
): T[] {
  const value = parseAnswer(bytes);
  if (!Array.isArray(value)) {
    throw malformed(source, localizable("is not a list"));
  }
  return value.map((item, index) =>
    checked(source, { index, called: called?.(index) }, item, () => decode(item)),
  );
}

export function decodePage<T>(
  source: AnswerSource,
  operation: Operation,
  bytes: Uint8Array,
  decode: Decoder<T>,
): Page<T> {
  const { values, cursor, name } = frameOf(source, operation, parseAnswer(bytes));
  const items = values.map((item, index) =>
    checked(source, { name, index }, item, () => decode(item)),
  );
  return { items, cursor };
}

function parseAnswer(bytes: Uint8Array): unknown {
  const body = withoutByteOrderMark(bytes);
  checkJson(body);
  return parseJson(body);
}

/** Cuts a page's bytes into items. */
export function cutPage(
  source: AnswerSource,
  operation: Operation,
  bytes: Uint8Array,
  fields: FactFields,
): Omit<RawPage, "release"> {
  const { items: name, cursor: cursorName } = pagingOf(source, operation);
  const body = withoutByteOrderMark(bytes);
  const { items, cursor, names } = scanPage(body, name, cursorName, namesOf(fields));
  for (const once of [name, cursorName]) {
    if (names.filter((it) => it === once).length > 1) {
      throw malformed(
        source,
        localizable('has the field "{0}" twice, so it is not clear which one counts', once),
      );
    }
  }
  if (!items) {
    throw malformed(source, localizable('has no list in the field "{0}"', name));
  }
  return {
    body,
    items: rawItems(source, name, items, fields),
    cursor: cursorOf(source, cursorName, cursor),
  };
}

/**
 * Guesses how to request the next page, without scanning this one: finds a cursor at the very end of the page. `undefined`:
 * there is no cursor at the end, which does not mean that the page has none.
 */
export function likelyNext({ paging }: Operation, bytes: Uint8Array): LikelyNext | undefined {
  const page = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const last = /"([^"\\]+)"\s*:\s*"([^"\\]+)"\s*\}\s*$/.exec(
    page.toString("utf8", Math.max(0, page.length - longestCursor)),
  );
  const cursor = last?.[1] === paging?.cursor ? last?.[2] : undefined;
  return cursor === undefined
    ? undefined
    : {
        cursor,
        newest: timeAt(page, page.indexOf(timeName)),
        finishedAt: timeAt(page, page.lastIndexOf(timeName)),
        count: () => timesIn(page),
      };
}

function timesIn(page: Buffer): number {
  let times = 0;
  for (let at = page.indexOf(timeName); at >= 0; at = page.indexOf(timeName, at + 1)) {
    times++;
  }
  return times;
}

/** @param name position of the time's name; negative: there is none */
function timeAt(page: Buffer, name: number): string | undefined {
  const text = page.toString("latin1", name, name + longestTime);
  return name < 0 ? undefined : /^"finishedAt"\s*:\s*"([^"\\]+)"/.exec(text)?.[1];
}

const timeName = Buffer.from('"finishedAt"');

/** Number of bytes at a page's end that are searched for a cursor, and number of bytes of a time with its name. */
const longestCursor = 1024;
const longestTime = 64;

/** Cuts a JSON array into items, such as a block of a copy. */
export function cutItems(source: AnswerSource, array: Uint8Array, fields: FactFields): RawItem[] {
  return rawItems(source, undefined, scanList(array, namesOf(fields)), fields);
}

/**
 * Decodes an item that was cut from a page.
 * @param place returns its position in the page, for messages
 */
export function decodeItem<T>(
  source: AnswerSource,
  operation: Operation,
  bytes: Uint8Array,
  place: () => number,
  decode: Decoder<T>,
): T {
  let value: unknown;
  try {
    value = parseJson(bytes);
    return decode(value);
  } catch (error) {
    const { items: name } = pagingOf(source, operation);
    if (error instanceof JsonError) {
      throw malformed(
        source,
        localizable("does not fit: {0} {1}", `${name}[${place()}]`, error.text),
      );
    }
    throw misfit(source, { name, index: place() }, value, error);
  }
}

/** Uses one closure for all items: a page has a thousand, and an export millions. */
function rawItems(
  source: AnswerSource,
  name: string | undefined,
  items: readonly ScannedItem[],
  fields: FactFields,
): RawItem[] {
  const names = namesOf(fields);
  return items.map((item, index) => {
    try {
      return rawItem(item, names);
    } catch (error) {
      throw misfit(source, { name, index }, idsOf(item, names), error);
    }
  });
}

function namesOf({ id, finishedAt, collectGroupId }: FactFields): string[] {
  return [finishedAt, collectGroupId, ...(id === undefined ? [] : [id])];
}

/** Returns the fields of the item with which a message can name it. */
function idsOf({ fields }: ScannedItem, names: readonly string[]): object {
  return Object.fromEntries(names.map((name, index) => [name, fields[index]]));
}

/** @param names in the order of `namesOf` */
function rawItem({ start, end, isObject, fields }: ScannedItem, names: readonly string[]): RawItem {
  if (!isObject) {
    throw new FieldError([], localizable("expected {0}", "object"));
  }
  const finishedAt = textOf(names[0], fields[0]);
  const collectGroupId = textOf(names[1], fields[1]);
  const id = textOf(names[2], fields[2]);
  return { start, end, id, finishedAt, collectGroupId };
}

function textOf(name: string | undefined, value: unknown): string | undefined {
  if (value !== undefined && value !== null && typeof value !== "string") {
    throw new FieldError(
      name === undefined ? [] : [name],
      localizable("expected {0}, received {1}", "string", typeof value),
    );
  }
  return value ?? undefined;
}

interface Frame {
  readonly name: string;
  readonly values: readonly unknown[];
  readonly cursor: string | undefined;
}

function frameOf(source: AnswerSource, operation: Operation, value: unknown): Frame {
  const { items: name, cursor } = pagingOf(source, operation);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw malformed(source, localizable("is not an object"));
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  const values = fields.get(name);
  if (!Array.isArray(values)) {
    throw malformed(source, localizable('has no list in the field "{0}"', name));
  }
  return {
    name,
    values: values as unknown[],
    cursor: cursorOf(source, cursor, fields.get(cursor)),
  };
}

function pagingOf(source: AnswerSource, { paging }: Operation): Paging {
  if (!paging) {
    throw new TypeError(`${source.operation} has no pages.`);
  }
  return paging;
}

/**
 * The reference does not show how the last page is marked: a missing cursor, null and "" all count. An empty page does not.
 */
function cursorOf(source: AnswerSource, name: string, value: unknown): string | undefined {
  const cursor = value ?? "";
  if (typeof cursor !== "string") {
    throw malformed(
      source,
      localizable('has {0} in the field "{1}", where text belongs', typeof cursor, name),
    );
  }
  if (!cursor.isWellFormed()) {
    // Sent back, it would be a different text, and might lead anywhere.
    throw malformed(
      source,
      localizable('has half a character in the field "{0}", which cannot be sent back', name),
    );
  }
  return cursor === "" ? undefined : cursor;
}

/** Position of an item in an answer. */
interface Place {
  readonly name?: string | undefined;
  readonly index: number;
  /** Used instead of name and index. */
  readonly called?: LocalizableText | undefined;
}

function checked<T>(
  source: AnswerSource,
  place: Place | undefined,
  item: unknown,
  decode: () => T,
): T {
  try {
    return decode();
  } catch (error) {
    throw misfit(source, place, item, error);
  }
}

/** Returns the "malformed-answer" error for a FieldError, and other errors as they are. */
function misfit(
  source: AnswerSource,
  place: Place | undefined,
  item: unknown,
  error: unknown,
): unknown {
  if (!(error instanceof FieldError)) {
    return error;
  }
  const where = place && placeText(place, item);
  const problem =
    error.path.length > 0
      ? localizable('the field "{0}": {1}', oneLine(pathOf(error.path)), error.text)
      : localizable("the value: {0}", error.text);
  return malformed(
    source,
    where
      ? localizable("does not fit in {0}: {1}", where, problem)
      : localizable("does not fit: {0}", problem),
  );
}

function placeText({ called, name = "item", index }: Place, item: unknown): LocalizableText {
  return sentences(called ?? `${name}[${index}]`, ...idOf(item));
}

const idFields = ["responseId", "answerUid", "surveyId", "serial", "collectGroupId"];

/** Returns the item's ID for messages; empty if it has none. */
function idOf(item: unknown): string[] {
  if (typeof item !== "object" || item === null) {
    return [];
  }
  for (const name of idFields) {
    const value: unknown = Object.hasOwn(item, name) ? Reflect.get(item, name) : undefined;
    if (typeof value === "string") {
      return [oneLine(`(${name} ${JSON.stringify(value.slice(0, 100))})`)];
    }
  }
  return [];
}

function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) =>
      typeof key === "number" ? `[${key}]` : `${index > 0 ? "." : ""}${String(key).slice(0, 100)}`,
    )
    .join("");
}

function malformed({ dataSpace, operation }: AnswerSource, problem: LocalizableText): SurveyError {
  return new SurveyError(
    "malformed-answer",
    sentences(
      localizable('The answer of the data space "{0}" to {1} {2}.', dataSpace, operation, problem),
      wording("checkVersion"),
    ),
  );
}
