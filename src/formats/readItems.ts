import { open } from "node:fs/promises";
import { SurveyError } from "../model/errors.ts";
import { withFileFaults } from "../export/fileFaults.ts";

const newline = 0x0a;

/** Bytes that are read at once. */
const chunkBytes = 256 * 1024;

/** Handed on at once. With more of them, the garbage collector's time for those in use outweighs all else. */
const mostItems = 32;

/**
 * Reads the items of an ndjson file, some at a time, in their order; an item at a time stands in memory as bytes.
 * @param decode makes something of an item, whose bytes it must not keep; `place` is its number, from 0
 * @throws SurveyError "file-fault" if the file cannot be read, "incomplete" if its last line has no end, and those of
 * `decode`
 */
export async function* readItems<T>(
  path: string,
  decode: (item: Uint8Array, place: () => number) => T,
): AsyncGenerator<T[]> {
  const handle = await withFileFaults(path, () => open(path, "r"));
  try {
    const chunk = Buffer.allocUnsafeSlow(chunkBytes);
    /** The beginning of an item that goes on in the next chunk. */
    let begun: Buffer[] = [];
    let count = 0;
    const place = () => count;
    for (;;) {
      const { bytesRead } = await withFileFaults(path, () => handle.read(chunk, 0, chunkBytes));
      if (bytesRead === 0) {
        break;
      }
      let items: T[] = [];
      let start = 0;
      for (;;) {
        const end = chunk.subarray(0, bytesRead).indexOf(newline, start);
        if (end < 0) {
          break;
        }
        const rest = chunk.subarray(start, end);
        items.push(decode(begun.length === 0 ? rest : Buffer.concat([...begun, rest]), place));
        begun = [];
        count++;
        start = end + 1;
        if (items.length === mostItems) {
          yield items;
          items = [];
        }
      }
      if (start < bytesRead) {
        begun.push(Buffer.from(chunk.subarray(start, bytesRead)));
      }
      if (items.length > 0) {
        yield items;
      }
    }
    if (begun.length > 0) {
      throw new SurveyError(
        "incomplete",
        `${path} ends in the middle of a response. Export again.`,
      );
    }
  } finally {
    await handle.close();
  }
}
