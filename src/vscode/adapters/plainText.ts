import { oneLine } from "../../model/label.ts";

/** A survey's words in a place that would read `$(name)` as an icon. */
export function plain(text: string): string {
  return oneLine(text).replaceAll("$(", "$\u200b(");
}
