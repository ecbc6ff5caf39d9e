import { localizable, type LocalizableText } from "../../model/localizable.ts";

/** Detects lone surrogates (halves of characters), which UTF-8 cannot encode, so that they become U+FFFD. */
export class LoneSurrogates {
  #areThere = false;

  check(text: string): void {
    this.#areThere ||= !text.isWellFormed();
  }

  get warnings(): readonly LocalizableText[] {
    return this.#areThere
      ? [
          localizable(
            "Halves of characters (of emoji that were cut, for example) cannot be written in UTF-8 and became U+FFFD. JSON and NDJSON keep them.",
          ),
        ]
      : [];
  }
}
