import { lazy } from "./lazy.ts";
import type { Translations, Words } from "./words.ts";

/** Accepts literal texts only: neither `string` nor a template type with something in it. */
export type Literal<T extends string> =
  Readonly<Record<string, 1>> extends Record<T, 1> ? never : unknown;

/** Strings (names, numbers as text) stay unchanged; a number is a quantity, written as in the language. */
export type Word = string | number | LocalizableText;

/** A text for people, translated where it is shown. It can be cloned between threads. */
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

const englishForms = lazy(() => new Intl.PluralRules("en"));

/** Returns the form for the count, which is `{0}`; further words begin with `{1}`. A bundle translates both forms. */
export function plural<One extends string, Other extends string>(
  count: number,
  { one, other }: { readonly one: One & Literal<One>; readonly other: Other & Literal<Other> },
  ...words: readonly Word[]
): LocalizableText {
  return { text: englishForms().select(count) === "one" ? one : other, words: [count, ...words] };
}

/** Joins whole texts, ours or others', by a space. */
export function sentences(...texts: readonly (string | LocalizableText)[]): LocalizableText {
  return listed(texts, " ");
}

/** Joins names or texts. */
export function listed(
  texts: readonly (string | LocalizableText)[],
  separator = ", ",
): LocalizableText {
  return { text: texts.map((_, index) => `{${index}}`).join(separator), words: texts };
}

export function translated({ text, words }: LocalizableText, language: Words): string {
  return language.t(
    language.shellTexts?.get(text) ?? text,
    ...words.map((it) => {
      if (typeof it === "string") {
        return it;
      }
      return typeof it === "number" ? it.toLocaleString(language.locale) : translated(it, language);
    }),
  );
}

export function wordsOf({ locale, strings, shellTexts }: Translations): Words {
  return {
    t: (text, ...args) =>
      filled((Object.hasOwn(strings, text) ? strings[text] : undefined) ?? text, ...args),
    locale,
    shellTexts,
  };
}

export const english: Words = { t: filled, locale: "en" };

function filled(text: string, ...words: readonly (string | number)[]): string {
  return text.replace(/\{(\d+)\}/g, (place, index: string) =>
    String(words[Number(index)] ?? place),
  );
}

/** Returns the English text, for logs, files and callers in other programs. */
export function inEnglish(text: LocalizableText): string {
  return translated(text, english);
}

/** Returns the English text in the words of the place, the editor or the shell. */
export function inEnglishOf(
  { shellTexts }: Pick<Words, "shellTexts">,
  text: LocalizableText,
): string {
  return translated(text, { ...english, shellTexts });
}

/** Applies `change` to each word that is a string, such as a name. */
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
