import { mkdir, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { SurveyError } from "../model/errors.ts";
import type { ReadWindow, ReadWindows } from "../reader/readWindows.ts";
import { writeFully, type OutputFile } from "./outputFile.ts";
import { createAnew } from "./targetFiles.ts";

/** What has been written of a window. */
export interface WindowPart {
  readonly window: ReadWindow;
  /** Where it begins in the partial file; absent while it is in a file of its own. */
  base?: number | undefined;
  spool?: FileHandle | undefined;
  /** Where it ends, from `base` or in its own file. */
  end: number;
  rows: number;
  /** Whether all of it is written. */
  isWhole: boolean;
}

interface JoinedFileOptions {
  /** The partial file. */
  readonly output: OutputFile;
  readonly windows: ReadWindows;
  /** What was written before; a window that is not among them has nothing yet. */
  readonly parts: readonly WindowPart[];
  readonly separator: Uint8Array;
  /** A folder for windows whose turn has not come. */
  readonly spool: string;
  /** Told before anything of the window is written behind its base. */
  readonly onJoined: (window: ReadWindow, base: number) => Promise<void>;
}

/** Copied in one go. */
const chunkBytes = 1024 * 1024;
/** What is copied while the window's lane has to wait. */
const lastBytes = 4 * chunkBytes;

/**
 * A file that is written in order although its windows come side by side. The newest window that is not complete is written
 * to the file itself, those after it each to a file of their own, which is moved into the file when their turn comes.
 */
export class JoinedFile {
  readonly #options: JoinedFileOptions;
  readonly #parts: Map<number, WindowPart>;
  /** What is written of a window last; whoever comes next waits for it. */
  readonly #writing = new Map<WindowPart, Promise<unknown>>();
  #joining: Promise<void> | undefined;
  /** For copying; one window is moved at a time. */
  #chunk: Buffer | undefined;
  #failure: { readonly error: unknown } | undefined;
  #isClosing = false;

  constructor(options: JoinedFileOptions) {
    this.#options = options;
    this.#parts = new Map(options.parts.map((it) => [it.window.id, it]));
    this.#join();
  }

  /**
   * Appends items of the window. `then` runs when they are written, before anything else of the window is, and is told where
   * they end, from the window's base.
   * @param isLast whether the window is complete with them
   */
  async append(
    window: ReadWindow,
    content: Uint8Array,
    rows: number,
    isLast: boolean,
    then: (end: number) => Promise<void>,
  ): Promise<void> {
    const part = this.#partOf(window);
    await this.#inTurn(part, async () => {
      if (this.#failure) {
        throw this.#failure.error;
      }
      if (rows > 0) {
        await this.#write(part, content);
        part.rows += rows;
      }
      await then(part.end);
      part.isWhole = isLast;
    });
    if (isLast) {
      this.#join();
    }
  }

  /** Resolves when every window is in the file. They have to be complete. */
  async joined(signal: AbortSignal): Promise<void> {
    const stop = () => {
      this.#isClosing = true;
    };
    signal.addEventListener("abort", stop);
    try {
      while (this.#next()) {
        this.#join();
        await this.#joining;
        if (this.#failure) {
          throw this.#failure.error;
        }
        if (signal.aborted) {
          throw new SurveyError("cancelled", "Cancelled.");
        }
      }
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** Closes all files but the partial one. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#joining;
    await Promise.allSettled(this.#writing.values());
    const spools = [...this.#parts.values()].flatMap((it) => it.spool ?? []);
    await Promise.allSettled(spools.map((it) => it.close()));
  }

  #partOf(window: ReadWindow): WindowPart {
    const known = this.#parts.get(window.id);
    if (known) {
      return known;
    }
    const part = { window, end: 0, rows: 0, isWhole: false };
    this.#parts.set(window.id, part);
    return part;
  }

  #inTurn(part: WindowPart, task: () => Promise<void>): Promise<void> {
    const turn = (this.#writing.get(part) ?? Promise.resolve()).then(task);
    this.#writing.set(part, turn);
    // Whoever waits is told; the next one is, too.
    turn.catch(() => undefined);
    return turn;
  }

  async #write(part: WindowPart, content: Uint8Array): Promise<void> {
    const { output, separator, spool } = this.#options;
    if (part.base !== undefined) {
      await output.append(...(this.#hasRows() ? [separator] : []), content);
      part.end = output.size - part.base;
      return;
    }
    if (!part.spool) {
      await mkdir(spool, { recursive: true, mode: 0o700 });
      part.spool = await createAnew(spoolFile(spool, part.window));
    }
    part.end += await writeFully(part.spool, [separator, content], part.end);
  }

  /** Whether there are items in the partial file. */
  #hasRows(): boolean {
    return [...this.#parts.values()].some((it) => it.base !== undefined && it.rows > 0);
  }

  #join(): void {
    this.#joining ??= this.#joinAll()
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => {
        this.#joining = undefined;
      });
  }

  async #joinAll(): Promise<void> {
    for (let part = this.#next(); part && !this.#isClosing; part = this.#next()) {
      await this.#moveIn(part);
    }
  }

  /** The window whose turn it is to be moved in: all before it are in the file, and complete. */
  #next(): WindowPart | undefined {
    for (const window of this.#options.windows.list) {
      const part = this.#partOf(window);
      if (part.base === undefined) {
        return part;
      }
      if (!part.isWhole) {
        return undefined;
      }
    }
    return undefined;
  }

  async #moveIn(part: WindowPart): Promise<void> {
    const { output, separator, spool, onJoined } = this.#options;
    // In its own file there is a separator before the first item.
    const skipped = this.#hasRows() ? 0 : separator.length;
    const base = output.size - skipped;
    let at = skipped;
    while (part.end - at > lastBytes && !this.#isClosing) {
      at += await this.#copy(part, at);
    }
    await this.#inTurn(part, async () => {
      while (at < part.end && !this.#isClosing) {
        at += await this.#copy(part, at);
      }
      if (this.#isClosing) {
        return;
      }
      await onJoined(part.window, base);
      part.base = base;
      part.end = Math.max(part.end, skipped);
    });
    if (part.spool && part.base !== undefined) {
      // Its own file goes only when the disk has what was in it.
      await output.sync();
      await part.spool.close();
      part.spool = undefined;
      await rm(spoolFile(spool, part.window), { force: true });
    }
  }

  async #copy(part: WindowPart, from: number): Promise<number> {
    const chunk = (this.#chunk ??= Buffer.allocUnsafeSlow(chunkBytes));
    const length = Math.min(chunkBytes, part.end - from);
    const { bytesRead = 0 } = (await part.spool?.read(chunk, 0, length, from)) ?? {};
    if (bytesRead === 0) {
      throw Object.assign(new Error("A file of the export became shorter."), { code: "EIO" });
    }
    await this.#options.output.append(chunk.subarray(0, bytesRead));
    return bytesRead;
  }
}

export function spoolFile(folder: string, { id }: Pick<ReadWindow, "id">): string {
  return join(folder, String(id));
}
