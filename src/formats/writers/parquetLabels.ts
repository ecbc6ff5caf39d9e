import type { WriterContext } from "../writer.ts";

/**
 * Key-value metadata of a Parquet file, so that labels travel with it: `survey-explorer`, a JSON object with the survey's
 * title, the form, and of each column its name, label, measure, value labels, missing values and origin, beside the multiple-response sets;
 * and `PANDAS_ATTRS`, which pandas gives as `DataFrame.attrs`.
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
  // pandas copies attrs with each step: only what is small.
  const attributes = {
    title,
    column_labels: Object.fromEntries(table.columns.map(({ name, label }) => [name, label])),
  };
  return [
    { key: "survey-explorer", value: JSON.stringify(facts) },
    { key: "PANDAS_ATTRS", value: JSON.stringify(attributes) },
  ];
}
