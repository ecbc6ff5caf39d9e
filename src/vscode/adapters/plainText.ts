import { oneLine } from "../../model/label.ts";

/** A survey's words in a place that would read `$(name)` as an icon, or `[words](address)` as a link. */
export function plain(text: string): string {
  return unlinked(oneLine(text).replaceAll("$(", "$\u200b("));
}

/**
 * A message that has words of others in it, for a notification: in one, `[words](command:…)` is a link, and a click on it runs
 * the command.
 */
export function unlinked(message: string): string {
  return message.replaceAll("](", "]\u200b(");
}
