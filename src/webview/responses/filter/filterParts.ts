import { missingText } from "../../../charts/columnTexts.ts";
import { columnKey } from "../../../model/grid.ts";
import {
  conditionKinds,
  conditionSentence,
  conditionsOf,
  type ColumnConditions,
  type Condition,
} from "../../../model/conditions/conditions.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import { formatTime, t, words } from "../../shared/l10n.ts";
import type { GridColumn } from "../cells.ts";
import { durationText } from "./durations.ts";

/** Key of the collect group's column; the group also has a field of its own in the filter. */
export const groupKey = columnKey({ kind: "metadata", name: "collectGroupId" });

/**
 * The status has a field of its own in the filter, like time and group, but its values are requested like those of any
 * column.
 */
export const statusKey = columnKey({ kind: "metadata", name: "completedStatus" });

/** A part of a filter, as a chip shows it. */
export interface FilterPart {
  /** Identifies the part: a field of the filter, or the key of the condition's column. */
  readonly at: string;
  readonly label: string;
  readonly without: ResponseFilter;
}

/** Returns true if two filters demand the same. */
export function sameFilter(a: ResponseFilter, b: ResponseFilter): boolean {
  return written(a) === written(b);
}

/** Serialises a filter with its fields in a fixed order. */
function written(it: ResponseFilter): string {
  return JSON.stringify([
    it.startDateTime,
    it.endDateTime,
    it.collectGroupId,
    it.duration?.atLeast,
    it.duration?.atMost,
    (it.conditions ?? []).map((condition) => [columnKey(condition), askedBy(condition)]),
  ]);
}

export function isEmptyFilter(filter: ResponseFilter): boolean {
  return sameFilter(filter, {});
}

/** Returns the filter with some fields changed. Leaves out `undefined`, as the host accepts no empty fields. */
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

export function columnConditions(filter: ResponseFilter, key: string): ColumnConditions {
  const conditions = (filter.conditions ?? []).filter((it) => columnKey(it) === key);
  return Object.fromEntries(conditions.map((it) => [it.is, askedBy(it)]));
}

/** Returns the fields in a fixed order. Leaves out those that are not given, as the host accepts no empty fields. */
function askedBy(condition: Condition): Record<string, unknown> {
  const given: Readonly<Record<string, unknown>> = { ...condition };
  const fields = Object.keys(conditionKinds[condition.is].fields);
  return Object.fromEntries(
    fields.filter((it) => given[it] !== undefined).map((it) => [it, given[it]]),
  );
}

/** Returns the filter with the conditions on one column replaced; an empty `ask` removes them. */
export function withConditions(
  filter: ResponseFilter,
  column: Pick<GridColumn, "kind" | "name" | "rank" | "key">,
  ask: ColumnConditions,
): ResponseFilter {
  const { kind, name, rank } = column;
  const named = { kind, name, ...(rank === undefined ? {} : { rank }) };
  const asked = conditionsOf(named, ask);
  const all = filter.conditions ?? [];
  const place = all.findIndex((it) => columnKey(it) === column.key);
  const others = all.filter((it) => columnKey(it) !== column.key);
  const at = place === -1 ? others.length : place;
  return changed(filter, { conditions: [...others.slice(0, at), ...asked, ...others.slice(at)] });
}

/** Returns all parts of a filter, in the order of the filter panel. */
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
    return t("Duration {0} to {1}", durationText(atLeast), durationText(atMost));
  }
  return atLeast === undefined
    ? t("Duration up to {0}", durationText(atMost ?? 0))
    : t("Duration from {0}", durationText(atLeast));
}

function conditionLabel(condition: Condition, column: GridColumn | undefined): string {
  return conditionSentence(condition, {
    ...words,
    column: column ? columnTitle(column) : condition.name,
    value: (it) => valueLabel(column, it),
    missing: (it) => missingText(column ?? condition, it, t),
    isBrief: true,
  });
}

/** Returns what people call a column: questions go by their names, metadata by their texts. */
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
