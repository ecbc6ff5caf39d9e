import { setTimeout } from "node:timers/promises";
import type * as vscode from "vscode";
import type { SurveyClient } from "../../client/surveyClient.ts";
import { cancelled } from "../../client/waiting.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import type { GroupProgress } from "../fieldwork/groupProgress.ts";
import { logFailure } from "../platform/log.ts";
import { readGroups } from "./groupReading.ts";
import { asError, type GroupList, type ListReading, SurveyList } from "./surveyList.ts";
import type { TreeChoices } from "./treeChoices.ts";

export interface SurveyListsOptions {
  readonly dataSpaces: Pick<DataSpaces, "client" | "isSignedIn">;
  readonly progress: Pick<GroupProgress, "ofSurvey" | "read">;
  readonly choices: Pick<TreeChoices, "filter" | "order" | "pins">;
  readonly log: vscode.LogOutputChannel;
  /** Milliseconds for which a list waits for additional data of its rows, such as the running surveys. */
  readonly patience: number;
  /** Called when additional data of a row arrives after its list. */
  readonly onLate: (dataSpace: string, surveyId?: string) => void;
  /** Called when the running surveys arrive after their list. */
  readonly onRunning: (dataSpace: string) => void;
  /** Called when another of several pages has arrived. */
  readonly onPage: (dataSpace: string) => void;
}

/**
 * Milliseconds between two attempts to replace stored answers. A service that answers only some requests answers during each
 * attempt, so that attempts without a pause would never end.
 */
const pause = 60_000;

/** The surveys of each data space and their collect groups, as far as they were read. */
export class SurveyLists {
  readonly #options: SurveyListsOptions;
  readonly #lists = new Map<string, SurveyList>();
  /** The newest reading of each list that is being read. */
  readonly #reading = new Map<string, Promise<SurveyList>>();
  /** Data spaces whose lists are being read, for the first time or again. */
  readonly #refreshing = new Set<string>();
  /** Last task in each data space's queue of reads that follow the first pages. */
  readonly #completing = new Map<string, Promise<void>>();
  /** Time of `performance.now()` at which `takeOutdated` last found stored answers that have not been replaced yet. */
  readonly #triedAt = new Map<string, number>();

  constructor(options: SurveyListsOptions) {
    this.#options = options;
  }

  get(dataSpace: string): SurveyList | undefined {
    return this.#lists.get(dataSpace);
  }

  /** Returns the values that rows are made of. If one of them is another object than before, something has changed. */
  changeKey(dataSpace: string): unknown[] {
    const list = this.#lists.get(dataSpace);
    return list
      ? [
          list.surveys,
          list.cursor,
          list.found,
          list.running,
          list.error,
          list.storedAnswerAt,
          list.loadedSoFar,
        ]
      : [];
  }

  /** Names of the data spaces that have a list. */
  get dataSpaces(): string[] {
    return [...this.#lists.keys()];
  }

  /** Returns true if the data space shows no surveys because only running ones are shown. */
  isHidden(dataSpace: string): boolean {
    const list = this.#lists.get(dataSpace);
    if (
      !this.#options.choices.filter.runningOnly ||
      !list?.loaded ||
      list.error ||
      list.storedAnswerAt !== undefined
    ) {
      return false;
    }
    return list.surveys.length === 0 && list.cursor === undefined;
  }

  /**
   * Call this when the service has answered. Returns what a stored answer stands in for and is to be read now: the surveys, or
   * the collect groups of some surveys, which are dropped.
   */
  takeOutdated(dataSpace: string): "surveys" | readonly string[] {
    const list = this.#lists.get(dataSpace);
    const triedAt = this.#triedAt.get(dataSpace) ?? -Infinity;
    if (!list || this.#refreshing.has(dataSpace) || performance.now() < triedAt + pause) {
      return [];
    }
    const groups = [...list.groups].filter(([, { keptAt }]) => keptAt !== undefined);
    if (list.storedAnswerAt !== undefined || groups.length > 0) {
      this.#triedAt.set(dataSpace, performance.now());
    }
    if (list.storedAnswerAt !== undefined) {
      return "surveys";
    }
    groups.forEach(([surveyId]) => list.groups.delete(surveyId));
    return groups.map(([surveyId]) => surveyId);
  }

  clear(): void {
    this.cancel();
    this.#lists.clear();
    this.#reading.clear();
    this.#triedAt.clear();
  }

  cancel(): void {
    for (const list of this.#lists.values()) {
      list.cancel();
    }
  }

  /** Returns the list, and reads it first if necessary; `undefined` if nobody is signed in. */
  async read(dataSpace: string): Promise<SurveyList | undefined> {
    if (!(await this.#options.dataSpaces.isSignedIn(dataSpace))) {
      return undefined;
    }
    const known = this.#lists.get(dataSpace);
    if (known?.loaded) {
      return known;
    }
    const list = await (this.#reading.get(dataSpace) ?? this.refresh(dataSpace));
    // A refresh that began meanwhile has stopped this reading before it had anything.
    return list.loaded ? list : await (this.#reading.get(dataSpace) ?? list);
  }

  /**
   * Returns the same as `read`, or "late" if that takes longer than `patience`, because VS Code draws no other change of the
   * tree while it waits for rows.
   */
  async readInTime(dataSpace: string): Promise<SurveyList | "late" | undefined> {
    const reading = this.read(dataSpace);
    const isLate = await this.waitFor(reading, `Reading the surveys of "${dataSpace}"`, dataSpace);
    return isLate ? "late" : reading;
  }

  refresh(dataSpace: string): Promise<SurveyList> {
    const reading = this.#refresh(dataSpace).finally(() => {
      if (this.#reading.get(dataSpace) === reading) {
        this.#reading.delete(dataSpace);
      }
    });
    this.#reading.set(dataSpace, reading);
    return reading;
  }

  async #refresh(dataSpace: string): Promise<SurveyList> {
    const list = this.#lists.get(dataSpace) ?? new SurveyList();
    this.#lists.set(dataSpace, list);
    this.start(dataSpace);
    await this.#withClient(dataSpace, list, async (client) => {
      const running = list.readRunning(client);
      // Avoid an unhandled rejection. `waitFor` logs the failure.
      running.catch(() => undefined);
      this.#refreshing.add(dataSpace);
      await list
        .refresh(this.#readingOf(client, dataSpace))
        .finally(() => this.#refreshing.delete(dataSpace));
      if (list.isStopped && list.runningOnly !== this.#options.choices.filter.runningOnly) {
        throw cancelled();
      }
      if (!list.error && list.storedAnswerAt === undefined) {
        this.#triedAt.delete(dataSpace);
      }
      if (!list.error) {
        const what = `Asking "${dataSpace}" for running surveys`;
        await this.waitFor(running, what, dataSpace, { onLate: this.#options.onRunning });
      }
    });
    list.needsRefresh = list.error !== undefined;
    void this.complete(dataSpace);
    return list;
  }

  /**
   * Reads the next page of a list, or all remaining pages if the order or the filter needs them. Lets a refresh end first,
   * because its pages may be of another filter.
   */
  async more(dataSpace: string): Promise<void> {
    this.start(dataSpace);
    await this.#reading.get(dataSpace);
    const list = this.#lists.get(dataSpace);
    if (!list || list.needsRefresh || list.isStopped) {
      return;
    }
    if (this.needsAll(dataSpace)) {
      list.error = undefined;
      await this.complete(dataSpace);
    } else {
      await this.#withClient(dataSpace, list, (client) =>
        list.more(this.#readingOf(client, dataSpace), false),
      );
    }
  }

  /** Returns true if the order or the filter needs all surveys to be loaded. */
  needsAll(dataSpace: string): boolean {
    const { choices } = this.#options;
    return choices.order(dataSpace) !== "created" || choices.filter.text !== "";
  }

  /** Returns true if several pages are being read, or will be because the order or the filter needs them. */
  isLoadingRest(dataSpace: string): boolean {
    const list = this.#lists.get(dataSpace);
    const isLeft = list?.cursor !== undefined && !list.isStopped && !list.error;
    return list?.loadedSoFar !== undefined || (isLeft && this.needsAll(dataSpace));
  }

  /** Permits loading again after `stop`. */
  start(dataSpace: string): void {
    const list = this.#lists.get(dataSpace);
    if (list) {
      list.isStopped = false;
    }
  }

  /** Stops loading, and keeps what has arrived. */
  stop(dataSpace: string): void {
    const list = this.#lists.get(dataSpace);
    if (list) {
      list.isStopped = true;
      list.cancel();
    }
  }

  /** Reads what is needed beyond the pages of a refresh: remaining pages, and pinned surveys that are on no page. */
  complete(dataSpace: string): Promise<void> {
    const last = this.#completing.get(dataSpace) ?? Promise.resolve();
    const completing = last.then(() => this.#complete(dataSpace));
    this.#completing.set(dataSpace, completing);
    return completing;
  }

  async #complete(dataSpace: string): Promise<void> {
    const { choices, onLate, log } = this.#options;
    const list = this.#lists.get(dataSpace);
    if (!list?.loaded || list.error) {
      return;
    }
    await this.#reading.get(dataSpace);
    if (list.needsRefresh) {
      return;
    }
    const before = this.changeKey(dataSpace);
    if (this.isLoadingRest(dataSpace)) {
      await this.#withClient(dataSpace, list, (client) =>
        list.more(this.#readingOf(client, dataSpace), true),
      );
    }
    if (this.#lists.get(dataSpace) !== list) {
      return;
    }
    const pins = list.cursor === undefined ? [] : choices.pins(dataSpace).map((it) => it.surveyId);
    if (pins.length > 0) {
      // If this fails, pinned surveys are shown with their stored labels.
      await this.#options.dataSpaces
        .client(dataSpace)
        .then((client) => list.find(client, pins))
        .catch((error: unknown) => {
          logFailure(log, `Reading the pinned surveys of "${dataSpace}"`, error);
        });
    }
    const isCurrent = this.#lists.get(dataSpace) === list;
    if (isCurrent && this.changeKey(dataSpace).some((it, index) => it !== before[index])) {
      onLate(dataSpace);
    }
  }

  #readingOf(client: SurveyClient, dataSpace: string): ListReading {
    const { choices, onPage } = this.#options;
    const { runningOnly } = choices.filter;
    return { client, runningOnly, onPage: () => onPage(dataSpace) };
  }

  /**
   * Returns the collect groups of a survey, and reads them first if necessary; `undefined` if that takes longer than
   * `patience`, as in `readInTime`.
   */
  async groups(dataSpace: string, surveyId: string): Promise<GroupList | undefined> {
    const list = this.#lists.get(dataSpace) ?? new SurveyList();
    const reading =
      list.groupReadings.get(surveyId) ??
      (list.groups.has(surveyId)
        ? undefined
        : readGroups({ dataSpace, surveyId }, list, this.#options));
    if (reading) {
      const what = `Reading the collect groups of ${surveyId} in "${dataSpace}"`;
      await this.waitFor(reading.listed, what, dataSpace, { surveyId });
      if (list.groups.has(surveyId)) {
        await this.waitFor(reading.detailed, `${what} in detail`, dataSpace, { surveyId });
      }
    }
    return list.groups.get(surveyId);
  }

  /**
   * Waits up to `patience` for additional data of a row. If it arrives later, calls `onLate`.
   * @param reading resolves to `false` if nothing has changed
   * @returns true if the data is late
   */
  async waitFor(
    reading: Promise<unknown>,
    what: string,
    dataSpace: string,
    late: {
      readonly surveyId?: string;
      readonly onLate?: SurveyListsOptions["onLate"];
    } = {},
  ): Promise<boolean> {
    const { log, patience } = this.#options;
    const { surveyId, onLate = this.#options.onLate } = late;
    const done = reading.catch((error: unknown) => logFailure(log, what, error));
    const isLate = await Promise.race([done.then(() => false), setTimeout(patience, true)]);
    if (isLate) {
      void done.then((it) => {
        // Redraw only if something has changed: redrawn rows can lose their menus in VS Code.
        if (it !== false) {
          onLate(dataSpace, surveyId);
        }
      });
    }
    return isLate;
  }

  async #withClient(
    dataSpace: string,
    list: SurveyList,
    action: (client: SurveyClient) => Promise<void>,
  ): Promise<void> {
    try {
      await action(await this.#options.dataSpaces.client(dataSpace));
    } catch (error) {
      list.error = asError(error);
      list.loaded = true;
    }
    if (list.error) {
      logFailure(this.#options.log, `Reading the surveys of "${dataSpace}"`, list.error);
    }
  }
}
