import { oneLine } from "../../model/oneLine.ts";

declare const isSafe: unique symbol;

/**
 * Text for a place where VS Code reads `$(name)` as an icon and `[words](address)` as a link that may run a command: whatever
 * words of others are in it are neither. Only `plain`, what is made of it here, and `t` (window.ts) give it.
 */
export type SafeText = string & { readonly [isSafe]: true };

/** Words of others, on one line. What follows them cannot make an icon or a link of them either. */
export function plain(text: string): SafeText {
  return oneLine(text).replace(/([\]$])(?=\(|$)/g, "$1\u200b") as SafeText;
}

/** The parts that are there, one after the other. */
export function joined(parts: readonly (SafeText | undefined)[], separator = " "): SafeText {
  return parts.filter((it) => it !== undefined).join(separator) as SafeText;
}

/** An icon of VS Code's before the text. */
export function withIcon(icon: string, text: SafeText): SafeText {
  return `$(${icon}) ${text}` as SafeText;
}
