import { toUSVString } from "node:util";
import { withAsciiDigits } from "../model/asciiDigits.ts";

/*
 * Normalises texts for comparison, so that texts that look the same to a reader compare as equal. Compatibility forms are
 * decomposed, so that Korean syllables find letters and vice versa, and a syllable that is still being typed finds the words
 * that it may become.
 */

// Marks on Latin, Greek and Cyrillic letters, and invisible characters such as soft hyphens and direction marks.
const notSeen = /[\u0300-\u036f\p{Cf}\p{Cc}]/gu;

/** Separator between words, also at both ends of a text. */
const gap = "\u0001";

/** Returns the normalised words of a text. */
export function searchWords(text: string): string[] {
  const seen = toUSVString(text)
    .replace(/[\t\n\v\f\r\u0085]/g, " ")
    .normalize("NFKD")
    .replace(notSeen, "");
  return (
    withAsciiDigits(seen)
      // Upper case first, because it unifies what lower case keeps apart, such as "ß" and "ss".
      .toUpperCase()
      .toLowerCase()
      .replaceAll("ς", "σ")
      .split(/\s+/)
      .filter((it) => it !== "")
  );
}

/** Returns the text as it is stored in the index. */
export function searchText(text: string): string {
  return gap + searchWords(text).join(gap) + gap;
}

/** Doubles each gap, so that a gap and the first letter of a word are a trigram. */
export function textWithWideGaps(text: string): string {
  return text.replaceAll(gap, gap + gap);
}

/** Returns what a stored text must contain to match the word. A word of one or two characters must begin a word. */
export function matchedPart(word: string): string {
  return Array.from(word).length < 3 ? gap + word : word;
}

/** Returns all runs of three characters, in order. */
export function trigramList(text: string): string[] {
  const characters = Array.from(text);
  return characters.slice(2).map((it, at) => `${characters[at]}${characters[at + 1]}${it}`);
}
