import { setTimeout } from "node:timers/promises";
import { cancelled } from "../client/waiting.ts";
import type { CopyReading } from "../copy/readCopy.ts";
import type { CopyVersion } from "../copy/readableCopy.ts";
import { isCancelled } from "../model/errors.ts";
import { isNone, type Difference } from "./compareItems.ts";
import type { CopyReport } from "./copyCalls.ts";
import { putStructure, type ExportSource } from "./exportSource.ts";
import { beingWritten, openOwn } from "./ownCopy.ts";
import { withServiceCopy } from "./serviceCopy.ts";

/** Milliseconds between attempts to read into a copy while another reader has the lease. */
const retryInterval = 500;

/** Brings the survey's copy up to date for an export. */
export class CopyRefresh {
  readonly #source: ExportSource;
  readonly #copy: number;
  /** The copy that replaces the survey's when the differing seconds are read into it; undefined if there is none. */
  #seeded: number | undefined;
  /** True if an earlier reading had begun the copy: what it read may have changed since. Undefined: not known yet. */
  #isContinued: boolean | undefined;
  /** Difference that was found between the copy and the service; undefined if it was up to date. */
  difference: Difference | undefined;

  constructor(source: ExportSource, copy: number) {
    this.#source = source;
    this.#copy = copy;
  }

  /**
   * Compares the copy with the service's metadata, and reads what it lacks. If they still differ, reads the differing
   * seconds again, into a new copy that takes over everything else from the survey's and replaces it when it is complete.
   * @returns true if the copy has what the service has; false if everything must be read anew, because the differing seconds
   * are unknown or a single lane has read the copy
   */
  async bringUpToDate(reading: CopyReading): Promise<boolean> {
    const { copies } = this.#source.options;
    if (this.#seeded === undefined) {
      this.difference = undefined;
      const state = await copies.copyState(this.#copy);
      if (!state.wholeVersion) {
        this.#isContinued ??= state.loaded > 0;
        await this.#readShared(reading);
        const isContinued = this.#isContinued;
        this.#isContinued = false;
        return isContinued ? this.bringUpToDate(reading) : true;
      }
      const asOf = Date.now();
      const { copyVersion, ...difference } = await withServiceCopy(
        this.#source.options,
        { ...reading, kind: "metadata" },
        (metadata) => this.#compared(metadata, state, reading),
      );
      if (isNone(difference)) {
        await copies.confirmCopy(this.#copy, asOf);
        return true;
      }
      this.difference = difference;
      await this.#seed(copyVersion, difference, reading.signal);
    }
    if (!(await this.#readSeeded(reading))) {
      return false;
    }
    // If the new copy is damaged on the disk, opening it finds that; then start over.
    const { wholeVersion } = await copies.copyState(this.#copy);
    return wholeVersion !== undefined || this.bringUpToDate(reading);
  }

  /**
   * Compares the copy with the metadata after reading what is new, so that new items do not count as a difference.
   * @param before state of the copy before the metadata were read
   * @returns the difference, and the version of the copy that it holds for
   */
  async #compared(
    metadata: number,
    { epoch, pages, isWhole }: CopyReport,
    reading: CopyReading,
  ): Promise<Difference & { readonly copyVersion: CopyVersion }> {
    const { copies } = this.#source.options;
    const compare = (copyVersion: CopyVersion) =>
      copies.compareCopies(metadata, this.#copy, copyVersion, reading.signal);
    // Includes what an interrupted reading has stored: it may be gone since.
    const stored = { epoch, pages };
    const found = await compare(stored);
    if (found.missing === 0 && isWhole) {
      return { ...found, copyVersion: stored };
    }
    await this.#readShared(reading);
    const { wholeVersion: copyVersion = stored } = await copies.copyState(this.#copy);
    // Items that were read into the copy since then may be newer than the metadata, so keep the number of extra items found
    // before.
    const extra = copyVersion.epoch === epoch ? found.extra : 0;
    return { ...(await compare(copyVersion)), extra, copyVersion };
  }

  async #seed(copyVersion: CopyVersion, { where }: Difference, signal: AbortSignal): Promise<void> {
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
      await copies.seedCopy(copy, { from: this.#copy, copyVersion, excluded: where }, signal);
    } catch (error) {
      await this.dispose();
      if (!isCancelled(error) || signal.aborted) {
        throw error;
      }
      // Cancelled, but not by our signal: the copy was found damaged while it was written.
    }
  }

  /** Removes the new copy. If that fails, the next export begins it anew. */
  async dispose(): Promise<void> {
    const seeded = this.#seeded;
    this.#seeded = undefined;
    if (seeded !== undefined) {
      await this.#source.options.copies.removeCopy(seeded).catch(() => undefined);
    }
  }

  /** @returns true if the survey's copy has what the service has */
  async #readSeeded(reading: CopyReading): Promise<boolean> {
    const { copies, client, copy: key, file } = this.#source.options;
    const seeded = this.#seeded;
    if (seeded === undefined || !key) {
      return false;
    }
    const outcome = await copies.readCopy(seeded, client, reading);
    if ((await copies.note(seeded)) === undefined) {
      // The note is gone: the copy was found damaged and begun anew.
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

  /**
   * Reads what is new into the survey's copy. While another reader has the lease, waits and tries again; what that one has
   * read counts, too.
   */
  async #readShared(reading: CopyReading): Promise<void> {
    const { copies, client } = this.#source.options;
    const { signal } = reading;
    while ((await copies.readCopy(this.#copy, client, reading)) !== "complete") {
      await setTimeout(retryInterval, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) {
        throw cancelled();
      }
    }
  }
}
