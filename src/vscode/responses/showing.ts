import type { PanelSubject } from "../../messages/panel.ts";
import type { ResponsesMessage } from "../../messages/responses.ts";
import { isCancelled, SurveyError } from "../../model/errors.ts";
import type { TableClient } from "../../table/tableClient.ts";
import type { TableKey } from "../../table/tables.ts";
import { logFailure } from "../platform/log.ts";
import { Paced } from "../platform/paced.ts";
import type { PanelContext } from "../panels/panelContext.ts";
import type { ResponsesState } from "./responsesState.ts";
import { panelError } from "../panels/panelHost.ts";
import { tableAnswer, type ShownTable, type TableRequest } from "./tableAnswers.ts";

/** Milliseconds between two views while responses are being read. */
const viewInterval = 300;
/** What a view takes, it rests so many times as long: sorting many responses must not hold up keeping those that come. */
const viewRest = 4;
/** Rows that are sent with the first state: more than are in sight. */
const firstRows = 100;

interface ShowingOptions {
  readonly state: ResponsesState;
  readonly subject: PanelSubject;
  readonly context: PanelContext;
  readonly tables: TableClient;
  readonly host: { post(message: ResponsesMessage): void; readonly isDisposed: boolean };
  /** Sends the state. */
  readonly post: () => void;
  /** There is something to see. */
  readonly onRows: () => void;
}

/** Shows what is in a table: opens it, has views of it made, and answers what the panel asks of them. */
export class Showing {
  readonly #state: ResponsesState;
  readonly #subject: PanelSubject;
  readonly #context: PanelContext;
  readonly #tables: TableClient;
  readonly #host: ShowingOptions["host"];
  readonly #post: () => void;
  readonly #onRows: () => void;
  #isBroken = false;
  #opening: Promise<void> = Promise.resolve();
  readonly #views = new Paced(
    () => this.#showView(),
    () => Math.max(viewInterval, viewRest * (this.#state.view?.took ?? 0)),
  );

  constructor({ state, subject, context, tables, host, post, onRows }: ShowingOptions) {
    this.#state = state;
    this.#subject = subject;
    this.#context = context;
    this.#tables = tables;
    this.#host = host;
    this.#post = post;
    this.#onRows = onRows;
  }

  /** The table that is shown has to be opened anew. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Resolves when what is kept is shown; the service is asked at the same time. */
  get opening(): Promise<void> {
    return this.#opening;
  }

  /** Makes a view when the one before is some time ago. */
  soon(): void {
    this.#views.soon();
  }

  /** Resolves when a view is shown that was made after this call. */
  now(): Promise<void> {
    return this.#views.now();
  }

  stop(): void {
    this.#views.stop();
  }

  noteFault(error: unknown): void {
    this.#isBroken ||= isFileFault(error);
  }

  /** Opens the data space's table, unless it is open, and shows what is in it. */
  async open(key: TableKey): Promise<ShownTable> {
    if (this.#state.shown && !this.#isBroken && isSameTable(key, this.#state.shown.key)) {
      return this.#state.shown;
    }
    await this.leave();
    this.#isBroken = false;
    const tables = this.#tables;
    const { table, survey } = await tables.open(key, this.#subject.dataSpace);
    const shown = { key, tables, table };
    this.#state.shown = shown;
    if (survey) {
      this.#state.survey = survey.survey;
      this.#opening = this.now();
    }
    return shown;
  }

  /** Shows the responses of the table as they are to be filtered and sorted. A failure stands beside what was shown. */
  async #showView(): Promise<void> {
    const shown = this.#state.shown;
    if (!shown) {
      return;
    }
    try {
      const query = { filter: this.#state.filter, sort: this.#state.sort };
      const view = await shown.tables.view(shown.table, query, this.#state.structure?.number);
      if (shown !== this.#state.shown) {
        return;
      }
      const isFirst = !this.#state.content;
      this.#state.view = view;
      this.#state.structure = view.structure ?? this.#state.structure;
      this.#post();
      if (isFirst) {
        this.postFirstRows();
      }
      if (this.#state.content) {
        this.#onRows();
      }
      if (view.isBehind) {
        this.soon();
      }
    } catch (error) {
      this.#fail(shown, error);
    }
  }

  /** The panel needs rows beside its first state. */
  postFirstRows(): void {
    if (this.#state.content && this.#state.view) {
      const { view } = this.#state.view;
      this.answer(async ({ tables, table }) => {
        const rows = await tables.rows(table, view, 0, firstRows);
        return rows && { kind: "rows", view, first: 0, rows };
      });
    }
  }

  /** Answers what the panel asks of the responses that it shows. */
  ask(request: TableRequest): void {
    const { filter, missingCodes } = this.#state;
    const ask = (shown: ShownTable) => tableAnswer(shown, request, { filter, missingCodes });
    if (request.kind === "summarise") {
      // One of its tabs says so; what the others show is not concerned.
      this.answer(ask, (error) => ({
        kind: "summariesFailed",
        run: request.run,
        error: panelError(error),
      }));
    } else {
      this.answer(ask);
    }
  }

  /**
   * What is asked of a table that the panel has left is not answered.
   *
   * @param failed what to answer where it fails; absent: the failure is one of the whole panel
   */
  answer(
    ask: (table: ShownTable) => Promise<ResponsesMessage | undefined>,
    failed?: (error: unknown) => ResponsesMessage,
  ): void {
    const shown = this.#state.shown;
    if (shown) {
      ask(shown).then(
        (message) => message && shown === this.#state.shown && this.#host.post(message),
        (error: unknown) => this.#fail(shown, error, failed),
      );
    }
  }

  /** What is wrong with the table stands beside what was read; the next reading opens it anew. */
  #fail(
    shown: ShownTable | undefined,
    error: unknown,
    failed?: (error: unknown) => ResponsesMessage,
  ): void {
    if (shown === this.#state.shown && !this.#host.isDisposed && !isCancelled(error)) {
      logFailure(this.#context.log, `Showing the responses of ${this.#subject.surveyId}`, error);
      this.noteFault(error);
      if (failed) {
        this.#host.post(failed(error));
      } else {
        this.#state.viewError = error;
        this.#post();
      }
    }
  }

  /** What was read from the table is of no use any more. */
  async leave(): Promise<void> {
    const shown = this.#state.shown;
    this.#state.shown = undefined;
    this.#state.view = undefined;
    this.#state.structure = undefined;
    if (shown) {
      await this.#context.tables.close(shown.table);
    }
  }
}

export function isSameTable(a: TableKey, b: TableKey): boolean {
  return a.space === b.space && a.version === b.version && a.surveyId === b.surveyId;
}

/** The worker may have ended: then the table is closed. */
function isFileFault(error: unknown): boolean {
  return error instanceof SurveyError && error.code === "file-fault";
}

/** Whether what the table holds is not for whoever uses this window any more. */
export function isGone(error: unknown): error is SurveyError {
  return (
    error instanceof SurveyError &&
    (error.code === "unknown-data-space" || error.code === "signed-out")
  );
}
