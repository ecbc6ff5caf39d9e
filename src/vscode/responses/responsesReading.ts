import { cancelled, orCancelled } from "../../client/waiting.ts";
import type { PanelSubject } from "../../messages/panel.ts";
import { withFirstPageRequested } from "../../table/readIntoTable.ts";
import { logFailure } from "../platform/log.ts";
import type { LatestRead } from "../panels/latestRead.ts";
import type { PanelContext } from "../panels/panelContext.ts";
import { readIntoShown, readStructure, type ReadingSink } from "../../table/readIntoShown.ts";
import type { ResponsesState } from "./responsesState.ts";
import type { TableViewController } from "./tableViewController.ts";

interface ResponsesReadingOptions {
  readonly state: ResponsesState;
  readonly subject: PanelSubject;
  readonly context: PanelContext;
  readonly reading: LatestRead<true>;
  readonly tableView: TableViewController;
  /** Sends the state. */
  readonly post: () => void;
  /** Handles work whose failure the panel shows. */
  readonly settle: (work: Promise<void>) => void;
}

/** Reads the responses of the panel's survey into the shown table, one reading at a time. */
export class ResponsesReading {
  readonly #options: ResponsesReadingOptions;
  readonly #state: ResponsesState;
  readonly #tableView: TableViewController;
  #isWriting = false;
  #isBegun = false;
  /** Resolves when the newest reading has ended, with everything that it started. */
  #ended: Promise<unknown> = Promise.resolve();
  #onRows: () => void = () => undefined;

  constructor(options: ResponsesReadingOptions) {
    this.#options = options;
    this.#state = options.state;
    this.#tableView = options.tableView;
  }

  /** True if reading was ever started. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** True if the current reading may write into the shown table. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  get ended(): Promise<unknown> {
    return this.#ended;
  }

  /** Called when there is something to see. */
  hasRows(): void {
    this.#onRows();
  }

  /** Shows kept responses, and reads new ones. Resolves when there is something to see. */
  read(isAnew = false): Promise<void> {
    let isShown = false;
    const rows = new Promise<void>((resolve) => {
      this.#onRows = () => {
        isShown = true;
        resolve();
      };
    });
    this.#isBegun = true;
    this.#state.begin();
    const reading = this.#options.reading.run((signal) => this.#readResponses(isAnew, signal));
    reading.catch((error: unknown) => {
      // Before that, the caller gets the error.
      if (isShown) {
        logFailure(
          this.#options.context.log,
          `Reading the responses of ${this.#options.subject.surveyId}`,
          error,
        );
      }
    });
    return Promise.race([reading, rows]);
  }

  async #readResponses(isAnew: boolean, signal: AbortSignal): Promise<true> {
    // Two readings must not overlap.
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
      const { dataSpaces, tables } = this.#options.context;
      const { dataSpace, surveyId } = this.#options.subject;
      const client = await orCancelled(dataSpaces.client(dataSpace), signal);
      const structure = readStructure(client, surveyId, signal);
      const key = await orCancelled(tables.keyOf(client, surveyId), signal);
      // Without a copy, reading starts at the newest response: request it before the table is open.
      const pages = tables.has(key) ? client : withFirstPageRequested(client, surveyId, signal);
      const shown = await this.#tableView.open(key);
      this.#isWriting = true;
      const reading = { client, surveyId, pages, isAnew, signal };
      await readIntoShown(shown, structure, reading, this.#sink);
      await this.#tableView.now();
      return true;
    } catch (error) {
      this.#tableView.noteFault(error);
      // Show the kept responses first, so that the failure appears beside them.
      await this.#tableView.opening;
      throw error;
    } finally {
      this.#isWriting = false;
      end();
      this.#options.settle(this.#options.context.tables.limit());
    }
  }

  /** Shows what is read at the pace of the table view, but the first responses at once. */
  readonly #sink: ReadingSink = {
    onSurvey: (survey) => {
      this.#state.survey = survey;
      if (this.#state.content) {
        this.#tableView.soon();
      } else {
        this.#options.post();
      }
    },
    onProgress: ({ share }) => {
      this.#state.share = share;
      this.#state.isElsewhere = false;
      if (this.#state.content) {
        this.#tableView.soon();
      } else {
        this.#options.settle(this.#tableView.now());
      }
    },
    onWaiting: (isElsewhere) => {
      if (this.#state.isElsewhere !== isElsewhere) {
        this.#state.isElsewhere = isElsewhere;
        this.#options.post();
      }
    },
    onChanged: () => this.#tableView.soon(),
  };
}
