import type { SnippetLanguage } from "../kinds/format.ts";

export const notebookLanguages = ["python", "r"] as const satisfies readonly SnippetLanguage[];
export type NotebookLanguage = (typeof notebookLanguages)[number];

export const notebookFormats = ["ipynb", "qmd"] as const;
/** Also the ending of its files. */
export type NotebookFormat = (typeof notebookFormats)[number];

export interface NotebookForm {
  readonly language: NotebookLanguage;
  readonly format: NotebookFormat;
}

/** In the order in which they are offered; the first of a language, or of a format, is meant where only that is said. */
export const notebookForms: readonly NotebookForm[] = [
  { language: "python", format: "ipynb" },
  { language: "python", format: "qmd" },
  { language: "r", format: "qmd" },
];
