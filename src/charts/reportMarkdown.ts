import { markdownText } from "../model/markdown.ts";
import type { Words } from "../model/words.ts";
import {
  questionsWithoutContents,
  reportContent,
  type Report,
  type ReportFact,
  type ReportGroup,
} from "./report.ts";
import { tableMarkdown } from "./tableText.ts";

/** Returns a report as Markdown (GFM). Labels are escaped, so they are always text. */
export function reportMarkdown(report: Report, words: Words): string {
  const { title, warnings, facts, groups } = reportContent(report, words);
  const parts = [
    `# ${markdownText(title)}`,
    ...warnings.map((it) => `> **${markdownText(it)}**`),
    facts.map(factLines).join("\n"),
    ...contents(title, groups, words),
    ...groups.flatMap(groupParts),
  ];
  return `${parts.join("\n\n")}\n`;
}

function factLines({ name, values }: ReportFact): string {
  const [first = "", ...others] = values.map(markdownText);
  return others.length === 0
    ? `- **${markdownText(name)}:** ${first}`
    : `- **${markdownText(name)}:**\n${[first, ...others].map((it) => `  - ${it}`).join("\n")}`;
}

function contents(reportTitle: string, groups: readonly ReportGroup[], { t }: Words): string[] {
  const questions = groups.flatMap((it) => it.questions);
  if (questions.length <= questionsWithoutContents) {
    return [];
  }
  const slugs = new Slugs();
  slugs.of(reportTitle);
  slugs.of(t("Contents"));
  const lines = groups.flatMap(({ title, questions }) => [
    `- ${link(title, slugs)}`,
    ...questions.map((it) => `  - ${link(it.title, slugs)} ${markdownText(it.text)}`.trimEnd()),
  ]);
  return [`## ${markdownText(t("Contents"))}`, lines.join("\n")];
}

function link(title: string, slugs: Slugs): string {
  return `[${markdownText(title)}](#${slugs.of(title)})`;
}

/** Makes anchors of headings, by the rules of GitHub and of VS Code's preview. */
class Slugs {
  readonly #given = new Map<string, number>();

  of(heading: string): string {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s/g, "-");
    const times = this.#given.get(slug) ?? 0;
    this.#given.set(slug, times + 1);
    return encodeURIComponent(times === 0 ? slug : `${slug}-${times}`);
  }
}

function groupParts({ title, questions }: ReportGroup): string[] {
  return [
    `## ${markdownText(title)}`,
    ...questions.flatMap(({ title, text, tables }) => [
      `### ${markdownText(title)}`,
      ...(text === "" ? [] : [paragraph(text)]),
      tableMarkdown(tables).trimEnd(),
    ]),
  ];
}

/** Escapes a number, plus or dash at the start, which could begin a list; dashes alone would be a horizontal rule. */
function paragraph(text: string): string {
  return markdownText(text).replace(/^(\d*)([-+.)])/, "$1\\$2");
}
