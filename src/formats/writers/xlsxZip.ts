import { once } from "node:events";
import { PassThrough } from "node:stream";
import { ZipFile, type ReadStreamOptions } from "yazl";
import type { ByteSink } from "../writer.ts";

/** One file of the archive. Its size need not be known in advance. */
export interface ZipEntry {
  /** Resolves when more can be written. */
  write(text: string): Promise<void>;
  /** Ends the file; the next one begins. */
  end(): void;
}

/** Writes a ZIP archive to a sink while its files are made, with as little in memory as the sink allows; ZIP64 if needed. */
export class ZipStream {
  readonly #zip = new ZipFile();
  readonly #options: Partial<ReadStreamOptions>;
  readonly #failed = new AbortController();
  readonly #written: Promise<void>;

  /** @param createdAt time whose day all files in it have; ISO 8601, UTC */
  constructor(sink: ByteSink, createdAt: string) {
    this.#options = {
      mtime: localNoon(new Date(createdAt)),
      forceDosTimestamp: true,
      // The level of spreadsheet programs: half the time of the usual level, and a file that is a third larger.
      compressionLevel: 1,
    };
    this.#written = this.#writeTo(sink);
    this.#written.catch(() => {
      this.#failed.abort();
    });
  }

  add(path: string, text: string): void {
    this.#zip.addBuffer(Buffer.from(text), path, this.#options);
  }

  begin(path: string): ZipEntry {
    const stream = new PassThrough();
    this.#zip.addReadStream(stream, path, this.#options);
    return {
      write: async (text) => {
        if (!stream.write(text)) {
          await this.#drained(stream);
        }
      },
      end: () => stream.end(),
    };
  }

  /** Resolves when the sink has everything; rejects with the error of the sink. */
  async finish(): Promise<void> {
    this.#zip.end();
    await this.#written;
  }

  async #drained(stream: PassThrough): Promise<void> {
    try {
      await once(stream, "drain", { signal: this.#failed.signal });
    } catch {
      await this.#written;
    }
  }

  async #writeTo(sink: ByteSink): Promise<void> {
    for await (const chunk of this.#zip.outputStream) {
      // The stream has no encoding: its chunks are buffers.
      await sink.write(chunk as Buffer);
    }
  }
}

/**
 * Returns noon of the day in local time: times in ZIP have no zone, and yazl writes the local time, but the same file must
 * have the same bytes everywhere. Noon exists every day, unlike hours that change to daylight saving.
 */
function localNoon(utc: Date): Date {
  return new Date(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate(), 12);
}
