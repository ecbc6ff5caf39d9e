import { oneLine } from "../../model/oneLine.ts";

declare const isSafe: unique symbol;

/**
 * Text for a place where VS Code reads `$(name)` as an icon and `[words](address)` as a link that may run a command. Foreign
 * text in it (from the service, files or people) cannot be either. Only this file and `t` (window.ts) make it.
 */
export type SafeText = string & { readonly [isSafe]: true };

/** Makes foreign text safe, on one line. It cannot form an icon or a link with the text that follows it either. */
export function plain(text: string): SafeText {
  return oneLine(text).replace(/([\]$])(?=\(|$)/g, "$1\u200b") as SafeText;
}

/** Joins the parts that are defined. */
export function joined(parts: readonly (SafeText | undefined)[], separator = " "): SafeText {
  return parts.filter((it) => it !== undefined).join(separator) as SafeText;
}

/** Puts an icon of VS Code before the text. */
export function withIcon(icon: string, text: SafeText): SafeText {
  return `$(${icon}) ${text}` as SafeText;
}
