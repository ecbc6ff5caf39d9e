import { nothing, type TemplateResult } from "lit";
import { detailPlace } from "../../shared/detailPlace.ts";
import { t } from "../../shared/l10n.ts";
import type { ResponsesStore } from "../store.ts";
import { detailLimits } from "../view.ts";
import { detail, detailName } from "./detail.ts";

/** The response of the active row, read beside the grid. */
export class DetailPane {
  readonly #store: ResponsesStore;
  readonly #panel: HTMLElement;
  /** How far it is scrolled: the next one is shown from there on. */
  #top = 0;
  #id: number | undefined;
  /** The response that was opened, or gone on to. */
  #told: number | undefined;

  constructor(store: ResponsesStore, panel: HTMLElement) {
    this.#store = store;
    this.#panel = panel;
  }

  /** Which response it is was not said by the grid. */
  tell(): void {
    this.#told = this.#store.detailIndex;
  }

  /** What is read out of it; the focus may be elsewhere. */
  get said(): string {
    const { detailOpen, detailIndex } = this.#store;
    return detailOpen && this.#told === detailIndex ? (detailName(this.#store) ?? "") : "";
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

  /** To be called once it is drawn. The next responses are there before somebody goes on to them. */
  drawn(): void {
    const { detailOpen, detailIndex: index, scrollPosition } = this.#store;
    const { rows } = scrollPosition;
    if (!detailOpen || this.#told !== index) {
      this.#told = undefined;
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
