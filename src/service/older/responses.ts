import type * as z from "zod";
import { metadataNamesOf } from "../../model/metadataColumns.ts";
import type { response, responseMetadata, survey } from "../../protocol/v3.ts";
import { withoutMarks } from "../sharedTexts.ts";

type Stored = z.output<typeof response>;
type StoredVariable = NonNullable<Stored["variables"]>[number];
type StoredAnswer = NonNullable<StoredVariable["answer"]>[number];

/** v1 has the same. */
const olderNames = metadataNamesOf("v2", "responses");

interface OlderAnswers {
  readonly name: string;
  readonly rank?: number;
  readonly answer: { readonly num?: number; readonly str?: string | undefined }[];
}

interface RankedQuestion {
  readonly rank: number;
  readonly isNumber: boolean;
  /** Ranks of the options, by the option's value. */
  readonly optionRanks: ReadonlyMap<string, number>;
}

/**
 * Converts the responses of a survey, stored as v3, to the form of v1 and v2 (API.md, "Response, v1 and v2"). Uses only the
 * stored bytes, so that the same bytes give the same answer in every version. API.md shows only `name`, `rank`, `num` and
 * `str`. How they are filled is specific to the local data space:
 *
 * - `rank` is the position, from 1, of a question in its survey and of an option in its question. `answers` is sorted by
 *   rank. Variables that are not in the survey come last, with their name and without a rank.
 * - Each chosen option (single choice, multiple choice, scale) is an object with the option's rank in `num`, and with the
 *   free text of an "other" option in `str`. A value that is no option of its question is in `str`, without a `num`.
 * - The answer to a question without options whose type contains the word "number" is in `num` if a double represents the
 *   stored text exactly, to the last digit and zero. Every other text is in `str`, such as "007", "1.50" or 20 digits.
 * - If `str` is taken, the free text is an object of its own, after it.
 * - `parameters` maps each key to its text. A key without a value is left out. If a key has two values, the last counts.
 *   With parameterField=ANSWERS, each key and its text are at the end of `answers` as `{name, answer: [{str}]}`, without a
 *   rank, and `parameters` is left out.
 */
export class OlderResponses {
  readonly #questions = new Map<string, RankedQuestion>();
  readonly #parametersInAnswers: boolean;

  constructor({ questions }: z.output<typeof survey>, parameterField: string | undefined) {
    for (const [index, { name, type, options }] of (questions ?? []).entries()) {
      this.#questions.set(name, {
        rank: index + 1,
        isNumber: /number/i.test(type ?? ""),
        optionRanks: new Map(options?.map((it, position) => [it.name, position + 1])),
      });
    }
    this.#parametersInAnswers = parameterField === "ANSWERS";
  }

  /** @param line a stored response, with marks */
  response(line: Buffer): Buffer {
    const it = JSON.parse(withoutMarks(line.toString())) as Stored;
    const answers = (it.variables ?? []).map((variable) => this.#answers(variable));
    answers.sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || 0);
    const parameters = (it.embeddedData ?? []).flatMap(({ name, value }) =>
      value == null ? [] : [[name, value] as const],
    );
    if (this.#parametersInAnswers) {
      answers.push(...parameters.map(([name, str]) => ({ name, answer: [{ str }] })));
    }
    return json({
      ...facts(it),
      parameters:
        this.#parametersInAnswers || parameters.length === 0
          ? undefined
          : Object.fromEntries(parameters),
      answers,
    });
  }

  #answers({ name, answer }: StoredVariable): OlderAnswers {
    const question = this.#questions.get(name);
    const given = (answer ?? []).flatMap((it) => olderAnswer(it, question));
    return question ? { name, rank: question.rank, answer: given } : { name, answer: given };
  }
}

/** Converts an item of response metadata to the form of v1 and v2, which call the responseId answerUid. */
export function olderMetadata(line: Buffer): Buffer {
  const it = JSON.parse(line.toString()) as z.output<typeof responseMetadata>;
  return json({ answerUid: it.responseId, ...facts(it) });
}

/** Returns the metadata that a response has in both v3 and the older versions. */
function facts(it: z.output<typeof responseMetadata>) {
  return Object.fromEntries(olderNames.map((name) => [name, it[name]]));
}

function olderAnswer(
  { value, etcValue }: StoredAnswer,
  question: RankedQuestion | undefined,
): OlderAnswers["answer"] {
  const num = value == null ? undefined : numberOf(value, question);
  if (num !== undefined) {
    return [etcValue == null ? { num } : { num, str: etcValue }];
  }
  const texts = [value, etcValue].filter((it) => it != null);
  return texts.length === 0 ? [{}] : texts.map((str) => ({ str }));
}

function numberOf(value: string, question: RankedQuestion | undefined): number | undefined {
  if (!question || question.optionRanks.size > 0) {
    return question?.optionRanks.get(value);
  }
  const number = question.isNumber ? Number(value) : NaN;
  return Number.isFinite(number) && String(number) === value ? number : undefined;
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
