import type { SnippetLanguage } from "../../../src/formats/kinds/format.ts";
import { tableFormats, tableKinds, type TableFormat } from "../../../src/formats/kinds/formats.ts";

/** Formats that a language cannot load in these tests, or that have tests of their own because they change names. */
const others: Readonly<Record<SnippetLanguage, readonly TableFormat[]>> = {
  python: ["sav"],
  // scripts/witnesses.sh does not install Arrow for R.
  r: ["parquet", "sav"],
  // DuckDB downloads what it needs to read workbooks.
  sql: ["xlsx", "sav"],
};

/** Returns the formats whose files the code for a language has to load in these tests, also those to come. */
export function loadedFormats(language: SnippetLanguage): TableFormat[] {
  return tableFormats.filter((it) => !others[language].includes(it));
}

/** Returns the packages that the code for a language needs to load these formats. */
export async function loadingPackages(
  language: Exclude<SnippetLanguage, "sql">,
): Promise<string[]> {
  const loaded = await Promise.all(
    loadedFormats(language).map((it) => tableKinds[it].implementation()),
  );
  return [...new Set(loaded.flatMap(({ packages }) => packages[language]))];
}
