import type { ColumnName } from "./conditions/condition.ts";
import { cellTest, type Condition } from "./conditions/conditions.ts";
import { joinedCell, single, type Cell } from "./grid.ts";
import { metadataFields } from "./metadataColumns.ts";
import type { Response } from "./response.ts";
import { isSameColumn } from "./sameColumn.ts";
import { secondsOf } from "./time.ts";

/** Which responses are wanted. All conditions must hold. */
export interface ResponseFilter {
  /** Lower bound of the submission time, exclusive, `YYYY-MM-DDThh:mm:ss`. */
  readonly startDateTime?: string | undefined;
  /** Upper bound of the submission time, inclusive. */
  readonly endDateTime?: string | undefined;
  readonly collectGroupId?: string | undefined;
  /** Seconds from startedAt to finishedAt, both bounds inclusive. */
  readonly duration?:
    { readonly atLeast?: number | undefined; readonly atMost?: number | undefined } | undefined;
  readonly conditions?: readonly Condition[] | undefined;
}

/** The part of a filter that needs the responses or their metadata: the API has no parameters for it. */
export type ContentFilter = Pick<ResponseFilter, "duration" | "conditions">;

/** Returns whether metadata are enough to decide the filter. */
export function isOfMetadata({ conditions = [] }: ContentFilter): boolean {
  return conditions.every((it) => it.kind === "metadata");
}

/** Returns whether the response is wanted. A response without a value that the filter needs is not. */
export function matchesFilter(filter: ResponseFilter, response: Response): boolean {
  return responseTest(filter)(response);
}

/** Returns `matchesFilter` as a function prepared for many responses. */
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

/** Returns the seconds from start to submission; `undefined` if the response lacks one of the times. */
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

/** Returns the column's cell as `gridCells` does. */
function cellOf(column: ColumnName, response: Response): Cell {
  switch (column.kind) {
    case "variable":
      return joinedCell(
        response.variables.filter((it) => isSameColumn(column, it)).map((it) => it.answer),
      );
    case "embedded":
      return joinedCell(
        response.embeddedData
          .filter((it) => it.name === column.name)
          .map(({ value }) => single(value)),
      );
    case "metadata": {
      const field = metadataFields.find((it) => it === column.name);
      return single(field && response[field]);
    }
  }
}
