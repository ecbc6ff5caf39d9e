import { oneLine } from "./oneLine.ts";
import type { Survey } from "./survey.ts";

/** Returns the label or name of each question's block; undefined if no block mentions it. */
export function questionBlocks({
  questions,
  blocks = [],
}: Pick<Survey, "questions" | "blocks">): (string | undefined)[] {
  const mentions = Map.groupBy(
    blocks.flatMap(({ name, label, questions }) =>
      questions.map((question) => ({ question, block: oneLine(label) || name })),
    ),
    (it) => it.question,
  );
  // If questions share a name, each takes the next mention.
  const seen = new Map<string, number>();
  return questions.map(({ name }) => {
    const place = seen.get(name) ?? 0;
    seen.set(name, place + 1);
    return mentions.get(name)?.[place]?.block;
  });
}
