import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import { pagesOf } from "../../client/paging.ts";
import type { SurveyClient } from "../../client/surveyClient.ts";
import { cancelled } from "../../client/waiting.ts";
import {
  isCancelled,
  isUnreachable,
  neededSignIn,
  SurveyError,
  textOf,
} from "../../model/errors.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { DisposableStore } from "../platform/disposables.ts";
import { logFailure } from "../platform/log.ts";
import { readPreferences } from "../platform/settings.ts";
import { IndexStatus } from "./indexStatus.ts";
import type { IndexedSpace, SearchIndex, Unread } from "./searchIndex.ts";

/** Milliseconds. */
const times = {
  /** Delay after the start, and after changes of data spaces, since several come together. */
  delay: 3000,
  /** Longest pause after a data space could not be read. It begins with `delay` and doubles with each failure. */
  longestPause: 3_600_000,
  /** Pause after the last answer to a person from any data space. */
  quiet: 300,
  /** Age after which a structure is read again, even if its survey was not updated. */
  week: 7 * 24 * 3600 * 1000,
  /** Time after a complete pass during which `update` does nothing. */
  fresh: 60_000,
  /** Time after which the lease is renewed. */
  lease: 10_000,
  /** Delay until the next attempt while another window fills the index. */
  elsewhere: 30_000,
};

export interface IndexFillerOptions {
  readonly index: SearchIndex;
  readonly dataSpaces: DataSpaces;
  readonly log: vscode.LogOutputChannel;
  /** Default: `times.delay`. */
  readonly delay?: number | undefined;
}

/**
 * Reads the structures of all surveys into the index in the background: of all signed-in data spaces, one request at a time,
 * and none while a person's requests are answered. It does not start local data spaces.
 */
export class IndexFiller implements vscode.Disposable {
  readonly #options: IndexFillerOptions;
  readonly #store = new DisposableStore();
  readonly #status = this.#store.add(new IndexStatus());
  readonly #changed = this.#store.add(new vscode.EventEmitter<void>());
  readonly #holder = randomUUID();
  readonly #delay: number;
  /** Data spaces whose surveys could not be read. */
  readonly #failed = new Map<string, Unread>();
  /** Milliseconds for which answers of a data space that could not be read begin no pass, and their end, since 1970. */
  readonly #pauses = new Map<string, { readonly length: number; readonly until: number }>();
  readonly #read = new Set<string>();
  #timer: ReturnType<typeof globalThis.setTimeout> | undefined;
  #pass:
    | {
        readonly everything: boolean;
        readonly stop: AbortController;
        readonly done: Promise<Error | undefined>;
      }
    | undefined;
  #isStopped = false;
  #answeredAt = 0;
  #leaseUntil = 0;
  /** Time when everything had been read, epoch milliseconds; 0 if something is missing. */
  #passedAt = 0;
  /** Number of changes of data spaces, and how many of them the last pass knew when it began. */
  #changes = 0;
  #knownChanges = 0;

  /** Fires when more or fewer surveys are known. */
  readonly onDidChange = this.#changed.event;

  constructor(options: IndexFillerOptions) {
    const { index, dataSpaces } = options;
    this.#options = options;
    this.#delay = options.delay ?? times.delay;
    this.#store.add(
      dataSpaces.onDidChange(() => {
        this.#passedAt = 0;
        this.#pauses.clear();
        this.#changes++;
        this.#later(this.#delay);
      }),
    );
    this.#store.add(
      dataSpaces.onDidAnswer((dataSpace) => {
        this.#answeredAt = Date.now();
        const isDue = !this.#read.has(dataSpace) && !this.#isPaused(dataSpace);
        if (isDue && !this.#pass && this.#timer === undefined) {
          this.#passedAt = 0;
          this.#later(this.#delay);
        }
      }),
    );
    index.onClear(() => {
      this.#pass?.stop.abort();
      this.#read.clear();
      this.#passedAt = 0;
    });
    this.#later(this.#delay);
  }

  get isRunning(): boolean {
    return this.#pass !== undefined;
  }

  /** The data spaces whose surveys could not be listed. */
  get failed(): Unread[] {
    return [...this.#failed.values()];
  }

  /**
   * Reads what is new, or joins the pass in progress.
   * @param everything starts a new pass that reads everything again
   * @returns why the pass did not come to its end; `undefined` if it did
   */
  async update(everything = false): Promise<Error | undefined> {
    this.#isStopped = false;
    if (!everything && Date.now() - this.#passedAt < times.fresh) {
      return undefined;
    }
    if (everything && this.#pass) {
      this.#pass.stop.abort();
    }
    return this.#begin(everything);
  }

  /** Stops until `update` is called or the window is opened again. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pass?.stop.abort();
  }

  dispose(): void {
    this.stop();
    this.#store.dispose();
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) {
      return;
    }
    this.#timer = globalThis.setTimeout(() => {
      this.#timer = undefined;
      if (readPreferences().view.indexSurveys) {
        void this.#begin(false);
      }
    }, milliseconds);
  }

  async #begin(everything: boolean): Promise<Error | undefined> {
    // While this waits for a pass that is stopped, another caller may begin one, or `stop` may be called.
    while (this.#pass) {
      const pass = this.#pass;
      if (!pass.stop.signal.aborted && (pass.everything || !everything)) {
        return pass.done;
      }
      pass.stop.abort();
      await pass.done;
    }
    if (this.#isStopped) {
      return cancelled();
    }
    const stop = new AbortController();
    const done = this.#run(everything, stop.signal)
      .catch((error: unknown): Error => {
        if (stop.signal.aborted) {
          return cancelled();
        }
        logFailure(this.#options.log, "Filling the search index", error);
        return error instanceof Error ? error : new Error(String(error));
      })
      .finally(() => {
        this.#status.hide();
        this.#pass = undefined;
        if (this.#knownChanges < this.#changes) {
          this.#later(this.#delay);
        }
        this.#changed.fire();
      });
    this.#pass = { everything, stop, done };
    return done;
  }

  /** @returns why it did not begin, if another window has the lease */
  async #run(everything: boolean, signal: AbortSignal): Promise<SurveyError | undefined> {
    const { index, dataSpaces, log } = this.#options;
    this.#knownChanges = this.#changes;
    if (!(await this.#hasLease(signal))) {
      this.#later(times.elsewhere);
      return updatedElsewhere();
    }
    if (await index.wasRebuilt()) {
      log.warn("The search index could not be read, and is built again.");
    }
    const names = new Set(dataSpaces.list().map((it) => it.name));
    const gone = [...this.#failed.keys()].filter((it) => !names.has(it));
    gone.forEach((it) => this.#failed.delete(it));
    let isWhole = true;
    for (const { name, local } of dataSpaces.list()) {
      signal.throwIfAborted();
      if (!(await dataSpaces.isSignedIn(name))) {
        this.#failed.delete(name);
        continue;
      }
      if (local && (await dataSpaces.reachableOrigin(name)) === undefined) {
        isWhole = false;
        continue;
      }
      try {
        const space = await index.spaceOf(name);
        await this.#fill({ dataSpace: name, space }, everything, signal);
        this.#failed.delete(name);
        this.#pauses.delete(name);
        this.#read.add(name);
      } catch (error) {
        signal.throwIfAborted();
        logFailure(log, `Reading the surveys of "${name}" for the search index`, error);
        this.#failed.set(name, { dataSpace: name, reason: textOf(error) });
        this.#pause(name);
        isWhole = false;
      }
    }
    this.#passedAt = isWhole && this.#knownChanges === this.#changes ? Date.now() : 0;
    return undefined;
  }

  /** A data space may answer other requests and always fail here: its answers must not begin passes without end. */
  #pause(dataSpace: string): void {
    const { length = this.#delay / 2 } = this.#pauses.get(dataSpace) ?? {};
    const next = Math.min(length * 2, times.longestPause);
    this.#pauses.set(dataSpace, { length: next, until: Date.now() + next });
  }

  #isPaused(dataSpace: string): boolean {
    return Date.now() < (this.#pauses.get(dataSpace)?.until ?? 0);
  }

  async #fill(
    { dataSpace, space }: IndexedSpace,
    everything: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const { index, dataSpaces } = this.#options;
    const client = await dataSpaces.backgroundClient(dataSpace);
    const due = await this.#list(client, { dataSpace, space }, everything, signal);
    for (const [at, surveyId] of due.entries()) {
      this.#status.show(dataSpace, at, due.length);
      await this.#turn(signal);
      try {
        const survey = await client.getSurvey(surveyId, { signal });
        const groups =
          survey.collectGroups ?? (await client.listCollectGroups(surveyId, { signal }));
        await index.client.put(space, survey, groups);
      } catch (error) {
        if (signal.aborted || isCancelled(error) || isUnreachable(error) || neededSignIn(error)) {
          throw error;
        }
        await index.client.fail({ space, surveyId }, textOf(error));
      }
      if (at % 50 === 0) {
        this.#changed.fire();
      }
    }
  }

  /** Reads the list of surveys into the index. @returns IDs of the surveys whose structure is to be read */
  async #list(
    client: SurveyClient,
    { dataSpace, space }: IndexedSpace,
    everything: boolean,
    signal: AbortSignal,
  ): Promise<string[]> {
    const { client: index } = this.#options.index;
    const round = Date.now();
    const readBefore = everything ? round : round - times.week;
    const due: string[] = [];
    const pages = pagesOf({ dataSpace, operation: "listSurveys" }, async (cursor) => {
      await this.#turn(signal);
      return client.surveyPage({ cursor, signal });
    });
    for await (const page of pages) {
      due.push(...(await index.list(space, page.items, round, readBefore)));
    }
    await index.endList(space, round);
    this.#changed.fire();
    return due;
  }

  /** Waits until no person has used a service for a while, and makes sure that this window has the lease. */
  async #turn(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const left = this.#answeredAt + times.quiet - Date.now();
      if (left <= 0) {
        break;
      }
      await setTimeout(left, undefined, { signal });
    }
    if (!(await this.#hasLease(signal))) {
      // Another window has taken the lease, for example while the machine was asleep.
      this.#later(times.elsewhere);
      this.#pass?.stop.abort();
      signal.throwIfAborted();
    }
  }

  /** Takes or renews the lease if necessary. @returns false if another window has it */
  async #hasLease(signal: AbortSignal): Promise<boolean> {
    const now = Date.now();
    if (now < this.#leaseUntil) {
      return true;
    }
    const isOurs = await this.#options.index.client.takeLease(this.#holder);
    signal.throwIfAborted();
    this.#leaseUntil = isOurs ? now + times.lease : 0;
    return isOurs;
  }
}

function updatedElsewhere(): SurveyError {
  return SurveyError.of(
    "file-fault",
    "Another window updates the search index, or has just done so. Try again in a minute.",
  );
}
