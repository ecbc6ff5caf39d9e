import * as vscode from "vscode";
import type { FieldworkView } from "../../messages/fieldwork.ts";
import type { PanelSubject } from "../../messages/panel.ts";
import {
  responsesRequests,
  type ResponsesEvents,
  type ResponsesRequests,
} from "../../messages/requests/responses.ts";
import type { FocusPlace, PanelAction, ResponsesTab } from "../../messages/responses.ts";
import type { ColumnLayout } from "../../model/columnLayout.ts";
import type { ResponseFilter } from "../../model/responseFilter.ts";
import type { Handlers } from "../../rpc/messages.ts";
import type { TablesUser } from "./responseTables.ts";
import type { ColumnLayouts } from "./columnLayouts.ts";
import { FieldworkTab } from "../fieldwork/fieldworkTab.ts";
import type { PanelContext } from "../panels/panelContext.ts";
import { ReadingPanel, type OwnHandlers } from "../panels/readingPanel.ts";
import type { PanelSelection } from "../surveys/node.ts";
import { viewOf } from "../panels/places.ts";
import { figuresView, type ShownFigures } from "./figuresView.ts";
import { leadingOn } from "./leadingOn.ts";
import { ResponsesReading } from "./responsesReading.ts";
import { ResponsesState, type ShownResponses } from "./responsesState.ts";
import { Revealing, type ResponsesPlace } from "./revealing.ts";
import { isGone, isSameTable, TableViewController } from "./tableViewController.ts";

/** Milliseconds between two looks at whether another window has read anything. */
const idleInterval = 2000;

/** What responses panels need beside. */
export interface ResponsesContext extends PanelContext {
  readonly layouts: ColumnLayouts;
}

/** What a new panel shows. */
export interface NewResponses extends ShownResponses {
  /** Absent: as at first, and as the settings say. */
  readonly fieldwork?: FieldworkView | undefined;
}

type ResponsesAsks = ReturnType<typeof responsesRequests>;

/**
 * The responses of one survey: those that are kept at once, and what the service has beside them as it is read. They are
 * read when a tab that shows them is opened; the fieldwork tab does without.
 */
export class ResponsesPanel
  extends ReadingPanel<ResponsesAsks, ResponsesEvents, true>
  implements TablesUser
{
  readonly #subject: PanelSubject;
  readonly #layouts: ColumnLayouts;
  readonly #state: ResponsesState;
  readonly #tableView: TableViewController;
  readonly #responses: ResponsesReading;
  readonly #fieldwork: FieldworkTab;
  readonly #revealing: Revealing;
  readonly #focusMoved = new vscode.EventEmitter<FocusPlace>();
  readonly onDidMoveFocus = this.#focusMoved.event;
  /** The data space was not there, or signed out, when it changed last. */
  #isGone = false;
  #looking: ReturnType<typeof setInterval> | undefined;

  constructor(
    panel: vscode.WebviewPanel,
    subject: PanelSubject,
    shows: NewResponses,
    context: ResponsesContext,
  ) {
    const { dataSpace, surveyId } = subject;
    super({
      panel,
      program: "responses",
      requests: responsesRequests(),
      ...{ dataSpace, surveyId },
      what: `the responses of ${surveyId}`,
      context,
    });
    this.#subject = subject;
    this.#layouts = context.layouts;
    const layout = context.layouts.get(dataSpace, surveyId);
    const missingCodes = context.missingCodes.get(dataSpace, surveyId);
    this.#state = new ResponsesState(subject, { ...shows, layout, missingCodes }, this.reading);
    const post = (): void => this.post();
    this.#tableView = new TableViewController({
      state: this.#state,
      subject,
      context,
      tables: context.tables.use(this),
      host: this.host,
      post,
      onRows: () => this.#responses.hasRows(),
    });
    this.#responses = new ResponsesReading({
      state: this.#state,
      subject,
      context,
      reading: this.reading,
      tableView: this.#tableView,
      post,
      settle: (work) => this.settle(work),
    });
    this.#revealing = new Revealing({
      state: this.#state,
      tableView: this.#tableView,
      post,
      ended: () => this.#responses.ended,
    });
    this.#fieldwork = new FieldworkTab({
      subject,
      context,
      emit: (answer) => this.host.emit("fieldwork", answer),
      view: shows.fieldwork,
      onSurvey: (survey) => {
        this.#state.survey ??= survey;
        post();
      },
    });
    this.host.onDidDispose(() => this.#close());
    this.host.onDidChangeState(() => this.#watch());
    this.#watch();
  }

  get subject(): PanelSubject {
    return this.#subject;
  }

  /** What is shown, with the tab that is in front. */
  get selection(): PanelSelection {
    return { ...this.#state.selection, place: { view: viewOf(this.#state.tab) } };
  }

  /** Reads what the tab in front shows. Resolves when there is something to see. */
  load(): Promise<void> {
    return this.#state.tab === "fieldwork" ? this.#fieldwork.load() : this.#read();
  }

  async setFilter(filter: ResponseFilter): Promise<void> {
    this.#state.filter = filter;
    this.post();
    await this.#tableView.now();
  }

  /** Resolves when there is something to see in the tab. */
  async showTab(tab: ResponsesTab): Promise<void> {
    this.#state.tab = tab;
    this.#watch();
    this.post();
    await this.#loadTab();
  }

  /** Shows figures as they were told, at their question. Rejects with `NotThereError` where there is no such column. */
  async showFigures({ question, ...shown }: ShownFigures): Promise<void> {
    if (question === undefined) {
      return this.showTab("fieldwork");
    }
    await this.setFilter(shown.filter);
    await this.showTab("summary");
    await this.reveal({ question });
    this.#state.summary = figuresView(this.#state, shown);
    this.post();
  }

  /** Goes there, once it is among what is shown. Rejects with `NotThereError`. */
  reveal(place: ResponsesPlace): Promise<void> {
    return this.#revealing.go(place);
  }

  /** Has the panel do something, as with the cell or column that it has marked. */
  do(action: PanelAction): void {
    this.host.emit("do", { action });
  }

  missingCodesChanged(): void {
    const { dataSpace, surveyId } = this.#subject;
    this.#state.missingCodes = this.context.missingCodes.get(dataSpace, surveyId);
    this.post();
  }

  /** The data space may be gone, signed out, or another one. */
  override dataSpaceChanged(): void {
    super.dataSpaceChanged();
    this.settle(this.#follow());
    this.settle(this.#fieldwork.dataSpaceChanged());
  }

  protected override goOn(): void {
    this.settle(this.#read());
  }

  async #follow(): Promise<void> {
    const { dataSpace, surveyId } = this.#subject;
    const { dataSpaces, tables } = this.context;
    if (!this.#responses.isBegun || this.reading.error?.action !== undefined) {
      return;
    }
    try {
      const key = await tables.keyOf(await dataSpaces.client(dataSpace), surveyId);
      const { shown } = this.#state;
      // Nobody would end what is read for a panel that is closed.
      if (!this.host.isDisposed && (this.#isGone || (shown && !isSameTable(key, shown.key)))) {
        this.settle(this.#read());
      }
    } catch (error) {
      if (isGone(error)) {
        this.#isGone = true;
        this.#state.isPaused = false;
        this.#state.view = undefined;
        await this.reading.run(() => Promise.reject(error));
      }
    }
  }

  async stopReading(space: string | undefined): Promise<void> {
    if (this.#responses.isWriting && this.#isOf(space)) {
      this.cancel();
      await this.#responses.ended;
    }
  }

  cleared(space: string | undefined): void {
    if (this.#isOf(space)) {
      this.#state.view = undefined;
      this.post();
    }
  }

  #isOf(space: string | undefined): boolean {
    return space === undefined || this.#state.shown?.key.space === space;
  }

  /** Pauses reading. */
  protected override cancel(): void {
    if (this.reading.loading) {
      this.#state.isPaused = true;
      super.cancel();
      this.post();
    }
  }

  #read(isAnew = false): Promise<void> {
    this.#isGone = false;
    return this.#responses.read(isAnew);
  }

  /** Reads what the tab in front needs and nobody asked for yet. */
  async #loadTab(): Promise<void> {
    if (this.#state.tab === "fieldwork") {
      await this.#fieldwork.show();
    } else if (!this.#responses.isBegun) {
      await this.#read();
    }
  }

  /** What only changes while the panel is in sight: what another window reads into the table is noticed, for one. */
  #watch(): void {
    const { isVisible } = this.host;
    this.#fieldwork.setVisible(isVisible && this.#state.tab === "fieldwork");
    clearInterval(this.#looking);
    if (isVisible) {
      this.#looking = setInterval(() => this.#look(), idleInterval);
      this.#look();
    } else {
      // A webview that goes does not say so.
      this.#focusMoved.fire("outside");
    }
  }

  #look(): void {
    if (!this.reading.loading && !this.#tableView.isBroken) {
      this.#tableView
        .ask(({ tables, table }) => tables.hasChanged(table))
        .then(
          (hasChanged) => hasChanged && this.#tableView.soon(),
          () => undefined,
        );
    }
  }

  #close(): void {
    this.#focusMoved.fire("outside");
    this.#focusMoved.dispose();
    this.#fieldwork.dispose();
    this.#tableView.stop();
    clearInterval(this.#looking);
    void this.#responses.ended
      .then(() => this.#tableView.leave())
      .then(() => this.context.tables.release(this));
  }

  protected get handlers(): OwnHandlers<ResponsesAsks> {
    return {
      ...this.#tableView.handlers,
      ...this.#fieldwork.handlers,
      ...this.#choices,
      ...leadingOn(this.context, this.#subject, this.#state),
      revealed: ({ number }) => this.#revealing.done(number),
      readAnew: () =>
        this.settle(
          this.#state.tab === "fieldwork" ? this.#fieldwork.readAnew() : this.#read(true),
        ),
      resume: () => this.settle(this.#read()),
      focus: ({ place }) => this.#focusMoved.fire(place),
    };
  }

  /** What a person chooses to see. Much of it the panel shows already, and holds on to it until the state says the same. */
  readonly #choices: Handlers<
    Pick<ResponsesRequests, "filter" | "sort" | "cells" | "layout" | "tab" | "summaryView">
  > = {
    filter: ({ filter }) => this.settle(this.setFilter(filter)),
    sort: ({ sort }) => {
      this.#state.sort = sort ?? undefined;
      this.post();
      this.settle(this.#tableView.now());
    },
    cells: ({ cells }) => {
      this.#state.cells = cells;
      this.post();
    },
    layout: ({ layout }) => this.#setLayout(layout),
    tab: ({ tab }) => this.settle(this.showTab(tab)),
    summaryView: ({ view }) => {
      this.#state.summary = view;
      this.post();
    },
  };

  #setLayout(layout: ColumnLayout): void {
    this.#state.layout = layout;
    const { dataSpace, surveyId } = this.#subject;
    this.post();
    this.settle(this.#layouts.set(dataSpace, surveyId, layout));
  }

  /** The panel came to be, perhaps anew: beside the state it needs rows. */
  protected override ready(): void {
    this.#state.restart();
    // Before the state, which may open the tab.
    this.#fieldwork.post();
    this.post();
    this.#tableView.postFirstRows();
  }

  protected post(): void {
    this.host.title = this.#state.heading;
    this.host.emit("state", this.#state.message(this.news));
  }
}
