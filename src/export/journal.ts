import { readFile, rename, type FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";
import * as z from "zod";
import { apiVersions } from "../model/survey.ts";
import { doubts } from "../reader/readWindows.ts";
import { count, itemMark, readQuery, secondItems, text } from "./schemas.ts";
import { createAnew } from "./targetFiles.ts";

/*
 * The journal of an export under way: a header, then a line for each thing that has happened. It is what an export is
 * resumed from, so every line stands for something that the files beside it have already.
 */

/** What an unfinished export belongs to. Another export must not continue it. */
const identity = z.object({
  dataSpace: z.string(),
  spaceMark: z.string(),
  apiVersion: z.enum(apiVersions),
  surveyId: z.string(),
  kind: z.enum(["responses", "metadata"]),
  /** Of the items in the partial file. */
  format: z.string(),
  /** As asked for. */
  query: readQuery,
  /** The hash of the file that an incremental export continues. */
  since: text,
});
export type JournalIdentity = Readonly<z.infer<typeof identity>>;

const header = identity.extend({
  journal: z.literal(2),
  surveyLabel: z.string(),
  /** (start, end], the same for the whole export. */
  startDateTime: text,
  endDateTime: text,
  /** Whether the end is the service's newest time, rather than asked for or open. */
  frozen: z.boolean(),
  /** What the export that is continued has of the second after the start. */
  known: secondItems.optional(),
  /** When the survey was created, as the service says. */
  createdAt: text,
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  /** Of the process that writes. */
  pid: count,
  headBytes: count,
  headCrc: count,
});
export type JournalHeader = Readonly<z.infer<typeof header>>;

const page = z.object({
  window: count,
  /** Where it ends in what was written of its window. */
  end: count,
  /** Of its items in the file, without what stands before them; and their checksum. */
  bytes: count,
  crc: count,
  /** Items written, and doubled ones left out. */
  rows: count,
  doubled: count,
  first: itemMark.optional(),
  last: itemMark.optional(),
  /** The second that was reached, and what the service is to be asked for next. */
  reached: text,
  position: z.object({
    startDateTime: text,
    endDateTime: text,
    cursor: text,
    top: z.object({ items: count, print: count }).optional(),
    print: text,
    isAgain: z.boolean().optional(),
    doubt: z.enum(doubts).optional(),
  }),
  /** Whether nothing is left in the window. */
  isRead: z.boolean(),
  /** Of a page that was not wanted whole: what its items in the file do not tell. */
  filtered: z
    .object({
      /** New items that came. */
      looked: count,
      /** Keys of those in the second that was reached which were not written. */
      border: z.array(z.string()),
      /** By what the page is known should it come again. */
      marks: z.array(z.string()),
    })
    .optional(),
});
export type JournalPage = Readonly<z.infer<typeof page>>;

const line = z.union([
  page,
  /** What lies at and before the time became a window of its own. */
  z.object({ divided: count, at: z.string(), older: count }),
  /** What was written of the window stands in the partial file, beginning there; the rest follows it. */
  z.object({ joined: count, base: z.int() }),
  /** All that was read is void, and the range is to be read in one window. */
  z.object({ alone: z.literal(true) }),
]);
export type JournalLine = Readonly<z.infer<typeof line>>;

export interface JournalContent {
  readonly header: JournalHeader;
  readonly lines: readonly JournalLine[];
}

/** Tells broken pages from whole ones when an export is continued. */
export function checksum(...parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => crc32(part, sum), 0);
}

/** The lines that are whole; `undefined` if there is no journal, or none of ours. */
export async function readJournal(path: string): Promise<JournalContent | undefined> {
  const content = await readFile(path, "utf8").catch(() => undefined);
  // What stands behind the last line feed is a line that was cut off.
  const [first, ...rest] = (content ?? "").split("\n").slice(0, -1).map(parsed);
  const decoded = header.safeParse(first);
  if (!decoded.success) {
    return undefined;
  }
  const lines: JournalLine[] = [];
  for (const value of rest) {
    const { data } = line.safeParse(value);
    if (!data) {
      break;
    }
    lines.push(data);
  }
  return { header: decoded.data, lines };
}

export class Journal {
  readonly #handle: FileHandle;
  /** Lines are written one after the other, whoever brings them. */
  #written: Promise<unknown> = Promise.resolve();

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** A journal of these lines, in place of what was there. */
  static async create(
    path: string,
    first: JournalHeader,
    lines: readonly JournalLine[] = [],
  ): Promise<Journal> {
    const temporary = `${path}.partial`;
    const handle = await createAnew(temporary);
    try {
      await handle.appendFile([first, ...lines].map((it) => `${JSON.stringify(it)}\n`).join(""));
      await rename(temporary, path);
    } catch (error) {
      await handle.close();
      throw error;
    }
    return new Journal(handle);
  }

  /** Once it has rejected, nothing can be appended any more. */
  append(added: JournalLine): Promise<void> {
    const written = this.#written.then(() => this.#handle.appendFile(`${JSON.stringify(added)}\n`));
    this.#written = written;
    // Whoever appends is told; this is for the one who appends next.
    written.catch(() => undefined);
    return written;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
