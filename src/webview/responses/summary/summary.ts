import type { PanelError } from "../../../messages/panel.ts";
import type { ResponsesState } from "../../../messages/responses.ts";
import type { SummaryView } from "../../../messages/summary.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import type { ErrorActions } from "../../shared/states.ts";
import { fieldsOf } from "../../shared/vscodeApi.ts";
import type { GridColumn } from "../cells.ts";
import type { ShownColumns } from "../columns/shownColumns.ts";
import type { Filtering } from "../filter/filtering.ts";
import { sameFilter } from "../filter/filterParts.ts";
import { OptimisticValue } from "../optimisticValue.ts";
import type { PanelState } from "../panelState.ts";
import { Figures } from "./figures.ts";
import type { FigureOptions } from "./question.ts";

const plainView: SummaryView = { base: "answered", asTables: false, headerBars: false };

/** The summary of the responses that pass the filter: its figures, and how they are shown. */
export class Summary {
  readonly view = new OptimisticValue<SummaryView>(
    plainView,
    (a, b) =>
      JSON.stringify(written(a)) === JSON.stringify(written(b)) &&
      sameFilter(a.compared ?? {}, b.compared ?? {}),
  );
  readonly #panel: PanelState;
  readonly #columns: ShownColumns;
  readonly #filtering: Filtering;
  readonly #current: Figures;
  readonly #compared: Figures;
  /** Identifies the set of responses. */
  #rows = "";
  #isReading = false;
  #isShown = false;
  #wasShown = false;
  #near: ReadonlySet<string> = new Set();
  #looks: FigureOptions | undefined;
  /** Called once all questions have figures. */
  #whenAll: (() => void) | undefined;
  /** Text by which questions are searched. */
  #text = "";

  constructor(panel: PanelState, columns: ShownColumns, filtering: Filtering) {
    this.#panel = panel;
    this.#columns = columns;
    this.#filtering = filtering;
    const figures = (): Figures => {
      const its: Figures = new Figures(
        panel.request,
        () => (this.#isShown ? this.#wanted(its) : []),
        () => this.#figuresChanged(),
      );
      return its;
    };
    this.#current = figures();
    this.#compared = figures();
  }

  /** True if figures have been pending for so long that progress should be shown. */
  get isSlow(): boolean {
    return this.#isShown && (this.#current.isSlow || this.#compared.isSlow);
  }

  get error(): PanelError | undefined {
    return this.#current.error ?? (this.compared ? this.#compared.error : undefined);
  }

  /** A refresh also reopens a table that has failed. */
  readonly errorActions: ErrorActions = {
    retry: () => {
      this.#panel.errorActions.retry();
      this.#retry();
    },
    signIn: (to) => this.#panel.errorActions.signIn(to),
  };

  /** The summarised columns: questions and embedded data. */
  get columns(): readonly GridColumn[] {
    return this.#columns.all.filter((it) => it.kind !== "metadata");
  }

  get current(): Figures {
    return this.#current;
  }

  get compared(): Figures | undefined {
    return this.view.value.compared ? this.#compared : undefined;
  }

  get text(): string {
    return this.#text;
  }

  search(text: string): void {
    this.#text = text;
    this.#panel.changed(false);
  }

  /** What to save beside the view. */
  get kept(): { readonly text: string } {
    return { text: this.#text };
  }

  /** @param kept saved before the panel was hidden, of unknown shape */
  restore(kept: unknown): void {
    const { text } = fieldsOf(kept);
    this.#text = typeof text === "string" ? text : "";
  }

  receive(state: ResponsesState): void {
    this.view.receive(state.summary);
    const { content } = state;
    // The order of rows changes no figures, although it makes another view; a change of the filter is a new subject.
    this.#rows = JSON.stringify([content?.loaded, content?.source.readAt]);
    const isReading = state.reading.state === "reading";
    if (this.#isReading && !isReading) {
      // What failed with one table may work with the one that reading has opened.
      this.#retry();
    }
    this.#isReading = isReading;
  }

  /**
   * Updates the figures to be shown.
   *
   * @param isShown true if the summary is the current tab
   * @returns false if there is nothing to render; the panel says why
   */
  show(isShown: boolean): boolean {
    const { content, missingCodes } = this.#panel.state ?? {};
    this.#isShown = isShown;
    this.#wasShown ||= isShown;
    const isThere = this.#wasShown && content !== undefined && content.loaded > 0;
    const { weight, split, compared } = this.view.value;
    const by = {
      ...(weight === undefined ? {} : { weight }),
      ...(split === undefined ? {} : { split }),
    };
    const { value: filter } = this.#filtering;
    this.#current.show(isThere ? { filter, ...by } : undefined, this.#rows, missingCodes);
    const other = compared && isThere ? { filter: compared, ...by } : undefined;
    this.#compared.show(other, this.#rows, missingCodes);
    if (isThere) {
      this.#next();
    }
    return isThere;
  }

  changeView(change: Partial<SummaryView>): void {
    const { weight, split, compared, ...rest } = { ...this.view.value, ...change };
    const view: SummaryView = {
      ...rest,
      ...(weight === undefined ? {} : { weight }),
      ...(split === undefined ? {} : { split }),
      ...(compared === undefined ? {} : { compared }),
    };
    this.view.set(view);
    this.#panel.send("summaryView", { view });
    this.#panel.changed();
  }

  /** A split and a comparison at once would be too many bars to read. */
  splitBy(key: string | undefined): void {
    this.changeView({ split: key, ...(key === undefined ? {} : { compared: undefined }) });
  }

  compareWith(filter: ResponseFilter | undefined): void {
    this.changeView({ compared: filter, ...(filter ? { split: undefined } : {}) });
  }

  showStatistics(key: string, isShown: boolean): void {
    this.changeView({ statistics: { ...this.view.value.statistics, [key]: isShown } });
  }

  /**
   * Moves the focus to the search field for questions.
   * @returns false if there is none
   */
  find(): boolean {
    const isThere = this.#isShown && (this.#panel.state?.content?.loaded ?? 0) > 0;
    if (isThere) {
      this.#panel.focus("questions");
    }
    return isThere;
  }

  /** Calls back once all questions have figures, including those still to come. */
  whenAll(act: () => void): void {
    this.#whenAll = act;
    this.#figuresChanged();
  }

  /**
   * Must be called when other questions come into sight, because they are requested first.
   *
   * @param near keys of the questions that are in sight, or soon may be
   */
  setVisible(near: ReadonlySet<string>): void {
    this.#near = near;
    this.#next();
  }

  #next(): void {
    this.#current.next();
    this.#compared.next();
  }

  #retry(): void {
    this.#current.retry();
    this.#compared.retry();
  }

  /**
   * Keys of the columns in sight, then of those without figures, so that all get some even while responses keep arriving.
   */
  #wanted(figures: Figures): string[] {
    const near = this.#near;
    const rank = (key: string): number => (near.has(key) ? 0 : figures.has(key) ? 2 : 1);
    return this.columns.map((it) => it.key).sort((a, b) => rank(a) - rank(b));
  }

  #figuresChanged(): void {
    if (this.error) {
      this.#whenAll = undefined;
    }
    const isAll = (it: Figures): boolean => this.columns.every(({ key }) => it.has(key));
    if (this.#whenAll && isAll(this.#current) && (!this.compared || isAll(this.#compared))) {
      const act = this.#whenAll;
      this.#whenAll = undefined;
      act();
    }
    this.#panel.emit({ kind: "figures" });
  }

  /** The same object as long as nothing changes, so that questions need not be rendered again. */
  get looks(): FigureOptions {
    const { version } = this.#panel;
    const { base, asTables, compared, measure = "column", statistics = {} } = this.view.value;
    const looks: FigureOptions = {
      base,
      asTables,
      measure,
      statistics,
      version,
      names: [
        this.#filtering.nameOf(this.#filtering.value),
        compared ? this.#filtering.nameOf(compared) : "",
      ],
      columns: this.#columns.byKey,
    };
    const before = this.#looks;
    if (before?.columns === looks.columns && text(looks) === text(before)) {
      return before;
    }
    this.#looks = looks;
    return looks;
  }
}

function text({ columns: _columns, ...looks }: FigureOptions): string {
  return JSON.stringify(looks);
}

/** Returns a view with its fields in a fixed order; of the compared filter, whose fields have any, only whether there is one. */
function written(view: SummaryView): unknown {
  const { base, weight, split, measure, statistics, asTables, compared, headerBars } = view;
  return [base, weight, split, measure, statistics, asTables, compared !== undefined, headerBars];
}
