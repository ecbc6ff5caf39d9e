import type { FileHandle } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { SurveyError } from "../model/errors.ts";
import { Doubles } from "../reader/doubles.ts";
import type { ResponseSource } from "../reader/responseSource.ts";
import type { ItemLayout } from "./itemLayout.ts";
import {
  checksum,
  Journal,
  readJournal,
  type ItemMark,
  type JournalContent,
  type JournalHeader,
  type JournalIdentity,
  type JournalPage,
} from "./journal.ts";
import { OutputFile } from "./outputFile.ts";
import { openUnfinished, type TargetFiles } from "./targetFiles.ts";

/** An export under way: its files, and how far it has come. */
export interface Run {
  readonly header: JournalHeader;
  readonly handle: FileHandle;
  readonly output: OutputFile;
  readonly journal: Journal;
  readonly doubles: Doubles;
  /** Cursors that led to where the export stands. */
  readonly seen: Set<string>;
  /** Asks for the next page; null when the last is in the file, `undefined` before the first. */
  cursor: string | null | undefined;
  rows: number;
  pages: number;
  doubled: number;
  first: ItemMark | undefined;
  last: ItemMark | undefined;
}

export function newRun(
  header: JournalHeader,
  handle: FileHandle,
  output: OutputFile,
  journal: Journal,
): Run {
  return {
    header,
    handle,
    output,
    journal,
    doubles: new Doubles(),
    seen: new Set(),
    cursor: undefined,
    rows: 0,
    pages: 0,
    doubled: 0,
    first: undefined,
    last: undefined,
  };
}

/**
 * Takes up what an earlier export left: pages are checked against the journal and hashed, and whatever stands behind the
 * last whole one is cut off. Only the process may have ended, or the machine lost power: what the disk has counts, not
 * what was said to be written.
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
  const handle = await openUnfinished(files.partial).catch(() => undefined);
  if (!handle) {
    return undefined;
  }
  try {
    return await replay(files, content, handle, layout, source);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function checkIdentity(files: TargetFiles, header: JournalHeader, wanted: JournalIdentity): void {
  const { dataSpace, baseUrl, apiVersion, surveyId, kind, format, query } = header;
  const found = { dataSpace, baseUrl, apiVersion, surveyId, kind, format, query };
  // Through JSON, as the journal went: it knows no fields without a value.
  if (!isDeepStrictEqual(found, JSON.parse(JSON.stringify(wanted)))) {
    throw new SurveyError(
      "invalid-input",
      `The unfinished export ${files.partial} belongs to another request (${kind} of survey "${header.surveyLabel}" from the data space "${dataSpace}"), so it cannot be continued with this one. Ask for the same again, or begin anew.`,
    );
  }
  if (header.pid !== process.pid && isRunning(header.pid)) {
    throw new SurveyError(
      "file-fault",
      `The export ${files.partial} is still being written by another process (${header.pid}). Wait for it, or begin anew.`,
    );
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function replay(
  files: TargetFiles,
  { header, pages, lineEnds }: JournalContent,
  handle: FileHandle,
  layout: ItemLayout,
  source: ResponseSource,
): Promise<Run | undefined> {
  const output = new OutputFile(handle);
  const head = await readExactly(handle, 0, header.headBytes);
  if (!head || checksum(head) !== header.headCrc) {
    await handle.close();
    return undefined;
  }
  output.adopt(head);
  const doubles = new Doubles();
  const whole: JournalPage[] = [];
  for (const page of pages) {
    const bytes = await readExactly(handle, output.size, page.offset - output.size);
    if (!bytes || checksum(bytes) !== page.crc) {
      break;
    }
    output.adopt(bytes);
    for (const item of source.rawItems(layout.asArray(bytes))) {
      doubles.isDouble(item);
    }
    whole.push(page);
  }
  await handle.truncate(output.size);
  const journal = await Journal.resume(files.journal, lineEnds[whole.length] ?? 0);
  const last = whole.at(-1);
  return {
    ...newRun(header, handle, output, journal),
    doubles,
    seen: new Set(whole.flatMap(({ cursor }) => cursor ?? [])),
    cursor: last?.cursor,
    rows: last?.rows ?? 0,
    pages: whole.length,
    doubled: last?.doubled ?? 0,
    first: whole.find((page) => page.first)?.first,
    last: whole.findLast((page) => page.last)?.last,
  };
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
