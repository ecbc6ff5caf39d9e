import type { HalfCharacters } from "./halfCharacters.ts";

/* Text in an XLSX file: XML 1.0, and ST_Xstring of ECMA-376 Part 1, 22.9.2.19, in cells. */

/** A text without these stands as it is. */
const special = /[&<>_\p{Cc}\p{Surrogate}\ufffe\uffff]|^\s|\s$/u;
const outerSpace = /^\s|\s$/;
const markup = /[&<>\r]/g;
const notInXml = /(?![\t\n\r\u007f-\u009f])[\p{Cc}\ufffe\uffff]/gu;
/** What would be read as the escape of another character, also together with the escape behind it. */
const likeEscape = /_(?=x[0-9A-Fa-f]{4}[_\p{Cc}\ufffe\uffff])/gu;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  // Bare it would be read as a line feed.
  "\r": "&#13;",
};

/**
 * The `<is>` of a cell: the text exactly, but for halves of characters. They could be escaped as well, but readxl reads no
 * file that has one.
 */
export function inlineText(text: string, halves: HalfCharacters): string {
  if (!special.test(text)) {
    return `<is><t>${text}</t></is>`;
  }
  halves.lookIn(text);
  const escaped = withEntities(text.replace(likeEscape, escapeOf).replace(notInXml, escapeOf));
  return `<is><t${outerSpace.test(text) ? ' xml:space="preserve"' : ""}>${escaped}</t></is>`;
}

/** The text of an element elsewhere, in which nothing can be escaped: blanks for what XML does not have. */
export function xmlText(text: string): string {
  return withEntities(text.replace(notInXml, " "));
}

/** A, B … Z, AA … of 0, 1 … */
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
