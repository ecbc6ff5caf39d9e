import { oneLine } from "./oneLine.ts";

/** Text that Markdown shows as it is, on one line: in a heading, or in a cell of a table. */
export function markdownText(text: string): string {
  return markdownLiteral(oneLine(text));
}

/** Text in which nothing is markup, HTML, a link, or mathematics; lines and blanks stay. */
export function markdownLiteral(text: string): string {
  return text.replace(/[\\`*_[\]<>|&~$#@]|\/(?=\/)|(?<=www)\./gi, "\\$&");
}
