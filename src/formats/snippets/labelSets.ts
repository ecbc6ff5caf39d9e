import type { TableColumn, ValueLabel } from "../../model/tabular/tableColumn.ts";

/** Columns whose values mean the same. */
export interface LabelSet {
  readonly columns: readonly string[];
  /** Each value once; at least one. */
  readonly labels: readonly ValueLabel[];
  /** Whether the labels have an order. */
  readonly isOrdered: boolean;
}

/** Scales repeat from question to question; each is listed once. */
export function labelSets(columns: readonly TableColumn[]): LabelSet[] {
  const sets = new Map<string, LabelSet & { columns: string[] }>();
  for (const { name, labels, measure } of columns) {
    if (labels.length > 0) {
      const isOrdered = measure === "ordinal";
      const key = JSON.stringify([isOrdered, labels.map((it) => [it.value, it.label])]);
      const set = sets.get(key) ?? { columns: [], labels: unique(labels), isOrdered };
      set.columns.push(name);
      sets.set(key, set);
    }
  }
  return [...sets.values()];
}

/** A structure may have a code twice; the first is what counts, as in .sav. */
function unique(labels: readonly ValueLabel[]): ValueLabel[] {
  const seen = new Set<string | number>();
  return labels.filter(({ value }) => !seen.has(value) && seen.add(value));
}
