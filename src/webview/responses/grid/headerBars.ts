import type { ResponsesContent } from "../../../messages/responses.ts";
import type {
  SummariesAnswer,
  SummariesFailure,
  SummariseRequest,
} from "../../../messages/summary.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import { Figures, type Figure } from "../summary/figures.ts";
import { isSharedFact } from "../summary/sharedFacts.ts";
import type { PlacedColumn } from "./columnPlaces.ts";

export interface HeaderBarsStage {
  readonly send: (request: SummariseRequest) => void;
  /** There are other figures. */
  readonly changed: () => void;
}

/** The figures that stand in the header, of the columns in sight: asked for as these come into it. */
export class HeaderBars {
  readonly #figures: Figures;
  #columns: readonly PlacedColumn[] = [];
  /** Another number where other responses are there. */
  #rows = 0;
  #rowsOf = "";

  constructor({ send, changed }: HeaderBarsStage) {
    this.#figures = new Figures({
      send,
      wanted: () => this.#columns.filter(isSummarised).map((it) => it.column.key),
      changed,
    });
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
  see(columns: readonly PlacedColumn[]): void {
    if (columns !== this.#columns) {
      this.#columns = columns;
      this.#figures.next();
    }
  }

  receive(answer: SummariesAnswer): void {
    this.#figures.receive(answer);
  }

  /** The columns stay without bars until there are other responses, or they are filtered otherwise. */
  fail(failure: SummariesFailure): void {
    this.#figures.fail(failure);
  }
}

function isSummarised({ column }: PlacedColumn): boolean {
  return column.kind !== "metadata" || isSharedFact(column);
}
