import type { CellMode } from "../../messages/responses.ts";
import type { Column } from "../../model/grid.ts";
import type { Answer } from "../../model/response.ts";
import type { CollectGroup } from "../../model/survey.ts";
import { formatTime, t } from "../shared/l10n.ts";

export type CellValue = readonly Answer[] | null;

/** A column as this panel shows it. */
export interface GridColumn extends Column {
  /** Unique among the columns: a variable and an embedded value may have the same name, or variables of two ranks. */
  readonly key: string;
  readonly isTime: boolean;
  /** Label by code; empty where values are not codes. */
  readonly labels: ReadonlyMap<string, string>;
  /** Whether values are codes that have labels. */
  readonly isCoded: boolean;
}

/** One answer of a cell, taken apart. */
export interface AnswerView {
  readonly code: string;
  readonly label: string;
  readonly otherText: string | undefined;
  /** The question has options, but none with this code. */
  readonly isUnknown: boolean;
}

export function gridColumns(
  columns: readonly Column[],
  groups: readonly CollectGroup[],
): GridColumn[] {
  return columns.map((column) => {
    const isMetadata = column.kind === "metadata";
    const labels = new Map(
      isMetadata && column.name === "collectGroupId"
        ? groups.map((group) => [group.collectGroupId, group.label])
        : column.options.map((option) => [option.name, option.label]),
    );
    return {
      ...column,
      labels,
      text: isMetadata ? metadataText(column.name) : column.text,
      key: `${column.kind}:${column.rank === undefined ? "" : `${column.rank}:`}${column.name}`,
      isTime: isMetadata && column.name.endsWith("At"),
      isCoded: labels.size > 0,
    };
  });
}

/** How a fact of the response itself is called; empty for any other. */
export function metadataText(name: string): string {
  switch (name) {
    case "serial":
      return t("Serial");
    case "finishedAt":
      return t("Finished");
    case "startedAt":
      return t("Started");
    case "completedStatus":
      return t("Status");
    case "collectGroupId":
      return t("Collect group");
    case "responseId":
      return t("Response ID");
    default:
      return "";
  }
}

export function answerView(column: GridColumn, answer: Answer): AnswerView {
  const label = column.labels.get(answer.value);
  return {
    code: answer.value,
    label: label === undefined || label === "" ? answer.value : label,
    otherText: answer.etcValue,
    isUnknown: column.kind === "variable" && column.isCoded && label === undefined,
  };
}

/** What a cell says in one line; also what is copied. */
export function cellText(column: GridColumn, value: CellValue, mode: CellMode): string {
  if (value === null) {
    return "";
  }
  if (column.isTime) {
    return value.map((it) => formatTime(it.value, true)).join(" · ");
  }
  return value.map((it) => answerText(column, answerView(column, it), mode)).join(" · ");
}

function answerText(column: GridColumn, it: AnswerView, mode: CellMode): string {
  return `${codedText(column, it, mode)}${otherText(it)}`;
}

/** What was written beside an option, as it follows the option. */
export function otherText(it: AnswerView): string {
  return it.otherText === undefined || it.otherText === "" ? "" : `: "${it.otherText}"`;
}

function codedText(column: GridColumn, it: AnswerView, mode: CellMode): string {
  if (mode === "codes" || !column.isCoded || it.isUnknown) {
    return it.code;
  }
  return mode === "labels" || it.label === it.code ? it.label : `${it.code} ${it.label}`;
}

/** What the cell does not show in the current mode. */
export function cellTooltip(column: GridColumn, value: CellValue): string {
  if (value === null) {
    return missingText(column);
  }
  if (column.isTime) {
    return value.map((it) => it.value).join("\n");
  }
  return value
    .map((answer) => {
      const it = answerView(column, answer);
      if (it.isUnknown) {
        return t("{0} (code not in the structure)", it.code);
      }
      const coded = column.isCoded ? t("{0} ({1})", it.label, it.code) : it.code;
      return `${coded}${otherText(it)}`;
    })
    .join("\n");
}

/** How emptiness is said. */
export function missingText(column: GridColumn): string {
  return column.kind === "variable" ? t("no answer") : t("no value");
}
