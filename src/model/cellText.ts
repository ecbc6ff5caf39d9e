import { columnKey, type Cell, type Column } from "./grid.ts";
import { metadataColumn } from "./metadataColumns.ts";
import { labelsOf } from "./optionLabels.ts";
import type { Answer } from "./response.ts";
import type { CellMode } from "./responseView.ts";
import type { CollectGroup } from "./survey.ts";

/** A column with the labels of its codes. */
export interface CodedColumn extends Column {
  readonly key: string;
  readonly isTime: boolean;
  /** Label by code; empty where values are not codes. */
  readonly labels: ReadonlyMap<string, string>;
  /** True if values are codes that have labels. */
  readonly isCoded: boolean;
}

/** The parts of one answer in a cell. */
export interface AnswerView {
  readonly code: string;
  /** The code itself if it has no label. */
  readonly label: string;
  readonly otherText: string | undefined;
  /** The question has options, but none with this code. */
  readonly isUnknown: boolean;
}

/** @param groups their labels are those of the column of collect groups */
export function codedColumn(
  column: Column,
  groups: readonly Pick<CollectGroup, "collectGroupId" | "label">[],
): CodedColumn {
  const isMetadata = column.kind === "metadata";
  const known = labelsOf(column.options);
  const labels = new Map(
    isMetadata && column.name === "collectGroupId"
      ? groups.map((group) => [group.collectGroupId, group.label])
      : codesOf(column).map(({ name }) => [name, known.get(name) ?? ""]),
  );
  return {
    ...column,
    labels,
    key: columnKey(column),
    isTime: isMetadata && metadataColumn(column.name)?.type === "time",
    isCoded: labels.size > 0,
  };
}

/** A service may label each value of embedded data with itself. That makes a number or a text no code. */
function codesOf({ kind, options }: Column): Column["options"] {
  const isOwnLabel = kind === "embedded" && options.every((it) => it.label === it.name);
  return isOwnLabel ? [] : options;
}

export function answerView(
  column: Pick<CodedColumn, "kind" | "labels" | "isCoded">,
  answer: Answer,
): AnswerView {
  const label = column.labels.get(answer.value);
  return {
    code: answer.value,
    label: label === undefined || label === "" ? answer.value : label,
    otherText: answer.etcValue,
    isUnknown: column.kind === "variable" && column.isCoded && label === undefined,
  };
}

/** Returns the text of a cell on one line, with times as the service sends them. */
export function cellText(column: CodedColumn, cell: Cell, mode: CellMode): string {
  return (cell ?? []).map((it) => answerText(column, answerView(column, it), mode)).join(" · ");
}

function answerText(column: CodedColumn, it: AnswerView, mode: CellMode): string {
  return `${codedText(column, it, mode)}${otherText(it)}`;
}

/** Returns the free text of an answer as it follows the option's text; empty if there is none. */
export function otherText(it: AnswerView): string {
  return it.otherText === undefined || it.otherText === "" ? "" : `: "${it.otherText}"`;
}

function codedText(column: CodedColumn, it: AnswerView, mode: CellMode): string {
  if (mode === "codes" || !column.isCoded || it.isUnknown) {
    return it.code;
  }
  return mode === "labels" || it.label === it.code ? it.label : `${it.code} ${it.label}`;
}
