import { missingTest } from "../model/missingCodes.ts";
import type { Summaries, SummaryQuery } from "../model/summary.ts";
import { CellCursor } from "./cellCursor.ts";
import type { ColumnData } from "./columnData.ts";

/** Query for the texts that people wrote in one column: as answers if it has no options, and beside answers. */
export interface TextsQuery extends Pick<SummaryQuery, "filter" | "missing"> {
  /** The column's key. */
  readonly column: string;
}

export interface WrittenTexts extends Pick<
  Summaries,
  "matching" | "loaded" | "isComplete" | "readAt"
> {
  /** All texts, in the order of the rows. */
  readonly texts: readonly string[];
  /** Rows that have at least one of the texts, ascending. */
  readonly rows: Uint32Array;
  /** Identity of each row of the table; see `RowIdentities`. */
  readonly identities: BigUint64Array;
}

/**
 * Collects the texts of the rows.
 * @param values `undefined` if the column has options, because its values are then codes
 * @param missing codes that count as no answer
 */
export function writtenTexts(
  { values, others }: { readonly values: ColumnData | undefined; readonly others: ColumnData },
  rows: Uint32Array,
  missing: readonly string[],
): Pick<WrittenTexts, "texts" | "rows"> {
  const isMissing = missingTest(missing);
  const [answers, beside] = [values && new CellCursor(values, 0), new CellCursor(others, 0)];
  const texts: string[] = [];
  const its = rows.filter((row) => {
    const before = texts.length;
    texts.push(
      ...(answers?.at(row) ?? []).filter((it) => it.trim() !== "" && !isMissing(it)),
      ...(beside.at(row) ?? []).filter((it) => it.trim() !== ""),
    );
    return texts.length > before;
  });
  return { texts, rows: its };
}
