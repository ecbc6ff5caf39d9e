import type { DescribedChange } from "../../../src/analysis/structureChanges.ts";

/** Changes as the command tells them. */
export function toldOf(changes: readonly DescribedChange[]): string[] {
  return changes.map(({ text, ...told }) => JSON.stringify(told));
}
