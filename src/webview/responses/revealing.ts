import type { ResponsesState, Reveal } from "../../messages/responses.ts";
import { withHidden } from "../../model/columnLayout.ts";
import { whenFocused } from "../shared/focusLater.ts";
import type { ResponsesStore } from "./store.ts";

/** Goes where the host says: to a question in the tab that is shown, or to a response. */
export class Revealing {
  readonly #store: ResponsesStore;
  /** Number of what was gone to last. */
  #revealed = 0;

  constructor(store: ResponsesStore) {
    this.#store = store;
  }

  receive({ reveal, content }: ResponsesState): void {
    if (!reveal || !content || reveal.number === this.#revealed) {
      return;
    }
    this.#revealed = reveal.number;
    const { send, scrollPosition, tab } = this.#store;
    send("revealed", { number: reveal.number });
    if (tab.value === "summary" && reveal.column !== undefined) {
      this.#store.emit({ kind: "question", key: reveal.column });
    } else {
      scrollPosition.whenSettled(() => void this.#goToCell(reveal));
    }
  }

  /** What is hidden is shown again. */
  async #goToCell({ column, row }: Reveal): Promise<void> {
    const { columns, scrollPosition } = this.#store;
    const { layout } = columns;
    if (column !== undefined && layout.hidden.includes(column)) {
      this.#store.setLayout(withHidden(layout, [column], false));
    }
    const { active } = scrollPosition.view.selection;
    const position = row === undefined ? active.row : await this.#positionOf(row);
    const key = column ?? columns.shown[active.column]?.key;
    if (position !== undefined && key !== undefined && scrollPosition.rows.count > 0) {
      scrollPosition.goToCell(position, key);
      if (row !== undefined) {
        this.#store.openDetail();
      }
      whenFocused(() => this.#store.focus("cell"));
    }
  }

  /** `undefined`: it is not shown any more. */
  async #positionOf(row: number): Promise<number | undefined> {
    const { view } = this.#store.scrollPosition.rows;
    const [position] =
      view === undefined
        ? []
        : await this.#store.request("locate", { view, ids: [row] }).catch(() => []);
    return position === -1 ? undefined : position;
  }
}
