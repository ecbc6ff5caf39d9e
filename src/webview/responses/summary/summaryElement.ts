import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { ResponsesContent, ResponsesState } from "../../../messages/responses.ts";
import type { SummaryView } from "../../../messages/summary.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import { button } from "../../shared/controls.ts";
import { folded, formatNumber, t } from "../../shared/l10n.ts";
import { LightElement } from "../../shared/lightElement.ts";
import { blank, errorBanner } from "../../shared/states.ts";
import type { GridColumn } from "../cells.ts";
import { columnTitle } from "../filter/filterParts.ts";
import { Fitting } from "../fitting.ts";
import { columnGroups } from "../grid/columnGroups.ts";
import { copyAll, copyQuestion, type AllFormat, type CopyKind } from "./copying.ts";
import { chartQuestion, type FigureOptions } from "./question.ts";
import { SummaryQuestion, type QuestionOwner } from "./questionElement.ts";
import type { SummaryOwner } from "./summaryOwner.ts";
import { summaryToolbar } from "./summaryToolbar.ts";

/** Above and below what is in sight, drawn ahead: scrolling a screen shows nothing empty. */
const nearMargin = "800px 0px";
/** On both sides of the questions, as in the styles: CSS pixels. */
const pagePadding = 12;

/** The questions of a survey, each with what was answered to it. */
export class SummaryElement extends LightElement {
  static override properties = {
    state: { attribute: false },
    filter: { attribute: false },
    view: { attribute: false },
    looks: { attribute: false },
    summary: { attribute: false },
    text: { state: true },
    isSplitting: { state: true },
    said: { state: true },
    width: { state: true },
  };

  declare state: ResponsesState;
  declare filter: ResponseFilter;
  declare view: SummaryView;
  declare looks: FigureOptions;
  declare summary: SummaryOwner;
  declare private text: string;
  declare private isSplitting: boolean;
  declare private said: string;
  /** That questions have, in CSS pixels. */
  declare private width: number;
  #near: ReadonlySet<string> = new Set();
  #observer: IntersectionObserver | undefined;
  readonly #observed = new Set<SummaryQuestion>();
  readonly #sizes = new ResizeObserver(() => this.#measure());
  /** Of the questions, while one is kept in its place. */
  #holding: ResizeObserver | undefined;
  /** Where the page was scrolled to for that. */
  #heldAt = 0;

  constructor() {
    super();
    this.text = "";
    this.isSplitting = false;
    this.said = "";
    this.width = 0;
    this.addController(new Fitting(() => this.querySelector<HTMLElement>(".summary-toolbar")));
  }

  /** Keys of the questions that are in sight, or soon may be. */
  get near(): ReadonlySet<string> {
    return this.#near;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
    this.#leave();
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#observed.clear();
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.#observe();
    if (changed.has("filter") || changed.has("view")) {
      this.said = "";
    }
    this.#say();
  }

  protected override render(): TemplateResult {
    const { summary, state, view } = this;
    const { error } = summary;
    const columns = summary.columns;
    const found = this.#found(columns);
    return html`${summaryToolbar({
        state,
        view,
        summary,
        filter: this.filter,
        text: this.text,
        isSplitting: this.isSplitting,
        search: (text) => {
          this.text = text;
        },
        toggleSplit: () => this.#toggleSplit(),
        split: (key) => {
          summary.splitBy(key);
          this.#toggleSplit();
        },
        end: (next, act) => {
          act();
          this.querySelector<HTMLElement>(next)?.focus();
        },
        copyAll: (format, done) => this.#copyAll(format, done),
        report: (format) =>
          summary.send("report", { format, columns: found.map((it) => it.key), view }),
      })}
      ${error ? errorBanner(t("The answers could not be summed up."), error, summary.errorActions) : nothing}
      <p class="visually-hidden" role="status">${this.said}</p>
      ${state.content?.matching === 0 ? this.#nobody(state.content) : nothing}
      <div class="summary-page" @scroll=${this.#onScroll}>
        ${this.#facts(columns, found)} ${this.#body(columns, found)}
      </div>`;
  }

  /** The questions stay below it: whoever has clicked a bar of nobody can click it again. */
  #nobody({ isComplete }: ResponsesContent): TemplateResult {
    return html`<div class="summary-nobody">
      <p>
        ${
          isComplete
            ? t("No response matches the filters")
            : t("No response matches the filters so far")
        }
      </p>
      <div class="buttons">${button(t("Clear filters"), () => this.#clear(), true)}</div>
    </div>`;
  }

  #clear(): void {
    this.querySelector<HTMLElement>(".summary-search")?.focus();
    this.summary.filter({});
  }

  #body(columns: readonly GridColumn[], found: readonly GridColumn[]): unknown {
    if (columns.length === 0) {
      return blank(t("This survey has no questions"));
    }
    if (found.length === 0) {
      return blank(t("No question found"));
    }
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
                .column=${it}
                .figure=${this.summary.current.get(it.key)}
                .compared=${this.summary.compared?.get(it.key)}
                .looks=${this.looks}
                .filter=${this.filter}
                .isFailed=${this.summary.error !== undefined}
                .width=${this.width}
                .owner=${this.#owner}
              ></summary-question>`,
          )}
        </section>`,
    );
  }

  /** How many questions are shown, and of how many responses, where that is not all there will be. */
  #facts(columns: readonly GridColumn[], found: readonly GridColumn[]): TemplateResult {
    const { content } = this.state;
    const { weight } = this.view;
    const weighed = this.summary.current.all.filter((it) => it.subject.weight === weight);
    const weighting = weighed.find((it) => it.weighting)?.weighting;
    const facts: string[] = [];
    if (found.length < columns.length) {
      facts.push(
        t("{0} of {1} questions", formatNumber(found.length), formatNumber(columns.length)),
      );
    }
    if (content && !content.isComplete) {
      // The figures follow what is loaded at a distance; those in sight were asked for first.
      const loaded = this.summary.current.all[0]?.loaded ?? content.loaded;
      facts.push(
        loaded === 1
          ? t("Figures of the 1 response loaded so far")
          : t("Figures of the {0} responses loaded so far", formatNumber(loaded)),
      );
    }
    if (weight !== undefined && weighed.length > 0 && !weighting) {
      const column = this.summary.column(weight);
      facts.push(t("Not weighted: {0} has no numbers", column ? columnTitle(column) : weight));
    }
    if (weighting && weighting.excluded > 0) {
      facts.push(
        weighting.excluded === 1
          ? t("1 response without a weight above 0 counts nothing")
          : t(
              "{0} responses without a weight above 0 count nothing",
              formatNumber(weighting.excluded),
            ),
      );
    }
    return html`<p class="summary-facts quiet">${facts.join(" · ")}</p>`;
  }

  #found(columns: readonly GridColumn[]): readonly GridColumn[] {
    const text = folded(this.text.trim());
    return text === ""
      ? columns
      : columns.filter((it) =>
          [it.name, it.text, ...it.labels.values()].some((one) => folded(one).includes(text)),
        );
  }

  readonly #owner: QuestionOwner = {
    filter: (key, filter) => {
      this.#hold(key);
      this.summary.filter(filter);
    },
    splitBy: (key) => {
      this.#hold(key);
      this.summary.splitBy(key);
    },
    showStatistics: (key, isShown) => {
      this.#hold(key);
      this.summary.showStatistics(key, isShown);
    },
    setMissingCodes: (column) => {
      this.#hold(column);
      this.summary.send("missingCodes", { column });
    },
    showInGrid: (key) => this.summary.showInGrid(key),
    copy: (column, kind, done) => this.#copy(column, kind, done),
  };

  #copy(column: GridColumn, kind: CopyKind, done: () => void): void {
    const figure = this.summary.current.get(column.key);
    if (figure) {
      const compared = this.summary.compared?.get(column.key);
      const question = chartQuestion(column, figure, compared, this.looks);
      void copyQuestion(question, kind, this.summary.send).then((failed) => {
        this.#tellCopied(failed, done);
      });
    }
  }

  #tellCopied(failed: string | undefined, done: () => void): void {
    this.said = failed ?? t("Copied");
    if (failed === undefined) {
      done();
    }
  }

  #copyAll(format: AllFormat, done: () => void): void {
    const { summary, looks } = this;
    const found = this.#found(summary.columns);
    summary.whenAll(() => {
      const questions = found.flatMap((column) => {
        const figure = summary.current.get(column.key);
        return figure
          ? [chartQuestion(column, figure, summary.compared?.get(column.key), looks)]
          : [];
      });
      copyAll(questions, format, summary.send);
      this.#tellCopied(undefined, done);
    });
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

  /** Told once the figures in sight are there. */
  #say(): void {
    const keys = [...this.#near];
    const { content } = this.state;
    const isThere = keys.length > 0 && keys.every((it) => this.summary.current.isFresh(it));
    if (this.said === "" && content?.isComplete && isThere) {
      this.said =
        content.matching === 1
          ? t("Summary of 1 response")
          : t("Summary of {0} responses", formatNumber(content.matching));
    }
  }

  /** What is hidden has no width: what was drawn stays. */
  #measure(): void {
    const { clientWidth } = this.querySelector(".summary-page") ?? this;
    if (clientWidth > 0) {
      this.width = clientWidth - 2 * pagePadding;
    }
  }

  #observe(): void {
    this.#observer ??= new IntersectionObserver((entries) => this.#saw(entries), {
      root: this.querySelector(".summary-page"),
      rootMargin: nearMargin,
    });
    const questions = new Set(this.querySelectorAll<SummaryQuestion>("summary-question"));
    for (const it of this.#observed) {
      if (!questions.has(it)) {
        this.#observer.unobserve(it);
        this.#observed.delete(it);
      }
    }
    for (const it of questions) {
      if (!this.#observed.has(it)) {
        this.#observer.observe(it);
        this.#observed.add(it);
      }
    }
  }

  #saw(entries: readonly IntersectionObserverEntry[]): void {
    if (this.hidden) {
      return;
    }
    const near = new Set(this.#near);
    for (const { target, isIntersecting } of entries) {
      if (target instanceof SummaryQuestion) {
        target.near = isIntersecting;
        if (isIntersecting) {
          near.add(target.column.key);
        } else {
          near.delete(target.column.key);
        }
      }
    }
    this.#near = near;
    this.summary.sightChanged();
  }

  /** Keeps a question where it is on the screen while others get higher or lower, until somebody goes elsewhere. */
  #hold(key: string): void {
    this.#leave();
    const question = this.querySelector(`summary-question[data-key="${CSS.escape(key)}"]`);
    const page = this.querySelector<HTMLElement>(".summary-page");
    if (question && page) {
      const top = question.getBoundingClientRect().top;
      // Of two that keep the place, each would mend what the other has mended.
      page.style.overflowAnchor = "none";
      this.#heldAt = page.scrollTop;
      this.#holding = new ResizeObserver(() => {
        if (question.isConnected && !this.hidden) {
          page.scrollTop += question.getBoundingClientRect().top - top;
          this.#heldAt = page.scrollTop;
        }
      });
      // It gets lower where a line comes above it.
      this.#holding.observe(page);
      page.querySelectorAll("summary-question").forEach((it) => this.#holding?.observe(it));
    }
  }

  readonly #onScroll = (event: Event): void => {
    if (
      event.currentTarget instanceof HTMLElement &&
      Math.abs(event.currentTarget.scrollTop - this.#heldAt) > 1
    ) {
      this.#leave();
    }
  };

  #leave(): void {
    this.#holding?.disconnect();
    this.#holding = undefined;
    this.querySelector<HTMLElement>(".summary-page")?.style.removeProperty("overflow-anchor");
  }
}

customElements.define("summary-view", SummaryElement);
