import { sayCount } from "../shared/l10n.ts";

export function questionCount(count: number): string {
  return sayCount(count, { one: "{0} question", other: "{0} questions" });
}

export function optionCount(count: number): string {
  return sayCount(count, { one: "{0} option", other: "{0} options" });
}

/** Counts fields of embedded data. */
export function fieldCount(count: number): string {
  return sayCount(count, { one: "{0} field", other: "{0} fields" });
}

export function groupCount(count: number): string {
  return sayCount(count, { one: "{0} collect group", other: "{0} collect groups" });
}
