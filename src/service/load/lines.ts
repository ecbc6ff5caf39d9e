import { createReadStream } from "node:fs";
import { withoutByteOrderMark } from "../../protocol/json.ts";
import { localizable } from "../../model/localizable.ts";
import { faultAt } from "./faults.ts";

// Longer lines are refused to bound memory: a page has up to 1,000 lines.
const maximumLineBytes = 1024 * 1024;

export interface Line {
  readonly number: number;
  /** The line without LF or CRLF. A view of a larger buffer. */
  readonly bytes: Buffer;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * Yields the lines of a file, in the chunks in which it is read. Lines end with LF or CRLF. Skips one byte order mark at the
 * start, and empty lines, which are counted in line numbers.
 * @throws SurveyError "invalid-input" that names a line that is too long; errors of the file system
 */
export async function* readLines(file: string): AsyncGenerator<Line[]> {
  let number = 0;
  let rest: Buffer = Buffer.alloc(0);
  const take = (bytes: Buffer): Line | undefined => {
    number++;
    if (bytes.length > maximumLineBytes) {
      throw faultAt({ file, line: number }, localizable("the line is longer than 1 MiB."));
    }
    const marked = number === 1 ? withoutByteOrderMark(bytes) : bytes;
    const end = marked.at(-1) === carriageReturn ? marked.length - 1 : marked.length;
    const line = Buffer.from(marked.buffer, marked.byteOffset, end);
    return line.length === 0 ? undefined : { number, bytes: line };
  };
  for await (const piece of createReadStream(file, { highWaterMark: 512 * 1024 })) {
    const bytes: Buffer = Buffer.concat([rest, piece as Buffer]);
    const lines: Line[] = [];
    let start = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      const line = take(bytes.subarray(start, end));
      if (line) {
        lines.push(line);
      }
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > maximumLineBytes) {
      take(rest);
    }
    yield lines;
  }
  const last = take(rest);
  if (last) {
    yield [last];
  }
}
