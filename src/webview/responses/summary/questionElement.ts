import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { type SummarisedQuestion, questionTitle } from "../../../charts/question.ts";
import { hasStatistics } from "../../../charts/statisticsNotes.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import { copyFigures, copyItems, type CopyKind } from "../../shared/copies.ts";
import { t, words } from "../../shared/l10n.ts";
import "../../shared/menu.ts";
import type { MenuItem } from "../../shared/menu.ts";
import type { GridColumn } from "../cells.ts";
import { columnTitle } from "../filter/filterParts.ts";
import type { ResponsesStore } from "../store.ts";
import { StoreElement } from "../storeElement.ts";
import { baseLine } from "./baseLine.ts";
import { copiedQuestion } from "./copying.ts";
import { chosenValues, isChosenBin, toggledBin, toggledValue } from "./filterBy.ts";
import type { ColumnFigures } from "./figures.ts";
import { chartQuestion, type FigureOptions } from "./question.ts";
import { questionPicture } from "./questionPicture.ts";
import { crossTable } from "../../../charts/crossTable.ts";
import { histogramTable } from "../../../charts/histogramTables.ts";
import { otherTextsTable } from "../../../charts/otherTextsTable.ts";
import { partStatisticsTable, statisticsTable } from "../../../charts/statisticsTables.ts";
import type { FigureTable } from "../../../charts/table.ts";
import { valueTable } from "../../../charts/valueTable.ts";
import { figureTable } from "../../shared/figureTable.ts";
import { reactive } from "../../shared/lightElement.ts";

const rowHeight = 24;
const maxEstimated = 60;

declare global {
  interface HTMLElementEventMap {
    /** Dispatched before a question changes what all look like, so that it can keep its place on the screen. */
    "question-changes": Event;
    /** Text for screen readers after a question was copied. */
    "question-copied": CustomEvent<string>;
  }
}

/**
 * A question: its name and text, how many answered, and their answers. Rendered in full only while it is near the viewport.
 */
export class SummaryQuestion extends StoreElement {
  static override properties = reactive(
    "column",
    "figure",
    "compared",
    "looks",
    "filter",
    "isFailed",
    "near",
    "width",
    "own",
    "all",
    "open",
  );

  declare column: GridColumn;
  declare figure: ColumnFigures | undefined;
  declare compared: ColumnFigures | undefined;
  declare looks: FigureOptions;
  declare filter: ResponseFilter;
  /** True if there are no figures to wait for. */
  declare isFailed: boolean;
  /** True if the question is in sight, or soon may be. */
  declare near: boolean;
  /** Width of pictures, in CSS pixels. */
  declare width: number;
  /** True if only this question swaps chart and table. */
  declare private own: boolean;
  declare private all: boolean;
  /** Values whose write-in answers are listed; "\n" stands for the question itself. */
  declare private open: ReadonlySet<string>;
  #height: number | undefined;

  constructor() {
    super();
    this.isFailed = false;
    this.near = false;
    this.width = 640;
    this.own = false;
    this.all = false;
    this.open = new Set();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("near") && !this.near && this.figure) {
      this.#height = this.querySelector<HTMLElement>(".question-body")?.offsetHeight;
    }
  }

  protected override updated(): void {
    // Reserve the height of what is not rendered, so that nothing jumps when it is.
    const space = this.querySelector<HTMLElement>(".question-space");
    if (space) {
      space.style.height = `${this.#height ?? this.#estimate()}px`;
    }
  }

  protected override render(): TemplateResult {
    const { column, figure, looks } = this;
    const id = `question-${column.cellIndex}`;
    const title = columnTitle(column);
    const question = figure && chartQuestion(column, figure, this.compared, looks);
    return html`<article class="question" aria-labelledby=${id}>
      <div class="question-head">
        <h3 id=${id} tabindex="-1">
          <span class="code">${title}</span>
          ${column.text === "" || column.text === title ? nothing : html`<span>${column.text}</span>`}
        </h3>
        <overflow-menu
          .items=${this.#menu(question)}
          .label=${t("Actions for {0}", title)}
        ></overflow-menu>
      </div>
      <p class="quiet question-base">
        ${question ? baseLine(question) : this.isFailed ? t("Not calculated.") : t("Calculating…")}
      </p>
      ${
        question && this.near
          ? html`<div class="question-body">
              ${
                looks.asTables === this.own
                  ? this.#picture(question)
                  : questionTablesShown(question)
              }
            </div>`
          : html`<div class="question-space"></div>`
      }
    </article>`;
  }

  #picture(question: SummarisedQuestion): TemplateResult {
    const { column, filter } = this;
    const { histogram } = question.summary;
    return questionPicture({
      question,
      width: this.width,
      isBinChosen: (bin) => histogram !== undefined && isChosenBin(filter, column, histogram, bin),
      chosen: chosenValues(filter, column.key),
      showsAll: this.all,
      open: this.open,
      filterValue: (value, adds) => this.#filter(toggledValue(filter, column, value, adds)),
      filterBin: (bin) => {
        if (histogram) {
          this.#filter(toggledBin(filter, column, histogram, bin));
        }
      },
      toggleAll: () => {
        this.all = !this.all;
      },
      toggle: (value) => {
        const open = new Set(this.open);
        if (!open.delete(value)) {
          open.add(value);
        }
        this.open = open;
      },
    });
  }

  #filter(filter: ResponseFilter): void {
    this.#change(({ filtering }) => filtering.set(filter));
  }

  #change(act: (store: ResponsesStore) => void): void {
    this.dispatchEvent(new Event("question-changes", { bubbles: true }));
    act(this.store);
  }

  #copy(question: SummarisedQuestion, kind: CopyKind, done: () => void): void {
    void copyFigures(copiedQuestion(question), kind, this.store.send).then((failed) => {
      const detail = failed ?? t("Copied");
      this.dispatchEvent(new CustomEvent("question-copied", { bubbles: true, detail }));
      if (failed === undefined) {
        done();
      }
    });
  }

  #menu(question: SummarisedQuestion | undefined): MenuItem[] {
    const { column, looks, store } = this;
    const { key } = column;
    return [
      {
        label: looks.asTables === this.own ? t("Show as Table") : t("Show as Chart"),
        run: () => {
          this.own = !this.own;
        },
      },
      ...(question ? this.#statisticsItem(question) : []),
      ...(column.kind === "variable"
        ? [
            {
              label: t("Missing Codes…"),
              run: () => this.#change(({ send }) => send("missingCodes", { column: key })),
            },
          ]
        : []),
      {
        label: t("Split All by This Question"),
        run: () => this.#change(({ summary }) => summary.splitBy(key)),
      },
      { label: t("Show in Grid"), run: () => store.showInGrid(key) },
      { label: t("Copy Link"), run: () => store.send("copyLink", { column: key }) },
      { label: t("Show in Structure"), run: () => store.showInStructure(key) },
      ...copyItems((kind, done) => question && this.#copy(question, kind, done), {
        disabled: !question,
        separated: true,
      }),
    ];
  }

  /** Codes can be treated as numbers on demand, if all of them are numbers. */
  #statisticsItem(question: SummarisedQuestion): MenuItem[] {
    const { summary, compared } = question;
    const { key } = this.column;
    const isShown = hasStatistics(question);
    return isShown || summary.statistics || compared?.summary.statistics
      ? [
          {
            label: t("Show Statistics"),
            checked: isShown,
            run: () => this.#change(({ summary: it }) => it.showStatistics(key, !isShown)),
          },
        ]
      : [];
  }

  #estimate(): number {
    const options = this.column.options.length;
    return options === 0 ? 8 * rowHeight : Math.min(options, maxEstimated) * rowHeight;
  }
}

/** Returns the answers to a question as tables; if they are split, the cross table in the chosen measure. */
function shownTables(question: SummarisedQuestion): FigureTable[] {
  const main = question.summary.split?.parts.length
    ? [
        crossTable(question, question.measure ?? "column", words),
        partStatisticsTable(question, words),
      ]
    : [
        valueTable(question, words),
        histogramTable(question, words),
        statisticsTable(question, words),
      ];
  return [...main, otherTextsTable(question, words)].filter((it) => it !== undefined);
}

function questionTablesShown(question: SummarisedQuestion): TemplateResult {
  return html`${shownTables(question).map((it) =>
    figureTable(it, questionTitle(question.column)),
  )}`;
}

customElements.define("summary-question", SummaryQuestion);
