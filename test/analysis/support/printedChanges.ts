import type { DescribedChange } from "../../../src/analysis/structureChanges.ts";

/** Changes in the form in which the command prints them. */
export function printedChanges(changes: readonly DescribedChange[]): string[] {
  return changes.map(({ text, ...told }) => JSON.stringify(told));
}
