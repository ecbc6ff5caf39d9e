import { lazy } from "../model/lazy.ts";
import * as z from "zod";
import { labelText } from "../model/label.ts";
import { oneLine } from "../model/oneLine.ts";
import { questionBlocks } from "../model/questionBlocks.ts";
import type { CollectGroup, Survey } from "../model/survey.ts";

export const indexKinds = ["survey", "block", "question", "option", "field", "group"] as const;
export type IndexKind = (typeof indexKinds)[number];

export const indexEntry = lazy(() =>
  z.strictObject({
    kind: z.enum(indexKinds),
    /** Name of the question; for an option, of the question that it belongs to. */
    question: z.string().optional(),
    /** ID of a survey or a collect group, code of an option, name of a block or of embedded data. */
    code: z.string().optional(),
    /** The label as people read it: plain text in one line. */
    text: z.string(),
    /** The label as the service sent it. Absent if it equals `text` or is longer than `longestLabel`. */
    label: z.string().optional(),
    /** Label of the block of a question or an option. */
    block: z.string().optional(),
    /** Type of a question. */
    type: z.string().optional(),
  }),
);
/** A part of a survey that can be found by its text. */
export type IndexEntry = Readonly<z.infer<ReturnType<typeof indexEntry>>>;

export type IndexedGroup = Pick<CollectGroup, "collectGroupId" | "label">;

/** Maximum number of characters of a label with markup. Of longer ones only the text is stored. */
const longestLabel = 2000;

/** Returns all entries of a survey, in its order. Labels of questions and options are HTML (API.md, Survey). */
export function entriesOf(survey: Survey, groups: readonly IndexedGroup[]): IndexEntry[] {
  const blocks = questionBlocks(survey);
  return [
    { kind: "survey", code: survey.surveyId, text: oneLine(survey.label) },
    ...(survey.blocks ?? []).map(({ name, label }): IndexEntry => ({
      kind: "block",
      code: name,
      text: oneLine(label),
    })),
    ...survey.questions.flatMap(({ name, label, type, options }, index): IndexEntry[] => {
      const place = { question: name, block: blocks[index] };
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

/** Returns the text by which an entry is found. */
export function searchableText({ kind, question, code, text }: IndexEntry): string {
  return `${(kind === "question" ? question : code) ?? ""} ${text}`;
}

function htmlText(label: string): Pick<IndexEntry, "text" | "label"> {
  const text = labelText(label);
  return label === text || label.length > longestLabel ? { text } : { text, label };
}
