import type { ResponsesState, Reveal } from "../../messages/responses.ts";
import { withHidden } from "../../model/columnLayout.ts";
import { whenFocused } from "../shared/focus.ts";
import type { ShownColumns } from "./columns/shownColumns.ts";
import type { ScrollPosition } from "./grid/scrollPosition.ts";
import type { PanelState } from "./panelState.ts";

function frame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Goes where the host says: to a question in the current tab, or to a response. */
export class RevealHandler {
  readonly #panel: PanelState;
  readonly #columns: ShownColumns;
  readonly #scrollPosition: ScrollPosition;
  readonly #openDetail: () => void;
  /** Number of the last target. */
  #revealed = 0;

  constructor(
    panel: PanelState,
    columns: ShownColumns,
    scrollPosition: ScrollPosition,
    openDetail: () => void,
  ) {
    this.#panel = panel;
    this.#columns = columns;
    this.#scrollPosition = scrollPosition;
    this.#openDetail = openDetail;
  }

  receive({ reveal, content }: ResponsesState): void {
    if (!reveal || !content || reveal.number === this.#revealed) {
      return;
    }
    this.#revealed = reveal.number;
    this.#panel.send("revealed", { number: reveal.number });
    if (this.#panel.tab.value === "summary" && reveal.column !== undefined) {
      this.#panel.emit({ kind: "question", key: reveal.column });
    } else {
      this.#scrollPosition.whenSettled(() => void this.#goToCell(reveal));
    }
  }

  /** Shows the column if it is hidden. */
  async #goToCell({ column, row }: Reveal): Promise<void> {
    const { layout } = this.#columns;
    if (column !== undefined && layout.hidden.includes(column)) {
      this.#columns.layout = withHidden(layout, [column], false);
      this.#panel.changed();
    }
    const { view, rows } = this.#scrollPosition;
    const { active } = view.selection;
    const position = row === undefined ? active.row : await this.#positionOf(row);
    const key = column ?? this.#columns.shown[active.column]?.key;
    if (position !== undefined && key !== undefined && rows.count > 0) {
      if (row !== undefined) {
        this.#openDetail();
        // The cell must be visible beside the response, and the grid learns its new size only with the next frame.
        await frame();
        await frame();
      }
      this.#scrollPosition.goToCell(position, key);
      whenFocused(() => this.#panel.focus("cell"));
    }
  }

  /** Returns `undefined` if the response is not in the view. */
  async #positionOf(row: number): Promise<number | undefined> {
    const { view } = this.#scrollPosition.rows;
    if (view === undefined) {
      return undefined;
    }
    const [position] = await this.#panel.request("locate", { view, ids: [row] }).catch(() => []);
    return position === -1 ? undefined : position;
  }
}
