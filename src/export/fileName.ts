import filenameReservedRegex, { windowsReservedNameRegex } from "filename-reserved-regex";
import { oneLine } from "../model/oneLine.ts";

/** The longest name that file systems take, in bytes of UTF-8. */
const longestName = 255;

/** The longest ending of the names that an export writes beside its file. */
const longestEnding = ".manifest.json.written";

/** What nobody sees, and half a surrogate pair, which no file system can write down. */
const hidden = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** Braille has a pattern without dots. */
const blank = /[\s\u2800]+/g;

/** What hides a file, or makes a command take it for an option. */
const badStart = /^[\s.-]+/;

/** What Windows cuts off. */
const badEnd = /[\s.]+$/;

/**
 * A file name made of any text, such as a survey's title: safe on every system, and short enough for the names that an
 * export writes beside it. `fallback` stands for a text of which nothing is left.
 */
export function fileName(text: string, extension: string, fallback = "survey"): string {
  const shown = oneLine(text).replace(hidden, "").replace(blank, " ").replace(badStart, "");
  // One byte more for the mark of a device.
  const room = longestName - `.${extension}${longestEnding}_`.length;
  // Cut first, mended then: what is left may end badly, or be a device.
  const stem = startOf(shown, room).replace(badEnd, "");
  const isDevice = windowsReservedNameRegex().test(stem);
  const safe = `${isDevice ? "_" : ""}${stem}`.replace(filenameReservedRegex(), "_");
  return `${safe === "" ? fallback : safe}.${extension}`;
}

/** As many whole characters, as a reader sees them, as fit into the bytes. */
function startOf(text: string, bytes: number): string {
  // Nearly all do as they are, and each row of the tree asks.
  if (Buffer.byteLength(text) <= bytes) {
    return text;
  }
  let result = "";
  let length = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    length += Buffer.byteLength(segment);
    if (length > bytes) {
      break;
    }
    result += segment;
  }
  return result;
}
