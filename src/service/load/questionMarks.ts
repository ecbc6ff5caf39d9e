import type { SharedTexts } from "../sharedTexts.ts";
import type { QuestionTexts } from "./surveyTexts.ts";

const fields = ["type", "label", "options"] as const;

/** The marks for what a survey says about one question. */
export class QuestionMarks {
  readonly #words: QuestionTexts;
  readonly #fragments: SharedTexts;
  /** Marks by the set of missing fields, as bits. Nearly all responses lack the same fields. */
  readonly #marks: (Uint8Array | undefined)[] = [];

  constructor(words: QuestionTexts, fragments: SharedTexts) {
    this.#words = words;
    this.#fragments = fragments;
  }

  /** Returns the mark for the fields that the variable lacks and the survey has, or `undefined` if there are none. */
  lackedBy(variable: object): Uint8Array | undefined {
    let lacking = 0;
    for (const [bit, field] of fields.entries()) {
      if (this.#words[field] !== undefined && !Object.hasOwn(variable, field)) {
        lacking |= 1 << bit;
      }
    }
    return lacking === 0 ? undefined : (this.#marks[lacking] ??= this.#mark(lacking));
  }

  /** Returns the mark for an option's label, or `undefined` if the survey has none. */
  optionLabel(value: string): Uint8Array | undefined {
    return valueLabelMark(this.#words.optionLabels, value, this.#fragments);
  }

  #mark(lacking: number): Uint8Array {
    const texts = fields
      .filter((_, bit) => lacking & (1 << bit))
      .map((field) => `,"${field}":${this.#words[field] ?? "null"}`);
    return this.#fragments.mark(texts.join(""));
  }
}

/** Returns the mark for the label of a value, or `undefined` if it has none. */
export function valueLabelMark(
  labels: ReadonlyMap<string, string> | undefined,
  value: string,
  fragments: SharedTexts,
): Uint8Array | undefined {
  const label = labels?.get(value);
  return label === undefined ? undefined : fragments.mark(`,"valueLabel":${label}`);
}
