import type { WriterContext } from "../writer.ts";

/**
 * Returns the key-value metadata of a Parquet file, so that labels are in the file: `survey-explorer`, a JSON object with
 * the survey's title, the form, the name, label, measure, value labels, missing values and origin of each column, and the
 * multiple-response sets; and `PANDAS_ATTRS`, which pandas provides as `DataFrame.attrs`.
 */
export function keyValues({ table, form, title }: WriterContext): { key: string; value: string }[] {
  const facts = {
    title,
    form,
    columns: table.columns.map(({ name, label, measure, labels, missing, origin }) => ({
      name,
      label,
      measure,
      labels,
      missing,
      origin,
    })),
    sets: table.sets,
  };
  // pandas copies attrs with each step, so they contain only what is small.
  const attributes = {
    title,
    column_labels: Object.fromEntries(table.columns.map(({ name, label }) => [name, label])),
  };
  return [
    { key: "survey-explorer", value: JSON.stringify(facts) },
    { key: "PANDAS_ATTRS", value: JSON.stringify(attributes) },
  ];
}
