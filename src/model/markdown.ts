import { oneLine } from "./oneLine.ts";

/** Returns text that Markdown shows unchanged on one line: in a heading, or in a cell of a table. */
export function markdownText(text: string): string {
  return markdownLiteral(oneLine(text));
}

/** Escapes markup, HTML, links and mathematics; line breaks and spaces stay. */
export function markdownLiteral(text: string): string {
  return text.replace(/[\\`*_[\]<>|&~$#@]|\/(?=\/)|(?<=www)\./gi, "\\$&");
}
