import { panelError, type PanelSubject, type PanelSource } from "../../messages/panel.ts";
import type { Reading, ResponsesTab, ResponsesUpdate, Reveal } from "../../messages/responses.ts";
import type { SummaryView } from "../../messages/summary.ts";
import type { ColumnLayout } from "../../model/columnLayout.ts";
import { oneLine } from "../../model/oneLine.ts";
import type { MissingCodes } from "../../model/missingCodes.ts";
import type { ResponseFilter } from "../../model/responseFilter.ts";
import type { CellMode, Sort } from "../../model/responseView.ts";
import type { Survey } from "../../model/survey.ts";
import type { View, ViewStructure } from "../../table/tables.ts";
import { errorText, translations } from "../platform/language.ts";
import type { SafeText } from "../platform/plainText.ts";
import { readPreferences } from "../platform/settings.ts";
import { t } from "../platform/window.ts";
import type { PanelSelection } from "../surveys/node.ts";
import type { LatestRead } from "../panels/latestRead.ts";
import { tabLabel } from "../panels/panelHost.ts";
import type { ShownTable } from "../../table/shownTable.ts";

/** What a panel shows of a survey's responses. */
export interface ShownResponses {
  readonly filter: ResponseFilter;
  readonly sort?: Sort | undefined;
  /** Default: as set in the settings. */
  readonly cells?: CellMode | undefined;
  readonly tab: ResponsesTab;
  /** Default: the initial view, according to the settings. */
  readonly summary?: SummaryView | undefined;
}

/** The state of a responses panel, and the messages that send it to the webview. */
export class ResponsesState {
  filter: ResponseFilter;
  sort: Sort | undefined;
  cells: CellMode;
  layout: ColumnLayout;
  missingCodes: MissingCodes;
  tab: ResponsesTab;
  summary: SummaryView;
  survey: Pick<Survey, "label"> | undefined;
  shown: ShownTable | undefined;
  view: View | undefined;
  structure: ViewStructure | undefined;
  /** Error of showing the table, not of reading. */
  viewError: unknown;
  /** Share of the responses that has been read, 0 to 1. */
  share: number | undefined;
  /** True if another window is reading the survey. */
  isElsewhere = false;
  isPaused = false;
  /** Place that the panel is to scroll to. */
  reveal: Reveal | undefined;
  readonly #subject: PanelSubject;
  readonly #reading: Pick<LatestRead<true>, "loading" | "error" | "unreachableAt">;
  readonly #messages = new StateMessages();

  constructor(
    subject: PanelSubject,
    shows: ShownResponses & Pick<ResponsesState, "layout" | "missingCodes">,
    reading: Pick<LatestRead<true>, "loading" | "error" | "unreachableAt">,
  ) {
    this.#subject = subject;
    const { view } = readPreferences();
    this.filter = shows.filter;
    this.sort = shows.sort;
    this.cells = shows.cells ?? view.cells;
    this.layout = shows.layout;
    this.missingCodes = shows.missingCodes;
    this.tab = shows.tab;
    this.summary = shows.summary ?? {
      base: "answered",
      asTables: false,
      headerBars: view.headerBars,
    };
    this.#reading = reading;
  }

  get title(): string {
    const { label, surveyId } = this.#subject;
    return oneLine(this.survey?.label ?? label ?? "") || surveyId;
  }

  /** Title of the panel's tab in VS Code. */
  get heading(): SafeText {
    const label = tabLabel(this.title);
    switch (this.tab) {
      case "responses":
        return t("{0} · Responses", label);
      case "summary":
        return t("{0} · Summary", label);
      case "fieldwork":
        return t("{0} · Fieldwork", label);
    }
  }

  /** What is shown, for commands that start from it. */
  get selection(): PanelSelection {
    const { dataSpace, surveyId } = this.#subject;
    return {
      kind: "panel",
      dataSpace,
      survey: { surveyId, label: this.title },
      filter: this.filter,
      cells: this.cells,
    };
  }

  /** `undefined` while there are no responses and it is not known yet that the survey has none. */
  get content(): ShownView | undefined {
    const { view, structure, shown } = this;
    if (!view || !structure || !shown || (view.loaded === 0 && !view.isComplete)) {
      return undefined;
    }
    const { dataSpace } = this.#subject;
    const source = { dataSpace, apiVersion: shown.key.version, readAt: view.readAt };
    return { view, structure, source };
  }

  /** Resets what the previous reading has set. Called when a reading begins. */
  begin(): void {
    this.isPaused = false;
    this.isElsewhere = false;
    this.viewError = undefined;
    this.share = undefined;
  }

  /** Called when the webview has started and has no state. */
  restart(): void {
    this.#messages.restart();
  }

  /** Returns what the panel is to show. Long parts are left out if the webview has them already. */
  message(news?: string): ResponsesUpdate {
    const { title, filter, sort, cells, layout, missingCodes, tab, summary, reveal } = this;
    const subject = { ...this.#subject, label: title };
    const [reading, error] = [this.#progress, this.#error];
    const shown = { news, filter, sort, cells, layout, missingCodes, tab, summary, reveal };
    return this.#messages.next({ subject, title, reading, error, ...shown }, this.content);
  }

  get #progress(): Reading {
    if (!this.#reading.loading) {
      if (this.#isOffline) {
        return { state: "offline" };
      }
      return this.isPaused ? { state: "paused", share: this.share } : { state: "idle" };
    }
    return this.isElsewhere ? { state: "elsewhere" } : { state: "reading", share: this.share };
  }

  get #error(): ReturnType<typeof panelError> | undefined {
    if (this.viewError !== undefined) {
      return panelError(this.viewError, errorText(this.viewError));
    }
    const { error, unreachableAt } = this.#reading;
    // The offline line says enough, unless signing in helps.
    const isBeside =
      unreachableAt !== undefined && this.content !== undefined && error?.action === undefined;
    return this.isPaused || isBeside ? undefined : error;
  }

  /** True if the service cannot be reached and no other window has read since. */
  get #isOffline(): boolean {
    const { unreachableAt } = this.#reading;
    const readAt = this.content?.source.readAt;
    return unreachableAt !== undefined && readAt !== undefined && readAt <= unreachableAt;
  }
}

/** A view with its structure and source, as a responses panel shows it. */
interface ShownView {
  readonly view: View;
  readonly structure: ViewStructure;
  readonly source: PanelSource;
}

type Rest = Omit<ResponsesUpdate, "locale" | "collectGroups" | "content">;

/** Makes the state messages of a responses panel. Leaves out long parts that the webview has already. */
class StateMessages {
  #hasLocale = false;
  #structure: ViewStructure | undefined;

  /** Called when the webview has started and has no state. */
  restart(): void {
    this.#hasLocale = false;
    this.#structure = undefined;
  }

  next(rest: Rest, shown: ShownView | undefined): ResponsesUpdate {
    const locale = this.#hasLocale ? {} : { locale: translations() };
    this.#hasLocale = true;
    const before = this.#structure;
    this.#structure = shown?.structure;
    if (!shown) {
      return { ...rest, ...locale, collectGroups: [] };
    }
    const { columns, collectGroups } = shown.structure;
    const { view, kept, matching, loaded, isComplete } = shown.view;
    const content = { source: shown.source, view, kept, matching, loaded, isComplete };
    return before === shown.structure
      ? { ...rest, ...locale, content }
      : { ...rest, ...locale, collectGroups, content: { ...content, columns } };
  }
}
