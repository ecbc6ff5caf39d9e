import type { TableColumn, ValueLabel } from "../../model/tabular/tableColumn.ts";

/** Columns that have the same value labels. */
export interface LabelSet {
  readonly columns: readonly string[];
  /** Value labels, each value once; at least one. */
  readonly labels: readonly ValueLabel[];
  /** True if the labels have an order. */
  readonly isOrdered: boolean;
}

/** Returns the different sets of value labels. Scales repeat from question to question; each is listed once. */
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

/** Returns the first label of each value: a structure may have a code twice, and the first one counts, as in .sav. */
function unique(labels: readonly ValueLabel[]): ValueLabel[] {
  const seen = new Set<string | number>();
  return labels.filter(({ value }) => !seen.has(value) && seen.add(value));
}
