import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import * as vscode from "vscode";
import type { SurveyClient } from "../../client/surveyClient.ts";
import { SurveyError } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import type { StructureChange } from "../../export/structureFacts.ts";
import type { Survey } from "../../model/survey.ts";
import { StructureVersions, type StructureVersion } from "../../store/structureVersions.ts";
import type { DataSpaces, ReadSurvey } from "../dataSpaces/dataSpaces.ts";
import { DisposableStore } from "../platform/disposables.ts";
import { loaded } from "../platform/loaded.ts";
import { logFailure } from "../platform/log.ts";
import { copySpaceOf, type CopySpace } from "../../copy/copySpace.ts";
import { TableSpaces } from "../responses/tableSpaces.ts";
import { StructureNews, type NewsOf, type UnseenChanges } from "./structureNews.ts";

/** A survey whose structures are stored. */
export interface SeenSurvey extends NewsOf {
  /** ID of its data space, as in the keys of its tables. */
  readonly space: string;
}

export type StoredSurveyKey = Omit<SeenSurvey, "apiVersion">;
export type NamedVersion = Pick<StructureVersion, "id" | "apiVersion">;

export interface StructureHistoryOptions {
  readonly folder: string;
  readonly state: vscode.Memento;
  readonly dataSpaces: DataSpaces;
  readonly log: vscode.LogOutputChannel;
}

/** Milliseconds for which an equal answer is ignored. */
const recently = 10 * 60_000;
const maxRecent = 20_000;

/**
 * Stores each structure that a service sends if it differs from the one before, and finds the changes that are new to the
 * person. It works in the background, on one structure after the other.
 */
export class StructureHistory implements vscode.Disposable {
  readonly #versions: StructureVersions;
  readonly #dataSpaces: DataSpaces;
  readonly #log: vscode.LogOutputChannel;
  readonly #news: StructureNews;
  readonly #spaces: TableSpaces;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(
    new vscode.EventEmitter<Pick<SeenSurvey, "dataSpace" | "surveyId">>(),
  );
  /** Time of each recent answer, by the answer's hash. */
  readonly #recent = new Map<string, number>();
  #working: Promise<void> = Promise.resolve();

  /** Fires when the unseen changes of a survey have changed. */
  readonly onDidChange = this.#changed.event;

  constructor({ folder, state, dataSpaces, log }: StructureHistoryOptions) {
    this.#versions = new StructureVersions(folder);
    this.#dataSpaces = dataSpaces;
    this.#log = log;
    this.#news = new StructureNews(state);
    this.#spaces = new TableSpaces(state, "structureSpaces");
    this.#store.add(dataSpaces.onDidReadSurvey((read) => this.#then(() => this.#see(read))));
    this.#store.add(dataSpaces.onDidChange(() => this.#recent.clear()));
    this.#then(async () =>
      this.#remove(await this.#spaces.longGone((it) => dataSpaces.isKnown(it))),
    );
  }

  /** Returns the changes that the person has not looked at; `undefined` if there are none. */
  of(of: NewsOf): UnseenChanges | undefined {
    return this.#news.get(of)?.unseen;
  }

  /** Returns the stored structures of the survey, oldest first. Waits for structures in the queue. */
  async list(of: StoredSurveyKey): Promise<StructureVersion[]> {
    await this.#working;
    return this.#versions.list(of);
  }

  /** @throws SurveyError "file-fault" if the structure is damaged or gone */
  async read(of: StoredSurveyKey, { id, apiVersion }: NamedVersion): Promise<Survey> {
    const { decodeStructure } = await readingPart();
    try {
      const bytes = await this.#versions.read(of, id);
      return decodeStructure(of.dataSpace, apiVersion, bytes);
    } catch (cause) {
      throw new SurveyError(
        "file-fault",
        localizable(
          'A structure of the survey "{0}" that was kept on this machine is damaged or gone. Compare with another one.',
          of.surveyId,
        ),
        { cause },
      );
    }
  }

  /** Like `read`, but logs a failure and returns `undefined`. */
  async tryRead(of: StoredSurveyKey, version: StructureVersion): Promise<Survey | undefined> {
    try {
      return await this.read(of, version);
    } catch (error) {
      const { surveyId } = of;
      const seen = new Date(version.firstSeen).toISOString();
      logFailure(this.#log, `Reading the structure of ${surveyId} seen ${seen}`, error);
      return undefined;
    }
  }

  /** Returns when the survey's structure changed in this client's version of the API. */
  async changeTimes(client: SurveyClient, surveyId: string): Promise<StructureChange[]> {
    const { dataSpace, version } = client;
    const { space } = await copySpaceOf(client);
    const versions = await this.list({ dataSpace, space, surveyId });
    const its = versions.filter((it) => it.apiVersion === version);
    return its.slice(1).map((it, index) => ({
      after: its[index]?.lastSeen ?? it.firstSeen,
      before: it.firstSeen,
    }));
  }

  /** Returns the version that the person knows: the one looked at last, or else the first. */
  known(of: NewsOf, versions: readonly StructureVersion[]): StructureVersion | undefined {
    const looked = this.#news.get(of)?.looked ?? -Infinity;
    return versions.findLast((it) => it.firstSeen <= looked) ?? versions[0];
  }

  /** Notes that the person has looked at the newest version. */
  async look(of: SeenSurvey): Promise<void> {
    const newest = (await this.#ofVersion(of)).at(-1);
    if (newest) {
      await this.#news.set(of, { looked: newest.firstSeen });
      this.#changed.fire(of);
    }
  }

  /** Removes the structures of a removed data space. Those of a signed-out one stay, since no service sends them again. */
  remove(dataSpace: string): void {
    this.#then(() => this.#remove(this.#spaces.list().filter((it) => it.dataSpace === dataSpace)));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #then(work: () => Promise<void>): void {
    this.#working = this.#working
      .then(() => setImmediate())
      .then(work)
      .catch((error: unknown) => logFailure(this.#log, "Keeping structures of surveys", error));
  }

  async #see({ client, bytes }: ReadSurvey): Promise<void> {
    const at = Date.now();
    const { dataSpace, version: apiVersion, baseUrl } = client;
    // Ignore an answer that arrives after the data space was removed: nothing would ever delete it.
    if (!this.#dataSpaces.list().some((it) => it.name === dataSpace)) {
      return;
    }
    const sum = createHash("sha1").update(`${dataSpace} ${apiVersion} ${baseUrl} `).update(bytes);
    const answer = sum.digest("base64");
    if (at - (this.#recent.get(answer) ?? 0) < recently) {
      return;
    }
    const { decodeStructure, structureHash } = await readingPart();
    const space = await this.#spaceOf(client);
    const survey = decodeStructure(dataSpace, apiVersion, bytes);
    const of: SeenSurvey = { dataSpace, space, apiVersion, surveyId: survey.surveyId };
    const hash = structureHash(survey).slice(0, 32);
    const isNew = await this.#versions.add(of, { apiVersion, hash, bytes, at });
    if (isNew || this.#recent.size >= maxRecent) {
      // After a change, an equal answer may mean that an earlier structure is back.
      this.#recent.clear();
    }
    this.#recent.set(answer, at);
    // If nothing is noted yet, compare even a known structure: another window may have stored it.
    if (isNew || this.#news.get(of) === undefined) {
      await this.#compare(of, survey);
    }
  }

  async #spaceOf(client: SurveyClient): Promise<string> {
    const space = await copySpaceOf(client);
    await this.#spaces.add(space);
    return space.space;
  }

  async #ofVersion(of: SeenSurvey): Promise<StructureVersion[]> {
    const versions = await this.#versions.list(of);
    return versions.filter((it) => it.apiVersion === of.apiVersion);
  }

  /** Notes the unseen changes. @param newer the structure that was just read */
  async #compare(of: SeenSurvey, newer: Survey): Promise<void> {
    const versions = await this.#ofVersion(of);
    const known = this.known(of, versions);
    const newest = versions.at(-1);
    const before = this.#news.get(of);
    const older = known && known.hash !== newest?.hash ? await this.tryRead(of, known) : undefined;
    const { changesBetween } = await readingPart();
    const changes = older ? changesBetween(older, newer).length : 0;
    const unseen = known && changes > 0 ? { changes, since: known.lastSeen } : undefined;
    if (JSON.stringify(unseen) !== JSON.stringify(before?.unseen)) {
      await this.#news.set(of, { looked: before?.looked, unseen });
      this.#changed.fire(of);
    }
  }

  async #remove(removed: readonly CopySpace[]): Promise<void> {
    if (removed.length === 0) {
      return;
    }
    await this.#spaces.remove(removed);
    for (const { dataSpace, space } of removed) {
      await this.#news.remove(dataSpace);
      // The same data space may have a second name.
      if (!this.#spaces.list().some((it) => it.space === space)) {
        await this.#versions.clear(space);
      }
    }
  }
}

function readingPart() {
  return loaded(import("./structureReading.ts"));
}
