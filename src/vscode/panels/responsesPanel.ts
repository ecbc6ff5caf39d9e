import * as vscode from "vscode";
import { cancelled } from "../../client/waiting.ts";
import { responsesRequest } from "../../messages/decode.ts";
import type { PanelSubject } from "../../messages/panel.ts";
import type { GridAction, ResponsesMessage, ResponsesRequest } from "../../messages/responses.ts";
import type { ColumnLayout } from "../../model/columnLayout.ts";
import { SurveyError } from "../../model/errors.ts";
import type { ResponseFilter } from "../../model/responseFilter.ts";
import { responseFacts } from "../../reader/rawResponse.ts";
import { newestPage } from "../../table/readTable.ts";
import { logFailure } from "../adapters/log.ts";
import type { TablesUser } from "../tables/responseTables.ts";
import { copyCells } from "./copyCells.ts";
import type { PanelContext } from "./panelContext.ts";
import { readIntoShown, readStructure, type ReadingSink } from "./readIntoShown.ts";
import { ReadingPanel, type PanelOwn } from "./readingPanel.ts";
import { ResponsesState, type ShownResponses } from "./responsesState.ts";
import { isSameTable, Showing } from "./showing.ts";
import { tableAnswer } from "./tableAnswers.ts";

/** Milliseconds between two looks at whether another window has read anything. */
const idleInterval = 2000;

/** The responses of one survey: those that are kept at once, and what the service has beside them as it is read. */
export class ResponsesPanel
  extends ReadingPanel<ResponsesRequest, ResponsesMessage, true>
  implements TablesUser
{
  readonly #subject: PanelSubject;
  readonly #state: ResponsesState;
  readonly #showing: Showing;
  /** Reading has come so far that it may write into the table that is shown. */
  #isReading = false;
  /** The data space was not there, or signed out, when it changed last. */
  #isGone = false;
  /** Resolves when the newest reading has ended, with all that it began. */
  #ended: Promise<unknown> = Promise.resolve();
  #onRows: () => void = () => undefined;
  #looking: ReturnType<typeof setInterval> | undefined;

  constructor(
    panel: vscode.WebviewPanel,
    subject: PanelSubject,
    shows: ShownResponses,
    context: PanelContext,
  ) {
    const { dataSpace, surveyId } = subject;
    super({
      panel,
      program: "responses",
      requests: responsesRequest,
      dataSpace,
      what: `the responses of ${surveyId}`,
      context,
    });
    this.#subject = subject;
    const layout = context.layouts.get(dataSpace, surveyId);
    this.#state = new ResponsesState(subject, { ...shows, layout }, this.reading);
    this.#showing = new Showing({
      state: this.#state,
      subject,
      context,
      tables: context.tables.use(this),
      host: this.host,
      post: () => this.post(),
      onRows: () => this.#onRows(),
    });
    this.host.onDidDispose(() => this.#close());
    this.host.onDidChangeState(() => this.#watch());
    this.#watch();
  }

  /** Shows what is kept, and reads what is new. Resolves when there is something to see. */
  load(): Promise<void> {
    return this.#read();
  }

  async setFilter(filter: ResponseFilter): Promise<void> {
    this.#state.filter = filter;
    this.post();
    await this.#showing.now();
  }

  /** Has the panel do something with the cell or column that it has marked. */
  do(action: GridAction): void {
    this.host.post({ kind: "do", action });
  }

  /** The data space may be gone, signed out, or another one. */
  override dataSpaceChanged(): void {
    if (this.reading.error?.action === "signIn") {
      this.reload();
    } else {
      this.settle(this.#follow());
    }
  }

  async #follow(): Promise<void> {
    const { dataSpace, surveyId } = this.#subject;
    const { dataSpaces, tables } = this.context;
    try {
      const key = await tables.keyOf(await dataSpaces.client(dataSpace), surveyId);
      if (this.#isGone || (this.#state.shown && !isSameTable(key, this.#state.shown.key))) {
        this.reload();
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
    if (this.#isReading && this.#isOf(space)) {
      this.cancel();
      await this.#ended;
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
    let isShown = false;
    const rows = new Promise<void>((resolve) => {
      this.#onRows = () => {
        isShown = true;
        resolve();
      };
    });
    this.#isGone = false;
    this.#state.begin();
    const reading = this.reading.run((signal) => this.#readResponses(isAnew, signal));
    reading.catch((error: unknown) => {
      // Before, it is the caller who is told.
      if (isShown) {
        logFailure(this.context.log, `Reading the responses of ${this.#subject.surveyId}`, error);
      }
    });
    return Promise.race([reading, rows]);
  }

  async #readResponses(isAnew: boolean, signal: AbortSignal): Promise<true> {
    // Two readings must not be in each other's way.
    const before = this.#ended;
    let end: () => void = () => undefined;
    this.#ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    try {
      await before;
      if (signal.aborted) {
        throw cancelled();
      }
      const { dataSpaces, tables } = this.context;
      const { dataSpace, surveyId } = this.#subject;
      const client = await dataSpaces.client(dataSpace);
      const structure = readStructure(client, surveyId, signal);
      const key = await tables.keyOf(client, surveyId);
      // What is not kept has to be read from the newest response on: nothing need be opened to ask for it.
      const newest = tables.has(key) ? undefined : newestPage(client, surveyId, signal);
      const shown = await this.#showing.open(key);
      this.#isReading = true;
      const reading = { client, surveyId, isAnew, newest, signal };
      await readIntoShown(shown, structure, reading, this.#sink);
      await this.#showing.now();
      return true;
    } catch (error) {
      this.#showing.noteFault(error);
      // Where something is kept, the failure stands beside it.
      await this.#showing.opening;
      throw error;
    } finally {
      this.#isReading = false;
      end();
      this.settle(this.context.tables.limit());
    }
  }

  /** What is read is shown when it may be, but the first of it at once. */
  readonly #sink: ReadingSink = {
    onSurvey: (survey) => {
      this.#state.survey = survey;
      if (this.#state.content) {
        this.#showing.soon();
      } else {
        this.post();
      }
    },
    onProgress: ({ share }) => {
      this.#state.share = share;
      this.#state.isElsewhere = false;
      if (this.#state.content) {
        this.#showing.soon();
      } else {
        this.settle(this.#showing.now());
      }
    },
    onElsewhere: () => {
      if (!this.#state.isElsewhere) {
        this.#state.isElsewhere = true;
        this.post();
      }
    },
    onChanged: () => this.#showing.soon(),
  };

  /** Notices what another window reads into the table, as long as the panel is in sight. */
  #watch(): void {
    clearInterval(this.#looking);
    if (this.host.isVisible) {
      this.#looking = setInterval(() => this.#look(), idleInterval);
      this.#look();
    }
  }

  #look(): void {
    if (!this.reading.loading && !this.#showing.isBroken) {
      this.#showing.answer(async ({ tables, table }) => {
        if (await tables.hasChanged(table)) {
          this.#showing.soon();
        }
        return undefined;
      });
    }
  }

  #close(): void {
    this.#showing.stop();
    clearInterval(this.#looking);
    void this.#ended
      .then(() => this.#showing.leave())
      .then(() => this.context.tables.release(this));
  }

  protected handle(request: PanelOwn<ResponsesRequest>): void {
    switch (request.kind) {
      case "readAnew":
        this.settle(this.#read(true));
        break;
      case "resume":
        this.reload();
        break;
      case "rows":
      case "locate":
      case "values":
      case "find":
        this.#showing.answer((shown) => tableAnswer(shown, request, this.#state.filter));
        break;
      case "filter":
        this.settle(this.setFilter(request.filter));
        break;
      case "sort":
        this.#state.sort = request.sort ?? undefined;
        this.post();
        this.settle(this.#showing.now());
        break;
      case "cells":
        // The panel shows it already; the choice is kept for when it comes back.
        this.#state.cells = request.cells;
        break;
      case "layout":
        this.#setLayout(request.layout);
        break;
      case "copyCells":
        if (this.#state.shown) {
          copyCells(this.#state.shown, request, this.context.log);
        }
        break;
      case "openStructure":
        this.context.run("surveyExplorer.openSurvey", this.#state.selection);
        break;
      case "export":
        this.context.run("surveyExplorer.exportResponses", this.#state.selection);
        break;
      case "showRaw":
        this.#showRaw(request.id);
        break;
    }
  }

  #setLayout(layout: ColumnLayout): void {
    this.#state.layout = layout;
    const { dataSpace, surveyId } = this.#subject;
    this.settle(this.context.layouts.set(dataSpace, surveyId, layout));
  }

  #showRaw(id: number): void {
    const { dataSpace, surveyId } = this.#subject;
    this.#showing.answer(async ({ tables, table }) => {
      const json = await tables.raw(table, id);
      if (json) {
        const response = responseFacts(json);
        const clicked = { kind: "response", dataSpace, surveyId, response, json } as const;
        this.context.run("surveyExplorer.showRaw", clicked);
      }
      return undefined;
    });
  }

  /** The panel came to be, perhaps anew: beside the state it needs rows. */
  protected override ready(): void {
    this.#state.restart();
    this.post();
    this.#showing.postFirstRows();
  }

  protected post(): void {
    this.host.title = vscode.l10n.t("{0} · responses", this.#state.title);
    this.host.post(this.#state.message());
  }
}

/** Whether what the table holds is not for whoever uses this window any more. */
function isGone(error: unknown): error is SurveyError {
  return (
    error instanceof SurveyError &&
    (error.code === "unknown-data-space" || error.code === "signed-out")
  );
}
