import * as z from "zod";
import { localizable } from "../../model/localizable.ts";
import { isDateTime } from "../../model/time.ts";
import { members, type Slice } from "../../protocol/jsonSlices.ts";
import { response, responseMetadata } from "../../protocol/v3.ts";
import type { StoredResponse } from "../../store/store.ts";
import type { SharedTexts } from "../sharedTexts.ts";
import { nameOf } from "../names.ts";
import { decodeAt, slicingAt, type Place } from "./faults.ts";
import { identifier } from "./identifier.ts";
import { QuestionMarks, valueLabelMark } from "./questionMarks.ts";
import { rawElements, rawObject, rawPick } from "./raw.ts";
import type { SurveyTexts } from "./surveyTexts.ts";

const schema = response.extend({
  responseId: identifier,
  finishedAt: z
    .string()
    .refine(
      isDateTime,
      localizable("must be a date-time of the form YYYY-MM-DDThh:mm:ss, on a day that exists").text,
    ),
});
/** The parts of a response that are needed to store it. */
export interface ResponseLine {
  readonly responseId: string;
  readonly finishedAt: string;
  readonly variables?: readonly Variable[] | null | undefined;
  readonly embeddedData?: readonly EmbeddedValue[] | null | undefined;
}

interface Variable {
  readonly name: string;
  readonly options?: readonly { readonly value: string }[] | null | undefined;
}

interface EmbeddedValue {
  readonly name: string;
  readonly value?: string | null | undefined;
}

/** A mark to insert into the line before the byte `at`. */
interface Insertion {
  readonly at: number;
  readonly mark: Uint8Array;
}

/** Reads the lines of one survey's `responses.ndjson`. */
export class ResponseLines {
  readonly #questions: ReadonlyMap<string, QuestionMarks>;
  readonly #embedded: SurveyTexts["embedded"];
  readonly #sharedTexts: SharedTexts;

  constructor(texts: SurveyTexts, sharedTexts: SharedTexts) {
    this.#questions = new Map(
      [...texts.questions].map(([name, it]) => [name, new QuestionMarks(it, sharedTexts)]),
    );
    this.#embedded = texts.embedded;
    this.#sharedTexts = sharedTexts;
  }

  /**
   * Checks a line, and returns the response to store.
   * @throws SurveyError "invalid-input" with file and line
   */
  read(place: Place, line: Buffer): StoredResponse {
    const value = decodeAt(place, line, schema);
    return slicingAt(place, () => this.stored(value, line));
  }

  /**
   * Returns the response to store: every byte of the line, and marks where text of the survey is to be inserted.
   * @param value the line's JSON value
   */
  stored(value: ResponseLine, line: Buffer): StoredResponse {
    const found = members(line);
    const listOf = (name: string) => found.findLast((it) => it.name === name);
    const insertions: Insertion[] = [];
    this.#markVariables(line, listOf("variables"), value.variables ?? [], insertions);
    this.#markEmbeddedData(line, listOf("embeddedData"), value.embeddedData ?? [], insertions);
    const metadata = rawPick(line, found, (it) => Object.hasOwn(responseMetadata.shape, it));
    return {
      responseId: value.responseId,
      finishedAt: value.finishedAt,
      metadata: Buffer.from(metadata),
      body: withInsertions(line, insertions),
    };
  }

  #markVariables(
    line: Buffer,
    list: Slice | undefined,
    variables: readonly Variable[],
    insertions: Insertion[],
  ): void {
    for (const [index, element] of rawElements(line, list).entries()) {
      const variable = variables[index];
      const question = variable && this.#questions.get(variable.name);
      if (!question) {
        continue;
      }
      const mark = question.lackedBy(variable);
      const at = mark && nameOf(line, element)?.end;
      if (mark && at !== undefined) {
        insertions.push({ at, mark });
      }
      if (variable.options?.some(lacksLabel)) {
        const options = rawElements(line, rawObject(line, element).get("options"));
        for (const [position, option] of variable.options.entries()) {
          if (lacksLabel(option)) {
            markValue(line, options[position], question.optionLabel(option.value), insertions);
          }
        }
      }
    }
  }

  #markEmbeddedData(
    line: Buffer,
    list: Slice | undefined,
    values: readonly EmbeddedValue[],
    insertions: Insertion[],
  ): void {
    if (this.#embedded.size === 0) {
      return;
    }
    for (const [index, element] of rawElements(line, list).entries()) {
      const value = values[index];
      if (value?.value != null && lacksLabel(value)) {
        const labels = this.#embedded.get(value.name);
        markValue(
          line,
          element,
          valueLabelMark(labels, value.value, this.#sharedTexts),
          insertions,
        );
      }
    }
  }
}

function lacksLabel(it: object): boolean {
  return !Object.hasOwn(it, "valueLabel");
}

function markValue(
  line: Buffer,
  element: Slice | undefined,
  mark: Uint8Array | undefined,
  insertions: Insertion[],
): void {
  const at = mark && rawObject(line, element).get("value")?.end;
  if (mark && at !== undefined) {
    insertions.push({ at, mark });
  }
}

function withInsertions(line: Buffer, insertions: Insertion[]): Buffer {
  insertions.sort((a, b) => a.at - b.at);
  const parts: Uint8Array[] = [];
  let copied = 0;
  for (const { at, mark } of insertions) {
    parts.push(line.subarray(copied, at), mark);
    copied = at;
  }
  return Buffer.concat([...parts, line.subarray(copied)]);
}
