import type { RawStructure } from "../client/surveyStructure.ts";
import type { CopyKey } from "../copy/copyFolders.ts";
import type { CopyReading } from "../copy/readCopy.ts";
import { freshState } from "../copy/copyState.ts";
import { SurveyError } from "../model/errors.ts";
import { localizable, sentences } from "../model/localizable.ts";
import { wording } from "../model/wordings.ts";
import type { ItemFormat } from "../formats/kinds/formats.ts";
import type { ReadQuery } from "../reader/readQuery.ts";
import type { Difference } from "./compareItems.ts";
import type { ItemsToConvert } from "./conversion.ts";
import { CopyRefresh } from "./copyRefresh.ts";
import type { CopyReport } from "./copyCalls.ts";
import { openedState } from "./exportCopies.ts";
import type { NormalisedExportOptions } from "./exportOptions.ts";
import { isOfWholeSurvey, putStructure, readingOf, type ExportSource } from "./exportSource.ts";
import type { ExportWatch } from "./exportWatch.ts";
import { beingWritten, openOwn, type OwnCopy } from "./ownCopy.ts";
import { isTransient, pause } from "./pause.ts";
import type { WrittenItems } from "./writeItems.ts";

type Own = Pick<OwnCopy, "note" | "isNew">;
interface Opened extends Pick<OwnCopy, "copy" | "hasLostItems" | "startedAt"> {
  readonly own?: Own | undefined;
}

/** State of a copy into which nothing was read yet. */
const notRead: CopyReport = { ...freshState("", false), loaded: 0, wasDamaged: false };

/** The copy that an export is written from: the survey's, or the export's own, `<file>.partial`. */
export class SourceCopy {
  readonly #source: ExportSource;
  #copy: number;
  /** Brings the survey's copy up to date. */
  readonly #refresh: CopyRefresh;
  /** Undefined if the copy is the survey's. */
  #own: Own | undefined;
  /** True if what this attempt or an earlier one had kept cannot be used. */
  #hasLostItems: boolean;
  readonly startedAt: string;
  #state: CopyReport;
  #isOpen = true;

  private constructor(
    source: ExportSource,
    { copy, hasLostItems, startedAt, own }: Opened,
    state: CopyReport,
  ) {
    this.#source = source;
    this.#copy = copy;
    this.#refresh = new CopyRefresh(source, copy);
    this.#state = state;
    this.#own = own;
    this.#hasLostItems = hasLostItems;
    this.startedAt = startedAt;
  }

  /** @throws SurveyError "invalid-input" if the copy there belongs to another export, or if there is none to use as it is */
  static async open(options: NormalisedExportOptions): Promise<SourceCopy> {
    const { client, copies, copy: key, fresh = "all", startedAt, signal } = options;
    if (fresh === "none") {
      if (!key || !isOfWholeSurvey(options)) {
        throw noCopy(options);
      }
      const { copy, state } = await openKept(options, key);
      if (!state.wholeVersion) {
        await copies.closeCopy(copy);
        throw noCopy(options);
      }
      const structure = copies
        .structure(copy)
        .then((kept) => kept ?? askStructure(options, signal));
      const source = { options, structure, spaceMark: "" };
      return new SourceCopy(source, { copy, hasLostItems: false, startedAt }, state);
    }
    const spaceMark = await client.spaceMark({ signal });
    const stop = new AbortController();
    const opening = openToRead(options, spaceMark);
    // Ask for the structure while the copy is opened, which may have to start a worker.
    const structure = askStructure(options, AbortSignal.any([signal, stop.signal]));
    structure.catch(() => undefined);
    try {
      const { state, ...opened } = await opening;
      return new SourceCopy({ options, structure, spaceMark }, opened, state);
    } catch (error) {
      stop.abort();
      throw error;
    }
  }

  get structure(): Promise<RawStructure> {
    return this.#source.structure;
  }

  get difference(): Difference | undefined {
    return this.#refresh.difference;
  }

  get hasLostItems(): boolean {
    return this.#hasLostItems || this.#state.wasDamaged;
  }

  /** True if the copy belongs to this export alone. */
  get isOwn(): boolean {
    return this.#own !== undefined;
  }

  get state(): CopyReport {
    return this.#state;
  }

  get asOf(): string {
    return new Date(this.#state.asOf).toISOString();
  }

  /** Brings the copy up to date. If the export can pause, waits until the service can be read again. */
  async bringUpToDate(signal: AbortSignal, watch: ExportWatch): Promise<void> {
    const { client, copies, fresh = "all", onPause } = this.#source.options;
    const reading = fresh === "none" ? undefined : readingOf(this.#source, signal, watch);
    let isRestarted = false;
    for (;;) {
      try {
        if (reading) {
          await (this.#own ? this.#read(this.#own, reading) : this.#readShared(reading));
        }
        if (fresh === "new") {
          await putStructure(this.#source, this.#copy);
        }
        this.#state = await copies.copyState(this.#copy);
        if (this.#state.wholeVersion) {
          return;
        }
        // The copy was found damaged after it was read.
        if (fresh === "none") {
          throw noCopy(this.#source.options);
        }
        this.#hasLostItems = true;
        if (isRestarted) {
          return;
        }
        isRestarted = true;
      } catch (error) {
        if (isFileFault(error) && !isRestarted && (await this.wasReplaced().catch(() => false))) {
          isRestarted = true;
          continue;
        }
        this.#state = await copies.copyState(this.#copy).catch(() => this.#state);
        if (!onPause || !isTransient(error)) {
          throw error;
        }
        await pause({ client, signal }, this.#source.spaceMark, onPause, error);
      }
    }
  }

  /**
   * Returns true if the copy is not the one that it was, and can be brought up to date once more: it was found damaged while
   * it was read, or another process has removed or replaced it.
   */
  async wasReplaced(): Promise<boolean> {
    const { epoch, isWhole } = await this.#source.options.copies.copyState(this.#copy);
    const isAnother = this.#state !== notRead && epoch !== this.#state.epoch;
    this.#hasLostItems ||= isAnother && !isWhole;
    return isAnother && this.#source.options.fresh !== "none";
  }

  write(
    format: ItemFormat,
    survey: Uint8Array,
    target: string,
    signal: AbortSignal,
  ): Promise<WrittenItems> {
    const job = { wanted: this.#wanted, format, survey, target };
    return this.#source.options.copies.writeItems(this.#copy, job, signal);
  }

  async items(): Promise<ItemsToConvert["items"]> {
    const { copies, client } = this.#source.options;
    return {
      file: await copies.copyFile(this.#copy),
      version: client.version,
      wanted: this.#wanted,
    };
  }

  /** Empties the export's own copy, whose items cannot be used. The survey's copy stays: other exports can use it. */
  async discardItems(): Promise<void> {
    const { copies } = this.#source.options;
    if (this.#own) {
      await copies.beginCopy(this.#copy, this.#own.note);
      this.#state = await copies.copyState(this.#copy);
    }
  }

  /** Called when the file is written. The export's own copy becomes the survey's, or is removed. */
  async adoptOrRemove(): Promise<void> {
    const { copies, copy: key } = this.#source.options;
    if (!this.#own) {
      return;
    }
    this.#isOpen = false;
    const { startDateTime, endDateTime } = { ...this.#source.options.query, ...this.#range };
    if (
      key &&
      isOfWholeSurvey(this.#source.options) &&
      startDateTime === undefined &&
      endDateTime === undefined
    ) {
      await putStructure(this.#source, this.#copy);
      await copies.adoptCopy(this.#copy, key);
    } else {
      await copies.removeCopy(this.#copy);
    }
  }

  /** Called when the export failed. Removes its own copy if nothing was read into it. @returns true if it was removed */
  async removeIfEmpty(): Promise<boolean> {
    const { copies } = this.#source.options;
    // Ask: the state that is known may be older than what was read.
    const state = this.#own && (await copies.copyState(this.#copy).catch(() => undefined));
    if (this.hasLostItems || state?.loaded !== 0 || state.wholeVersion || state.wasDamaged) {
      return false;
    }
    this.#isOpen = false;
    await copies.removeCopy(this.#copy);
    return true;
  }

  async close(): Promise<void> {
    await this.#refresh.dispose();
    if (this.#isOpen) {
      await this.#source.options.copies.closeCopy(this.#copy);
    }
  }

  /** Start of an export that continues an earlier one: a second before the end of that one, whose items are left out. */
  get #range(): Pick<ReadQuery, "startDateTime"> {
    const { earlier } = this.#source.options;
    return earlier ? { startDateTime: earlier.startDateTime } : {};
  }

  get #wanted() {
    const { kind, query, earlier } = this.#source.options;
    const { wholeVersion: copyVersion } = this.#state;
    return { kind, query: { ...query, ...this.#range }, known: earlier?.known, copyVersion };
  }

  /** Reads what the export's own copy lacks. */
  async #read(own: Own, reading: CopyReading): Promise<void> {
    const { copies, client, query, file } = this.#source.options;
    const { collectGroupId: _, filter: __, ...asked } = { ...query, ...this.#range };
    const isOther = async () => (await copies.note(this.#copy)) !== own.note;
    const read = (isNew: boolean) =>
      copies.readCopy(this.#copy, client, {
        ...reading,
        query: asked,
        beginWithNote: isNew ? own.note : undefined,
      });
    const { isNew } = own;
    // If the copy was not begun after all, the next call sees that by the note.
    this.#own = { ...own, isNew: false };
    const isFound = !isNew && (await isOther());
    this.#hasLostItems ||= isFound;
    let outcome = await read(isNew || isFound);
    if (outcome !== "complete" && (await isOther())) {
      // The copy was found damaged and replaced, so begin it again.
      this.#hasLostItems = true;
      outcome = await read(true);
    }
    if (outcome !== "complete") {
      throw beingWritten(file);
    }
  }

  /**
   * Brings the survey's copy up to date. If that fails, reads everything anew into the export's own copy, which replaces the
   * survey's later.
   */
  async #readShared(reading: CopyReading): Promise<void> {
    if (await this.#refresh.bringUpToDate(reading)) {
      return;
    }
    const { options, spaceMark } = this.#source;
    await options.copies.closeCopy(this.#copy);
    const own = await openOwn(options, spaceMark);
    this.#copy = own.copy;
    this.#own = own;
    await this.#read(own, reading);
  }
}

async function openToRead(
  options: NormalisedExportOptions,
  spaceMark: string,
): Promise<Opened & { readonly state: CopyReport }> {
  const { copies, copy: key, fresh, startedAt } = options;
  if (key && fresh === "new" && isOfWholeSurvey(options)) {
    return { ...(await openKept(options, key)), hasLostItems: false, startedAt };
  }
  const own = await openOwn(options, spaceMark);
  return { ...own, own, state: own.isNew ? notRead : await openedState(copies, own.copy) };
}

async function openKept({ copies, client }: NormalisedExportOptions, key: CopyKey) {
  const copy = await copies.openCopy(key, client.dataSpace);
  return { copy, state: await openedState(copies, copy) };
}

async function askStructure(
  { client, copy: key, surveyId, table, query }: NormalisedExportOptions,
  signal: AbortSignal,
): Promise<RawStructure> {
  const needsGroups =
    key !== undefined || table !== undefined || query.collectGroupId !== undefined;
  const [survey, collectGroups] = await Promise.all([
    client.rawSurvey(surveyId, { signal }),
    needsGroups ? client.rawCollectGroups(surveyId, { signal }) : Buffer.from("[]"),
  ]);
  return { survey, collectGroups };
}

const isFileFault = (it: unknown) => it instanceof SurveyError && it.code === "file-fault";

function noCopy({ client, surveyId }: NormalisedExportOptions): SurveyError {
  return new SurveyError(
    "invalid-input",
    sentences(
      localizable(
        'There is no complete copy of the survey "{0}" of the data space "{1}" to export.',
        surveyId,
        client.dataSpace,
      ),
      wording("readFirst"),
    ),
  );
}
