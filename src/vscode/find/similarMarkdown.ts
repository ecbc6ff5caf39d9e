import * as vscode from "vscode";
import { markdownText } from "../../model/markdown.ts";
import { plural } from "../../model/localizable.ts";
import type { IndexedQuestion, SimilarQuestion } from "../../surveyIndex/calls.ts";
import { searchText } from "../../surveyIndex/searchText.ts";
import { inLanguage } from "../platform/language.ts";

/** A similar question of another survey. */
export interface Similar extends Omit<SimilarQuestion, "question"> {
  readonly dataSpace: string;
  readonly surveyId: string;
  readonly survey: string;
  readonly question: string;
  readonly text: string;
  readonly options: readonly { readonly code: string; readonly text: string }[];
}

/** Maximum number of surveys in the table of codes. */
const maxColumns = 8;

/** Mark of a code that differs: different codes break trends. */
const differs = "≠";

/** Returns a document of where else a question was asked: how similar the questions are, and their codes side by side. */
export function similarMarkdown(question: IndexedQuestion, similar: readonly Similar[]): string {
  const { t } = vscode.l10n;
  const name = question.question ?? "";
  const parts = [
    `# ${markdownText(`${name} ${question.text}`)}`,
    t("Survey: {0}", markdownText(question.survey)),
  ];
  if (similar.length === 0) {
    return `${[...parts, t("No other survey asks this question or one like it.")].join("\n\n")}\n`;
  }
  const other = surveyCount(similar.filter((it) => it.otherCodes > 0));
  const count = plural(surveyCount(similar), {
    one: "{0} other survey asks this question or one like it.",
    other: "{0} other surveys ask this question or one like it.",
  });
  const codes = plural(other, {
    one: "{0} has other codes, marked ≠.",
    other: "{0} have other codes, marked ≠.",
  });
  parts.push(`${inLanguage(count)}${other > 0 ? ` ${inLanguage(codes)}` : ""}`);
  parts.push(table(similarRows(similar)));
  if (question.options.length > 0) {
    parts.push(`## ${t("Codes")}`, table(codeRows(question, similar.slice(0, maxColumns))));
  }
  return `${parts.join("\n\n")}\n`;
}

/** Counts surveys, of which several questions may be similar. */
function surveyCount(similar: readonly Similar[]): number {
  return new Set(similar.map((it) => JSON.stringify([it.dataSpace, it.surveyId]))).size;
}

function similarRows(similar: readonly Similar[]): string[][] {
  const { t } = vscode.l10n;
  return [
    [
      t("Survey"),
      t("Data space"),
      t("Question"),
      t("Text"),
      t("Same text"),
      t("Same options"),
      t("Codes"),
    ],
    ...similar.map((it) => [
      markdownText(it.survey),
      markdownText(it.dataSpace),
      markdownText(it.question),
      markdownText(it.text),
      percent(it.textAlike),
      it.optionsAlike === undefined ? "" : percent(it.optionsAlike),
      it.otherCodes > 0 ? `${differs} ${it.otherCodes}` : "",
    ]),
  ];
}

function codeRows(question: IndexedQuestion, similar: readonly Similar[]): string[][] {
  const others = similar.map(
    (it) => new Map(it.options.map(({ code, text }) => [searchText(text), code])),
  );
  const own = question.options.map(({ code = "", text }) => ({ code, text }));
  const known = new Set(own.map((it) => searchText(it.text)));
  const more = similar
    .flatMap((it) => it.options)
    .filter(({ text }) => !known.has(searchText(text)) && known.add(searchText(text)));
  return [
    [
      vscode.l10n.t("Option"),
      markdownText(question.survey),
      ...similar.map((it) => markdownText(`${it.survey} (${it.question})`)),
    ],
    ...[...own, ...more.map(({ text }) => ({ text, code: undefined }))].map(({ code, text }) => [
      markdownText(text),
      markdownText(code ?? ""),
      ...others.map((it) => {
        const there = it.get(searchText(text));
        const isOther = there !== undefined && code !== undefined && there !== code;
        return isOther ? `**${markdownText(there)} ${differs}**` : markdownText(there ?? "");
      }),
    ]),
  ];
}

function table([head = [], ...rows]: readonly string[][]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((it) => `| ${it.join(" | ")} |`).join("\n");
}

/** Rounds down, so that 100% appears only if both are the same. */
function percent(share: number): string {
  return (Math.floor(share * 100) / 100).toLocaleString(vscode.env.language, { style: "percent" });
}

/** Returns a question's codebook entry as Markdown. */
export function questionMarkdown({ question = "", text, options }: IndexedQuestion): string {
  const title = `**${markdownText(question)}** ${markdownText(text)}`.trim();
  if (options.length === 0) {
    return `${title}\n`;
  }
  const rows = options.map((it) => [markdownText(it.code ?? ""), markdownText(it.text)]);
  return `${title}\n\n${table([[vscode.l10n.t("Code"), vscode.l10n.t("Label")], ...rows])}\n`;
}
