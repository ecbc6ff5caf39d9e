import type { Slice } from "../../protocol/jsonSlices.ts";
import { rawElements, rawObject, rawString, type RawObject } from "./raw.ts";

/** What a survey says about a question, as JSON text in the form of responses. Undefined if the survey lacks the field. */
export interface QuestionTexts {
  readonly type: string | undefined;
  readonly label: string | undefined;
  readonly options: string | undefined;
  /** Labels as JSON text, by the option's value. */
  readonly optionLabels: ReadonlyMap<string, string>;
}

/** The parts of a survey that its responses may leave out. */
export interface SurveyTexts {
  readonly questions: ReadonlyMap<string, QuestionTexts>;
  /**
   * Labels as JSON text, by the embedded data field's name and by value. API.md shows no place for these labels in a survey.
   * Here, it is `options` of an embedded data field, in the form of a question's options.
   */
  readonly embedded: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/**
 * Reads these parts of a valid `survey.json`, without changing their JSON text.
 * @throws JsonError if it is nested too deeply
 */
export function readSurveyWords(bytes: Buffer): SurveyTexts {
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

function questionWords(bytes: Buffer, question: RawObject): QuestionTexts {
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
