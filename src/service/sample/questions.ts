import type { Answer } from "../../model/response.ts";
import type { Random } from "./random.ts";

/** A respondent, whose answers correlate through `mood`. */
export interface Person {
  readonly random: Random;
  /** Satisfaction with the subject. Mean 0, standard deviation 1. */
  readonly mood: number;
  /** In years. */
  readonly age: number;
  readonly woman: boolean;
  /** Answers so far, by question. */
  readonly given: Map<string, readonly Answer[]>;
}

export interface SampleOption {
  readonly name: string;
  readonly label: string;
}

export interface SampleQuestion {
  readonly name: string;
  readonly type: "SingleChoice" | "MULTI_SELECT" | "Scale" | "Number" | "LongText";
  /** HTML. */
  readonly label: string;
  readonly options: readonly SampleOption[];
  /** Returns true if the question is put to this person. Undefined: to everybody. */
  readonly asked?: (person: Person) => boolean;
  /** Returns an empty array if the person does not answer. */
  readonly answer: (person: Person) => Answer[];
}

/** An option, its weight (how often it is chosen), and how much satisfaction increases that weight. */
export type Choice = readonly [name: string, label: string, weight: number, tilt?: number];

export function singleChoice(
  name: string,
  label: string,
  choices: readonly Choice[],
): SampleQuestion {
  return {
    name,
    type: "SingleChoice",
    label,
    options: optionsOf(choices),
    answer: ({ random, mood }) =>
      one(choices[random.pick(choices.map((it) => leaning(it, mood)))]?.[0]),
  };
}

/** @param other an option to which the person adds a text of their own */
export function multiSelect(
  name: string,
  label: string,
  choices: readonly Choice[],
  other?: { name: string; label: string; rate: number; texts: readonly string[] },
): SampleQuestion {
  return {
    name,
    type: "MULTI_SELECT",
    label,
    options: [...optionsOf(choices), ...(other ? [{ name: other.name, label: other.label }] : [])],
    answer: ({ random, mood }) => {
      const chosen: Answer[] = choices
        .filter((it) => random.chance(leaning(it, mood)))
        .map(([value]) => ({ value }));
      if (other && random.chance(other.rate)) {
        const etcValue = other.texts[random.below(other.texts.length)] ?? "";
        chosen.push({ value: other.name, etcValue });
      }
      return chosen;
    },
  };
}

export interface ScaleOptions {
  readonly from?: number;
  readonly to?: number;
  /** Labels of the points, from the lowest: of all points, or only of the first and the last. */
  readonly labels: readonly string[];
  readonly mean: number;
  /** Points by which the answer rises for each standard deviation of `mood`. */
  readonly pull?: number;
  readonly spread?: number;
}

export function scale(
  name: string,
  label: string,
  { from = 1, to = 5, labels, mean, pull = 0.7, spread = 0.8 }: ScaleOptions,
): SampleQuestion {
  const points = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const labelAt = (index: number) => {
    if (labels.length === points.length) {
      return labels[index] ?? "";
    }
    const end = index === 0 ? labels[0] : index === points.length - 1 ? labels.at(-1) : undefined;
    return end === undefined ? String(from + index) : `${from + index} – ${end}`;
  };
  return {
    name,
    type: "Scale",
    label,
    options: points.map((it, index) => ({ name: String(it), label: labelAt(index) })),
    answer: ({ random, mood }) =>
      one(String(clamp(Math.round(mean + pull * mood + spread * random.normal()), from, to))),
  };
}

export function number(
  name: string,
  label: string,
  value: (person: Person) => number,
): SampleQuestion {
  return {
    name,
    type: "Number",
    label,
    options: [],
    answer: (person) => one(String(Math.max(0, Math.round(value(person))))),
  };
}

/** @param texts answers of dissatisfied, undecided and satisfied people */
export function longText(
  name: string,
  label: string,
  rate: number,
  texts: readonly [readonly string[], readonly string[], readonly string[]],
): SampleQuestion {
  return {
    name,
    type: "LongText",
    label,
    options: [],
    answer: ({ random, mood }) => {
      if (!random.chance(rate)) {
        return [];
      }
      const said = texts[mood < -0.5 ? 0 : mood > 0.5 ? 2 : 1];
      const text = said[random.below(said.length)] ?? "";
      return one(random.chance(0.15) ? `${text} ${said[random.below(said.length)] ?? ""}` : text);
    },
  };
}

/** Returns the question, asked only if one of the values was given to an earlier question. */
export function onlyAfter(
  earlier: string,
  values: readonly string[],
  question: SampleQuestion,
): SampleQuestion {
  const asked = ({ given }: Person) =>
    given.get(earlier)?.some((it) => values.includes(it.value)) ?? false;
  return { ...question, asked };
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function optionsOf(choices: readonly Choice[]): SampleOption[] {
  return choices.map(([name, label]) => ({ name, label }));
}

function leaning([, , weight, tilt = 0]: Choice, mood: number): number {
  return weight * clamp(1 + tilt * mood, 0.1, 3);
}

function one(value: string | undefined): Answer[] {
  return value === undefined ? [] : [{ value }];
}
