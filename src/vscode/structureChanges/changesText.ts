import type { DescribedChange } from "../../analysis/structureChanges.ts";
import type { Comparability } from "../../analysis/structurePairs.ts";
import { localizable, plural, type LocalizableText } from "../../model/localizable.ts";
import { markdownText } from "../../model/markdown.ts";
import type { Survey } from "../../model/survey.ts";
import { inLanguage } from "../platform/language.ts";

/** One of the two structures, with a title for the person. */
export interface ComparedSide {
  readonly survey: Survey;
  /** "v3, 12 Nov 2026, 14:05" */
  readonly title: string;
}

export interface ComparedSides {
  readonly older: ComparedSide;
  readonly newer: ComparedSide;
  /** True if both are of one survey in one version of the API, at two times. Otherwise neither need be the older one. */
  readonly isInTime: boolean;
}

/** Maximum number of characters of a label. The codebooks have all of it. */
const longestText = 200;

export function changeCount(count: number): LocalizableText {
  return plural(count, { one: "{0} change", other: "{0} changes" });
}

/** Returns a Markdown document that lists the differences in words, one per line. */
export function changesText(
  changes: readonly DescribedChange[],
  { older, newer, isInTime }: ComparedSides,
  comparable: Comparability,
): string {
  const title = localizable(
    "Structure changes of {0}",
    newer.survey.label || newer.survey.surveyId,
  );
  const sides = isInTime
    ? [localizable("Older: {0}", older.title), localizable("Newer: {0}", newer.title)]
    : [localizable("From: {0}", older.title), localizable("To: {0}", newer.title)];
  const count = changes.length === 0 ? localizable("No changes.") : changeCount(changes.length);
  const parts = [
    `# ${say(title)}`,
    sides.map((it) => `- ${say(it)}`).join("\n"),
    say(count),
    ...sectionsOf(changes),
    ...limitsOf(older.survey, newer.survey, comparable).map(say),
  ];
  return `${parts.join("\n\n")}\n`;
}

function sectionsOf(changes: readonly DescribedChange[]): string[] {
  const kinds = [
    ["block", localizable("Blocks")],
    ["question", localizable("Questions")],
    ["option", localizable("Options")],
    ["field", localizable("Embedded data")],
  ] as const;
  return kinds.flatMap(([kind, heading]) => {
    const its = changes.filter((it) => it.kind === kind);
    const head = localizable("{0}: {1}", heading, its.length);
    const lines = its.map((it) => `- ${say(changeText(it))}`);
    return its.length === 0 ? [] : [`## ${say(head)}`, lines.join("\n")];
  });
}

/** "Question Q5 added: How satisfied are you?" */
function changeText(change: DescribedChange): LocalizableText {
  const subject = subjectOf(change);
  const { from = "", to = "" } = change;
  const text = cut(change.text);
  switch (change.change) {
    case "added":
      return text === ""
        ? localizable("{0} added", subject)
        : localizable("{0} added: {1}", subject, text);
    case "removed":
      return text === ""
        ? localizable("{0} removed", subject)
        : localizable("{0} removed: {1}", subject, text);
    case "renamed":
      return localizable("{0} renamed from {1}", subject, from);
    case "recoded":
      return localizable("{0} recoded from {1}: {2}", subject, from, text);
    case "relabelled":
      return localizable('{0} relabeled from "{1}" to "{2}"', subject, cut(from), cut(to));
    case "retyped":
      return localizable("{0} changed its type from {1} to {2}", subject, from, to);
    case "moved":
      return change.from === undefined && change.to === undefined
        ? localizable("{0} reordered", subject)
        : localizable(
            "{0} moved from {1} to {2}",
            subject,
            change.from ?? localizable("no block"),
            change.to ?? localizable("no block"),
          );
  }
}

function subjectOf({ kind, name, question = "" }: DescribedChange): LocalizableText {
  switch (kind) {
    case "block":
      return localizable("Block {0}", name);
    case "question":
      return localizable("Question {0}", name);
    case "option":
      return name === ""
        ? localizable("Option without a code of {0}", question)
        : localizable("Option {0} of {1}", name, question);
    case "field":
      return localizable("Embedded data {0}", name);
  }
}

/** Returns notes on what the list does not include. */
function limitsOf(
  { apiVersion: older }: Survey,
  { apiVersion: newer }: Survey,
  { names, codes, blocks, fieldLabels }: Comparability,
): LocalizableText[] {
  if (older === newer) {
    return names
      ? []
      : [
          localizable(
            "Questions are matched by text: {0} does not provide their names. When a question comes or goes, the ranks of those after it shift.",
            newer,
          ),
        ];
  }
  return [
    ...(codes
      ? []
      : [
          localizable(
            "Names of questions and codes of options are not compared: v1 and v2 have ranks in their place.",
          ),
        ]),
    ...(blocks ? [] : [localizable("Blocks are not compared: only v3 has them.")]),
    ...(fieldLabels
      ? []
      : [localizable("Labels of embedded data are not compared: only v3 has them.")]),
  ];
}

function cut(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

/** Translates a text, and escapes it so that nothing in names and labels is markup. */
function say(text: LocalizableText): string {
  return markdownText(inLanguage(text));
}
