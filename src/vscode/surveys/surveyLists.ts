import { setTimeout } from "node:timers/promises";
import type * as vscode from "vscode";
import type { SurveyClient } from "../../client/surveyClient.ts";
import { isCancelled, SurveyError } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import type { GroupProgress } from "../fieldwork/groupProgress.ts";
import { logFailure } from "../platform/log.ts";
import { withDetail } from "./collectGroups.ts";
import { type GroupList, runningCount, SurveyList } from "./surveyList.ts";

export interface SurveyListsOptions {
  readonly dataSpaces: Pick<DataSpaces, "client" | "isSignedIn">;
  readonly progress: Pick<GroupProgress, "ofSurvey" | "read">;
  readonly log: vscode.LogOutputChannel;
  /** Milliseconds in which a list waits for what its rows show beside their own data. */
  readonly patience: number;
  /** What a row shows beside its own data has come after its list. */
  readonly onLate: (dataSpace: string, surveyId?: string) => void;
}

/** The surveys of each data space and their collect groups, as they were read. */
export class SurveyLists {
  readonly #options: SurveyListsOptions;
  readonly #lists = new Map<string, SurveyList>();
  /** Lists that are being read for the first time. */
  readonly #reading = new Map<string, Promise<SurveyList>>();
  /** Data spaces whose lists are being read, for the first time or again. */
  readonly #refreshing = new Set<string>();
  runningOnly = false;

  constructor(options: SurveyListsOptions) {
    this.#options = options;
  }

  get(dataSpace: string): SurveyList | undefined {
    return this.#lists.get(dataSpace);
  }

  /** Those that were read. */
  get dataSpaces(): string[] {
    return [...this.#lists.keys()];
  }

  /** Whether the data space has nothing to show but for the filter. */
  isHidden(dataSpace: string): boolean {
    const list = this.#lists.get(dataSpace);
    if (!this.runningOnly || !list?.loaded || list.error || list.keptAt !== undefined) {
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
    let list = this.#lists.get(dataSpace);
    if (!list) {
      list = new SurveyList();
      this.#lists.set(dataSpace, list);
    }
    const current = list;
    await this.#withClient(dataSpace, current, async (client) => {
      this.#refreshing.add(dataSpace);
      await current
        .refresh(client, this.runningOnly)
        .finally(() => this.#refreshing.delete(dataSpace));
      if (!current.error) {
        await this.waitFor(
          current.readRunning(client),
          `Asking "${dataSpace}" for running surveys`,
          dataSpace,
        );
      }
    });
    return current;
  }

  /** The next page of a list that was read. */
  async more(dataSpace: string): Promise<void> {
    const list = this.#lists.get(dataSpace);
    if (list) {
      await this.#withClient(dataSpace, list, (client) => list.more(client, this.runningOnly));
    }
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
        surveyId,
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

  /** Waits a little for what a row shows beside its own data. */
  async waitFor(
    reading: Promise<unknown>,
    what: string,
    dataSpace: string,
    surveyId?: string,
  ): Promise<void> {
    const { log, patience, onLate } = this.#options;
    const done = reading.catch((error: unknown) => logFailure(log, what, error));
    const isLate = await Promise.race([done.then(() => false), setTimeout(patience, true)]);
    if (isLate) {
      void done.then(() => onLate(dataSpace, surveyId));
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
