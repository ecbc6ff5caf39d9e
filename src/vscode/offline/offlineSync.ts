import * as vscode from "vscode";
import { cancelled } from "../../client/waiting.ts";
import { invalidInput, SurveyError, textOf } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import type { DataSpace } from "../dataSpaces/dataSpaces.ts";
import { DisposableStore } from "../platform/disposables.ts";
import { logFailure } from "../platform/log.ts";
import { readPreferences } from "../platform/settings.ts";
import { showProgress, t } from "../platform/window.ts";
import { copySpaceOf } from "../../copy/copySpace.ts";
import {
  isCovered,
  type OfflineCopy,
  type OfflineRequest,
  type OfflineSurveys,
} from "./offlineSurveys.ts";
import {
  OfflineReader,
  type OfflinePlace,
  type OfflineReaderOptions,
  type OfflineUpdate,
} from "./offlineReader.ts";

export interface OfflineOptions extends OfflineReaderOptions {
  readonly log: vscode.LogOutputChannel;
}

/** Offline state of a survey. */
export interface OfflineState {
  /** Time when it was last read, epoch milliseconds; `undefined` if never. */
  readonly readAt: number | undefined;
  readonly isUpdating: boolean;
  /** True if it is kept because its whole data space is. */
  readonly isByDataSpace: boolean;
}

/** Summary of what is kept of a survey or a data space. */
export interface OfflineStatus {
  readonly surveys: number;
  readonly responses: number;
  /** Time of the oldest copy, ISO 8601. */
  readonly asOf: string;
}

/** Minimum age of a copy before it is read again: several windows that start at once need not all read the same. */
const minMinutes = 1;

/**
 * Keeps surveys for use without network: the service's answers about them as files, their responses in tables. Updates them
 * when VS Code starts and at an interval, one at a time; failures of these updates are only logged.
 */
export class OfflineSync implements vscode.Disposable {
  readonly #kept: OfflineSurveys;
  readonly #options: OfflineOptions;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(
    new vscode.EventEmitter<{ dataSpace: string; surveyId?: string | undefined }>(),
  );
  readonly #ending = new AbortController();
  readonly #reader: OfflineReader;
  #isInRound = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Fires for a survey, or for a data space and all of its surveys. */
  readonly onDidChange = this.#changed.event;

  constructor(options: OfflineOptions) {
    const { kept, dataSpaces, tables } = options;
    this.#reader = new OfflineReader(options, (it) => {
      // No row shows that a list of surveys is being read.
      if (it.surveyId !== undefined) {
        this.#changed.fire(it);
      }
    });
    this.#kept = kept;
    this.#options = options;
    this.#store.add(
      dataSpaces.onDidChange(() => {
        if (this.#interval > 0) {
          this.#begin(this.#interval / 2);
        }
      }),
    );
    this.#store.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("surveyExplorer.view.offlineInterval")) {
          this.#wait();
        }
      }),
    );
    tables.onClear((space) => this.#forget(space));
    this.#begin(minMinutes);
  }

  /** Returns the offline state of a survey; `undefined` if it is not kept. */
  of({ name, version }: DataSpace, surveyId: string): OfflineState | undefined {
    const wishes = this.#kept.wishes.filter(
      (it) => it.dataSpace === name && (it.surveyId ?? surveyId) === surveyId,
    );
    const copy = this.#kept.copies.find(
      (it) =>
        it.version === version &&
        wishes.some((by) => isCovered(it, by)) &&
        it.surveyId === surveyId,
    );
    return wishes.length === 0
      ? undefined
      : {
          readAt: copy?.readAt,
          isUpdating: this.#reader.isReading(name, surveyId),
          isByDataSpace: wishes.some((it) => it.surveyId === undefined),
        };
  }

  /** Returns true if all surveys of the data space are to be kept. */
  hasAllOf(dataSpace: string): boolean {
    return this.#kept.wishes.some((it) => it.dataSpace === dataSpace && it.surveyId === undefined);
  }

  /** Returns what `stop` can be called with: surveys, and whole data spaces without a `surveyId`. */
  list(): { dataSpace: string; surveyId?: string | undefined; label?: string | undefined }[] {
    return this.#kept.wishes.map((by) => ({
      dataSpace: by.dataSpace,
      surveyId: by.surveyId,
      label: this.#kept.copies.find((it) => it.surveyId === by.surveyId && isCovered(it, by))
        ?.label,
    }));
  }

  /**
   * Reads the survey, or the whole data space, and keeps it up to date from then on. If the first reading leaves no copy,
   * the survey is not kept.
   * @throws SurveyErrors of the client and of the table; "incomplete" if some surveys of a data space failed
   */
  async keep(
    dataSpace: string,
    surveyId: string | undefined,
    signal: AbortSignal,
    onProgress: OfflineUpdate["onProgress"],
  ): Promise<OfflineStatus> {
    if (this.#options.dataSpaces.get(dataSpace).local) {
      throw invalidInput(
        'The data space "{0}" runs on this machine and needs no network. There is nothing to keep offline.',
        dataSpace,
      );
    }
    const { space } = await copySpaceOf(await this.#options.dataSpaces.client(dataSpace));
    const place = { dataSpace, space };
    const wish = { ...place, surveyId };
    const isKept = (): boolean =>
      this.#kept.wishes.some(
        (it) => it.dataSpace === dataSpace && it.space === space && it.surveyId === surveyId,
      );
    const isNew = !isKept();
    await this.#kept.add(wish);
    this.#changed.fire(wish);
    const isDue = (it: string): boolean => this.#isWished({ space, surveyId: it });
    const keeping = { signal, isDue, onProgress };
    try {
      const surveyIds = surveyId === undefined ? undefined : [surveyId];
      const { copies, failed } = await this.#reader.update(place, surveyIds, keeping);
      if (!isKept()) {
        throw cancelled();
      }
      const [first] = failed;
      if (copies.length === 0 && first !== undefined) {
        throw first;
      }
      if (first !== undefined) {
        throw new SurveyError(
          "incomplete",
          localizable(
            '{0} of {1} surveys of the data space "{2}" could not be kept offline; they are tried again in the background. The first failure: {3}',
            failed.length,
            failed.length + copies.length,
            dataSpace,
            textOf(first),
          ),
          { cause: first },
        );
      }
      return keptOf(copies);
    } catch (error) {
      const hasCopy = this.#kept.copies.some((it) => isCovered(it, wish));
      if (isNew && !hasCopy) {
        await this.#remove(wish);
      }
      throw error;
    }
  }

  /** Stops keeping it. Its responses stay like those of any opened survey, until they have to make room. */
  async stop(dataSpace: string, surveyId: string | undefined): Promise<OfflineStatus> {
    const stopped = this.#kept.wishes.filter(
      (it) => it.dataSpace === dataSpace && (surveyId === undefined || it.surveyId === surveyId),
    );
    if (stopped.length === 0) {
      throw new SurveyError(
        "invalid-input",
        surveyId === undefined
          ? localizable('Nothing of the data space "{0}" is kept offline.', dataSpace)
          : this.hasAllOf(dataSpace)
            ? localizable(
                'The survey "{0}" is kept offline with all of the data space "{1}". Stop keeping the data space.',
                surveyId,
                dataSpace,
              )
            : localizable(
                'The survey "{0}" of the data space "{1}" is not kept offline.',
                surveyId,
                dataSpace,
              ),
      );
    }
    const copies = this.#kept.copies.filter((it) => stopped.some((by) => isCovered(it, by)));
    for (const it of stopped) {
      await this.#remove(it);
    }
    await this.#options.tables.removeUnkeptCopies();
    return keptOf(copies);
  }

  dispose(): void {
    this.#ending.abort();
    clearTimeout(this.#timer);
    this.#store.dispose();
  }

  async #remove(wish: OfflinePlace & { readonly surveyId?: string | undefined }): Promise<void> {
    const { dataSpace, space, surveyId } = wish;
    const removed = surveyId === undefined ? [] : [{ space, surveyId }];
    const before = [...this.#kept.copies, ...removed];
    await this.#kept.remove(
      (it) => it.dataSpace === dataSpace && it.space === space && it.surveyId === surveyId,
    );
    // After the wish is removed: an update then continues with the surveys that are kept.
    await this.#reader.stop((it) => it.space === space && !this.#isWished(it));
    if (this.#isWished({ space })) {
      const gone = before.filter((it) => !this.#isWished(it));
      await Promise.all(gone.map((it) => this.#options.answers.remove(it)));
    } else {
      await this.#options.answers.clear(space);
    }
    this.#changed.fire({ dataSpace, surveyId });
  }

  /** Returns true if the survey is to be kept or, without `surveyId`, anything of the data space. */
  #isWished({ space, surveyId }: Pick<OfflineRequest, "space" | "surveyId">): boolean {
    return this.#kept.wishes.some((by) =>
      surveyId === undefined ? by.space === space : isCovered({ space, surveyId }, by),
    );
  }

  /** Removes what belongs to the tables of a data space, or to all tables, after these were removed. */
  async #forget(space: string | undefined): Promise<void> {
    const isGone = (it: OfflinePlace): boolean => space === undefined || it.space === space;
    const gone = this.#kept.wishes.filter(isGone);
    await this.#reader.stop(isGone);
    await this.#kept.remove(isGone);
    await this.#options.answers.clear(space);
    gone.forEach(({ dataSpace }) => this.#changed.fire({ dataSpace, surveyId: undefined }));
  }

  /** Minutes between updates; 0: none after the start. */
  get #interval(): number {
    return readPreferences().view.offlineInterval;
  }

  /** Starts a round of updates, unless one is running. @param minutes minimum age of a copy to be read again */
  #begin(minutes: number): void {
    if (this.#isInRound) {
      return;
    }
    this.#isInRound = true;
    void this.#updateDue(Date.now() - minutes * 60_000)
      .catch((error: unknown) => logFailure(this.#options.log, "Keeping surveys offline", error))
      .finally(() => {
        this.#isInRound = false;
        this.#wait();
      });
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (!this.#ending.signal.aborted && this.#interval > 0) {
      this.#timer = setTimeout(() => this.#begin(this.#interval / 2), this.#interval * 60_000);
    }
  }

  async #updateDue(before: number): Promise<void> {
    for (const { name, version, local } of this.#options.dataSpaces.list()) {
      const wishes = this.#kept.wishes.filter((it) => it.dataSpace === name);
      try {
        if (wishes.length === 0 || local || !(await this.#options.dataSpaces.isSignedIn(name))) {
          continue;
        }
        const { space } = await copySpaceOf(await this.#options.dataSpaces.client(name));
        // Skip wishes of another data space that had this name before: they and their tables are about to be removed.
        const own = wishes.filter((it) => it.space === space);
        const surveyIds = own.flatMap((it) => it.surveyId ?? []);
        const isDue = (surveyId: string): boolean => {
          const copy = this.#kept.copies.find(
            (it) => it.space === space && it.surveyId === surveyId,
          );
          // If it was read in the future, the clock was set back.
          const isFresh = copy && copy.readAt >= before && copy.readAt <= Date.now();
          const isStale = copy?.version !== version || !isFresh;
          return isStale && this.#isWished({ space, surveyId });
        };
        const all = surveyIds.length < own.length ? undefined : surveyIds;
        if (all === undefined || all.some(isDue)) {
          const { signal } = this.#ending;
          const keeping = { signal, isDue, onProgress: () => undefined };
          const { failed } = await showProgress(
            { location: vscode.ProgressLocation.Window, title: t("Updating offline surveys") },
            () => this.#reader.update({ dataSpace: name, space }, all, keeping),
          );
          failed.forEach((it) =>
            logFailure(this.#options.log, `Keeping a survey of "${name}" offline`, it),
          );
        }
      } catch (error) {
        logFailure(this.#options.log, `Keeping surveys of "${name}" offline`, error);
      }
    }
  }
}

function keptOf(copies: readonly OfflineCopy[]): OfflineStatus {
  const asOf = copies.reduce((oldest, it) => Math.min(oldest, it.readAt), Date.now());
  return {
    surveys: copies.length,
    responses: copies.reduce((sum, it) => sum + it.responses, 0),
    asOf: new Date(asOf).toISOString(),
  };
}
