import type { Option } from "./survey.ts";

/** Returns labels by code. If options share a code, the first label counts. */
export function labelsOf(options: readonly Option[]): Map<string, string> {
  const labels = new Map<string, string>();
  for (const { name, label } of options) {
    if (label !== "" && !labels.has(name)) {
      labels.set(name, label);
    }
  }
  return labels;
}
