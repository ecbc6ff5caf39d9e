import type { FileHandle } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { SurveyError } from "../model/errors.ts";
import { oneLine } from "../model/label.ts";
import { provides } from "../model/provided.ts";
import { secondsOf, timeOfSeconds } from "../model/time.ts";
import { Border } from "../reader/border.ts";
import { marksOf } from "../reader/pageMarks.ts";
import { ReadWindow, ReadWindows } from "../reader/readWindows.ts";
import type { ResponseSource } from "../reader/responseSource.ts";
import type { ItemLayout } from "./itemLayout.ts";
import { spoolFile, type WindowPart } from "./joinedFile.ts";
import {
  checksum,
  Journal,
  readJournal,
  type JournalContent,
  type JournalHeader,
  type JournalIdentity,
  type JournalLine,
  type JournalPage,
} from "./journal.ts";
import { OutputFile } from "./outputFile.ts";
import { keysAt, Run } from "./run.ts";
import { openUnfinished, removeLink, type TargetFiles } from "./targetFiles.ts";

/**
 * Takes up what an earlier export left: pages are checked against the journal and hashed, and whatever stands behind the
 * last whole one of a window is cut off. Only the process may have ended, or the machine lost power: what the disk has
 * counts, not what was said to be written.
 * @returns `undefined` if nothing usable is there
 * @throws SurveyError "invalid-input" if it belongs to another export, "file-fault" if that is still at work
 */
export async function takeUp(
  files: TargetFiles,
  identity: JournalIdentity,
  layout: ItemLayout,
  source: ResponseSource,
): Promise<Run | undefined> {
  const content = await readJournal(files.journal);
  if (!content) {
    return undefined;
  }
  checkIdentity(files, content.header, identity);
  await removeLink(files.spool);
  const handle = await openUnfinished(files.partial).catch(() => undefined);
  if (!handle) {
    return undefined;
  }
  const replay = new Replay(files, content, layout, source, handle);
  try {
    const run = await replay.run();
    if (!run) {
      await replay.close();
    }
    return run;
  } catch (error) {
    await replay.close();
    throw error;
  }
}

function checkIdentity(files: TargetFiles, header: JournalHeader, wanted: JournalIdentity): void {
  const { dataSpace, spaceMark, apiVersion, surveyId, kind, format, query, since } = header;
  const found = { dataSpace, spaceMark, apiVersion, surveyId, kind, format, query, since };
  // Through JSON, as the journal went: it knows no fields without a value.
  if (!isDeepStrictEqual(plain(found), plain(wanted))) {
    throw new SurveyError(
      "invalid-input",
      `The unfinished export ${files.partial} belongs to another request (${kind} of survey "${oneLine(header.surveyLabel)}" from the data space "${dataSpace}"), so it cannot be continued with this one. Ask for the same again, or begin anew.`,
    );
  }
  if (header.pid !== process.pid && isRunning(header.pid)) {
    throw new SurveyError(
      "file-fault",
      `The export ${files.partial} is still being written by another process (${header.pid}). Wait for it, or begin anew.`,
    );
  }
}

function plain(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A window as the journal has it. */
interface Recorded {
  readonly window: ReadWindow;
  readonly pages: JournalPage[];
  base: number | undefined;
}

class Replay {
  readonly #files: TargetFiles;
  readonly #content: JournalContent;
  readonly #layout: ItemLayout;
  readonly #source: ResponseSource;
  readonly #handle: FileHandle;
  readonly #output: OutputFile;
  readonly #spools: FileHandle[] = [];
  readonly #newest: string[] = [];
  #hasRows = false;

  constructor(
    files: TargetFiles,
    content: JournalContent,
    layout: ItemLayout,
    source: ResponseSource,
    handle: FileHandle,
  ) {
    this.#files = files;
    this.#content = content;
    this.#layout = layout;
    this.#source = source;
    this.#handle = handle;
    this.#output = new OutputFile(handle);
  }

  async run(): Promise<Run | undefined> {
    const { header } = this.#content;
    const head = await readExactly(this.#handle, 0, header.headBytes);
    if (!head || checksum(head) !== header.headCrc) {
      return undefined;
    }
    this.#output.adopt(head);
    const { recorded, windows, isAlone } = this.#recorded();
    const parts = await this.#check(recorded);
    await this.#handle.truncate(this.#output.size);
    const pages = recorded.flatMap((it) => it.pages);
    windows.largestPage = pages.reduce(
      (most, it) => Math.max(most, it.filtered?.looked ?? it.rows),
      0,
    );
    const journal = await Journal.create(
      this.#files.journal,
      { ...header, pid: process.pid },
      linesOf(recorded, isAlone),
    );
    return new Run({
      files: this.#files,
      header,
      layout: this.#layout,
      handle: this.#handle,
      output: this.#output,
      journal,
      windows,
      parts,
      pages,
      newest: this.#newest,
      isAlone,
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.#handle, ...this.#spools].map((it) => it.close()));
  }

  /** The windows, newest first, and what the journal says of each. */
  #recorded() {
    const { header, lines } = this.#content;
    let windows = new ReadWindows(rangeWindows(header), header.createdAt);
    let known = recordedOf(windows, header);
    let isAlone = false;
    for (const line of lines) {
      if ("divided" in line) {
        const divided = known.get(line.divided);
        if (divided && !known.has(line.older)) {
          const window = windows.insert(divided.window, line.at, line.older);
          known.set(line.older, { window, pages: [], base: undefined });
        }
      } else if ("joined" in line) {
        const joined = known.get(line.joined);
        if (joined) {
          joined.base = line.base;
        }
      } else if ("alone" in line) {
        isAlone = true;
        windows = new ReadWindows(rangeWindows(header, isAlone), header.createdAt);
        known = recordedOf(windows, header);
      } else {
        known.get(line.window)?.pages.push(line);
      }
    }
    const recorded = windows.list.flatMap((it) => known.get(it.id) ?? []);
    recorded.forEach((it) => withoutKnownSecond(it, header));
    return { recorded, windows, isAlone };
  }

  /** Keeps of each window what the files have, and brings it to where that ends. */
  async #check(recorded: readonly Recorded[]): Promise<WindowPart[]> {
    const parts: WindowPart[] = [];
    // Once a window in the partial file is not complete, nothing that stands behind it counts.
    let isInOrder = true;
    for (const it of recorded) {
      if (it.base !== undefined && !(isInOrder && this.#begins(it.base))) {
        it.base = undefined;
        it.pages.length = 0;
      }
      const part = await (it.base === undefined ? this.#inSpool(it) : this.#inPartial(it, it.base));
      isInOrder = it.base !== undefined && part.isWhole;
      parts.push(part);
    }
    return parts;
  }

  /** Whether what goes on in the partial file has this base: before its very first item there is no separator. */
  #begins(base: number): boolean {
    const { size } = this.#output;
    return base === size || (!this.#hasRows && base === size - this.#layout.separator.length);
  }

  async #inPartial(recorded: Recorded, base: number): Promise<WindowPart> {
    const { window } = recorded;
    const start = this.#output.size - base;
    const kept = await this.#keep(recorded, this.#handle, base, start, (bytes) => {
      this.#output.adopt(bytes);
      this.#hasRows = true;
    });
    return { window, base, ...kept, isWhole: window.isRead };
  }

  async #inSpool(recorded: Recorded): Promise<WindowPart> {
    const { window, pages } = recorded;
    const path = spoolFile(this.#files.spool, window);
    const spool = await openUnfinished(path).catch(() => undefined);
    if (!spool) {
      pages.length = 0;
      return { window, end: 0, rows: 0, isWhole: false };
    }
    this.#spools.push(spool);
    const kept = await this.#keep(recorded, spool, 0, 0, () => undefined);
    await spool.truncate(kept.end);
    return { window, spool, ...kept, isWhole: window.isRead };
  }

  /** Keeps the pages that stand in the file whole. @param start where the first begins, from the base */
  async #keep(
    { window, pages }: Recorded,
    file: FileHandle,
    base: number,
    start: number,
    keep: (bytes: Uint8Array) => void,
  ): Promise<{ end: number; rows: number }> {
    let end = start;
    let rows = 0;
    let whole = 0;
    for (const page of pages) {
      if (page.bytes > 0) {
        const bytes = await readExactly(file, base + end, page.end - end);
        const content = bytes?.subarray(-page.bytes);
        if (!bytes || !content || checksum(content) !== page.crc) {
          break;
        }
        keep(bytes);
        end = page.end;
        this.#remember(window, content);
      }
      window.read += page.filtered?.looked ?? page.rows;
      rows += page.rows;
      rememberUnwanted(window, page);
      whole++;
    }
    pages.length = whole;
    const last = pages.at(-1);
    if (last) {
      window.goBehind(
        pages.map((it) => it.position),
        last.position,
      );
      window.isRead = last.isRead;
    }
    return { end, rows };
  }

  /** The items of the page count as read. */
  #remember(window: ReadWindow, content: Uint8Array): void {
    const array = this.#layout.asArray(content);
    const items = this.#source.rawItems(array);
    items.forEach((it) => window.doubles.isDouble(it));
    window.border.pass(array, items);
    marksOf(array, items).forEach((it) => window.marks.add(it));
    this.#newest.push(...keysAt(this.#content.header.endDateTime, array, items));
  }
}

/** What the page brought beside what is in the file. */
function rememberUnwanted(window: ReadWindow, { reached, filtered }: JournalPage): void {
  const { border } = window;
  if (filtered || border.time !== reached) {
    const written = border.time === reached ? border.items : [];
    window.border = new Border(reached, [...written, ...(filtered?.border ?? [])]);
  }
  filtered?.marks.forEach((it) => window.marks.add(it));
}

/** Nothing but the windows. */
function recordedOf({ list }: ReadWindows, { headBytes }: JournalHeader): Map<number, Recorded> {
  return new Map(
    list.map((window, index) => [
      window.id,
      { window, pages: [], base: index === 0 ? headBytes : undefined },
    ]),
  );
}

/** What is known of the second that an incremental export begins with does not stand in the file: it is read anew. */
function withoutKnownSecond({ pages }: Recorded, { known }: JournalHeader): void {
  const isIn = ({ reached }: JournalPage) =>
    known !== undefined && reached !== undefined && reached <= known.finishedAt;
  while (pages.some(isIn)) {
    pages.pop();
  }
}

/** A journal that says just what was kept. */
function linesOf(recorded: readonly Recorded[], isAlone: boolean): JournalLine[] {
  const lines: JournalLine[] = isAlone ? [{ alone: true }] : [];
  for (const [index, { window }] of recorded.entries()) {
    const older = recorded[index + 1]?.window;
    if (older) {
      lines.push({ divided: window.id, at: older.to ?? "", older: older.id });
    }
  }
  for (const { window, pages, base } of recorded) {
    if (base !== undefined && window.id !== 0) {
      lines.push({ joined: window.id, base });
    }
    lines.push(...pages);
  }
  return lines;
}

/**
 * The windows that an export begins with, newest first. While it runs, more may be submitted in the last second. Where
 * responses have no ids and cursors are positions, that would shift all pages behind it; so it has a window of its own.
 */
export function rangeWindows(header: JournalHeader, isAlone = false): ReadWindow[] {
  const { startDateTime, endDateTime, kind, apiVersion } = header;
  const end = endDateTime === undefined ? undefined : secondsOf(endDateTime);
  const before = end === undefined ? undefined : timeOfSeconds(end - 1);
  const hasIds = kind === "metadata" || provides(apiVersion, "responseId");
  return hasIds || isAlone || before === undefined || (startDateTime ?? "") >= before
    ? [new ReadWindow(0, startDateTime, endDateTime)]
    : [new ReadWindow(0, before, endDateTime), new ReadWindow(1, startDateTime, before)];
}

async function readExactly(
  handle: FileHandle,
  position: number,
  length: number,
): Promise<Uint8Array | undefined> {
  if (length < 0) {
    return undefined;
  }
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) {
      return undefined;
    }
    done += bytesRead;
  }
  return bytes;
}
