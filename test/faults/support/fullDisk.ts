import { open, type FileHandle } from "node:fs/promises";
import type { SqliteDriver } from "../../../src/store/sqliteDriver.ts";
import { WatchedDriver } from "./watchedDriver.ts";

/** The writing methods on the prototype of FileHandle. */
interface Writers {
  write: (
    this: FileHandle,
    data: Uint8Array,
    offset?: number,
    length?: number,
    position?: number,
  ) => Promise<{ bytesWritten: number; buffer: Uint8Array }>;
  writev: (this: FileHandle, parts: Uint8Array[], position?: number) => Promise<Written>;
  appendFile: (this: FileHandle, data: string | Uint8Array) => Promise<void>;
  writeFile: (this: FileHandle, data: string | Uint8Array) => Promise<void>;
}

interface Written {
  bytesWritten: number;
  buffers: NodeJS.ArrayBufferView[];
}

/**
 * Runs the task on a simulated disk with room for `room` bytes in all files of this process together. Like a real disk, it
 * first accepts without an error what still fits, and only then fails.
 * @returns the task's outcome, and the number of bytes that were written
 */
export async function withRoom<T>(
  room: number,
  task: () => Promise<T>,
): Promise<{ readonly value: T; readonly bytes: number }> {
  const some = await open(import.meta.filename);
  const handles = Object.getPrototypeOf(some) as Writers;
  await some.close();
  const { write, writev, appendFile, writeFile } = handles;
  let taken = 0;

  /** Returns the part of the bytes that fits. @throws ENOSPC if nothing fits */
  function take(bytes: Buffer): Buffer {
    const fitting = bytes.subarray(0, Math.max(0, room - taken));
    if (fitting.length === 0 && bytes.length > 0) {
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    }
    taken += fitting.length;
    return fitting;
  }

  /** Wraps a method that writes all or fails: it writes what fits, and then fails. */
  function whole(real: Writers["appendFile"]): Writers["appendFile"] {
    return async function (data) {
      const bytes = Buffer.from(data);
      const fitting = take(bytes);
      await real.call(this, fitting);
      take(bytes.subarray(fitting.length));
    };
  }

  const simulated: Writers = {
    async write(data, offset = 0, length = data.length - offset, position) {
      const fitting = take(Buffer.from(data.subarray(offset, offset + length)));
      return write.call(this, fitting, 0, fitting.length, position);
    },
    async writev(parts, position) {
      return writev.call(this, [take(Buffer.concat(parts))], position);
    },
    appendFile: whole(appendFile),
    writeFile: whole(writeFile),
  };
  Object.assign(handles, simulated);
  try {
    return { value: await task(), bytes: taken };
  } finally {
    Object.assign(handles, { write, writev, appendFile, writeFile });
  }
}

/** SQLite with databases of at most `most` pages. */
export class SmallDriver extends WatchedDriver {
  #pages = 0;

  constructor(driver: SqliteDriver, most?: number) {
    super(
      driver,
      (_, database) => {
        const { page_count: pages } = database.get("PRAGMA page_count") ?? {};
        this.#pages = Math.max(this.#pages, Number(pages));
      },
      (database) => {
        if (most !== undefined) {
          database.exec(`PRAGMA max_page_count = ${most}`);
        }
      },
    );
  }

  /** Pages of the largest database. */
  get pages(): number {
    return this.#pages;
  }
}
