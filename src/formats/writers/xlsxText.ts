import type { LoneSurrogates } from "./loneSurrogates.ts";

/* Text in an XLSX file: XML 1.0, and ST_Xstring of ECMA-376 Part 1, 22.9.2.19, in cells. */

/** Matches what needs special treatment; a text without it is written as it is. */
const special = /[&<>_\p{Cc}\p{Surrogate}\ufffe\uffff]|^\s|\s$/u;
const outerSpace = /^\s|\s$/;
const markup = /[&<>\r]/g;
const notInXml = /(?![\t\n\r\u007f-\u009f])[\p{Cc}\ufffe\uffff]/gu;
/** Matches what would be read as an escape, on its own or together with an escape that follows. */
const likeEscape = /_(?=x[0-9A-Fa-f]{4}[_\p{Cc}\ufffe\uffff])/gu;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  // Unescaped, it would be read as a line feed.
  "\r": "&#13;",
};

/**
 * Returns the `<is>` of a cell: the exact text, except for lone surrogates. They could be escaped as well, but readxl cannot
 * read a file that has such an escape.
 */
export function inlineText(text: string, halves: LoneSurrogates): string {
  if (!special.test(text)) {
    return `<is><t>${text}</t></is>`;
  }
  halves.check(text);
  const escaped = withEntities(text.replace(likeEscape, escapeOf).replace(notInXml, escapeOf));
  return `<is><t${outerSpace.test(text) ? ' xml:space="preserve"' : ""}>${escaped}</t></is>`;
}

/** Returns the text of any other element, where escapes do not exist: characters that XML does not allow become blanks. */
export function xmlText(text: string): string {
  return withEntities(text.replace(notInXml, " "));
}

/** Returns A, B … Z, AA … for 0, 1 … */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

function withEntities(text: string): string {
  return text.replace(markup, (it) => entities[it] ?? it);
}

function escapeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
}
