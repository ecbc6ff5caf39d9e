import * as vscode from "vscode";
import { markdownText } from "../../model/markdown.ts";
import type { IndexedQuestion } from "../../surveyIndex/calls.ts";

/** Returns a question's codebook entry as Markdown. */
export function questionMarkdown({ question = "", text, options }: IndexedQuestion): string {
  const title = `**${markdownText(question)}** ${markdownText(text)}`.trim();
  if (options.length === 0) {
    return `${title}\n`;
  }
  const rows = [
    [vscode.l10n.t("Code"), vscode.l10n.t("Label")],
    ["---", "---"],
    ...options.map((it) => [markdownText(it.code ?? ""), markdownText(it.text)]),
  ];
  return `${title}\n\n${rows.map((it) => `| ${it.join(" | ")} |`).join("\n")}\n`;
}
