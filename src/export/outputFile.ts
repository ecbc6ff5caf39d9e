import { createHash } from "node:crypto";

/** What of a FileHandle is needed to write, so that tests can fill up a disk. */
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

/** Asking the disk for less than that at a time costs more than it is worth. */
const syncBytes = 32 * 1024 * 1024;

/** A file that grows at its end, hashed on the way. */
export class OutputFile {
  readonly #handle: WritableHandle;
  readonly #hash = createHash("sha256");
  #size = 0;
  /** How much was there when syncing began last. */
  #syncedSize = 0;
  #syncing: Promise<void> | undefined;
  #syncError: Error | undefined;

  constructor(handle: WritableHandle) {
    this.#handle = handle;
  }

  get size(): number {
    return this.#size;
  }

  /** Once it has rejected, nothing can be appended any more. */
  async append(...parts: readonly Uint8Array[]): Promise<void> {
    if (this.#syncError) {
      throw this.#syncError;
    }
    const writing = writeFully(this.#handle, parts, this.#size);
    // Meanwhile, on this thread.
    parts.forEach((it) => this.#hash.update(it));
    this.#size += await writing;
  }

  /** Begins to bring what was written to the disk, once it is worth it. Nobody waits for it but `sync`. */
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

  /** Brings everything to the disk. */
  async sync(): Promise<void> {
    await this.#syncing;
    if (this.#syncError) {
      throw this.#syncError;
    }
    await this.#handle.datasync();
  }

  /** Brings everything to the disk and closes the file. @returns the hash of the whole file, in hex */
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
 * Writes all of it: the file system may take fewer bytes than it is given, without saying so by an error.
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

/** What is left of the parts without their first `bytes`. */
function behind(parts: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let skip = bytes;
  return parts.flatMap((part) => {
    const rest = part.subarray(Math.min(skip, part.length));
    skip -= part.length - rest.length;
    return rest.length > 0 ? [rest] : [];
  });
}
