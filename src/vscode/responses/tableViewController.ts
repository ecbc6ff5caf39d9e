import type { PanelSubject } from "../../messages/panel.ts";
import type { RequestSchemas } from "../../messages/requests/panelRequests.ts";
import type { ResponsesEvents, ResponsesRequests } from "../../messages/requests/responses.ts";
import { cancelled } from "../../client/waiting.ts";
import { isCancelled, SurveyError } from "../../model/errors.ts";
import { responseFacts } from "../../reader/rawResponse.ts";
import type { Handlers } from "../../rpc/messages.ts";
import type { TableClient } from "../../table/tableClient.ts";
import type { CopyKey } from "../../copy/copyFolders.ts";
import { logFailure } from "../platform/log.ts";
import { PacedTask } from "../platform/pacedTask.ts";
import type { PanelContext } from "../panels/panelContext.ts";
import type { PanelHost } from "../panels/panelHost.ts";
import type { ResponsesState } from "./responsesState.ts";
import type { ShownTable } from "../../table/shownTable.ts";

/** Milliseconds between two views while responses are being read. */
const viewInterval = 300;
/** Pause after a view, as a multiple of the time it took: sorting many responses must not delay storing new ones. */
const viewRest = 4;
/** Number of rows sent with the first state: more than are visible. */
const firstRows = 100;

/** Requests of a panel about its table. */
type TableRequests = Pick<
  ResponsesRequests,
  "rows" | "locate" | "values" | "find" | "summarise" | "showRaw"
>;

interface TableViewOptions {
  readonly state: ResponsesState;
  readonly subject: PanelSubject;
  readonly context: PanelContext;
  readonly tables: TableClient;
  readonly host: Pick<PanelHost<RequestSchemas, ResponsesEvents>, "emit" | "isDisposed">;
  /** Sends the state. */
  readonly post: () => void;
  /** Called when there is something to see. */
  readonly onRows: () => void;
}

/** Shows a table: opens it, has views of it made, and answers the panel's requests about them. */
export class TableViewController {
  readonly #options: TableViewOptions;
  readonly #state: ResponsesState;
  #isBroken = false;
  #key: CopyKey | undefined;
  #opening: Promise<void> = Promise.resolve();
  readonly #views = new PacedTask(
    () => this.#showView(),
    () => Math.max(viewInterval, viewRest * (this.#state.view?.took ?? 0)),
  );

  constructor(options: TableViewOptions) {
    this.#options = options;
    this.#state = options.state;
  }

  /** True if the shown table has to be opened again. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Identifies the table that was opened last, or is being opened. */
  get key(): CopyKey | undefined {
    return this.#key;
  }

  /** Resolves when the kept responses are shown. The service is read at the same time. */
  get opening(): Promise<void> {
    return this.#opening;
  }

  /** Makes a view once enough time has passed since the previous one. */
  soon(): void {
    this.#views.schedule();
  }

  /** Resolves when a view is shown that was made after this call. */
  now(): Promise<void> {
    return this.#views.runNow();
  }

  stop(): void {
    this.#views.cancelScheduled();
  }

  noteFault(error: unknown): void {
    this.#isBroken ||= isFileFault(error);
  }

  /** Opens the table, unless it is open, and shows what is in it. */
  async open(key: CopyKey): Promise<ShownTable> {
    this.#key = key;
    if (this.#state.shown && !this.#isBroken && isSameTable(key, this.#state.shown.key)) {
      return this.#state.shown;
    }
    await this.leave();
    this.#isBroken = false;
    const tables = this.#options.tables;
    const { table, stored } = await tables.open(key, this.#options.subject.dataSpace);
    const shown = { key, tables, table };
    this.#state.shown = shown;
    if (stored) {
      this.#state.survey = stored.survey;
      this.#opening = this.now();
    }
    return shown;
  }

  /** Shows the responses of the table, filtered and sorted. A failure appears beside what was shown before. */
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
      this.#options.post();
      if (isFirst) {
        this.postFirstRows();
      }
      if (this.#state.content) {
        this.#options.onRows();
      }
      if (view.isBehind) {
        this.soon();
      }
    } catch (error) {
      if (this.#isFault(shown, error)) {
        this.#show(error);
      }
    }
  }

  /** Sends the rows that the panel needs with its first state. */
  postFirstRows(): void {
    if (this.#state.content && this.#state.view) {
      const { view } = this.#state.view;
      this.ask(({ tables, table }) => tables.rows(table, view, 0, firstRows)).then(
        (rows) => this.#options.host.emit("rows", { view, first: 0, rows }),
        () => undefined,
      );
    }
  }

  /** Handlers of the panel's requests about the shown responses. */
  readonly handlers: Handlers<TableRequests> = {
    rows: ({ view, first, count }) =>
      this.ask(({ tables, table }) => tables.rows(table, view, first, count)),
    locate: ({ view, ids }) => this.ask(({ tables, table }) => tables.locate(table, view, ids)),
    values: ({ column }) =>
      this.ask(({ tables, table }) => tables.values(table, column, this.#state.filter)),
    find: ({ view, ...query }) => this.ask(({ tables, table }) => tables.find(table, view, query)),
    summarise: (query) => {
      const missing = this.#state.missingCodes;
      return this.#answer(
        ({ tables, table }) => tables.summarise(table, { ...query, missing }),
        // The requesting tab shows the failure; the other tabs are not affected.
        () => undefined,
      );
    },
    showRaw: ({ view, id }) => this.#showRaw(view, id),
  };

  /**
   * Asks the shown table. Rejects with "cancelled" if the view does not exist any more or the panel has left the table. Any
   * other failure is shown in the whole panel.
   */
  ask<T>(ask: (shown: ShownTable) => Promise<T | undefined>): Promise<T> {
    return this.#answer(ask, (error) => this.#show(error));
  }

  async #answer<T>(
    ask: (shown: ShownTable) => Promise<T | undefined>,
    failed: (error: unknown) => void,
  ): Promise<T> {
    const shown = this.#state.shown;
    try {
      const answer = shown && (await ask(shown));
      if (answer === undefined || shown !== this.#state.shown) {
        throw cancelled();
      }
      return answer;
    } catch (error) {
      if (this.#isFault(shown, error)) {
        failed(error);
      }
      throw error;
    }
  }

  async #showRaw(view: number, id: number): Promise<void> {
    const { dataSpace, surveyId } = this.#options.subject;
    const json = await this.ask(({ tables, table }) => tables.raw(table, view, id));
    const response = responseFacts(json);
    const clicked = { kind: "response", dataSpace, surveyId, response, json } as const;
    this.#options.context.run("surveyExplorer.showRaw", clicked);
  }

  /** Shows a failure of the table beside what was read. If the file is at fault, the next reading opens it again. */
  #show(error: unknown): void {
    this.#state.viewError = error;
    this.#options.post();
  }

  /** Logs an error and returns true, unless it is a cancellation or concerns a table that the panel has left. */
  #isFault(shown: ShownTable | undefined, error: unknown): boolean {
    if (shown !== this.#state.shown || this.#options.host.isDisposed || isCancelled(error)) {
      return false;
    }
    logFailure(
      this.#options.context.log,
      `Showing the responses of ${this.#options.subject.surveyId}`,
      error,
    );
    this.noteFault(error);
    return true;
  }

  /** Closes the table, and forgets what was read from it. */
  async leave(): Promise<void> {
    const shown = this.#state.shown;
    this.#state.shown = undefined;
    this.#state.view = undefined;
    this.#state.structure = undefined;
    if (shown) {
      await this.#options.context.tables.close(shown.table);
    }
  }
}

export function isSameTable(a: CopyKey, b: CopyKey): boolean {
  return a.space === b.space && a.version === b.version && a.surveyId === b.surveyId;
}

/** Returns true if the table has to be opened again, for example because the worker has ended. */
function isFileFault(error: unknown): boolean {
  return error instanceof SurveyError && error.code === "file-fault";
}

/** Returns true if the data space is gone or signed out, so that its responses must not be shown any more. */
export function isGone(error: unknown): error is SurveyError {
  return (
    error instanceof SurveyError &&
    (error.code === "unknown-data-space" || error.code === "signed-out")
  );
}
