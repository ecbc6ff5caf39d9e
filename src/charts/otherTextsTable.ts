import type { OtherTexts } from "../model/summary.ts";
import type { Words } from "../model/words.ts";
import { countCell, nothing, numberHead, textCell, textHead } from "./cells.ts";
import { countDecimals, countText } from "../model/numberText.ts";
import { markedText, questionTitle, type SummarisedQuestion } from "./question.ts";
import type { FigureTable } from "./table.ts";

/** Returns a table of the texts written beside answers, by answer, the most frequent first. */
export function otherTextsTable(
  { column, summary }: SummarisedQuestion,
  words: Words,
): FigureTable | undefined {
  const entries = [
    ...summary.values.flatMap((it) =>
      it.others ? [{ name: markedText(it, words), others: it.others }] : [],
    ),
    ...(summary.others ? [{ name: "", others: summary.others }] : []),
  ].filter(({ others }) => others.texts.length > 0);
  if (entries.length === 0) {
    return undefined;
  }
  const decimals = countDecimals(
    entries.flatMap(({ others }) => others.texts.map((it) => it.count)),
  );
  const hasNames = entries.some((it) => it.name !== "");
  return {
    caption: words.t("{0}: other texts", questionTitle(column)),
    head: [
      textHead(words.t("Text")),
      ...(hasNames ? [textHead(words.t("Write-in"))] : []),
      numberHead(words.t("Count")),
    ],
    rows: entries.flatMap(({ name, others }) =>
      others.texts.map(({ text, count }) => ({
        cells: [
          textCell(text),
          ...(hasNames ? [name === "" ? nothing : textCell(name)] : []),
          countCell(count, words, decimals),
        ],
      })),
    ),
    notes: entries.flatMap(({ name, others }) => otherTextsNote(name, others, words)),
  };
}

function otherTextsNote(name: string, { texts, distinct }: OtherTexts, words: Words): string[] {
  const unlisted = distinct - texts.length;
  if (unlisted <= 0) {
    return [];
  }
  const count = countText(unlisted, words);
  return [
    name === ""
      ? words.t("Other texts that are not listed: {0}.", count)
      : words.t("{0}: other texts that are not listed: {1}.", name, count),
  ];
}
