import { toUSVString } from "node:util";

/*
 * Texts as they are compared: what differs in them for a computer and not for a reader is the same. Compatibility forms are
 * decomposed, so that Korean typed in syllables finds letters and the other way round, and a syllable that is being typed finds
 * the words that it may become.
 */

// Marks on Latin, Greek and Cyrillic letters, and what is there and not seen, such as soft hyphens and directions.
const notSeen = /[\u0300-\u036f\p{Cf}\p{Cc}]/gu;
const otherDigits = /[^\P{Nd}0-9]/gu;

/** Stands between words, and at both ends. */
const gap = "\u0001";

/** The words of a text, as they are compared. */
export function searchWords(text: string): string[] {
  return (
    toUSVString(text)
      .replace(/[\t\n\v\f\r\u0085]/g, " ")
      .normalize("NFKD")
      .replace(notSeen, "")
      .replace(otherDigits, asciiDigit)
      // Upper case first: it makes one of what lower case leaves two, such as "ß" and "ss".
      .toUpperCase()
      .toLowerCase()
      .replaceAll("ς", "σ")
      .split(/\s+/)
      .filter((it) => it !== "")
  );
}

/** A text as it is kept in the index. */
export function searchText(text: string): string {
  return gap + searchWords(text).join(gap) + gap;
}

/** The text with two characters in each gap, so that the beginning of a word is three characters, too: trigrams find it. */
export function textWithWideGaps(text: string): string {
  return text.replaceAll(gap, gap + gap);
}

/** What a text must have, as it is kept, so that it is found by this word: one or two characters begin a word. */
export function soughtPart(word: string): string {
  return Array.from(word).length < 3 ? gap + word : word;
}

/** All runs of three characters, in their order. */
export function trigramList(text: string): string[] {
  const characters = Array.from(text);
  return characters.slice(2).map((it, at) => `${characters[at]}${characters[at + 1]}${it}`);
}

/** Digits of a script are ten in a row, from its zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) {
    value++;
  }
  return String(value % 10);
}
