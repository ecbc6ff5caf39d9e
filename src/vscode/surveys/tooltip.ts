import * as vscode from "vscode";
import { oneLine } from "../../model/oneLine.ts";

/** Returns a heading and a table of names and values, escaped for Markdown. Undefined values have no row. */
export function table(
  title: string,
  rows: readonly (readonly [string, string | undefined])[],
): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString();
  markdown.appendMarkdown(`**${escapeMarkdown(title)}**\n\n|  |  |\n|:--|:--|\n`);
  for (const [name, value] of rows) {
    if (value !== undefined) {
      markdown.appendMarkdown(`| ${escapeMarkdown(name)} | ${escapeMarkdown(value)} |\n`);
    }
  }
  return markdown;
}

function escapeMarkdown(text: string): string {
  return oneLine(text).replace(/[\\`*_{}[\]()#+\-.!~|<>&$:/]/g, (it) => `&#${it.charCodeAt(0)};`);
}
