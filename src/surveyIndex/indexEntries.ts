import { labelText } from "../model/label.ts";
import { oneLine } from "../model/oneLine.ts";
import type { CollectGroup, Survey } from "../model/survey.ts";

export const indexKinds = ["survey", "block", "question", "option", "field", "group"] as const;
export type IndexKind = (typeof indexKinds)[number];

/** Something of a survey that has a name. */
export interface IndexEntry {
  readonly kind: IndexKind;
  /** Of a question, and of an option the question that it is of. */
  readonly question?: string | undefined;
  /** Of an option its code, of a block and of embedded data the name, of a collect group the ID. */
  readonly code?: string | undefined;
  /** As people read it: plain text of one line. */
  readonly text: string;
  /** As the service sent it, where that is something else, and not longer than `longestLabel`. */
  readonly label?: string | undefined;
  /** Label of the block that a question or an option is in. */
  readonly block?: string | undefined;
  /** Of a question. */
  readonly type?: string | undefined;
}

/** Characters of a label with markup. Of longer ones only the text is kept. */
const longestLabel = 2000;

/** All of a survey that can be found, in its order. Labels of questions and options are HTML (API.md, Survey). */
export function entriesOf(
  survey: Survey,
  groups: readonly Pick<CollectGroup, "collectGroupId" | "label">[],
): IndexEntry[] {
  const blocks = new Map(
    (survey.blocks ?? []).flatMap(({ name, label, questions }) =>
      questions.map((it) => [it, oneLine(label) || name] as const),
    ),
  );
  return [
    { kind: "survey", code: survey.surveyId, text: oneLine(survey.label) },
    ...(survey.blocks ?? []).map(({ name, label }): IndexEntry => ({
      kind: "block",
      code: name,
      text: oneLine(label),
    })),
    ...survey.questions.flatMap(({ name, label, type, options }): IndexEntry[] => {
      const place = { question: name, block: blocks.get(name) };
      return [
        { kind: "question", ...place, type, ...htmlText(label) },
        ...options.map((it): IndexEntry => ({
          kind: "option",
          ...place,
          code: it.name,
          ...htmlText(it.label),
        })),
      ];
    }),
    ...survey.embeddedData.map(({ name, label }): IndexEntry => ({
      kind: "field",
      code: name,
      text: oneLine(label ?? ""),
    })),
    ...groups.map(({ collectGroupId, label }): IndexEntry => ({
      kind: "group",
      code: collectGroupId,
      text: oneLine(label),
    })),
  ];
}

/** What an entry is found by. */
export function soughtText({ kind, question, code, text }: IndexEntry): string {
  return `${(kind === "question" ? question : code) ?? ""} ${text}`;
}

function htmlText(label: string): Pick<IndexEntry, "text" | "label"> {
  const text = labelText(label);
  return label === text || label.length > longestLabel ? { text } : { text, label };
}
