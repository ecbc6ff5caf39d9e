/** How charts, tables and reports speak: the panels and the host each have their translations. */
export interface Words {
  /** The text in the user's language, `{0}`, `{1}`… replaced by the arguments. */
  readonly t: (text: string, ...args: readonly (string | number)[]) => string;
  /** The editor's locale, a BCP 47 tag. */
  readonly locale: string;
}
