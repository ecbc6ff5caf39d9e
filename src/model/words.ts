/** Translates and formats texts for people, in panels, the host and its threads. */
export interface Words {
  /** The text in the user's language, `{0}`, `{1}`… replaced by the arguments. */
  readonly t: (text: string, ...args: readonly (string | number)[]) => string;
  /** The editor's locale, a BCP 47 tag. */
  readonly locale: string;
  /** What the shell says instead of the editor's texts, by these. Default: texts are in the words of the editor. */
  readonly shellTexts?: ReadonlyMap<string, string> | undefined;
}

/** `Words` in a form that can be posted to a panel or a thread. `strings` maps the English text to its translation. */
export interface Translations {
  readonly locale: string;
  readonly strings: Readonly<Record<string, string>>;
  readonly shellTexts?: ReadonlyMap<string, string> | undefined;
}
