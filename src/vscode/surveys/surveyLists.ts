import { setTimeout } from "node:timers/promises";
import type * as vscode from "vscode";
import type { SurveyClient } from "../../client/surveyClient.ts";
import { isCancelled, SurveyError } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import type { GroupProgress } from "../fieldwork/groupProgress.ts";
import { logFailure } from "../platform/log.ts";
import { withDetail } from "../../client/collectGroupDetail.ts";
import { type GroupList, type ListReading, runningCount, SurveyList } from "./surveyList.ts";
import type { TreeChoices } from "./treeChoices.ts";

export interface SurveyListsOptions {
  readonly dataSpaces: Pick<DataSpaces, "client" | "isSignedIn">;
  readonly progress: Pick<GroupProgress, "ofSurvey" | "read">;
  readonly choices: Pick<TreeChoices, "filter" | "order" | "pins">;
  readonly log: vscode.LogOutputChannel;
  /** Milliseconds in which a list waits for what its rows show beside their own data. */
  readonly patience: number;
  /** What a row shows beside its own data has come after its list. */
  readonly onLate: (dataSpace: string, surveyId?: string) => void;
  /** Which surveys are running has come after their list. */
  readonly onRunning: (dataSpace: string) => void;
  /** Another of several pages has come. */
  readonly onPage: (dataSpace: string) => void;
}

/** The surveys of each data space and their collect groups, as they were read. */
export class SurveyLists {
  readonly #options: SurveyListsOptions;
  readonly #lists = new Map<string, SurveyList>();
  /** Lists that are being read for the first time. */
  readonly #reading = new Map<string, Promise<SurveyList>>();
  /** Data spaces whose lists are being read, for the first time or again. */
  readonly #refreshing = new Set<string>();
  /** What is read after the first pages, one thing after the other. */
  readonly #completing = new Map<string, Promise<void>>();

  constructor(options: SurveyListsOptions) {
    this.#options = options;
  }

  get(dataSpace: string): SurveyList | undefined {
    return this.#lists.get(dataSpace);
  }

  /** What rows are made of: others once something has changed. */
  facts(dataSpace: string): unknown[] {
    const list = this.#lists.get(dataSpace);
    return list
      ? [list.surveys, list.cursor, list.found, list.running, list.error, list.keptAt, list.coming]
      : [];
  }

  /** Those that were read. */
  get dataSpaces(): string[] {
    return [...this.#lists.keys()];
  }

  /** Whether the data space has nothing to show but for the filter. */
  isHidden(dataSpace: string): boolean {
    const list = this.#lists.get(dataSpace);
    if (
      !this.#options.choices.filter.runningOnly ||
      !list?.loaded ||
      list.error ||
      list.keptAt !== undefined
    ) {
      return false;
    }
    return list.surveys.length === 0 && list.cursor === undefined;
  }

  isRefreshing(dataSpace: string): boolean {
    return this.#refreshing.has(dataSpace);
  }

  clear(): void {
    this.cancel();
    this.#lists.clear();
    this.#reading.clear();
  }

  cancel(): void {
    for (const list of this.#lists.values()) {
      list.cancel();
    }
  }

  /** The list, read if that was not done yet; `undefined` where nobody is signed in. */
  async read(dataSpace: string): Promise<SurveyList | undefined> {
    if (!(await this.#options.dataSpaces.isSignedIn(dataSpace))) {
      return undefined;
    }
    const known = this.#lists.get(dataSpace);
    if (known?.loaded) {
      return known;
    }
    const reading = this.#reading.get(dataSpace) ?? this.refresh(dataSpace);
    this.#reading.set(dataSpace, reading);
    try {
      return await reading;
    } finally {
      if (this.#reading.get(dataSpace) === reading) {
        this.#reading.delete(dataSpace);
      }
    }
  }

  async refresh(dataSpace: string): Promise<SurveyList> {
    const list = this.#lists.get(dataSpace) ?? new SurveyList();
    this.#lists.set(dataSpace, list);
    await this.#withClient(dataSpace, list, async (client) => {
      const running = list.readRunning(client);
      // Whoever waits for it is told why it failed.
      running.catch(() => undefined);
      this.#refreshing.add(dataSpace);
      await list
        .refresh(this.#readingOf(client, dataSpace))
        .finally(() => this.#refreshing.delete(dataSpace));
      if (!list.error) {
        const what = `Asking "${dataSpace}" for running surveys`;
        await this.waitFor(running, what, dataSpace, { onLate: this.#options.onRunning });
      }
    });
    void this.complete(dataSpace);
    return list;
  }

  /** The next page of a list that was read, or all that is left where all are needed. */
  async more(dataSpace: string): Promise<void> {
    const list = this.#lists.get(dataSpace);
    if (!list) {
      return;
    }
    this.start(dataSpace);
    if (this.needsAll(dataSpace)) {
      list.error = undefined;
      await this.complete(dataSpace);
    } else {
      await this.#withClient(dataSpace, list, (client) =>
        list.more(this.#readingOf(client, dataSpace), false),
      );
    }
  }

  /** Whether the order and the filter are those of all surveys. */
  needsAll(dataSpace: string): boolean {
    const { choices } = this.#options;
    return choices.order(dataSpace) !== "created" || choices.filter.text !== "";
  }

  /** Whether pages are being read, or will be, without which the order and the filter are not those of all surveys. */
  isComing(dataSpace: string): boolean {
    const list = this.#lists.get(dataSpace);
    const isLeft = list?.cursor !== undefined && !list.isStopped && !list.error;
    return list?.coming !== undefined || (isLeft && this.needsAll(dataSpace));
  }

  /** Goes on with what was stopped, for another order or filter. */
  start(dataSpace: string): void {
    const list = this.#lists.get(dataSpace);
    if (list) {
      list.isStopped = false;
    }
  }

  /** Keeps what has come. */
  stop(dataSpace: string): void {
    const list = this.#lists.get(dataSpace);
    if (list) {
      list.isStopped = true;
      list.cancel();
    }
  }

  /** Reads what is needed beside the first pages: those that are left, and pinned surveys that are on none. */
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
    const before = this.facts(dataSpace);
    if (this.isComing(dataSpace)) {
      await this.#withClient(dataSpace, list, (client) =>
        list.more(this.#readingOf(client, dataSpace), true),
      );
    }
    if (this.#lists.get(dataSpace) !== list) {
      return;
    }
    const pins = list.cursor === undefined ? [] : choices.pins(dataSpace).map((it) => it.surveyId);
    if (pins.length > 0) {
      // Without an answer, what is known of them is shown.
      await this.#options.dataSpaces
        .client(dataSpace)
        .then((client) => list.find(client, pins))
        .catch((error: unknown) => {
          logFailure(log, `Reading the pinned surveys of "${dataSpace}"`, error);
        });
    }
    if (this.facts(dataSpace).some((it, index) => it !== before[index])) {
      onLate(dataSpace);
    }
  }

  #readingOf(client: SurveyClient, dataSpace: string): ListReading {
    const { choices, onPage } = this.#options;
    const { runningOnly } = choices.filter;
    return { client, runningOnly, onPage: () => onPage(dataSpace) };
  }

  /** The collect groups of a survey, read if that was not done yet. */
  async groups(dataSpace: string, surveyId: string): Promise<GroupList> {
    const list = this.#lists.get(dataSpace);
    const known = list?.groups.get(surveyId);
    if (known) {
      return known;
    }
    let result: GroupList;
    try {
      const client = await this.#options.dataSpaces.client(dataSpace);
      let keptAt: number | undefined;
      const onStoredAnswer = (readAt: number): void => {
        keptAt = readAt;
      };
      const groups = await client.listCollectGroups(surveyId, { onStoredAnswer });
      result = { groups, keptAt };
    } catch (error) {
      logFailure(
        this.#options.log,
        `Reading the collect groups of ${surveyId} in "${dataSpace}"`,
        error,
      );
      result = { groups: [], error: asError(error) };
    }
    list?.groups.set(surveyId, result);
    if (list && result.groups.length > 0) {
      await this.waitFor(
        this.#readGroupDetails(dataSpace, surveyId, list, result),
        `Reading the details of the collect groups of ${surveyId}`,
        dataSpace,
        { surveyId },
      );
    }
    return list?.groups.get(surveyId) ?? result;
  }

  /** Targets and dates. */
  async #readGroupDetails(
    dataSpace: string,
    surveyId: string,
    list: SurveyList,
    listed: GroupList,
  ): Promise<void> {
    const client = await this.#options.dataSpaces.client(dataSpace);
    const groups = await Promise.all(listed.groups.map((it) => withDetail(client, it)));
    if (list.groups.get(surveyId) === listed) {
      list.groups.set(surveyId, { ...listed, groups });
    }
    if (listed.keptAt !== undefined) {
      return;
    }
    // Of surveys that nobody fills in, once is enough.
    const survey = { dataSpace, surveyId };
    if (runningCount(groups) > 0 || !this.#options.progress.ofSurvey(survey)) {
      this.#options.progress.read(survey);
    }
  }

  /** Waits a little for what a row shows beside its own data. @param reading resolves to `false` if that is as it was */
  async waitFor(
    reading: Promise<unknown>,
    what: string,
    dataSpace: string,
    late: {
      readonly surveyId?: string;
      readonly onLate?: SurveyListsOptions["onLate"];
    } = {},
  ): Promise<void> {
    const { log, patience } = this.#options;
    const { surveyId, onLate = this.#options.onLate } = late;
    const done = reading.catch((error: unknown) => logFailure(log, what, error));
    const isLate = await Promise.race([done.then(() => false), setTimeout(patience, true)]);
    if (isLate) {
      void done.then((it) => {
        // VS Code loses rows for its menus if they are drawn anew in vain.
        if (it !== false) {
          onLate(dataSpace, surveyId);
        }
      });
    }
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

function asError(error: unknown): Error {
  if (isCancelled(error) || !(error instanceof Error)) {
    return new SurveyError("cancelled", localizable("Loading was cancelled. Retry to load again."));
  }
  return error;
}
