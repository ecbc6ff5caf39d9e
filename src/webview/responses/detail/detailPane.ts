import { nothing, type TemplateResult } from "lit";
import type { ApiVersion } from "../../../model/survey.ts";
import { detailPlace } from "../../shared/detailPlace.ts";
import { single } from "../../shared/grid/selection.ts";
import { t } from "../../shared/l10n.ts";
import type { LightElement } from "../../shared/lightElement.ts";
import { detail } from "./detail.ts";
import type { ResponsesGrid } from "../grid/gridElement.ts";
import type { ScrollPosition } from "../grid/scrollPosition.ts";
import type { ShownColumns } from "../columns/shownColumns.ts";
import { detailLimits } from "../view.ts";

export interface DetailStage {
  readonly panel: LightElement;
  readonly columns: ShownColumns;
  readonly scrollPosition: ScrollPosition;
  readonly grid: () => ResponsesGrid | undefined;
  readonly showRaw: () => void;
  /** The response takes room beside the grid. */
  opened(): void;
}

/** The response of the active row, read beside the grid. */
export class DetailPane {
  readonly #stage: DetailStage;
  /** How far it is scrolled: the next one is shown from there on. */
  #top = 0;
  #id: number | undefined;

  constructor(stage: DetailStage) {
    this.#stage = stage;
  }

  get isOpen(): boolean {
    return this.#stage.scrollPosition.view.detailOpen;
  }

  get index(): number {
    const { rows, view } = this.#stage.scrollPosition;
    return Math.max(0, Math.min(view.selection.active.row, rows.count - 1));
  }

  readonly toggle = (): void => {
    const { panel, scrollPosition } = this.#stage;
    const open = !this.isOpen;
    if (open && scrollPosition.rows.count === 0) {
      return;
    }
    scrollPosition.change({ detailOpen: open });
    if (open) {
      this.#stage.opened();
    }
    void panel.updateComplete.then(() => {
      const grid = this.#stage.grid();
      if (!open) {
        grid?.focusCell();
      } else if (!grid?.checkVisibility({ visibilityProperty: true })) {
        // In a narrow panel the response takes the grid's place.
        panel.querySelector<HTMLElement>(".detail-body")?.focus();
      }
    });
  };

  readonly moveBy = (by: 1 | -1): void => {
    const { scrollPosition } = this.#stage;
    const row = this.index + by;
    if (row >= 0 && row < scrollPosition.rows.count) {
      scrollPosition.leaveWanted();
      scrollPosition.change({
        selection: single({ row, column: scrollPosition.view.selection.active.column }),
      });
      this.#stage.grid()?.revealCell(row);
    }
  };

  template(version: ApiVersion): TemplateResult | typeof nothing {
    const { columns, scrollPosition, showRaw } = this.#stage;
    if (!this.isOpen) {
      return nothing;
    }
    const { index } = this;
    return detailPlace(
      {
        label: t("Width of the response details"),
        width: scrollPosition.view.detailWidth,
        limits: detailLimits,
        resize: (detailWidth) => scrollPosition.change({ detailWidth }),
      },
      detail({
        columns: columns.all,
        row: scrollPosition.rows.at(index),
        version,
        index,
        count: scrollPosition.rows.count,
        move: this.moveBy,
        showRaw,
        scrolled: (top) => {
          this.#top = top;
        },
        close: this.toggle,
      }),
    );
  }

  /** To be called once it is drawn. The next responses are there before somebody goes on to them. */
  drawn(): void {
    const { panel, scrollPosition } = this.#stage;
    const { rows } = scrollPosition;
    if (!this.isOpen || rows.count === 0) {
      return;
    }
    const { index } = this;
    rows.need(Math.max(0, index - 1), Math.min(rows.count - 1, index + 1));
    const row = rows.at(index);
    const body = panel.querySelector(".detail-body");
    if (row && body && row.id !== this.#id) {
      this.#id = row.id;
      body.scrollTop = this.#top;
    }
  }
}
