import type { SharedTexts } from "../sharedTexts.ts";
import type { QuestionTexts } from "./surveyTexts.ts";

const fields = ["type", "label", "options"] as const;

/** The marks for what a survey says about one question. */
export class QuestionMarks {
  readonly #texts: QuestionTexts;
  readonly #sharedTexts: SharedTexts;
  /** Marks by the set of missing fields, as bits. Nearly all responses lack the same fields. */
  readonly #marks: (Uint8Array | undefined)[] = [];

  constructor(texts: QuestionTexts, sharedTexts: SharedTexts) {
    this.#texts = texts;
    this.#sharedTexts = sharedTexts;
  }

  /** Returns the mark for the fields that the variable lacks and the survey has, or `undefined` if there are none. */
  lackedBy(variable: object): Uint8Array | undefined {
    let lacking = 0;
    for (const [bit, field] of fields.entries()) {
      if (this.#texts[field] !== undefined && !Object.hasOwn(variable, field)) {
        lacking |= 1 << bit;
      }
    }
    return lacking === 0 ? undefined : (this.#marks[lacking] ??= this.#mark(lacking));
  }

  /** Returns the mark for an option's label, or `undefined` if the survey has none. */
  optionLabel(value: string): Uint8Array | undefined {
    return valueLabelMark(this.#texts.optionLabels, value, this.#sharedTexts);
  }

  #mark(lacking: number): Uint8Array {
    const texts = fields
      .filter((_, bit) => lacking & (1 << bit))
      .map((field) => `,"${field}":${this.#texts[field] ?? "null"}`);
    return this.#sharedTexts.mark(texts.join(""));
  }
}

/** Returns the mark for the label of a value, or `undefined` if it has none. */
export function valueLabelMark(
  labels: ReadonlyMap<string, string> | undefined,
  value: string,
  sharedTexts: SharedTexts,
): Uint8Array | undefined {
  const label = labels?.get(value);
  return label === undefined ? undefined : sharedTexts.mark(`,"valueLabel":${label}`);
}
