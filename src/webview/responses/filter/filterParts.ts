import { columnKey } from "../../../model/grid.ts";
import type {
  Condition,
  MissingKind,
  NumberBounds,
  ResponseFilter,
} from "../../../model/responseFilter.ts";
import { formatNumber, formatTime, t } from "../../shared/l10n.ts";
import { missingText, type GridColumn } from "../cells.ts";
import { durationText } from "./durations.ts";

/** More would not be read in a chip. */
const mostNamed = 3;

/** A part of a filter, as a chip shows it. */
export interface FilterPart {
  /** Names the part: a field of the filter, or the key of the condition's column. */
  readonly at: string;
  readonly label: string;
  readonly without: ResponseFilter;
}

/** Whether two filters ask for the same. */
export function sameFilter(a: ResponseFilter, b: ResponseFilter): boolean {
  return written(a) === written(b);
}

/** Fields in one order, whatever order they were given in. */
function written(it: ResponseFilter): string {
  return JSON.stringify([
    it.startDateTime,
    it.endDateTime,
    it.collectGroupId,
    it.duration?.atLeast,
    it.duration?.atMost,
    (it.conditions ?? []).map((condition) => [columnKey(condition), ...writtenAsk(condition)]),
  ]);
}

function writtenAsk(condition: Condition): readonly unknown[] {
  switch (condition.is) {
    case "oneOf":
      return [condition.values, condition.missing];
    case "between":
      return [condition.atLeast, condition.atMost, condition.below];
    case "contains":
      return [condition.text];
  }
}

export function isEmptyFilter(filter: ResponseFilter): boolean {
  return sameFilter(filter, {});
}

/** The filter with some fields changed; what is `undefined` is left out, as the host takes no empty fields. */
export function changed(filter: ResponseFilter, change: Partial<ResponseFilter>): ResponseFilter {
  const { conditions, duration, ...rest } = { ...filter, ...change };
  const given = Object.entries(rest).filter(([, value]) => value !== undefined && value !== "");
  const hasDuration = duration?.atLeast !== undefined || duration?.atMost !== undefined;
  return {
    ...Object.fromEntries(given),
    ...(hasDuration ? { duration } : {}),
    ...(conditions && conditions.length > 0 ? { conditions } : {}),
  };
}

/** What is asked of one column. */
export interface ColumnAsk {
  readonly values: readonly string[];
  readonly missing: readonly MissingKind[];
  readonly text: string;
  /** Absent: of no range. */
  readonly range?: NumberBounds | undefined;
}

export function askOf(filter: ResponseFilter, key: string): ColumnAsk {
  let ask: ColumnAsk = { values: [], missing: [], text: "" };
  for (const it of filter.conditions ?? []) {
    if (columnKey(it) === key) {
      ask = { ...ask, ...askedBy(it) };
    }
  }
  return ask;
}

function askedBy(condition: Condition): Partial<ColumnAsk> {
  switch (condition.is) {
    case "oneOf":
      return { values: condition.values, missing: condition.missing };
    case "between":
      return { range: boundsOf(condition) };
    case "contains":
      return { text: condition.text };
  }
}

/** Bounds that are not given are left out, as the host takes no empty fields. */
function boundsOf({ atLeast, atMost, below }: NumberBounds): NumberBounds {
  return {
    ...(atLeast === undefined ? {} : { atLeast }),
    ...(atMost === undefined ? {} : { atMost }),
    ...(below === undefined ? {} : { below }),
  };
}

/** The filter with what is asked of one column put in the place of before; nothing asked is no condition. */
export function withAsk(
  filter: ResponseFilter,
  column: Pick<GridColumn, "kind" | "name" | "rank" | "key">,
  { values, missing, text, range = {} }: ColumnAsk,
): ResponseFilter {
  const { kind, name, rank } = column;
  const named = { kind, name, ...(rank === undefined ? {} : { rank }) };
  const asked: Condition[] = [];
  if (values.length + missing.length > 0) {
    asked.push({ ...named, is: "oneOf", values, missing });
  }
  const bounds = boundsOf(range);
  if (Object.keys(bounds).length > 0) {
    asked.push({ ...named, is: "between", ...bounds });
  }
  if (text !== "") {
    asked.push({ ...named, is: "contains", text });
  }
  const all = filter.conditions ?? [];
  const place = all.findIndex((it) => columnKey(it) === column.key);
  const others = all.filter((it) => columnKey(it) !== column.key);
  const at = place === -1 ? others.length : place;
  return changed(filter, { conditions: [...others.slice(0, at), ...asked, ...others.slice(at)] });
}

/** All that is filtered by, in the order of the filter panel. */
export function filterParts(
  filter: ResponseFilter,
  columns: ReadonlyMap<string, GridColumn>,
  groupLabel: (id: string) => string,
): FilterPart[] {
  const { startDateTime, endDateTime, collectGroupId, duration, conditions = [] } = filter;
  const parts: FilterPart[] = [];
  const add = (at: keyof ResponseFilter, label: string): void => {
    parts.push({ at, label, without: changed(filter, { [at]: undefined }) });
  };
  if (startDateTime !== undefined) {
    add("startDateTime", t("After {0}", formatTime(startDateTime, true)));
  }
  if (endDateTime !== undefined) {
    add("endDateTime", t("Until {0}", formatTime(endDateTime, true)));
  }
  if (collectGroupId !== undefined) {
    add("collectGroupId", groupLabel(collectGroupId));
  }
  if (duration) {
    add("duration", durationLabel(duration));
  }
  conditions.forEach((condition, index) => {
    const at = columnKey(condition);
    parts.push({
      at,
      label: conditionLabel(condition, columns.get(at)),
      without: changed(filter, { conditions: conditions.filter((_, other) => other !== index) }),
    });
  });
  return parts;
}

function durationLabel({ atLeast, atMost }: NonNullable<ResponseFilter["duration"]>): string {
  if (atLeast !== undefined && atMost !== undefined) {
    return t("Took {0} to {1}", durationText(atLeast), durationText(atMost));
  }
  return atLeast === undefined
    ? t("Took at most {0}", durationText(atMost ?? 0))
    : t("Took at least {0}", durationText(atLeast));
}

function conditionLabel(condition: Condition, column: GridColumn | undefined): string {
  const name = column ? columnTitle(column) : condition.name;
  if (condition.is === "contains") {
    return t("{0} contains “{1}”", name, condition.text);
  }
  if (condition.is === "between") {
    return t("{0}: {1}", name, rangeText(condition));
  }
  const values = condition.values.map((value) => valueLabel(column, value));
  const missing = condition.missing.map((it) => missingLabel(column ?? condition, it));
  const named = [...values, ...missing];
  const rest = named.length - mostNamed;
  const text =
    rest > 0
      ? t("{0} and {1} more", named.slice(0, mostNamed).join(", "), formatNumber(rest))
      : named.join(", ");
  return t("{0}: {1}", name, text);
}

/** Numbers stand as the service writes them, and as they are entered. */
function rangeText({ atLeast, atMost, below }: NumberBounds): string {
  const upper = upperBound({ atMost, below });
  if (!upper) {
    return t("at least {0}", String(atLeast));
  }
  const { value, isBelow } = upper;
  if (atLeast === undefined) {
    return isBelow ? t("below {0}", String(value)) : t("at most {0}", String(value));
  }
  return isBelow
    ? t("{0} to below {1}", String(atLeast), String(value))
    : t("{0} to {1}", String(atLeast), String(value));
}

/** The one of two upper bounds that counts. */
export function upperBound({
  atMost,
  below,
}: Pick<NumberBounds, "atMost" | "below">):
  { readonly value: number; readonly isBelow: boolean } | undefined {
  if (below !== undefined && (atMost === undefined || below <= atMost)) {
    return { value: below, isBelow: true };
  }
  return atMost === undefined ? undefined : { value: atMost, isBelow: false };
}

/** What a person calls the column: questions go by their names, the response's own facts by what they are. */
export function columnTitle(column: Pick<GridColumn, "kind" | "name" | "text">): string {
  return column.kind === "metadata" && column.text !== "" ? column.text : column.name;
}

export function valueLabel(column: GridColumn | undefined, value: string): string {
  if (column?.isTime) {
    return formatTime(value, true);
  }
  const label = column?.labels.get(value) ?? "";
  if (label !== "") {
    return label;
  }
  return value === "" ? t("(empty)") : value;
}

export function missingLabel(column: Pick<GridColumn, "kind" | "rank">, kind: MissingKind): string {
  return missingText(column, kind === "noAnswer" ? [] : null);
}
