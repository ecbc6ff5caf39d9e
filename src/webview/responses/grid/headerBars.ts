import { isSharedMetadata } from "../../../model/metadataColumns.ts";
import type { MissingCodes } from "../../../model/missingCodes.ts";
import type { ResponsesContent } from "../../../messages/responses.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import type { PanelState } from "../panelState.ts";
import { Figures, type ColumnFigures } from "../summary/figures.ts";
import type { GridColumn } from "../cells.ts";
import type { PlacedColumn } from "../../shared/grid/columnPlaces.ts";

/**
 * The bars in the header, for the columns in sight; requested as these come into sight. After a failure, columns stay
 * without bars until there are other responses, another filter or other missing codes.
 */
export class HeaderBars {
  readonly #figures: Figures;
  #columns: readonly PlacedColumn<GridColumn>[] = [];

  constructor(panel: PanelState) {
    this.#figures = new Figures(
      panel.request,
      () => this.#columns.filter(isSummarised).map((it) => it.column.key),
      () => panel.emit({ kind: "rows" }),
    );
  }

  get(key: string): ColumnFigures | undefined {
    return this.#figures.get(key);
  }

  /** Requests figures for the loaded responses that pass the filter. */
  show(
    filter: ResponseFilter,
    { loaded, source }: ResponsesContent,
    missingCodes: MissingCodes | undefined,
  ): void {
    this.#figures.show({ filter }, JSON.stringify([loaded, source.readAt]), missingCodes);
  }

  /** Must be called with the drawn columns, and with the same list as long as they do not change. */
  setVisible(columns: readonly PlacedColumn<GridColumn>[]): void {
    if (columns !== this.#columns) {
      this.#columns = columns;
      this.#figures.next();
    }
  }
}

function isSummarised({ column }: PlacedColumn<GridColumn>): boolean {
  return column.kind !== "metadata" || isSharedMetadata(column);
}
