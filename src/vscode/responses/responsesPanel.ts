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
import type { TableUser } from "./responseTables.ts";
import type { ColumnLayouts } from "./columnLayouts.ts";
import { FieldworkTab } from "../fieldwork/fieldworkTab.ts";
import type { PanelContext } from "../panels/panelContext.ts";
import { ReadingPanel, type OwnHandlers } from "../panels/readingPanel.ts";
import type { PanelSelection } from "../surveys/node.ts";
import { viewOf } from "../panels/places.ts";
import { figuresView, type ShownFigures } from "./figuresView.ts";
import { outgoingHandlers } from "./outgoingHandlers.ts";
import { ResponsesReading } from "./responsesReading.ts";
import { ResponsesState, type ShownResponses } from "./responsesState.ts";
import { Revealing, type ResponsesPlace } from "./revealing.ts";
import { isGone, isSameTable, TableViewController } from "./tableViewController.ts";

/** Milliseconds between two checks whether another window has read responses. */
const idleInterval = 2000;

/** Context of responses panels. */
export interface ResponsesContext extends PanelContext {
  readonly layouts: ColumnLayouts;
}

/** What a new panel shows. */
export interface NewResponses extends ShownResponses {
  /** Default: the initial view, according to the settings. */
  readonly fieldwork?: FieldworkView | undefined;
}

type ResponsesSchemas = ReturnType<typeof responsesRequests>;

/**
 * The responses of one survey. Shows kept responses at once, and new ones as they are read from the service. Reading starts
 * when a tab that shows responses is opened; the fieldwork tab does not need them.
 */
export class ResponsesPanel
  extends ReadingPanel<ResponsesSchemas, ResponsesEvents, true>
  implements TableUser
{
  readonly #layouts: ColumnLayouts;
  readonly #state: ResponsesState;
  readonly #tableView: TableViewController;
  readonly #responses: ResponsesReading;
  readonly #fieldwork: FieldworkTab;
  readonly #revealing: Revealing;
  readonly #focusMoved = new vscode.EventEmitter<FocusPlace>();
  readonly onDidMoveFocus = this.#focusMoved.event;
  /** True if the data space was missing or signed out when it last changed. */
  #isGone = false;
  #checkTimer: ReturnType<typeof setInterval> | undefined;

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
      subject,
      what: `the responses of ${surveyId}`,
      context,
    });
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
      read: () => this.#read(),
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
    this.host.onDidChangeState(() => this.#watchVisibility());
    this.#watchVisibility();
  }

  /** What is shown, with the current tab. */
  get selection(): PanelSelection {
    return { ...this.#state.selection, place: { view: viewOf(this.#state.tab) } };
  }

  /** Reads what the current tab shows. Resolves when there is something to see. */
  load(): Promise<void> {
    return this.#state.tab === "fieldwork" ? this.#fieldwork.load() : this.#read();
  }

  async setFilter(filter: ResponseFilter): Promise<void> {
    this.#state.filter = filter;
    this.post();
    await this.#tableView.now();
  }

  /** Shows the tab. Resolves when there is something to see in it. */
  async showTab(tab: ResponsesTab): Promise<void> {
    this.#state.tab = tab;
    this.#watchVisibility();
    this.post();
    await this.#loadTab();
  }

  /** Shows figures that were told to an assistant, at their question. Rejects with `PlaceNotFoundError` if it is missing. */
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

  /** Scrolls to the place as soon as it is loaded. Rejects with `PlaceNotFoundError`. */
  reveal(place: ResponsesPlace): Promise<void> {
    return this.#revealing.go(place);
  }

  /** Makes the webview run an action, for example on its active cell or column. */
  do(action: PanelAction): void {
    this.host.emit("do", { action });
  }

  missingCodesChanged(): void {
    const { dataSpace, surveyId } = this.subject;
    this.#state.missingCodes = this.context.missingCodes.get(dataSpace, surveyId);
    this.post();
  }

  /** Called when the data space may be gone, signed out, or replaced by another one. */
  override dataSpaceChanged(): void {
    super.dataSpaceChanged();
    this.settle(this.#follow());
    this.settle(this.#fieldwork.dataSpaceChanged());
  }

  protected override goOn(): void {
    this.settle(this.#read());
  }

  async #follow(): Promise<void> {
    const { dataSpace, surveyId } = this.subject;
    const { dataSpaces, tables } = this.context;
    if (!this.#responses.isBegun || this.reading.error?.action !== undefined) {
      return;
    }
    try {
      const key = await tables.keyOf(await dataSpaces.client(dataSpace), surveyId);
      const { key: opened } = this.#tableView;
      // Do not start reading for a closed panel: nothing would stop it.
      if (!this.host.isDisposed && (this.#isGone || (opened && !isSameTable(key, opened)))) {
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

  /** Reads what the current tab needs, unless that was requested before. */
  async #loadTab(): Promise<void> {
    if (this.#state.tab === "fieldwork") {
      await this.#fieldwork.show();
    } else if (!this.#responses.isBegun) {
      await this.#read();
    }
  }

  /** Starts or stops what runs only while the panel is visible, such as checking what another window reads. */
  #watchVisibility(): void {
    const { isVisible } = this.host;
    this.#fieldwork.setVisible(isVisible && this.#state.tab === "fieldwork");
    clearInterval(this.#checkTimer);
    if (isVisible) {
      this.#checkTimer = setInterval(() => this.#checkOtherWindows(), idleInterval);
      this.#checkOtherWindows();
    } else {
      // A webview that is hidden does not report that it loses the focus.
      this.#focusMoved.fire("outside");
    }
  }

  #checkOtherWindows(): void {
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
    clearInterval(this.#checkTimer);
    void this.#responses.ended
      .then(() => this.#tableView.leave())
      .then(() => this.context.tables.release(this));
  }

  protected get handlers(): OwnHandlers<ResponsesSchemas> {
    return {
      ...this.#tableView.handlers,
      ...this.#fieldwork.handlers,
      ...this.#choices,
      ...outgoingHandlers(this.context, this.subject, this.#state),
      revealed: ({ number }) => this.#revealing.done(number),
      readAnew: () =>
        this.settle(
          this.#state.tab === "fieldwork" ? this.#fieldwork.readAnew() : this.#read(true),
        ),
      resume: () => this.settle(this.#read()),
      focus: ({ place }) => this.#focusMoved.fire(place),
    };
  }

  /** Handles what a person chooses to see. The webview may show a choice already, before the state confirms it. */
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
    const { dataSpace, surveyId } = this.subject;
    this.post();
    this.settle(this.#layouts.set(dataSpace, surveyId, layout));
  }

  /** Called when the webview has started, perhaps again. It needs rows as well as the state. */
  protected override ready(): void {
    this.#state.restart();
    // Before the state, because that may open the tab.
    this.#fieldwork.post();
    this.post();
    this.#tableView.postFirstRows();
  }

  protected post(): void {
    this.host.title = this.#state.heading;
    this.host.emit("state", this.#state.message(this.news));
  }
}
