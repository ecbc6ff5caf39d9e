import type { ColumnName } from "./conditions/condition.ts";
import { cellTest, type Condition } from "./conditions/conditions.ts";
import type { Cell } from "./grid.ts";
import { metadataFields } from "./metadataColumns.ts";
import type { Response } from "./response.ts";
import { isSameColumn } from "./sameColumn.ts";
import { secondsOf } from "./time.ts";

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
