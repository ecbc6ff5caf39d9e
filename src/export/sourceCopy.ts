import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { RawStructure } from "../client/surveyStructure.ts";
import type { CopyKey } from "../copy/copyFolders.ts";
import type { CopyMoment } from "../copy/readableCopy.ts";
import { cancelled } from "../client/waiting.ts";
import { isCancelled, SurveyError } from "../model/errors.ts";
import { oneLine } from "../model/oneLine.ts";
import type { ItemFormat } from "../formats/kinds/formats.ts";
import type { ReadQuery } from "../reader/readQuery.ts";
import { readSurveyFacts } from "../reader/surveyFacts.ts";
import { isNone, type Difference } from "./compareItems.ts";
import type { ItemsToConvert } from "./conversion.ts";
import type { CopyReading, CopyReport } from "./exportCopies.ts";
import type { QueriedExport } from "./exportOptions.ts";
import { exportRequest } from "./exportRequest.ts";
import type { ExportWatch } from "./exportWatch.ts";
import { withServiceCopy } from "./serviceCopy.ts";
import { isPassing, pause } from "./pause.ts";
import { text } from "./schemas.ts";
import { isThere, removeLink, targetFiles } from "./targetFiles.ts";
import { withTemporaryFolder } from "./temporaryFolder.ts";
import type { WrittenItems } from "./writeItems.ts";

/** What an export's own copy says of itself: another export must not continue it. */
const note = z.object({
  ...exportRequest.pick({ dataSpace: true, surveyId: true, kind: true, query: true }).shape,
  spaceMark: z.string(),
  apiVersion: z.string(),
  /** The hash of the file that an incremental export continues. */
  since: text,
  startedAt: z.string(),
  /** It is of no use to another export: some of it was taken over from the survey's copy, as that was then. */
  isSeeded: z.boolean().optional(),
});
type Note = z.output<typeof note>;

/** Milliseconds after which a copy that somebody else reads into is asked for again. */
const leaseInterval = 500;

/** The copy that an export is written from: the survey's, or one of its own, `<file>.partial`. */
export class SourceCopy {
  readonly #options: QueriedExport;
  #copy: number;
  #isOwn: boolean;
  /** What becomes the survey's copy when all is read that differs. */
  #seeded: number | undefined;
  readonly #spaceMark: string;
  /** What this attempt or an earlier one had kept cannot be used. */
  #isLost: boolean;
  readonly startedAt: string;
  /** What the survey's copy had that the service has not, and the other way round; absent where it was up to date. */
  difference: Difference | undefined;
  #state: CopyReport;
  /** As the service sends it, or as it was kept. Collect groups are asked for where somebody needs them. */
  readonly structure: Promise<RawStructure>;
  #isOpen = true;

  private constructor(
    options: QueriedExport,
    copy: number,
    state: CopyReport,
    found: {
      readonly isOwn: boolean;
      readonly isLost: boolean;
      readonly structure: Promise<RawStructure>;
      readonly spaceMark: string;
      readonly startedAt: string;
    },
  ) {
    this.#options = options;
    this.#copy = copy;
    this.#state = state;
    this.#isOwn = found.isOwn;
    this.structure = found.structure;
    this.#spaceMark = found.spaceMark;
    this.#isLost = found.isLost;
    this.startedAt = found.startedAt;
  }

  /** @throws SurveyError "invalid-input" where what is there belongs to another export, or there is no copy to be used as it is */
  static async open(options: QueriedExport): Promise<SourceCopy> {
    const { client, copies, copy: key, fresh = "all", startedAt, signal } = options;
    if (fresh === "none") {
      if (!key || !isOfWholeSurvey(options)) {
        throw noCopy(options);
      }
      const { copy, state } = await openKept(options, key);
      if (!state.whole) {
        await copies.closeCopy(copy);
        throw noCopy(options);
      }
      const structure = copies
        .structure(copy)
        .then((kept) => kept ?? askStructure(options, signal));
      return new SourceCopy(options, copy, state, {
        ...notOwn,
        structure,
        spaceMark: "",
        startedAt,
      });
    }
    const spaceMark = await client.spaceMark({ signal });
    const stop = new AbortController();
    // While the copy is opened, for which a worker may have to be started.
    const structure = askStructure(options, AbortSignal.any([signal, stop.signal]));
    structure.catch(() => undefined);
    try {
      if (key && fresh === "new" && isOfWholeSurvey(options)) {
        const { copy, state } = await openKept(options, key);
        return new SourceCopy(options, copy, state, { ...notOwn, structure, spaceMark, startedAt });
      }
      const { copy, ...own } = await openOwn(options, spaceMark);
      const state = await copies.copyState(copy);
      return new SourceCopy(options, copy, state, { isOwn: true, structure, spaceMark, ...own });
    } catch (error) {
      stop.abort();
      throw error;
    }
  }

  get isLost(): boolean {
    return this.#isLost || this.#state.wasDamaged;
  }

  /** Whether the copy is the export's alone. */
  get isOwn(): boolean {
    return this.#isOwn;
  }

  get state(): CopyReport {
    return this.#state;
  }

  get asOf(): string {
    return new Date(this.#state.asOf).toISOString();
  }

  /** Waits, where the export can pause, until the service can be read again. */
  async bringUpToDate(signal: AbortSignal, watch: ExportWatch): Promise<void> {
    const { fresh = "all", onPause } = this.#options;
    let isRestarted = false;
    for (;;) {
      try {
        await (fresh === "none"
          ? undefined
          : this.#isOwn
            ? this.#read(signal, watch)
            : this.#refresh(signal, watch));
        if (fresh === "new") {
          await this.#putStructure();
        }
        this.#state = await this.#options.copies.copyState(this.#copy);
        if (this.#state.whole) {
          return;
        }
        // It was found damaged since.
        if (fresh === "none") {
          throw noCopy(this.#options);
        }
        this.#isLost = true;
        if (isRestarted) {
          return;
        }
        isRestarted = true;
      } catch (error) {
        if (isFileFault(error) && !isRestarted && (await this.isAnother().catch(() => false))) {
          isRestarted = true;
          continue;
        }
        this.#state = await this.#options.copies.copyState(this.#copy).catch(() => this.#state);
        if (!onPause || !isPassing(error)) {
          throw error;
        }
        await pause({ client: this.#options.client, signal }, this.#spaceMark, onPause, error);
      }
    }
  }

  /**
   * Whether the copy is not the one any more that it was, and can be brought up to date once more: it was found damaged while
   * it was read, or another process has removed or replaced it.
   */
  async isAnother(): Promise<boolean> {
    const { epoch, isWhole } = await this.#options.copies.copyState(this.#copy);
    const isAnother = epoch !== this.#state.epoch;
    this.#isLost ||= isAnother && !isWhole;
    return isAnother && this.#options.fresh !== "none";
  }

  write(
    format: ItemFormat,
    survey: Uint8Array,
    target: string,
    signal: AbortSignal,
  ): Promise<WrittenItems> {
    const { copies, client, query } = this.#options;
    const { dataSpace } = client;
    const wanted = this.#wanted;
    return copies.writeItems(
      this.#copy,
      { dataSpace, wanted, format, survey, query: { ...query, ...this.#range }, target },
      signal,
    );
  }

  async items(): Promise<ItemsToConvert["items"]> {
    const { copies, client } = this.#options;
    return {
      file: await copies.copyFile(this.#copy),
      version: client.version,
      wanted: this.#wanted,
    };
  }

  /** What is in a copy of its own cannot be used. The survey's copy stays: others can. */
  async forget(): Promise<void> {
    const { copies } = this.#options;
    if (this.#isOwn) {
      await copies.beginCopy(this.#copy, JSON.stringify(noteOf(this.#options, this.#spaceMark)));
      this.#state = await copies.copyState(this.#copy);
    }
  }

  /** The file is written: a copy of its own becomes the survey's, or goes. */
  async done(): Promise<void> {
    const { copies, copy: key } = this.#options;
    if (!this.#isOwn) {
      return;
    }
    this.#isOpen = false;
    const { startDateTime, endDateTime } = { ...this.#options.query, ...this.#range };
    if (
      key &&
      isOfWholeSurvey(this.#options) &&
      startDateTime === undefined &&
      endDateTime === undefined
    ) {
      await this.#putStructure();
      await copies.adoptCopy(this.#copy, key);
    } else {
      await copies.removeCopy(this.#copy);
    }
  }

  async close(): Promise<void> {
    await this.#dropSeeded();
    if (this.#isOpen) {
      await this.#options.copies.closeCopy(this.#copy);
    }
  }

  /** What an earlier export has is left out, and the range begins a second before its end. */
  get #range(): Pick<ReadQuery, "startDateTime"> {
    const { earlier } = this.#options;
    return earlier ? { startDateTime: earlier.startDateTime } : {};
  }

  get #wanted() {
    const { kind, query, earlier } = this.#options;
    const { whole: moment } = this.#state;
    return { kind, query: { ...query, ...this.#range }, known: earlier?.known, moment };
  }

  /** Reads what the export's own copy has not. */
  async #read(signal: AbortSignal, watch: ExportWatch): Promise<void> {
    const { copies, client, kind, query, file } = this.#options;
    const { collectGroupId: _, filter: __, ...asked } = { ...query, ...this.#range };
    const read = async () => {
      if ((await copies.note(this.#copy)) === undefined) {
        // It was found damaged, and is another one now.
        this.#isLost = true;
        await copies.beginCopy(this.#copy, JSON.stringify(noteOf(this.#options, this.#spaceMark)));
      }
      return copies.readCopy(this.#copy, client, {
        ...this.#reading(signal, watch),
        kind,
        query: asked,
      });
    };
    let outcome = await read();
    if (outcome !== "complete" && (await copies.note(this.#copy)) === undefined) {
      outcome = await read();
    }
    if (outcome !== "complete") {
      throw beingWritten(file);
    }
  }

  /**
   * Compares the survey's copy with the service's metadata, and reads what it has not. Where that leaves a difference, the
   * seconds in which it is are read again, into a copy that has all else from the survey's; where nobody can tell them, or a
   * single lane has read it, everything is read anew. Either takes the place of the survey's copy when it is whole.
   */
  async #refresh(signal: AbortSignal, watch: ExportWatch): Promise<void> {
    const { copies } = this.#options;
    if (this.#seeded === undefined) {
      this.difference = undefined;
      const { whole } = await copies.copyState(this.#copy);
      if (!whole) {
        await this.#readShared(signal, watch);
        return;
      }
      const asOf = Date.now();
      const { moment, ...difference } = await this.#withMetadata(signal, watch, (metadata) =>
        this.#compared(metadata, whole, signal, watch),
      );
      if (isNone(difference)) {
        await copies.confirmCopy(this.#copy, asOf);
        return;
      }
      this.difference = difference;
      await this.#seed(moment, difference, signal);
    }
    if (!(await this.#readSeeded(signal, watch))) {
      await copies.closeCopy(this.#copy);
      this.#copy = (await openOwn(this.#options, this.#spaceMark)).copy;
      this.#isOwn = true;
      await this.#read(signal, watch);
    } else if (!(await copies.copyState(this.#copy)).whole) {
      // It was damaged on the disk, which is found when it is opened again.
      await this.#refresh(signal, watch);
    }
  }

  /** What is new is no difference. @returns also the moment of the copy of which this is true */
  async #compared(
    metadata: number,
    whole: CopyMoment,
    signal: AbortSignal,
    watch: ExportWatch,
  ): Promise<Difference & { readonly moment: CopyMoment }> {
    const { copies } = this.#options;
    const compare = (moment: CopyMoment) =>
      copies.compareItems(
        metadata,
        {
          service: { kind: "metadata", query: {} },
          subject: { copy: this.#copy, moment },
          kind: "responses",
        },
        signal,
      );
    const found = await compare(whole);
    if (found.missing === 0) {
      return { ...found, moment: whole };
    }
    await this.#readShared(signal, watch);
    const { whole: moment = whole } = await copies.copyState(this.#copy);
    // What is read into the copy from here on may be newer than the metadata.
    const extra = moment.epoch === whole.epoch ? found.extra : 0;
    return { ...(await compare(moment)), extra, moment };
  }

  async #seed(moment: CopyMoment, { where }: Difference, signal: AbortSignal): Promise<void> {
    const { copies } = this.#options;
    const { singleLane } = await copies.copyState(this.#copy);
    if (!where || singleLane) {
      return;
    }
    const { copy } = await openOwn(this.#options, this.#spaceMark, true);
    this.#seeded = copy;
    try {
      await copies.seedCopy(copy, { from: this.#copy, moment, without: where }, signal);
    } catch (error) {
      await this.#dropSeeded();
      if (!isCancelled(error) || signal.aborted) {
        throw error;
      }
      // It was found damaged while it was written.
    }
  }

  /** What cannot be removed is begun anew by the next export. */
  async #dropSeeded(): Promise<void> {
    const seeded = this.#seeded;
    this.#seeded = undefined;
    if (seeded !== undefined) {
      await this.#options.copies.removeCopy(seeded).catch(() => undefined);
    }
  }

  /** @returns whether the survey's copy is now what the service has */
  async #readSeeded(signal: AbortSignal, watch: ExportWatch): Promise<boolean> {
    const { copies, client, copy: key, file } = this.#options;
    const seeded = this.#seeded;
    if (seeded === undefined || !key) {
      return false;
    }
    const reading = { ...this.#reading(signal, watch), kind: "responses" } as const;
    const outcome = await copies.readCopy(seeded, client, reading);
    if ((await copies.note(seeded)) === undefined) {
      // It was found damaged.
      await this.#dropSeeded();
      return false;
    }
    if (outcome !== "complete") {
      this.#seeded = undefined;
      await copies.closeCopy(seeded);
      throw beingWritten(file);
    }
    await this.#putStructure(seeded);
    this.#seeded = undefined;
    await copies.adoptCopy(seeded, key);
    return true;
  }

  async #withMetadata<T>(
    signal: AbortSignal,
    watch: ExportWatch,
    task: (metadata: number) => Promise<T>,
  ): Promise<T> {
    const { copies, client } = this.#options;
    const reading = { ...this.#reading(signal, watch), query: {}, kind: "metadata" } as const;
    // Not beside the file: there, what was read anew may wait to be gone on with.
    return withTemporaryFolder((folder) =>
      withServiceCopy({ copies, client, folder, reading }, task),
    );
  }

  /** Reads into the survey's copy what is new. Others may read into it, too; then what they read is new as well. */
  async #readShared(signal: AbortSignal, watch: ExportWatch): Promise<void> {
    const { copies, client } = this.#options;
    const reading = { ...this.#reading(signal, watch), kind: "responses" } as const;
    while ((await copies.readCopy(this.#copy, client, reading)) !== "complete") {
      await setTimeout(leaseInterval, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) {
        throw cancelled();
      }
    }
  }

  async #putStructure(copy = this.#copy): Promise<void> {
    const { survey, collectGroups } = await this.structure;
    await this.#options.copies.putStructure(copy, survey, collectGroups);
  }

  #reading(signal: AbortSignal, watch: ExportWatch): Omit<CopyReading, "kind"> {
    const {
      client,
      surveyId,
      lanes: most = client.concurrency,
      leastLanes: least = 1,
    } = this.#options;
    return {
      surveyId,
      survey: this.structure.then((it) => readSurveyFacts(it.survey)),
      lanes: { least, most },
      attempts: watch,
      onProgress: watch.onPage,
      signal,
    };
  }
}

const notOwn = { isOwn: false, isLost: false } as const;

async function openKept({ copies, client }: QueriedExport, key: CopyKey) {
  const copy = await copies.openCopy(key, client.dataSpace);
  return { copy, state: await copies.copyState(copy) };
}

async function askStructure(
  { client, copy: key, surveyId, table }: QueriedExport,
  signal: AbortSignal,
): Promise<RawStructure> {
  const [survey, collectGroups] = await Promise.all([
    client.rawSurvey(surveyId, { signal }),
    key || table ? client.rawCollectGroups(surveyId, { signal }) : Buffer.from("[]"),
  ]);
  return { survey, collectGroups };
}

/**
 * The copy of the export alone: what an earlier attempt left, or begun anew.
 * @param isSeeded it is to be begun anew, with what the survey's copy has
 */
async function openOwn(options: QueriedExport, spaceMark: string, isSeeded = false) {
  const { client, copies, file, resume = false, startedAt } = options;
  const folder = targetFiles(file).partial;
  const wanted = noteOf(options, spaceMark);
  await removeLink(folder);
  const isThereBefore = resume && (await isThere(folder));
  const copy = await copies.openCopy({ folder, version: client.version }, client.dataSpace);
  try {
    const left = isThereBefore ? readNote(await copies.note(copy)) : undefined;
    if (left) {
      checkNote(folder, left, wanted);
    }
    const goesOn = left !== undefined && left.isSeeded !== true && !isSeeded;
    if (!goesOn) {
      await copies.beginCopy(copy, JSON.stringify({ ...wanted, isSeeded }));
    }
    return {
      copy,
      isLost: isThereBefore && !left,
      startedAt: goesOn ? left.startedAt : startedAt,
    };
  } catch (error) {
    await copies.closeCopy(copy);
    throw error;
  }
}

/** Whether the copy has all of the survey's responses as they are: what some of it was asked for has a copy of its own. */
function isOfWholeSurvey({ kind, query }: QueriedExport): boolean {
  const { variables, embeddedData, parameterField } = query;
  return (
    kind === "responses" &&
    [variables, embeddedData, parameterField].every((it) => it === undefined)
  );
}

function noteOf(options: QueriedExport, spaceMark: string): Note {
  const { client, surveyId, kind, query, earlier, startedAt } = options;
  const { dataSpace, version: apiVersion } = client;
  const since = earlier?.sha256;
  return { dataSpace, spaceMark, apiVersion, surveyId, kind, query, since, startedAt };
}

function readNote(json: string | undefined): Note | undefined {
  return json === undefined ? undefined : note.parse(JSON.parse(json));
}

function checkNote(
  folder: string,
  { startedAt: _, isSeeded: __, ...left }: Note,
  { startedAt: ___, ...wanted }: Note,
): void {
  // Through JSON, as the note went: it knows no fields without a value.
  if (!isDeepStrictEqual(left, JSON.parse(JSON.stringify(wanted)))) {
    throw new SurveyError(
      "invalid-input",
      `The unfinished export ${folder} belongs to another request (${left.kind} of survey "${oneLine(left.surveyId)}" from the data space "${left.dataSpace}"), so it cannot be continued with this one. Ask for the same again, or begin anew.`,
    );
  }
}

function beingWritten(file: string): SurveyError {
  return new SurveyError(
    "file-fault",
    `The export ${targetFiles(file).partial} is still being written by another process. Wait for it, or begin anew.`,
  );
}

function isFileFault(error: unknown): boolean {
  return error instanceof SurveyError && error.code === "file-fault";
}

function noCopy({ client, surveyId }: QueriedExport): SurveyError {
  return new SurveyError(
    "invalid-input",
    `There is no whole copy of survey "${surveyId}" of the data space "${client.dataSpace}" that could be exported as it is. Export what is new, or everything anew.`,
  );
}
