import { open, readFile, type FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { ApiVersion } from "../model/survey.ts";
import type { ItemKind, ReadQuery } from "../reader/responseSource.ts";

/** What an unfinished export belongs to. Another export must not continue it. */
export interface JournalIdentity {
  readonly dataSpace: string;
  readonly baseUrl: string;
  readonly apiVersion: ApiVersion;
  readonly surveyId: string;
  readonly kind: ItemKind;
  readonly format: string;
  /** As asked for. */
  readonly query: ReadQuery;
}

export interface JournalHeader extends JournalIdentity {
  readonly journal: 1;
  readonly surveyLabel: string;
  /** The range's end for every page of this export. */
  readonly endDateTime?: string | undefined;
  /** Whether the end is the service's newest time, rather than asked for or open. */
  readonly frozen: boolean;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Of the process that writes. */
  readonly pid: number;
  readonly headBytes: number;
  readonly headCrc: number;
}

export interface ItemMark {
  /** v3. */
  readonly responseId?: string | undefined;
  /** v1 and v2, of metadata. */
  readonly answerUid?: string | undefined;
  readonly finishedAt?: string | undefined;
}

/** A page that the file has. */
export interface JournalPage {
  /** Asks for the page after it; null after the last. */
  readonly cursor: string | null;
  /** Where in the file the page ends. */
  readonly offset: number;
  /** Of the page's bytes in the file. */
  readonly crc: number;
  /** Items in the file, this page's included. */
  readonly rows: number;
  /** Doubled items that were left out up to here. */
  readonly doubled: number;
  /** The page's first and last item; absent for a page of which nothing was kept. */
  readonly first?: ItemMark | undefined;
  readonly last?: ItemMark | undefined;
}

export interface JournalContent {
  readonly header: JournalHeader;
  readonly pages: readonly JournalPage[];
  /** Where in the journal each page's line ends, after the header's. */
  readonly lineEnds: readonly number[];
}

/** Tells broken pages from whole ones when an export is continued. */
export function checksum(...parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => crc32(part, sum), 0);
}

/** The lines that are whole; `undefined` if there is no journal, or none of ours. */
export async function readJournal(path: string): Promise<JournalContent | undefined> {
  const bytes = await readFile(path).catch(() => undefined);
  if (!bytes) {
    return undefined;
  }
  let header: JournalHeader | undefined;
  const pages: JournalPage[] = [];
  const lineEnds: number[] = [];
  let start = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
    const line = parseLine(bytes.toString("utf8", start, end));
    start = end + 1;
    if (!header) {
      if (!isHeader(line)) {
        return undefined;
      }
      header = line;
      lineEnds.push(start);
    } else if (isPage(line)) {
      pages.push(line);
      lineEnds.push(start);
    } else {
      break;
    }
  }
  return header && { header, pages, lineEnds };
}

/** The journal of a running export: a line for each page, once the page is in the file. */
export class Journal {
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(path: string, header: JournalHeader): Promise<Journal> {
    const handle = await open(path, "wx", 0o600);
    const journal = new Journal(handle);
    await journal.#write(header);
    return journal;
  }

  /** Cuts off what stands after `length`, and goes on there. */
  static async resume(path: string, length: number): Promise<Journal> {
    const handle = await open(path, "a");
    await handle.truncate(length);
    return new Journal(handle);
  }

  append(page: JournalPage): Promise<void> {
    return this.#write(page);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  async #write(line: JournalHeader | JournalPage): Promise<void> {
    await this.#handle.appendFile(`${JSON.stringify(line)}\n`);
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isHeader(line: unknown): line is JournalHeader {
  return (
    isObject(line) &&
    line["journal"] === 1 &&
    typeof line["startedAt"] === "string" &&
    typeof line["surveyLabel"] === "string" &&
    typeof line["frozen"] === "boolean" &&
    typeof line["headBytes"] === "number" &&
    typeof line["headCrc"] === "number" &&
    typeof line["pid"] === "number" &&
    isObject(line["query"]) &&
    ["undefined", "string"].includes(typeof line["endDateTime"])
  );
}

function isPage(line: unknown): line is JournalPage {
  return (
    isObject(line) &&
    (line["cursor"] === null || typeof line["cursor"] === "string") &&
    ["offset", "crc", "rows", "doubled"].every((name) => Number.isSafeInteger(line[name])) &&
    ["first", "last"].every((name) => line[name] === undefined || isObject(line[name]))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
