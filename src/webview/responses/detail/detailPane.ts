import { nothing, type TemplateResult } from "lit";
import { detailPlace } from "../../shared/detailPlace.ts";
import { t } from "../../shared/l10n.ts";
import type { ResponsesStore } from "../store.ts";
import { detailLimits } from "../view.ts";
import { detail, detailName } from "./detail.ts";

/** The response of the active row, shown beside the grid. */
export class DetailPane {
  readonly #store: ResponsesStore;
  readonly #panel: HTMLElement;
  /** Scroll position; the next response is shown from there on. */
  #top = 0;
  #id: number | undefined;
  /** Index of the response that was opened or moved to from the pane, which the grid does not announce. */
  #announcedIndex: number | undefined;

  constructor(store: ResponsesStore, panel: HTMLElement) {
    this.#store = store;
    this.#panel = panel;
  }

  /** Marks the current response to be announced, because the grid did not announce it. */
  announceNext(): void {
    this.#announcedIndex = this.#store.detailIndex;
  }

  /** Announced to screen readers; the focus may be elsewhere. */
  get announcement(): string {
    const { detailOpen, detailIndex } = this.#store;
    return detailOpen && this.#announcedIndex === detailIndex
      ? (detailName(this.#store) ?? "")
      : "";
  }

  template(): TemplateResult | typeof nothing {
    const { detailOpen, scrollPosition } = this.#store;
    return detailOpen && scrollPosition.rows.count > 0
      ? detailPlace(
          {
            label: t("Width of the response details"),
            width: scrollPosition.view.detailWidth,
            limits: detailLimits,
            resize: (detailWidth) => scrollPosition.change({ detailWidth }),
          },
          detail(this.#store, (top) => {
            this.#top = top;
          }),
        )
      : nothing;
  }

  /**
   * Must be called after each drawing. Requests the neighbouring responses, so that they are there when the person moves on.
   */
  drawn(): void {
    const { detailOpen, detailIndex: index, scrollPosition } = this.#store;
    const { rows } = scrollPosition;
    if (!detailOpen || this.#announcedIndex !== index) {
      this.#announcedIndex = undefined;
    }
    if (!detailOpen || rows.count === 0) {
      return;
    }
    rows.need(Math.max(0, index - 1), Math.min(rows.count - 1, index + 1));
    const row = rows.at(index);
    const body = this.#panel.querySelector(".detail-body");
    if (row && body && row.id !== this.#id) {
      this.#id = row.id;
      body.scrollTop = this.#top;
    }
  }
}
