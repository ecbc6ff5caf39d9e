import type { SummarisedQuestion as ChartQuestion } from "../../../charts/question.ts";
import type { CrossMeasure } from "../../../model/crossTable.ts";
import type { SummaryBase } from "../../../model/summary.ts";
import type { ApiVersion } from "../../../model/survey.ts";
import type { GridColumn } from "../cells.ts";
import type { ColumnFigures } from "./figures.ts";

/** How all questions are shown. */
export interface FigureOptions {
  readonly base: SummaryBase;
  readonly asTables: boolean;
  readonly measure: CrossMeasure;
  /** By key, see `SummaryView`. */
  readonly statistics: Readonly<Record<string, boolean>>;
  readonly version: ApiVersion;
  /** Names of the current filter and of the one it is compared with. */
  readonly names: readonly [string, string];
  /** By key. */
  readonly columns: ReadonlyMap<string, GridColumn>;
}

/**
 * Returns the question with its figures, as charts and tables take it. Split and weight are those of the figures, which may
 * be older than the current choice.
 */
export function chartQuestion(
  column: GridColumn,
  { summary, weighting, subject }: ColumnFigures,
  compared: ColumnFigures | undefined,
  { base, version, names, columns, measure, statistics }: FigureOptions,
): ChartQuestion {
  const { split } = summary;
  const splitBy = subject.split === undefined ? undefined : columns.get(subject.split);
  const weight = subject.weight === undefined ? undefined : columns.get(subject.weight);
  return {
    column,
    summary:
      split && splitBy
        ? { ...summary, split: { ...split, parts: named(split.parts, splitBy) } }
        : summary,
    base,
    apiVersion: version,
    showsStatistics: statistics[column.key],
    measure,
    ...(splitBy ? { splitBy } : {}),
    ...(compared ? { compared: { summary: compared.summary, names } } : {}),
    ...(weighting
      ? { weighting: { ...weighting, name: weight?.name ?? subject.weight ?? "" } }
      : {}),
  };
}

/** Adds labels that only the panel knows to the parts of metadata, such as the names of collect groups. */
function named<T extends { readonly value: string; readonly label?: string | undefined }>(
  parts: readonly T[],
  { labels }: GridColumn,
): T[] {
  return parts.map((it) => {
    const label = it.label ?? labels.get(it.value);
    return label === undefined ? it : { ...it, label };
  });
}
