import type { ConversionProgress } from "../export/conversion.ts";
import type { CopyItems } from "../export/copyItems.ts";
import { decodedResponses } from "../formats/decodedResponses.ts";
import { withNames } from "../formats/fileTable.ts";
import { metadataColumn, metadataNames } from "../model/metadataColumns.ts";
import { tableScan, type Table } from "../model/tabular/table.ts";
import type { TableDescription } from "../model/tabular/tableColumn.ts";
import { defaultTableForm } from "../model/tabular/tableForm.ts";
import { isDateTime } from "../model/time.ts";
import type { LoadJob } from "./calls.ts";
import { RangePlan, type Plan, type StoredRange } from "./ranges.ts";
import type { TableTarget } from "./tableColumns.ts";

/** Result of reading all responses once. */
export interface SurveyScan {
  readonly wide: Table;
  readonly long: Table;
  readonly plan: Plan;
  /** Returns true if all times of a column have the documented form. */
  readonly isTime: (name: string) => boolean;
}

const timeNames = metadataNames.filter((it) => metadataColumn(it)?.type === "time");

/** Databases have no year 0. */
function isTimestamp(time: string | undefined): boolean {
  return time === undefined || (isDateTime(time) && time >= "0001");
}

/**
 * Reads all responses once.
 * @param stored ranges that the tables have
 */
export function scanSurvey(
  { source, form }: Pick<LoadJob, "source" | "form">,
  {
    items,
    notify,
  }: { readonly items: CopyItems; readonly notify: (progress: ConversionProgress) => void },
  stored: readonly StoredRange[],
): SurveyScan {
  const scan = tableScan(source);
  const plan = new RangePlan(stored);
  const untimed = new Set<string>();
  for (const responses of decodedResponses(source, items, "columns", notify)) {
    scan.add(responses);
    for (const response of responses) {
      plan.add(response.finishedAt);
      timeNames.filter((it) => !isTimestamp(response[it])).forEach((it) => untimed.add(it));
    }
  }
  return {
    wide: scan.table({ ...defaultTableForm, ...form }),
    long: scan.table({ ...defaultTableForm, layout: "long" }),
    plan: plan.plan(),
    isTime: (name) => !untimed.has(name),
  };
}

/** Returns the table with the names that its columns have in the database. */
export function namedAs(table: Table, { columns, places }: TableTarget): TableDescription {
  const names = table.columns.map((it) => it.name);
  places.forEach((place, index) => {
    if (place >= 0) {
      names[place] = columns[index]?.name ?? "";
    }
  });
  return withNames(table, names);
}
