import { createHash } from "node:crypto";

/** What of a FileHandle is needed, so that tests can fill up a disk. */
export interface WritableHandle {
  writev(
    parts: readonly Uint8Array[],
    position: number,
  ): Promise<{ readonly bytesWritten: number }>;
  datasync(): Promise<void>;
  close(): Promise<void>;
}

/** A file that grows at its end, hashed on the way. */
export class OutputFile {
  readonly #handle: WritableHandle;
  readonly #hash = createHash("sha256");
  #size = 0;
  #syncing: Promise<void> | undefined;
  #syncError: Error | undefined;

  constructor(handle: WritableHandle) {
    this.#handle = handle;
  }

  get size(): number {
    return this.#size;
  }

  /** Takes in what the file already has at this place, for the hash. */
  adopt(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#size += bytes.length;
  }

  /** Once it has rejected, nothing can be appended any more. */
  async append(...parts: readonly Uint8Array[]): Promise<void> {
    if (this.#syncError) {
      throw this.#syncError;
    }
    const writing = this.#write(parts, this.#size);
    // Meanwhile, on this thread.
    parts.forEach((it) => this.#hash.update(it));
    this.#size += await writing;
  }

  /** Writes all of it: the file system may take fewer bytes than it is given, without saying so by an error. */
  async #write(parts: readonly Uint8Array[], position: number): Promise<number> {
    let left = parts.filter((it) => it.length > 0);
    let at = position;
    while (left.length > 0) {
      const { bytesWritten } = await this.#handle.writev(left, at);
      if (bytesWritten <= 0) {
        throw Object.assign(new Error("Nothing was written."), { code: "ENOSPC" });
      }
      left = behind(left, bytesWritten);
      at += bytesWritten;
    }
    return at - position;
  }

  /** Begins to bring what was written to the disk, unless that is under way. Nobody waits for it but `finish`. */
  syncSoon(): void {
    this.#syncing ??= this.#handle
      .datasync()
      .catch((error: unknown) => {
        this.#syncError ??= error instanceof Error ? error : new Error(String(error));
      })
      .finally(() => {
        this.#syncing = undefined;
      });
  }

  /** Brings everything to the disk and closes the file. @returns the hash of the whole file, in hex */
  async finish(): Promise<string> {
    await this.#syncing;
    if (this.#syncError) {
      throw this.#syncError;
    }
    await this.#handle.datasync();
    await this.#handle.close();
    return this.#hash.digest("hex");
  }

  /** Closes the file as it is. */
  async abandon(): Promise<void> {
    await this.#syncing;
    await this.#handle.close();
  }
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
