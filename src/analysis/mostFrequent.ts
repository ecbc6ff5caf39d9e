import type { TextCount } from "../model/summary.ts";

/** Maximum number of texts that are listed. */
export const maxTexts = 100;

/** Returns the most frequent texts first; equally frequent ones by the text. */
export function mostFrequent<T extends TextCount>(texts: readonly T[], most: number): T[] {
  return texts
    .toSorted((a, b) => b.count - a.count || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .slice(0, most);
}
