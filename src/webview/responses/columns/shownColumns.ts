import type { ResponsesState } from "../../../messages/responses.ts";
import { arranged, defaultColumnLayout, type ColumnLayout } from "../../../model/columnLayout.ts";
import { OptimisticValue } from "../optimisticValue.ts";
import { gridColumns, type GridColumn } from "../cells.ts";
import type { PanelState } from "../panelState.ts";

/**
 * Shortest time between two layouts that are sent to the host, in milliseconds, for example while a column is resized. The
 * first is sent at once.
 */
const layoutPause = 200;

/** The columns as arranged by the person. They keep their identity, so that the grid need not draw them again. */
export class ShownColumns {
  readonly #panel: PanelState;
  readonly #layout = new OptimisticValue<ColumnLayout>(defaultColumnLayout, sameLayout);
  #all: readonly GridColumn[] = [];
  #byKey: ReadonlyMap<string, GridColumn> = new Map();
  #shown: readonly GridColumn[] = [];
  /** What the columns were made of, as JSON. */
  #text = "";
  /** Set while the pause after a sent layout lasts. */
  #timer: number | undefined;
  #isUnsent = false;

  constructor(panel: PanelState) {
    this.#panel = panel;
  }

  /** All columns in their default order, including hidden ones. */
  get all(): readonly GridColumn[] {
    return this.#all;
  }

  get byKey(): ReadonlyMap<string, GridColumn> {
    return this.#byKey;
  }

  get shown(): readonly GridColumn[] {
    return this.#shown;
  }

  get layout(): ColumnLayout {
    return this.#layout.value;
  }

  set layout(layout: ColumnLayout) {
    this.#layout.set(layout);
    if (this.#timer === undefined) {
      this.#sendLayout();
    } else {
      this.#isUnsent = true;
    }
    this.#arrange();
  }

  readonly #sendLayout = (): void => {
    this.#isUnsent = false;
    this.#panel.send("layout", { layout: this.layout });
    this.#timer = window.setTimeout(this.#onPauseOver, layoutPause);
  };

  readonly #onPauseOver = (): void => {
    this.#timer = undefined;
    if (this.#isUnsent) {
      this.#sendLayout();
    }
  };

  receive({ content, collectGroups, locale, layout }: ResponsesState): void {
    this.#layout.receive(layout);
    const columns = content?.columns ?? [];
    const text = JSON.stringify([columns, collectGroups, locale.locale]);
    const areOther = text !== this.#text;
    if (areOther) {
      this.#text = text;
      this.#all = gridColumns(columns, collectGroups);
      this.#byKey = new Map(this.#all.map((it) => [it.key, it]));
    }
    this.#arrange(areOther);
  }

  /** @param areOther true if the columns themselves are others, perhaps with the same keys */
  #arrange(areOther = false): void {
    const before = this.#shown;
    const after = arranged(this.#all, this.layout);
    const areMoved = !sameText(keysOf(before), keysOf(after));
    if (areOther || areMoved) {
      this.#shown = after;
    }
    if (areMoved && before.length > 0) {
      this.#panel.emit({ kind: "rearranged", before, after });
    }
  }
}

export function keysOf(columns: readonly GridColumn[]): string[] {
  return columns.map((it) => it.key);
}

function sameLayout(a: ColumnLayout, b: ColumnLayout): boolean {
  const entries = ({ widths }: ColumnLayout): unknown => Object.entries(widths).sort();
  return (
    sameText([a.order, a.hidden, a.frozen], [b.order, b.hidden, b.frozen]) &&
    sameText(entries(a), entries(b))
  );
}

function sameText(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
