import { metadataFields, type Cell } from "./grid.ts";
import { isSameColumn } from "./sameColumn.ts";
import { plainNumber } from "./plainNumber.ts";
import type { Response } from "./response.ts";
import { secondsOf } from "./time.ts";

/** Why a cell has no answer. In v1 and v2 nothing is said of questions that were not shown: their answers are absent. */
export const missingKinds = ["noAnswer", "notShown"] as const;
export type MissingKind = (typeof missingKinds)[number];

/** A column of the grid: a variable is known by its name in v3, and by its rank as well in v1 and v2. */
export interface ColumnName {
  readonly kind: "metadata" | "variable" | "embedded";
  readonly name: string;
  readonly rank?: number | undefined;
}

/** At least one is given. */
export interface NumberBounds {
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
  /** The upper bound does not count as within. */
  readonly below?: number | undefined;
}

/** What an answer has to be: one of these values, or missing in one of these ways; a number in a range; or to contain a text. */
export type Condition = ColumnName &
  (
    | {
        readonly is: "oneOf";
        /** Codes where the question has options, otherwise values as the service sends them. */
        readonly values: readonly string[];
        readonly missing: readonly MissingKind[];
      }
    /** A number within these bounds; text that is none (`plainNumber`) is in no range. */
    | ({ readonly is: "between" } & NumberBounds)
    /** In what was written, as a value or beside an option; upper and lower case are the same. */
    | { readonly is: "contains"; readonly text: string }
  );

/** Which responses are wanted. All that is given has to hold. */
export interface ResponseFilter {
  /** Range on submission time, `YYYY-MM-DDThh:mm:ss`: exclusive. */
  readonly startDateTime?: string | undefined;
  /** Inclusive. */
  readonly endDateTime?: string | undefined;
  readonly collectGroupId?: string | undefined;
  /** From startedAt to finishedAt, in seconds, both bounds inclusive. */
  readonly duration?:
    { readonly atLeast?: number | undefined; readonly atMost?: number | undefined } | undefined;
  readonly conditions?: readonly Condition[] | undefined;
}

/** What only the responses, or their metadata, can decide: the API has nothing to ask it by. */
export type ContentFilter = Pick<ResponseFilter, "duration" | "conditions">;

/** Whether metadata say enough of a response to decide the filter. */
export function isOfMetadata({ conditions = [] }: ContentFilter): boolean {
  return conditions.every((it) => it.kind === "metadata");
}

/** Whether the response is wanted. What a filter asks for and a response does not say, the response does not fulfil. */
export function matchesFilter(filter: ResponseFilter, response: Response): boolean {
  return responseTest(filter)(response);
}

/** `matchesFilter` for many responses: what the filter asks for is made ready once. */
export function responseTest(filter: ResponseFilter): (response: Response) => boolean {
  const { startDateTime, endDateTime, collectGroupId, duration, conditions = [] } = filter;
  const tests = conditions.map((column) => ({ column, isFulfilledBy: cellTest(column) }));
  return (response) => {
    const { finishedAt } = response;
    if (startDateTime !== undefined && !(finishedAt !== undefined && finishedAt > startDateTime)) {
      return false;
    }
    if (endDateTime !== undefined && !(finishedAt !== undefined && finishedAt <= endDateTime)) {
      return false;
    }
    if (collectGroupId !== undefined && response.collectGroupId !== collectGroupId) {
      return false;
    }
    return (
      (duration === undefined || isWithin(durationOf(response), duration)) &&
      tests.every(({ column, isFulfilledBy }) => isFulfilledBy(cellOf(column, response)))
    );
  };
}

/** Seconds from beginning to submission; `undefined` where the response does not say both. */
function durationOf({ startedAt, finishedAt }: Response): number | undefined {
  const [from, to] = [secondsOf(startedAt ?? ""), secondsOf(finishedAt ?? "")];
  return from === undefined || to === undefined ? undefined : to - from;
}

export function isWithin(
  seconds: number | undefined,
  { atLeast, atMost }: NonNullable<ResponseFilter["duration"]>,
): boolean {
  return (
    seconds !== undefined &&
    (atLeast === undefined || seconds >= atLeast) &&
    (atMost === undefined || seconds <= atMost)
  );
}

/** Whether cells fulfil the condition; what it asks for is made ready once. */
export function cellTest(condition: Condition): (cell: Cell) => boolean {
  if (condition.is === "contains") {
    const text = foldedText(condition.text);
    return (cell) =>
      cell?.some(
        ({ value, etcValue = "" }) =>
          foldedText(value).includes(text) || foldedText(etcValue).includes(text),
      ) ?? false;
  }
  if (condition.is === "between") {
    return (cell) => cell?.some(({ value }) => isBetween(value, condition)) ?? false;
  }
  const { values, missing } = condition;
  return (cell) =>
    cell === null || cell.length === 0
      ? missing.includes(cell === null ? "notShown" : "noAnswer")
      : cell.some(({ value }) => values.includes(value));
}

/** Whether a value is a number, and within the bounds. */
function isBetween(
  value: string,
  { atLeast = -Infinity, atMost = Infinity, below = Infinity }: NumberBounds,
): boolean {
  const number = plainNumber(value);
  return number >= atLeast && number <= atMost && number < below;
}

/** As texts are compared when upper and lower case are the same. */
export function foldedText(text: string): string {
  return text.toLowerCase();
}

/** What `gridCells` has in the column. */
function cellOf(column: ColumnName, response: Response): Cell {
  switch (column.kind) {
    case "variable": {
      const { variables } = response;
      const named = variables.findLast((it) => it.name === column.name);
      const ranked = variables.findLast((it) => it.rank === column.rank);
      return [named, ranked].find((it) => it && isSameColumn(column, it))?.answer ?? null;
    }
    case "embedded":
      return single(response.embeddedData.findLast((it) => it.name === column.name)?.value);
    case "metadata": {
      const field = metadataFields.find((it) => it === column.name);
      return single(field && response[field]);
    }
  }
}

function single(value: string | undefined): Cell {
  return value === undefined ? null : [{ value }];
}
