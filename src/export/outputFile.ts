import { createHash } from "node:crypto";

/** The part of a FileHandle that writing needs, so that tests can simulate a full disk. */
interface VectorWriter {
  writev(
    parts: readonly Uint8Array[],
    position: number,
  ): Promise<{ readonly bytesWritten: number }>;
}

export interface WritableHandle extends VectorWriter {
  datasync(): Promise<void>;
  close(): Promise<void>;
}

/** Bytes that are synced at a time. Fewer would cost more than they are worth. */
const syncBytes = 32 * 1024 * 1024;

/** A file to append to. It is hashed while it is written. */
export class OutputFile {
  readonly #handle: WritableHandle;
  readonly #hash = createHash("sha256");
  #size = 0;
  /** Size of the file when the last sync began. */
  #syncedSize = 0;
  #syncing: Promise<void> | undefined;
  #syncError: Error | undefined;

  constructor(handle: WritableHandle) {
    this.#handle = handle;
  }

  get size(): number {
    return this.#size;
  }

  /** Appends the parts. After a rejection, nothing more may be appended. */
  async append(...parts: readonly Uint8Array[]): Promise<void> {
    if (this.#syncError) {
      throw this.#syncError;
    }
    const writing = writeFully(this.#handle, parts, this.#size);
    // Hash on this thread while the write is under way.
    parts.forEach((it) => this.#hash.update(it));
    this.#size += await writing;
  }

  /** Appends the parts, as `append` does, and syncs them in time. */
  async write(...parts: readonly Uint8Array[]): Promise<void> {
    await this.append(...parts);
    this.syncSoon();
  }

  /** Starts to sync what was written to the disk, once it is worth it. Does not wait; `sync` does. */
  syncSoon(): void {
    if (this.#syncing || this.#size - this.#syncedSize < syncBytes) {
      return;
    }
    this.#syncedSize = this.#size;
    this.#syncing = this.#handle
      .datasync()
      .catch((error: unknown) => {
        this.#syncError ??= error instanceof Error ? error : new Error(String(error));
      })
      .finally(() => {
        this.#syncing = undefined;
      });
  }

  /** Waits until everything is on the disk. */
  async sync(): Promise<void> {
    await this.#syncing;
    if (this.#syncError) {
      throw this.#syncError;
    }
    await this.#handle.datasync();
  }

  /** Syncs everything to the disk and closes the file. @returns the hash of the whole file, in hex */
  async finish(): Promise<string> {
    await this.sync();
    await this.#handle.close();
    return this.#hash.digest("hex");
  }

  /** Closes the file as it is. */
  async abandon(): Promise<void> {
    await this.#syncing;
    await this.#handle.close();
  }
}

/**
 * Writes all parts. The file system may take fewer bytes than it is given without reporting an error.
 * @returns the number of bytes
 */
async function writeFully(
  handle: VectorWriter,
  parts: readonly Uint8Array[],
  position: number,
): Promise<number> {
  let left = parts.filter((it) => it.length > 0);
  let at = position;
  while (left.length > 0) {
    const { bytesWritten } = await handle.writev(left, at);
    if (bytesWritten <= 0) {
      throw Object.assign(new Error("Nothing was written."), { code: "ENOSPC" });
    }
    left = behind(left, bytesWritten);
    at += bytesWritten;
  }
  return at - position;
}

/** Returns the parts without their first `bytes`. */
function behind(parts: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let skip = bytes;
  return parts.flatMap((part) => {
    const rest = part.subarray(Math.min(skip, part.length));
    skip -= part.length - rest.length;
    return rest.length > 0 ? [rest] : [];
  });
}
