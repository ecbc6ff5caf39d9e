import { codedColumn, type CodedColumn } from "../model/cellText.ts";
import { columnKey, type Column } from "../model/grid.ts";
import { conditionSentence, type Condition } from "../model/conditions/conditions.ts";
import type { ColumnName } from "../model/conditions/condition.ts";
import { metadataLabel } from "../model/metadataColumns.ts";
import type { ResponseFilter } from "../model/responseFilter.ts";
import type { CollectGroup } from "../model/survey.ts";
import { formatDateTime } from "../model/time.ts";
import type { Words } from "../model/words.ts";
import { missingText } from "./columnTexts.ts";

/** The survey's columns and collect groups, for naming them in texts. */
export interface NamedColumns {
  /** All columns of the survey. */
  readonly columns: readonly Column[];
  readonly collectGroups: readonly CollectGroup[];
}

/** Names columns and their values in sentences. */
export class ColumnNames {
  readonly #columns: ReadonlyMap<string, CodedColumn>;
  readonly #groups: readonly CollectGroup[];
  readonly #words: Words;

  constructor({ columns, collectGroups }: NamedColumns, words: Words) {
    this.#columns = new Map(
      columns.map((it) => [columnKey(it), codedColumn(it, collectGroups)] as const),
    );
    this.#groups = collectGroups;
    this.#words = words;
  }

  get(key: string): CodedColumn | undefined {
    return this.#columns.get(key);
  }

  /** Returns the name of a question or of embedded data, or the label of metadata. */
  title({ kind, name }: Pick<ColumnName, "kind" | "name">): string {
    const label = kind === "metadata" ? metadataLabel(name, this.#words.t) : "";
    return label === "" ? name : label;
  }

  /** Returns the title with the question's text. */
  full(column: ColumnName): string {
    const { t } = this.#words;
    const text = this.get(columnKey(column))?.text ?? "";
    const title = this.title(column);
    return text === "" ? title : t("{0} ({1})", title, text);
  }

  /** Returns the label with the code, or the value alone if it has no label. */
  value(column: ColumnName, value: string): string {
    const { t, locale } = this.#words;
    const known = this.get(columnKey(column));
    if (known?.isTime) {
      return formatDateTime(value, locale, true);
    }
    const label = known?.labels.get(value) ?? "";
    if (label !== "") {
      return label === value ? value : t("{0} ({1})", label, value);
    }
    return value === "" ? t("(empty)") : value;
  }

  group(id: string): string {
    const label = this.#groups.find((it) => it.collectGroupId === id)?.label ?? "";
    return label === "" ? id : this.#words.t("{0} ({1})", label, id);
  }
}

/** Returns a filter as sentences that all have to be true; none if all responses pass. */
export function filterSentences(
  { startDateTime, endDateTime, collectGroupId, duration, conditions = [] }: ResponseFilter,
  names: ColumnNames,
  { t, locale }: Words,
): string[] {
  const sentences: string[] = [];
  const time = (text: string): string => formatDateTime(text, locale, true);
  if (startDateTime !== undefined) {
    sentences.push(t("Submitted after {0}", time(startDateTime)));
  }
  if (endDateTime !== undefined) {
    sentences.push(t("Submitted until {0}", time(endDateTime)));
  }
  if (collectGroupId !== undefined) {
    sentences.push(t("{0}: {1}", t("Collect group"), names.group(collectGroupId)));
  }
  if (duration) {
    sentences.push(...durationSentence(duration, t));
  }
  return [...sentences, ...conditions.map((it) => sentenceOf(it, names, { t, locale }))];
}

function durationSentence(
  { atLeast, atMost }: NonNullable<ResponseFilter["duration"]>,
  t: Words["t"],
): string[] {
  if (atLeast !== undefined && atMost !== undefined) {
    return [t("Duration {0} to {1} s", atLeast, atMost)];
  }
  if (atLeast !== undefined) {
    return [t("Duration from {0} s", atLeast)];
  }
  return atMost === undefined ? [] : [t("Duration up to {0} s", atMost)];
}

function sentenceOf(condition: Condition, names: ColumnNames, words: Words): string {
  return conditionSentence(condition, {
    ...words,
    column: names.full(condition),
    value: (it) => names.value(condition, it),
    missing: (it) => missingText(condition, it, words.t),
    isBrief: false,
  });
}
