import { rm, type FileHandle } from "node:fs/promises";
import { provides } from "../model/provided.ts";
import { itemKey } from "../reader/border.ts";
import { marksOf } from "../reader/pageMarks.ts";
import type { ReadSink } from "../reader/readLanes.ts";
import type { ReadPage } from "../reader/readWindow.ts";
import type { ReadWindow, ReadWindows } from "../reader/readWindows.ts";
import type { RawItem } from "../reader/responseSource.ts";
import type { ItemLayout } from "./itemLayout.ts";
import { JoinedFile, type WindowPart } from "./joinedFile.ts";
import { checksum, type Journal, type JournalHeader, type JournalPage } from "./journal.ts";
import type { OutputFile } from "./outputFile.ts";
import type { ItemMark } from "./schemas.ts";
import type { TargetFiles } from "./targetFiles.ts";

/** What a run is made of. */
export interface RunParts {
  readonly files: TargetFiles;
  readonly header: JournalHeader;
  readonly layout: ItemLayout;
  readonly handle: FileHandle;
  readonly output: OutputFile;
  readonly journal: Journal;
  readonly windows: ReadWindows;
  /** What the files have already. */
  readonly parts: readonly WindowPart[];
  readonly pages: readonly JournalPage[];
  /** Keys of the items of the range's last second. */
  readonly newest: readonly string[];
  /** The service cannot be read in several windows. */
  readonly isAlone: boolean;
}

/** The marks of a window's newest and oldest item. */
interface Ends {
  readonly first: ItemMark | undefined;
  readonly last: ItemMark | undefined;
}

/** An export under way: its files, and how far it has come. */
export class Run implements ReadSink {
  readonly files: TargetFiles;
  readonly header: JournalHeader;
  readonly windows: ReadWindows;
  readonly isAlone: boolean;
  readonly output: OutputFile;
  readonly handle: FileHandle;
  readonly #layout: ItemLayout;
  readonly #journal: Journal;
  readonly #joined: JoinedFile;
  readonly #ends = new Map<number, Ends>();
  /** Called when a page is kept. */
  onPage: () => void = () => undefined;
  /** Keys of the items of the range's last second: an export of what is new since begins with that second. */
  readonly newest: string[];
  rows = 0;
  /** Items that came, wanted or not. */
  looked = 0;
  pages = 0;
  doubled = 0;
  /** Of all items, wherever they stand. */
  bytes: number;

  constructor(parts: RunParts) {
    this.files = parts.files;
    this.header = parts.header;
    this.windows = parts.windows;
    this.isAlone = parts.isAlone;
    this.output = parts.output;
    this.handle = parts.handle;
    this.#layout = parts.layout;
    this.#journal = parts.journal;
    this.bytes = parts.header.headBytes;
    this.newest = [...parts.newest];
    parts.pages.forEach((it) => this.#count(it));
    this.#joined = new JoinedFile({
      output: parts.output,
      windows: parts.windows,
      parts: parts.parts,
      separator: parts.layout.separator,
      spool: parts.files.spool,
      onJoined: (window, base) => this.#journal.append({ joined: window.id, base }),
    });
  }

  /** The newest and the oldest item. */
  get ends(): Ends {
    const ends = this.windows.list.flatMap((it) => this.#ends.get(it.id) ?? []);
    return {
      first: ends.find((it) => it.first)?.first,
      last: ends.findLast((it) => it.last)?.last,
    };
  }

  /** A page counts once its line is in the journal: then the files have all of it. */
  async page(window: ReadWindow, page: ReadPage): Promise<void> {
    const { body, items, fresh, doubled } = page;
    const content = this.#layout.page(body, items);
    this.newest.push(...keysAt(this.header.endDateTime, body, items));
    const { position, isRead } = window;
    const { time: reached } = window.border;
    const crc = checksum(content);
    await this.#joined.append(window, content, items.length, isRead, async (end) => {
      const kept: JournalPage = {
        window: window.id,
        end,
        bytes: content.length,
        crc,
        rows: items.length,
        doubled,
        first: this.#markOf(items[0]),
        last: this.#markOf(items.at(-1)),
        reached,
        position,
        isRead,
        filtered: fresh.length === items.length ? undefined : filteredOf(page, reached),
      };
      await this.#journal.append(kept);
      this.#count(kept);
    });
    this.output.syncSoon();
    this.onPage();
  }

  async divided(divided: ReadWindow, older: ReadWindow): Promise<void> {
    await this.#journal.append({ divided: divided.id, at: older.to ?? "", older: older.id });
  }

  /** Puts down that the service cannot be read in several windows: what was read is void. */
  async putDownAlone(): Promise<void> {
    await this.#journal.append({ alone: true });
  }

  /** Resolves when all that was read stands in the partial file. */
  joined(signal: AbortSignal): Promise<void> {
    return this.#joined.joined(signal);
  }

  /** Closes what was needed beside the partial file, and removes it. The journal stays until the file has its name. */
  async clear(): Promise<void> {
    await this.#joined.close();
    await this.#journal.close();
    await rm(this.files.spool, { recursive: true, force: true });
  }

  /** Closes everything as it is. What ended the export is the error to tell, not what closing its files adds to it. */
  async abandon(): Promise<void> {
    await this.#joined.close().catch(() => undefined);
    await this.output.abandon().catch(() => undefined);
    await this.#journal.close().catch(() => undefined);
  }

  #count({ window, rows, doubled, bytes, first, last, position, filtered }: JournalPage): void {
    this.rows += rows;
    this.looked += filtered?.looked ?? rows;
    this.doubled += doubled;
    this.bytes += bytes;
    // A look whether anything is left, with nothing found, is no page.
    this.pages += position.isAgain === true && rows + doubled === 0 ? 0 : 1;
    const before = this.#ends.get(window);
    this.#ends.set(window, { first: before?.first ?? first, last: last ?? before?.last });
  }

  #markOf(item: RawItem | undefined): ItemMark | undefined {
    const id = provides(this.header.apiVersion, "responseId") ? "responseId" : "answerUid";
    return item && { [id]: item.id, finishedAt: item.finishedAt };
  }
}

function filteredOf({ body, items, fresh }: ReadPage, reached: string | undefined) {
  const written = new Set(items);
  return {
    looked: fresh.length,
    border: fresh
      .filter((it) => it.finishedAt === reached && !written.has(it))
      .map((it) => itemKey(body, it)),
    marks: marksOf(body, fresh),
  };
}

/** Keys of the items of the second. */
export function keysAt(
  time: string | undefined,
  body: Uint8Array,
  items: readonly RawItem[],
): string[] {
  const isIn = (it: RawItem) => time !== undefined && it.finishedAt === time;
  return items.filter(isIn).map((it) => itemKey(body, it));
}
