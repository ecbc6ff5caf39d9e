import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { questionTables } from "../../../charts/questionTables.ts";
import type { ResponsesContent, ResponsesState } from "../../../messages/responses.ts";
import type { ReportFormat, SummaryView } from "../../../messages/summary.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import {
  announced,
  announcementAfter,
  silence,
  type Announcement,
} from "../../shared/announcement.ts";
import { button } from "../../shared/controls.ts";
import { tablesText, type TableFormat } from "../../shared/copies.ts";
import { folded, formatNumber, t, words, sayCount } from "../../shared/l10n.ts";
import { whenFocused } from "../../shared/focus.ts";
import type { LightElement } from "../../shared/lightElement.ts";
import { scrollToStart } from "../../shared/scrolling.ts";
import { blank, errorBanner } from "../../shared/states.ts";
import type { GridColumn } from "../cells.ts";
import { columnTitle } from "../filter/filterParts.ts";
import { LineFitter } from "../lineFitter.ts";
import { columnGroups } from "../grid/columnGroups.ts";
import { StoreElement } from "../storeElement.ts";
import { chartQuestion, type FigureOptions } from "./question.ts";
import "./questionElement.ts";
import { QuestionHold } from "./questionHold.ts";
import { QuestionSight } from "./questionSight.ts";
import { summaryToolbar } from "./summaryToolbar.ts";
import { reactive } from "../../shared/lightElement.ts";

/** Padding on both sides of the questions, as in the styles, in CSS pixels. */
const pagePadding = 12;

/** The questions of a survey, each with its answers. */
export class SummaryElement extends StoreElement {
  static override properties = reactive(
    "state",
    "filter",
    "view",
    "looks",
    "isSplitting",
    "said",
    "width",
  );

  declare state: ResponsesState;
  declare filter: ResponseFilter;
  declare view: SummaryView;
  declare looks: FigureOptions;
  declare private isSplitting: boolean;
  declare private said: Announcement;
  /** Width of the questions, in CSS pixels. */
  declare private width: number;
  readonly #sight = new QuestionSight(this, (near) => this.store.summary.setVisible(near));
  readonly #hold = new QuestionHold(this);
  readonly #sizes = new ResizeObserver(() => this.#measure());

  constructor() {
    super();
    this.isSplitting = false;
    this.said = silence;
    this.width = 0;
    this.addEventListener("question-copied", ({ detail }) => {
      this.#say(detail);
    });
    this.addController(new LineFitter(() => this.querySelector<HTMLElement>(".summary-toolbar")));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  /** Scrolls to a question, and keeps it in place while those above are rendered. */
  async reveal(key: string): Promise<void> {
    this.#search("");
    await this.updateComplete;
    const selector = `summary-question[data-key="${CSS.escape(key)}"]`;
    const question = this.querySelector<LightElement>(selector);
    if (question) {
      await question.updateComplete;
      scrollToStart(question);
      this.#hold.holdInPage(question);
      whenFocused(() => question.querySelector("h3")?.focus({ preventScroll: true }));
    }
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("filter") || changed.has("view")) {
      this.said = silence;
    }
    this.#sayFigures();
  }

  protected override render(): TemplateResult {
    const { state } = this;
    const { summary } = this.store;
    const { columns, error } = summary;
    const found = this.#found(columns);
    const shownReport = (format: ReportFormat) => ({
      format,
      columns: found.map((it) => it.key),
      view: this.view,
    });
    return html`${summaryToolbar(this.store, {
        text: summary.text,
        isSplitting: this.isSplitting,
        search: (text) => this.#search(text),
        toggleSplit: () => this.#toggleSplit(),
        focus: (selector) => this.querySelector<HTMLElement>(selector)?.focus(),
        copyAll: (format, done) => this.#copyAll(format, done),
        report: (format) => this.store.send("report", shownReport(format)),
        saveAsRecipe: () => this.store.send("reportRecipe", shownReport("html")),
      })}
      ${error ? errorBanner(t("The summary could not be calculated."), error, summary.errorActions) : nothing}
      ${announced(this.said)}
      ${state.content?.matching === 0 ? this.#nobody(state.content) : nothing}
      <div class="summary-page">${this.#facts(columns, found)} ${this.#body(columns, found)}</div>`;
  }

  /**
   * Renders that no response passes the filter. The questions stay below, so that a bar with a count of 0 can be clicked
   * again.
   */
  #nobody({ isComplete }: ResponsesContent): TemplateResult {
    return html`<div class="summary-nobody">
      <p>
        ${
          isComplete
            ? t("No response matches the filters")
            : t("No loaded response matches the filters")
        }
      </p>
      <div class="buttons">${button(t("Clear Filters"), () => this.#clear(), true)}</div>
    </div>`;
  }

  #clear(): void {
    this.querySelector<HTMLElement>(".summary-search")?.focus();
    this.store.filtering.set({});
  }

  #body(columns: readonly GridColumn[], found: readonly GridColumn[]): unknown {
    if (columns.length === 0) {
      return blank(t("This survey has no questions"));
    }
    if (found.length === 0) {
      return blank(t("No question matches"));
    }
    const { current, compared, error } = this.store.summary;
    return columnGroups(found, (it) => it, this.looks.version).map(
      ({ label, columns: group }) =>
        html`<section class="block">
          <h2>${label}</h2>
          ${repeat(
            group,
            (it) => it.key,
            (it) =>
              html`<summary-question
                data-key=${it.key}
                .store=${this.store}
                .column=${it}
                .figure=${current.get(it.key)}
                .compared=${compared?.get(it.key)}
                .looks=${this.looks}
                .filter=${this.filter}
                .isFailed=${error !== undefined}
                .width=${this.width}
              ></summary-question>`,
          )}
        </section>`,
    );
  }

  /** Says how many questions are shown, and, while responses are incomplete, how many responses the figures are about. */
  #facts(columns: readonly GridColumn[], found: readonly GridColumn[]): TemplateResult {
    const { content } = this.state;
    const { weight } = this.view;
    const { columns: all, summary } = this.store;
    const weighed = summary.current.all.filter((it) => it.subject.weight === weight);
    const weighting = weighed.find((it) => it.weighting)?.weighting;
    const facts: string[] = [];
    if (found.length < columns.length) {
      const counts = [formatNumber(found.length), formatNumber(columns.length)];
      facts.push(t("{0} of {1} shown", ...counts));
    }
    if (content && !content.isComplete) {
      // The figures lag behind what is loaded; the first ones belong to questions in sight.
      const loaded = summary.current.all[0]?.loaded ?? content.loaded;
      facts.push(
        sayCount(loaded, {
          one: "Partial figures: {0} response loaded",
          other: "Partial figures: {0} responses loaded",
        }),
      );
    }
    if (weight !== undefined && weighed.length > 0 && !weighting) {
      const column = all.byKey.get(weight);
      facts.push(t("Not weighted: {0} has no numbers", column ? columnTitle(column) : weight));
    }
    if (weighting && weighting.excluded > 0) {
      facts.push(
        sayCount(weighting.excluded, {
          one: "{0} response without a weight above 0 is not counted",
          other: "{0} responses without a weight above 0 are not counted",
        }),
      );
    }
    return html`<p class="summary-facts quiet">${facts.join(" · ")}</p>`;
  }

  #found(columns: readonly GridColumn[]): readonly GridColumn[] {
    const text = folded(this.store.summary.text.trim());
    return text === ""
      ? columns
      : columns.filter((it) =>
          [it.name, it.text, ...it.labels.values()].some((one) => folded(one).includes(text)),
        );
  }

  #copyAll(format: TableFormat, done: () => void): void {
    const { looks } = this;
    const { summary, send } = this.store;
    const found = this.#found(summary.columns);
    summary.whenAll(() => {
      const questions = found.flatMap((column) => {
        const figure = summary.current.get(column.key);
        return figure
          ? [chartQuestion(column, figure, summary.compared?.get(column.key), looks)]
          : [];
      });
      const tables = questions.flatMap((it) => questionTables(it, words));
      send("copy", { text: tablesText(tables, format) });
      this.#say(t("Copied"));
      done();
    });
  }

  #search(text: string): void {
    this.store.summary.search(text);
    this.requestUpdate();
  }

  #toggleSplit(): void {
    this.isSplitting = !this.isSplitting;
    void this.updateComplete.then(() => {
      const picker = this.querySelector<LightElement>("column-picker");
      if (picker) {
        void picker.updateComplete.then(() => picker.querySelector("input")?.focus());
      } else {
        this.querySelector<HTMLElement>(".split-toggle")?.focus();
      }
    });
  }

  #say(text: string): void {
    this.said = announcementAfter(this.said, text);
  }

  /** Announces the summary once the figures in sight have arrived. */
  #sayFigures(): void {
    const keys = [...this.#sight.near];
    const { content } = this.state;
    const isThere = keys.length > 0 && keys.every((it) => this.store.summary.current.isFresh(it));
    if (this.said.text === "" && content?.isComplete && isThere) {
      const { matching } = content;
      const texts = { one: "Summary of {0} response", other: "Summary of {0} responses" } as const;
      this.#say(sayCount(matching, texts));
    }
  }

  /** A hidden element has no width: keep the last one. */
  #measure(): void {
    const { clientWidth } = this.querySelector(".summary-page") ?? this;
    if (clientWidth > 0) {
      this.width = clientWidth - 2 * pagePadding;
    }
  }
}

customElements.define("summary-view", SummaryElement);
