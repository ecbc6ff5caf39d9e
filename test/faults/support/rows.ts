import assert from "node:assert/strict";
import type { ApiVersion } from "../../../src/model/survey.ts";
import type { ItemKind } from "../../../src/client/queries.ts";
import type { Random } from "../../../src/service/sample/random.ts";

/** A submitted response or metadata. The rows of a survey are sorted newest first, as the service sends them. */
export interface Row {
  readonly finishedAt: string;
  /** Order among the rows of one second: the higher, the newer. */
  readonly order: number;
  /** Id at the service; in v3 also a possible cursor. */
  readonly id: string;
  readonly json: string;
  /** True if the row arrived while the survey was read. */
  readonly isLate: boolean;
}

interface RowsOptions {
  readonly version: ApiVersion;
  readonly kind: ItemKind;
  readonly count: number;
  readonly pageSize: number;
  /** Year in which everything was submitted. */
  readonly year: number;
}

/** Returns rows that share seconds; one second has more rows than a page. Without ids, some rows equal their neighbours. */
export function makeRows(random: Random, options: RowsOptions): Row[] {
  const { version, kind, count, pageSize, year } = options;
  const rows: Row[] = [];
  let second = 0;
  const bigSecond = count > 6 * pageSize ? random.below(count - 3 * pageSize) : Infinity;
  let hadBigSecond = false;
  while (rows.length < count) {
    const isBig: boolean = !hadBigSecond && rows.length >= bigSecond;
    hadBigSecond ||= isBig;
    const size = isBig ? 2 * pageSize + 3 : random.pick([0, 50, 20, 20, 10]);
    let text = "";
    for (let n = 0; n < size && rows.length < count; n++) {
      const number = rows.length;
      const finishedAt = dateTime(year, second);
      const sameAgain = idName(version, kind) === undefined && n > 0 && random.chance(0.3);
      text = sameAgain ? text : content(random, number);
      rows.push(row(version, kind, { finishedAt, order: number, text, id: `r${number}` }));
    }
    second += random.chance(0.8) ? 1 : 1 + random.below(20_000);
  }
  return rows.reverse();
}

/** Returns a row that arrives later; its bytes are unique. */
export function newRow(
  version: ApiVersion,
  kind: ItemKind,
  { finishedAt, order, number }: { finishedAt: string; order: number; number: number },
): Row {
  const text = `"arrived":${number}`;
  return row(version, kind, { finishedAt, order, text, id: `late${number}`, isLate: true });
}

export function newestFirst(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) =>
    a.finishedAt === b.finishedAt ? b.order - a.order : a.finishedAt < b.finishedAt ? 1 : -1,
  );
}

/** Returns a time that is `seconds` later. */
export function addSeconds(finishedAt: string, seconds: number): string {
  return new Date(Date.parse(`${finishedAt}Z`) + seconds * 1000).toISOString().slice(0, 19);
}

function dateTime(year: number, second: number): string {
  return addSeconds(`${year}-01-31T23:59:00`, second);
}

function row(
  version: ApiVersion,
  kind: ItemKind,
  it: Pick<Row, "finishedAt" | "order" | "id"> & { text: string; isLate?: boolean },
): Row {
  const { finishedAt, order, id, text, isLate = false } = it;
  const name = idName(version, kind);
  const named = name === undefined ? "" : `"${name}": "${id}",`;
  const json = `{ ${named}"collectGroupId":"g${order % 2}", "finishedAt":"${finishedAt}",${text}}`;
  return { finishedAt, order, id, json, isLate };
}

function idName(version: ApiVersion, kind: ItemKind): string | undefined {
  return version === "v3" ? "responseId" : kind === "metadata" ? "answerUid" : undefined;
}

/** JSON members that parsing and writing anew would change, or that are dangerous to parse. */
const oddities = [
  `"n":9007199254740993`,
  `"n":1e400, "m":-0`,
  `"n":1.50,"m":1E+2`,
  `"__proto__":{"polluted":true}`,
  `"constructor":{"prototype":{"polluted":true}}`,
  `"deep":${"[".repeat(62)}${"]".repeat(62)}`,
  `"lone":"\\ud800"`,
  `"\\u0074ext":"\\uac00\\/\\n"`,
  `"text":"가나다 😀 é"`,
  `"a":{"finishedAt":"1970-01-01T00:00:00","responseId":"inner"}`,
];

function content(random: Random, number: number): string {
  const oddity = oddities[random.below(oddities.length)] ?? "";
  return `"serial":"s${number}", ${oddity},"fill":"${"x".repeat(random.below(60))}"`;
}

/** What a file must contain, and what it may contain. */
export interface ExpectedFile {
  readonly version: ApiVersion;
  readonly survey: string;
  readonly format: "json" | "ndjson";
  /** True if the reading was resumed: it then begins with what had arrived since. */
  readonly wasTakenUp: boolean;
  /** Rows, newest first, including the optional ones. */
  readonly rows: readonly Row[];
  /** Rows that the file may lack or have: they arrived, or were deleted, during the export. */
  readonly optional: ReadonlySet<Row>;
}

/**
 * Compares a file with the rows that it must have, byte for byte and in order, each once.
 * @returns the bytes it must have, including the optional rows that it has; the number of rows; and the end of their range
 */
export function expectedBytes(actual: Buffer, expected: ExpectedFile) {
  const { version, survey, format, wasTakenUp, optional } = expected;
  const isJson = format === "json";
  const headOf = (endDateTime: string | undefined) => {
    const query = JSON.stringify({ endDateTime });
    return isJson
      ? `{"apiVersion":"${version}","survey":${survey},"query":${query},"responses":[`
      : "";
  };
  const text = actual.toString("utf8");
  const newest = expected.rows.find((it) => !it.isLate)?.finishedAt;
  const told = expected.rows.map((it) => it.finishedAt).find((it) => text.startsWith(headOf(it)));
  const head = headOf(wasTakenUp && isJson ? told : newest);
  const found: string[] = [];
  let at = head.length;
  const left = new Set(optional);
  const take = (row: Row): boolean => {
    const separator = isJson && found.length > 0 ? "," : "";
    const isNext = text.startsWith(`${separator}${row.json}`, at);
    if (isNext) {
      found.push(row.json);
      left.delete(row);
      at += separator.length + row.json.length + (isJson ? 0 : 1);
    }
    return isNext;
  };
  let before: Row | undefined;
  let first: Row | undefined;
  for (const row of expected.rows) {
    // What arrived while its second was read may stand anywhere in that second.
    const second = before?.finishedAt;
    while (
      row.finishedAt !== second &&
      [...left].some((it) => it.finishedAt === second && take(it))
    );
    if (take(row)) {
      before = row;
      first ??= row;
    } else if (!optional.has(row)) {
      assert.fail(
        `Item ${found.length} is not ${row.json}, but ${text.slice(at, at + 200)} (after ${found.at(-1) ?? "none"}).`,
      );
    }
  }
  const endDateTime = first?.finishedAt;
  assert.ok(
    wasTakenUp || endDateTime === newest,
    "The range includes responses that arrived during the export.",
  );
  assert.ok(
    !isJson || headOf(endDateTime) === head,
    "The range does not end with its newest response.",
  );
  const body = isJson ? found.join(",") : found.map((it) => `${it}\n`).join("");
  const tail = isJson ? `],"count":${found.length}}\n` : "";
  assert.equal(
    text.slice(at, at + 500),
    tail,
    `Wrong text after the last of ${found.length} items.`,
  );
  return { bytes: Buffer.from(`${head}${body}${tail}`, "utf8"), rows: found.length, endDateTime };
}
