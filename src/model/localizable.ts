import { once } from "./once.ts";
import type { Translations, Words } from "./words.ts";

/** Texts of the code alone: neither `string` nor a template with something in it. */
export type Literal<T extends string> =
  Readonly<Record<string, 1>> extends Record<T, 1> ? never : unknown;

/** Names, and numbers as text, stay as they are; a number is a quantity, written as the language does. */
export type Word = string | number | LocalizableText;

/** A text for a person, whose language is known only where it is shown. It can be cloned between threads. */
export interface LocalizableText {
  /** English, with `{0}`, `{1}`… for the words. */
  readonly text: string;
  readonly words: readonly Word[];
}

export function localizable<T extends string>(
  text: T & Literal<T>,
  ...words: readonly Word[]
): LocalizableText {
  return { text, words };
}

const englishForms = once(() => new Intl.PluralRules("en"));

/** The form for the count, which is `{0}`; further words begin with `{1}`. A bundle translates each of both forms. */
export function plural<One extends string, Other extends string>(
  count: number,
  { one, other }: { readonly one: One & Literal<One>; readonly other: Other & Literal<Other> },
  ...words: readonly Word[]
): LocalizableText {
  return { text: englishForms().select(count) === "one" ? one : other, words: [count, ...words] };
}

/** Whole texts, or words of others alone. */
export function sentences(...texts: readonly (string | LocalizableText)[]): LocalizableText {
  return listed(texts, " ");
}

/** Names or texts one after the other. */
export function listed(
  texts: readonly (string | LocalizableText)[],
  separator = ", ",
): LocalizableText {
  return { text: texts.map((_, index) => `{${index}}`).join(separator), words: texts };
}

export function translated({ text, words }: LocalizableText, language: Words): string {
  return language.t(
    text,
    ...words.map((it) => {
      if (typeof it === "string") {
        return it;
      }
      return typeof it === "number" ? it.toLocaleString(language.locale) : translated(it, language);
    }),
  );
}

export function wordsOf({ locale, strings }: Translations): Words {
  return {
    t: (text, ...args) =>
      filled((Object.hasOwn(strings, text) ? strings[text] : undefined) ?? text, ...args),
    locale,
  };
}

export const english: Words = { t: filled, locale: "en" };

function filled(text: string, ...words: readonly (string | number)[]): string {
  return text.replace(/\{(\d+)\}/g, (place, index: string) =>
    String(words[Number(index)] ?? place),
  );
}

/** For logs, files and callers in other programs. */
export function inEnglish(text: LocalizableText): string {
  return translated(text, english);
}

/** The text with each word of others changed. */
export function withWords(
  { text, words }: LocalizableText,
  change: (word: string) => string,
): LocalizableText {
  return {
    text,
    words: words.map((it) => {
      if (typeof it === "string") {
        return change(it);
      }
      return typeof it === "number" ? it : withWords(it, change);
    }),
  };
}
