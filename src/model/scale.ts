import { plainNumber } from "./plainNumber.ts";

/**
 * Limits of the number of steps. The mean of two options is only another way to say a percentage; more options than 0 to 10
 * are a list, such as of regions.
 */
const [fewestSteps, maxSteps] = [3, 11];

/**
 * Returns whether codes are the steps of a numeric scale: 3 to 11 whole numbers without a gap. Any other codes are names,
 * even if they are numbers.
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
  return size >= fewestSteps && size <= maxSteps && most - least + 1 === size;
}
