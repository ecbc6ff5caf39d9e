import type { Option } from "./survey.ts";

/** Returns labels by code, empty ones too. If options share a code, the first label that is not empty counts, as in files. */
export function labelsByCode(options: readonly Option[]): Map<string, string> {
  const labels = new Map<string, string>();
  for (const { name, label } of options) {
    if ((labels.get(name) ?? "") === "") {
      labels.set(name, label);
    }
  }
  return labels;
}
