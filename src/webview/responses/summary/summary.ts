import { html, nothing, type TemplateResult } from "lit";
import { createRef, ref, type Ref } from "lit/directives/ref.js";
import type { PanelError } from "../../../messages/panel.ts";
import type { ResponsesRequests } from "../../../messages/requests/responses.ts";
import type { ResponsesState } from "../../../messages/responses.ts";
import type { SummaryView } from "../../../messages/summary.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import type { ApiVersion } from "../../../model/survey.ts";
import { t } from "../../shared/l10n.ts";
import type { LightElement } from "../../shared/lightElement.ts";
import type { ErrorActions } from "../../shared/states.ts";
import type { Request, Send } from "../../shared/vscodeApi.ts";
import { OptimisticValue } from "../optimisticValue.ts";
import type { GridColumn } from "../cells.ts";
import type { Filtering } from "../filter/filtering.ts";
import { isEmptyFilter } from "../filter/filterParts.ts";
import type { ShownColumns } from "../columns/shownColumns.ts";
import { Figures } from "./figures.ts";
import type { FigureOptions } from "./question.ts";
import "./summaryElement.ts";
import type { SummaryElement } from "./summaryElement.ts";
import type { SummaryOwner } from "./summaryOwner.ts";

const plainView: SummaryView = { base: "answered", asTables: false, headerBars: false };

export interface SummaryStage {
  readonly panel: LightElement;
  readonly columns: ShownColumns;
  readonly filtering: Filtering;
  readonly send: Send<ResponsesRequests>;
  readonly request: Request<ResponsesRequests>;
  readonly errorActions: ErrorActions;
  showInGrid(key: string): void;
  /** Another view, to be kept for a window reload. */
  changed(): void;
}

/** What the answers come to, over the current filter: how that is looked at, and the figures. */
export class Summary implements SummaryOwner {
  readonly view = new OptimisticValue<SummaryView>(
    plainView,
    (a, b) => JSON.stringify(written(a)) === JSON.stringify(written(b)),
  );
  readonly #stage: SummaryStage;
  readonly #element: Ref<SummaryElement> = createRef();
  readonly #current: Figures;
  readonly #compared: Figures;
  /** Another number where other responses are there. */
  #rows = 0;
  #rowsOf = "";
  #isReading = false;
  #isShown = false;
  #wasShown = false;
  #looks: FigureOptions | undefined;
  /** To be done once all questions have figures. */
  #whenAll: (() => void) | undefined;

  constructor(stage: SummaryStage) {
    this.#stage = stage;
    const figures = (): Figures => {
      const its: Figures = new Figures({
        summarise: (query) => stage.request("summarise", query),
        wanted: () => (this.#isShown ? this.#wanted(its) : []),
        changed: () => this.#figuresChanged(),
      });
      return its;
    };
    this.#current = figures();
    this.#compared = figures();
  }

  /** Whether figures have been on their way for long enough to say so. */
  get isSlow(): boolean {
    return this.#isShown && (this.#current.isSlow || this.#compared.isSlow);
  }

  get allColumns(): readonly GridColumn[] {
    return this.#stage.columns.all;
  }

  get error(): PanelError | undefined {
    return this.#current.error ?? (this.compared ? this.#compared.error : undefined);
  }

  /** Reading what is new opens a table anew with which something is wrong. */
  readonly errorActions: ErrorActions = {
    retry: () => {
      this.#stage.errorActions.retry();
      this.#retry();
    },
    signIn: () => this.#stage.errorActions.signIn(),
  };

  column(key: string): GridColumn | undefined {
    return this.#stage.columns.byKey.get(key);
  }

  /** Those that are summed up: questions and embedded data. */
  get columns(): readonly GridColumn[] {
    return this.#stage.columns.all.filter((it) => it.kind !== "metadata");
  }

  get current(): Figures {
    return this.#current;
  }

  get compared(): Figures | undefined {
    return this.view.value.compared ? this.#compared : undefined;
  }

  receive(state: ResponsesState): void {
    this.view.receive(state.summary);
    const { content } = state;
    // Missing codes change figures as other rows do. The order of rows changes none, but it makes another view; so does the filter, which is asked for by itself.
    const of = JSON.stringify([content?.loaded, content?.source.readAt, state.missingCodes]);
    if (of !== this.#rowsOf) {
      this.#rowsOf = of;
      this.#rows++;
    }
    const isReading = state.reading.state === "reading";
    if (this.#isReading && !isReading) {
      // What failed of a table may go well with the one that reading has opened.
      this.#retry();
    }
    this.#isReading = isReading;
  }

  /** @param isShown whether it is the tab that is chosen */
  template(state: ResponsesState, isShown: boolean): TemplateResult | typeof nothing {
    this.#isShown = isShown;
    this.#wasShown ||= isShown;
    if (!this.#wasShown || !state.content || state.content.loaded === 0) {
      // Why there is nothing, the panel says.
      this.#current.show(undefined, this.#rows);
      this.#compared.show(undefined, this.#rows);
      return nothing;
    }
    this.#show(state);
    return html`<summary-view
      ${ref(this.#element)}
      ?hidden=${!isShown}
      .state=${state}
      .filter=${this.#stage.filtering.value}
      .view=${this.view.value}
      .looks=${this.#looksOf(state.content.source.apiVersion)}
      .summary=${this}
    ></summary-view>`;
  }

  /** Goes to the field that questions are looked for by, where there is one. */
  find(): boolean {
    const field = this.#element.value?.querySelector<HTMLInputElement>(".summary-search");
    field?.select();
    return field !== undefined && field !== null;
  }

  readonly look = (change: Partial<SummaryView>): void => {
    const { weight, split, compared, ...rest } = { ...this.view.value, ...change };
    const view: SummaryView = {
      ...rest,
      ...(weight === undefined ? {} : { weight }),
      ...(split === undefined ? {} : { split }),
      ...(compared === undefined ? {} : { compared }),
    };
    this.view.set(view);
    this.#stage.send("summaryView", { view });
    this.#stage.changed();
  };

  readonly filter = (filter: ResponseFilter): void => this.#stage.filtering.set(filter);

  /** Parts and a second filter at once would be more bars than can be read. */
  readonly splitBy = (key: string | undefined): void =>
    this.look({ split: key, ...(key === undefined ? {} : { compared: undefined }) });

  readonly compareWith = (filter: ResponseFilter | undefined): void =>
    this.look({ compared: filter, ...(filter ? { split: undefined } : {}) });

  readonly showStatistics = (key: string, isShown: boolean): void =>
    this.look({ statistics: { ...this.view.value.statistics, [key]: isShown } });

  readonly showInGrid = (key: string): void => this.#stage.showInGrid(key);

  get send(): Send<ResponsesRequests> {
    return this.#stage.send;
  }

  /** What the panel's chips call a filter. */
  readonly filterName = (filter: ResponseFilter): string =>
    isEmptyFilter(filter)
      ? t("All responses")
      : this.#stage.filtering
          .parts(filter)
          .map((it) => it.label)
          .join(" · ");

  /** Does something for which the figures of all questions are needed, those that are still to come included. */
  whenAll(act: () => void): void {
    this.#whenAll = act;
    this.#figuresChanged();
  }

  /** What is in sight, or no longer: what is asked for next may be something else. */
  readonly sightChanged = (): void => {
    this.#current.next();
    this.#compared.next();
  };

  #retry(): void {
    this.#current.retry();
    this.#compared.retry();
  }

  /** Those in sight, then those that have no figures, so that each has some though responses come all the time. */
  #wanted(figures: Figures): string[] {
    const near = this.#element.value?.near ?? new Set<string>();
    const rank = (key: string): number => (near.has(key) ? 0 : figures.has(key) ? 2 : 1);
    return this.columns.map((it) => it.key).sort((a, b) => rank(a) - rank(b));
  }

  #show({ content }: ResponsesState): void {
    const { weight, split, compared } = this.view.value;
    const by = {
      ...(weight === undefined ? {} : { weight }),
      ...(split === undefined ? {} : { split }),
    };
    const isThere = content !== undefined && content.loaded > 0;
    const { value: filter } = this.#stage.filtering;
    this.#current.show(isThere ? { filter, ...by } : undefined, this.#rows);
    const other = compared && isThere ? { filter: compared, ...by } : undefined;
    this.#compared.show(other, this.#rows);
    this.sightChanged();
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
    this.#element.value?.requestUpdate();
    this.#stage.panel.requestUpdate();
  }

  /** The same as long as nothing of it changes, so that questions need not be drawn anew. */
  #looksOf(version: ApiVersion): FigureOptions {
    const { base, asTables, compared, measure = "column", statistics = {} } = this.view.value;
    const looks: FigureOptions = {
      base,
      asTables,
      measure,
      statistics,
      version,
      names: [
        this.filterName(this.#stage.filtering.value),
        compared ? this.filterName(compared) : "",
      ],
      columns: this.#stage.columns.byKey,
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

/** Fields in one order, whatever order they were given in. */
function written(view: SummaryView): unknown {
  const { base, weight, split, measure, statistics, asTables, compared, headerBars } = view;
  return [base, weight, split, measure, statistics, asTables, compared, headerBars];
}
