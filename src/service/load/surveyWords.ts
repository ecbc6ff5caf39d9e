import type { Slice } from "../../protocol/jsonSlices.ts";
import { rawElements, rawObject, rawString, type RawObject } from "./raw.ts";

/** What a survey says of a question, as JSON text in the form that a response has it; absent where it says nothing. */
export interface QuestionWords {
  readonly type: string | undefined;
  readonly label: string | undefined;
  readonly options: string | undefined;
  /** Label as JSON text, by the option's value. */
  readonly optionLabels: ReadonlyMap<string, string>;
}

/** What a survey says that its responses may leave out (DATASPACE_FORMAT.md). */
export interface SurveyWords {
  readonly questions: ReadonlyMap<string, QuestionWords>;
  /**
   * By the field's name: label as JSON text, by value. The reference shows no place for these labels in a survey; ours
   * is `options` of an embedded data field, in the form of a question's options.
   */
  readonly embedded: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/**
 * Reads the words of a valid `survey.json`, keeping their text.
 * @throws JsonError where it is nested too deeply
 */
export function readSurveyWords(bytes: Buffer): SurveyWords {
  const survey = rawObject(bytes, { start: bytes.indexOf("{"), end: bytes.length });
  return {
    questions: named(bytes, survey.get("questions"), (it) => questionWords(bytes, it)),
    embedded: named(bytes, survey.get("embeddedData"), (it) => optionLabels(bytes, it)),
  };
}

function named<T>(
  bytes: Buffer,
  list: Slice | undefined,
  read: (it: RawObject) => T,
): Map<string, T> {
  const found = new Map<string, T>();
  for (const element of rawElements(bytes, list)) {
    const object = rawObject(bytes, element);
    const name = rawString(bytes, object.get("name"));
    if (name) {
      found.set(name.value, read(object));
    }
  }
  return found;
}

function questionWords(bytes: Buffer, question: RawObject): QuestionWords {
  return {
    type: rawString(bytes, question.get("type"))?.text,
    label: rawString(bytes, question.get("label"))?.text,
    options: responseOptions(bytes, question.get("options")),
    optionLabels: optionLabels(bytes, question),
  };
}

// A survey calls an option's value "name" and its label "label"; a response says "value" and "valueLabel".
function responseOptions(bytes: Buffer, list: Slice | undefined): string | undefined {
  if (!list || bytes.toString("utf8", list.start, list.end) === "null") {
    return undefined;
  }
  const options = rawElements(bytes, list).map((element) => {
    const option = rawObject(bytes, element);
    const value = rawString(bytes, option.get("name"))?.text ?? "";
    const label = rawString(bytes, option.get("label"))?.text;
    return label === undefined ? `{"value":${value}}` : `{"value":${value},"valueLabel":${label}}`;
  });
  return `[${options.join(",")}]`;
}

function optionLabels(bytes: Buffer, owner: RawObject): Map<string, string> {
  const labels = new Map<string, string>();
  for (const element of rawElements(bytes, owner.get("options"))) {
    const option = rawObject(bytes, element);
    const name = rawString(bytes, option.get("name"));
    const label = rawString(bytes, option.get("label"));
    if (name && label) {
      labels.set(name.value, label.text);
    }
  }
  return labels;
}
