import { listed, localizable, type LocalizableText } from "../model/localizable.ts";

/** Names that a sentence lists. */
const told = 5;

/** Returns a text like "a, b, c, d, e and 7 more". */
export function someOf(texts: readonly (string | LocalizableText)[]): LocalizableText {
  const some = listed(texts.slice(0, told));
  const more = texts.length - told;
  return more > 0 ? localizable("{0} and {1} more", some, more) : some;
}
