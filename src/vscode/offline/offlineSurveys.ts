import * as z from "zod";
import type * as vscode from "vscode";
import { apiVersions } from "../../model/survey.ts";
import { lazy } from "../../model/lazy.ts";
import { StoredList } from "../platform/storedList.ts";

const wish = lazy(() =>
  z.strictObject({
    dataSpace: z.string(),
    /** ID of the data space in the keys of its tables. */
    space: z.string(),
    /** Default: all surveys of the data space. */
    surveyId: z.string().optional(),
  }),
);
export type OfflineRequest = z.infer<ReturnType<typeof wish>>;

const copy = lazy(() =>
  z.strictObject({
    space: z.string(),
    version: z.enum(apiVersions),
    surveyId: z.string(),
    label: z.string(),
    /** Epoch milliseconds of this machine's clock. */
    readAt: z.number(),
    responses: z.number(),
  }),
);
/** A kept survey, as it was last read. */
export type OfflineCopy = z.infer<ReturnType<typeof copy>>;

/** Which surveys are to be kept offline, and which are. Stored in VS Code's global state, which all windows share. */
export class OfflineSurveys {
  readonly #wishes: StoredList<OfflineRequest>;
  readonly #copies: StoredList<OfflineCopy>;

  constructor(state: vscode.Memento) {
    this.#wishes = new StoredList(state, "offlineWishes", wish);
    this.#copies = new StoredList(state, "offlineCopies", copy);
  }

  get wishes(): readonly OfflineRequest[] {
    return this.#wishes.list();
  }

  get copies(): readonly OfflineCopy[] {
    return this.#copies.list();
  }

  async add(added: OfflineRequest): Promise<void> {
    await this.#wishes.set([...this.wishes.filter((it) => !isSameWish(it, added)), added]);
  }

  /** Removes wishes, and copies that no wish covers any more: their tables may then be removed like any others. */
  async remove(isGone: (wish: OfflineRequest) => boolean): Promise<void> {
    const left = this.wishes.filter((it) => !isGone(it));
    await this.#wishes.set(left);
    await this.#copies.set(this.copies.filter((it) => left.some((other) => isCovered(it, other))));
  }

  /** Stores the copy, unless no wish covers it any more. */
  async setCopy(read: OfflineCopy): Promise<void> {
    if (this.wishes.some((it) => isCovered(read, it))) {
      const isOther = (it: OfflineCopy): boolean =>
        it.space !== read.space || it.surveyId !== read.surveyId;
      await this.#copies.set([...this.copies.filter(isOther), read]);
    }
  }
}

/** Returns true if the wish covers the survey. */
export function isCovered(
  { space, surveyId }: Pick<OfflineCopy, "space" | "surveyId">,
  by: Pick<OfflineRequest, "space" | "surveyId">,
): boolean {
  return space === by.space && (by.surveyId === undefined || by.surveyId === surveyId);
}

function isSameWish(a: OfflineRequest, b: OfflineRequest): boolean {
  return a.dataSpace === b.dataSpace && a.space === b.space && a.surveyId === b.surveyId;
}
