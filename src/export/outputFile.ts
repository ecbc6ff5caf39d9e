import { createHash } from "node:crypto";

/** What of a FileHandle is needed, so that tests can fill up a disk. */
export interface WritableHandle {
  write(
    bytes: Uint8Array,
    offset: number,
    length: number,
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

  /** Writes all of the bytes: the file system may take fewer than it is given, without saying so by an error. */
  async append(bytes: Uint8Array): Promise<void> {
    if (this.#syncError) {
      throw this.#syncError;
    }
    let done = 0;
    while (done < bytes.length) {
      const { bytesWritten } = await this.#handle.write(
        bytes,
        done,
        bytes.length - done,
        this.#size + done,
      );
      if (bytesWritten <= 0) {
        throw Object.assign(new Error("Nothing was written."), { code: "ENOSPC" });
      }
      done += bytesWritten;
    }
    this.adopt(bytes);
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
