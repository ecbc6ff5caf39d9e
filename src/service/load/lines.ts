import { createReadStream } from "node:fs";
import { withoutByteOrderMark } from "../../protocol/json.ts";
import { localizable } from "../../model/localizable.ts";
import { faultAt } from "./faults.ts";

// A longer line is refused, so that memory stays bounded: a page holds 1,000 of them.
const maximumLineBytes = 1024 * 1024;

export interface Line {
  readonly number: number;
  /** Without its end. Part of a larger piece of memory. */
  readonly bytes: Buffer;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * The lines of a file, in the pieces that it is read in: ended by LF or CRLF, one byte order mark at the start left out, empty lines
 * left out but counted.
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
