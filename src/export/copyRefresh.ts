import { setTimeout } from "node:timers/promises";
import { cancelled } from "../client/waiting.ts";
import type { CopyMoment } from "../copy/readableCopy.ts";
import { isCancelled } from "../model/errors.ts";
import { isNone, type Difference } from "./compareItems.ts";
import { putStructure, readingOf, type ExportSource } from "./exportSource.ts";
import type { ExportWatch } from "./exportWatch.ts";
import { beingWritten, openOwn } from "./ownCopy.ts";
import { withServiceCopy } from "./serviceCopy.ts";
import { withTemporaryFolder } from "./temporaryFolder.ts";

/** Milliseconds after which a copy that somebody else reads into is asked for again. */
const leaseInterval = 500;

/** The survey's copy, brought up to date for an export. */
export class CopyRefresh {
  readonly #source: ExportSource;
  readonly #copy: number;
  /** What becomes the survey's copy when all is read that differs. */
  #seeded: number | undefined;
  /** What the copy had that the service has not, and the other way round; absent where it was up to date. */
  difference: Difference | undefined;

  constructor(source: ExportSource, copy: number) {
    this.#source = source;
    this.#copy = copy;
  }

  /**
   * Compares the copy with the service's metadata, and reads what it has not. Where that leaves a difference, the seconds in
   * which it is are read again, into a copy that has all else from the survey's and takes its place when it is whole.
   * @returns whether the copy is what the service has; where nobody can tell the seconds, or a single lane has read it, it is
   * not, and everything is to be read anew
   */
  async bringUpToDate(signal: AbortSignal, watch: ExportWatch): Promise<boolean> {
    const { copies } = this.#source.options;
    if (this.#seeded === undefined) {
      this.difference = undefined;
      const { whole } = await copies.copyState(this.#copy);
      if (!whole) {
        await this.#readShared(signal, watch);
        return true;
      }
      const asOf = Date.now();
      const { moment, ...difference } = await this.#withMetadata(signal, watch, (metadata) =>
        this.#compared(metadata, whole, signal, watch),
      );
      if (isNone(difference)) {
        await copies.confirmCopy(this.#copy, asOf);
        return true;
      }
      this.difference = difference;
      await this.#seed(moment, difference, signal);
    }
    if (!(await this.#readSeeded(signal, watch))) {
      return false;
    }
    // Where it was damaged on the disk, that is found when it is opened again.
    const { whole } = await copies.copyState(this.#copy);
    return whole !== undefined || this.bringUpToDate(signal, watch);
  }

  /** What is new is no difference. @returns also the moment of the copy of which this is true */
  async #compared(
    metadata: number,
    whole: CopyMoment,
    signal: AbortSignal,
    watch: ExportWatch,
  ): Promise<Difference & { readonly moment: CopyMoment }> {
    const { copies } = this.#source.options;
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
    const { options, spaceMark } = this.#source;
    const { copies } = options;
    const { singleLane } = await copies.copyState(this.#copy);
    if (!where || singleLane) {
      return;
    }
    const { copy, note } = await openOwn(options, spaceMark, true);
    this.#seeded = copy;
    try {
      await copies.beginCopy(copy, note);
      await copies.seedCopy(copy, { from: this.#copy, moment, without: where }, signal);
    } catch (error) {
      await this.dispose();
      if (!isCancelled(error) || signal.aborted) {
        throw error;
      }
      // It was found damaged while it was written.
    }
  }

  /** What cannot be removed is begun anew by the next export. */
  async dispose(): Promise<void> {
    const seeded = this.#seeded;
    this.#seeded = undefined;
    if (seeded !== undefined) {
      await this.#source.options.copies.removeCopy(seeded).catch(() => undefined);
    }
  }

  /** @returns whether the survey's copy is now what the service has */
  async #readSeeded(signal: AbortSignal, watch: ExportWatch): Promise<boolean> {
    const { copies, client, copy: key, file } = this.#source.options;
    const seeded = this.#seeded;
    if (seeded === undefined || !key) {
      return false;
    }
    const reading = { ...readingOf(this.#source, signal, watch), kind: "responses" } as const;
    const outcome = await copies.readCopy(seeded, client, reading);
    if ((await copies.note(seeded)) === undefined) {
      // It was found damaged.
      await this.dispose();
      return false;
    }
    if (outcome !== "complete") {
      this.#seeded = undefined;
      await copies.closeCopy(seeded);
      throw beingWritten(file);
    }
    await putStructure(this.#source, seeded);
    this.#seeded = undefined;
    await copies.adoptCopy(seeded, key);
    return true;
  }

  async #withMetadata<T>(
    signal: AbortSignal,
    watch: ExportWatch,
    task: (metadata: number) => Promise<T>,
  ): Promise<T> {
    const { copies, client } = this.#source.options;
    const reading = {
      ...readingOf(this.#source, signal, watch),
      query: {},
      kind: "metadata",
    } as const;
    // Not beside the file: there, what was read anew may wait to be gone on with.
    return withTemporaryFolder((folder) =>
      withServiceCopy({ copies, client, folder, reading }, task),
    );
  }

  /** Reads into the survey's copy what is new. Others may read into it, too; then what they read is new as well. */
  async #readShared(signal: AbortSignal, watch: ExportWatch): Promise<void> {
    const { copies, client } = this.#source.options;
    const reading = { ...readingOf(this.#source, signal, watch), kind: "responses" } as const;
    while ((await copies.readCopy(this.#copy, client, reading)) !== "complete") {
      await setTimeout(leaseInterval, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) {
        throw cancelled();
      }
    }
  }
}
