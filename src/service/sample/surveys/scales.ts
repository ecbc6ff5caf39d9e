import { clamp } from "../questions.ts";
import type { SampleField } from "../survey.ts";

export const satisfied = [
  "<p>Very dissatisfied</p>",
  "<p>Dissatisfied</p>",
  "<p>Neither</p>",
  "<p>Satisfied</p>",
  "<p>Very satisfied</p>",
];
export const agree = [
  "<p>Strongly disagree</p>",
  "<p>Disagree</p>",
  "<p>Neither</p>",
  "<p>Agree</p>",
  "<p>Strongly agree</p>",
];
export const 만족 = ["매우 불만족", "불만족", "보통", "만족", "매우 만족"];
export const 동의 = ["전혀 그렇지 않다", "그렇지 않다", "보통이다", "그렇다", "매우 그렇다"];
export const likely = ["Not at all likely", "Extremely likely"];
export const 추천 = ["전혀 추천하지 않음", "적극 추천함"];

/** Returns a field with labelled values. Each person gets one of them at random, by the weights. */
export function coded(
  name: string,
  label: string,
  values: readonly (readonly [name: string, label: string, weight: number])[],
): SampleField {
  const weights = values.map(([, , weight]) => weight);
  return {
    name,
    label,
    options: values.map(([value, valueLabel]) => ({ name: value, label: valueLabel })),
    value: ({ random }) => values[random.pick(weights)]?.[0] ?? "",
  };
}

/** Age groups: highest age, share of the population, and approximate share of the respondents. */
const ages = [
  [24, 0.15, 0.132],
  [34, 0.15, 0.233],
  [44, 0.17, 0.299],
  [54, 0.24, 0.219],
  [64, 0.22, 0.092],
  [Infinity, 0.07, 0.025],
] as const;

/**
 * Weight of each response, so that age and sex are distributed as in the population: share of the population divided by
 * share of the respondents, limited to 0.4 to 2.5 so that nobody counts too much.
 */
export const weight: SampleField = {
  name: "weight",
  label: "Weight (age and sex)",
  value: ({ age, woman }) => {
    const [, population = 1, sample = 1] = ages.find(([upTo]) => age <= upTo) ?? [];
    const sex = woman ? 0.51 / 0.52 : 0.49 / 0.48;
    return String(Math.round(clamp((population / sample) * sex, 0.4, 2.5) * 1000) / 1000);
  },
};
