import type { SnippetLanguage } from "../kinds/format.ts";

export const notebookLanguages = ["python", "r"] as const satisfies readonly SnippetLanguage[];
export type NotebookLanguage = (typeof notebookLanguages)[number];

export const notebookFormats = ["ipynb", "qmd"] as const;
/** Also the extension of its files. */
export type NotebookFormat = (typeof notebookFormats)[number];

export interface NotebookForm {
  readonly language: NotebookLanguage;
  readonly format: NotebookFormat;
}

/**
 * Notebooks in the order in which they are offered. If only a language or a format is given, the first that has it is used.
 */
export const notebookForms: readonly NotebookForm[] = [
  { language: "python", format: "ipynb" },
  { language: "python", format: "qmd" },
  { language: "r", format: "qmd" },
];
