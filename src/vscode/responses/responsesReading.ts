import { cancelled, orCancelled } from "../../client/waiting.ts";
import type { PanelSubject } from "../../messages/panel.ts";
import { askingAhead } from "../../table/readThrough.ts";
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
  /** For what the panel shows the failure of. */
  readonly settle: (work: Promise<void>) => void;
}

/** Reads the responses of the panel's survey into the table that is shown, one reading at a time. */
export class ResponsesReading {
  readonly #state: ResponsesState;
  readonly #subject: PanelSubject;
  readonly #context: PanelContext;
  readonly #reading: LatestRead<true>;
  readonly #tableView: TableViewController;
  readonly #post: () => void;
  readonly #settle: (work: Promise<void>) => void;
  #isWriting = false;
  #isBegun = false;
  /** Resolves when the newest reading has ended, with all that it began. */
  #ended: Promise<unknown> = Promise.resolve();
  #onRows: () => void = () => undefined;

  constructor(options: ResponsesReadingOptions) {
    this.#state = options.state;
    this.#subject = options.subject;
    this.#context = options.context;
    this.#reading = options.reading;
    this.#tableView = options.tableView;
    this.#post = options.post;
    this.#settle = options.settle;
  }

  /** Whether anything was ever asked for. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** Reading has come so far that it may write into the table that is shown. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  get ended(): Promise<unknown> {
    return this.#ended;
  }

  /** There is something to see. */
  hasRows(): void {
    this.#onRows();
  }

  /** Shows what is kept, and reads what is new. Resolves when there is something to see. */
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
    const reading = this.#reading.run((signal) => this.#readResponses(isAnew, signal));
    reading.catch((error: unknown) => {
      // Before, it is the caller who is told.
      if (isShown) {
        logFailure(this.#context.log, `Reading the responses of ${this.#subject.surveyId}`, error);
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
      const { dataSpaces, tables } = this.#context;
      const { dataSpace, surveyId } = this.#subject;
      const client = await orCancelled(dataSpaces.client(dataSpace), signal);
      const structure = readStructure(client, surveyId, signal);
      const key = await orCancelled(tables.keyOf(client, surveyId), signal);
      // What is not kept has to be read from the newest response on: nothing need be opened to ask for it.
      const pages = tables.has(key) ? client : askingAhead(client, surveyId, signal);
      const shown = await this.#tableView.open(key);
      this.#isWriting = true;
      const reading = { client, surveyId, pages, isAnew, signal };
      await readIntoShown(shown, structure, reading, this.#sink);
      await this.#tableView.now();
      return true;
    } catch (error) {
      this.#tableView.noteFault(error);
      // Where something is kept, the failure stands beside it.
      await this.#tableView.opening;
      throw error;
    } finally {
      this.#isWriting = false;
      end();
      this.#settle(this.#context.tables.limit());
    }
  }

  /** What is read is shown when it may be, but the first of it at once. */
  readonly #sink: ReadingSink = {
    onSurvey: (survey) => {
      this.#state.survey = survey;
      if (this.#state.content) {
        this.#tableView.soon();
      } else {
        this.#post();
      }
    },
    onProgress: ({ share }) => {
      this.#state.share = share;
      this.#state.isElsewhere = false;
      if (this.#state.content) {
        this.#tableView.soon();
      } else {
        this.#settle(this.#tableView.now());
      }
    },
    onWaiting: (isElsewhere) => {
      if (this.#state.isElsewhere !== isElsewhere) {
        this.#state.isElsewhere = isElsewhere;
        this.#post();
      }
    },
    onChanged: () => this.#tableView.soon(),
  };
}
