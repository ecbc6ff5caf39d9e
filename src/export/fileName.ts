import filenameReservedRegex, { windowsReservedNameRegex } from "filename-reserved-regex";
import { cutBytes } from "../model/cutBytes.ts";
import { oneLine } from "../model/oneLine.ts";

/** Longest name that file systems accept, in bytes of UTF-8. */
const longestName = 255;

/** Longest ending of the names that an export, or the repair of a table, writes beside its file. */
const longestEnding = ".repair.written.codebook.written";

/** Invisible characters, and lone surrogates, which no file system can store. */
const hidden = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** White space; U+2800 is the Braille pattern without dots. */
const blank = /[\s\u2800]+/g;

/** Beginnings that hide a file, or make a command mistake its name for an option. */
const badStart = /^[\s.-]+/;

/** Endings that Windows cuts off. */
const badEnd = /[\s.]+$/;

/**
 * Returns a file name made of any text, such as a survey's title: safe on every system, and short enough for the names that
 * an export writes beside it. `fallback` is used if nothing is left of the text.
 */
export function fileName(text: string, extension: string, fallback = "survey"): string {
  const shown = oneLine(text).replace(hidden, "").replace(blank, " ").replace(badStart, "");
  // One byte more for the `_` before the name of a device.
  const room = longestName - `.${extension}${longestEnding}_`.length;
  // Cut first, then repair: the cut text may end badly, or be the name of a device.
  const stem = cutBytes(shown, room).replace(badEnd, "");
  const isDevice = windowsReservedNameRegex().test(stem);
  const safe = `${isDevice ? "_" : ""}${stem}`.replace(filenameReservedRegex(), "_");
  return `${safe === "" ? fallback : safe}.${extension}`;
}
