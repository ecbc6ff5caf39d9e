import type { ResponsesContent } from "../../../messages/responses.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import type { PanelState } from "../panelState.ts";
import { Figures, type Figure } from "../summary/figures.ts";
import { isSharedFact } from "../summary/sharedFacts.ts";
import type { GridColumn } from "../cells.ts";
import type { PlacedColumn } from "../../shared/grid/columnPlaces.ts";

/**
 * The figures that stand in the header, of the columns in sight: asked for as these come into it. Where that fails, the columns
 * stay without until there are other responses, or they are filtered otherwise.
 */
export class HeaderBars {
  readonly #figures: Figures;
  #columns: readonly PlacedColumn<GridColumn>[] = [];
  /** Another number where other responses are there. */
  #rows = 0;
  #rowsOf = "";

  constructor(panel: PanelState) {
    this.#figures = new Figures(
      panel.request,
      () => this.#columns.filter(isSummarised).map((it) => it.column.key),
      () => panel.emit({ kind: "rows" }),
    );
  }

  get(key: string): Figure | undefined {
    return this.#figures.get(key);
  }

  /** Over the responses that are there and pass the filter. */
  show(filter: ResponseFilter, { loaded, source }: ResponsesContent): void {
    const of = JSON.stringify([loaded, source.readAt]);
    if (of !== this.#rowsOf) {
      this.#rowsOf = of;
      this.#rows++;
    }
    this.#figures.show({ filter }, this.#rows);
  }

  /** To be called with the columns that are drawn; the same list as long as they are the same. */
  see(columns: readonly PlacedColumn<GridColumn>[]): void {
    if (columns !== this.#columns) {
      this.#columns = columns;
      this.#figures.next();
    }
  }
}

function isSummarised({ column }: PlacedColumn<GridColumn>): boolean {
  return column.kind !== "metadata" || isSharedFact(column);
}
