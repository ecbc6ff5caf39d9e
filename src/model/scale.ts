import { plainNumber } from "./plainNumber.ts";

/** Of two answers, a mean is a percentage said in another way; more than from 0 to 10 are a list, such as of regions. */
const [fewestSteps, mostSteps] = [3, 11];

/**
 * Whether codes are the steps of a scale, which can be reckoned with: whole numbers without a gap, neither very few nor many.
 * The number of any other code is a name.
 * @param codes of a question, without the empty text and those that stand for no answer, such as 99 for "don't know"
 */
export function isScale(codes: Iterable<string>): boolean {
  const steps = new Set<number>();
  let [least, most] = [Infinity, -Infinity];
  for (const code of codes) {
    const step = plainNumber(code);
    if (!Number.isInteger(step)) {
      return false;
    }
    steps.add(step);
    least = Math.min(least, step);
    most = Math.max(most, step);
  }
  const { size } = steps;
  return size >= fewestSteps && size <= mostSteps && most - least + 1 === size;
}
