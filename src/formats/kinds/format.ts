import type { TableColumn } from "../../model/tabular/tableColumn.ts";
import type { TableForm } from "../../model/tabular/tableForm.ts";
import type { CreateWriter } from "../writer.ts";

export const snippetLanguages = ["python", "r", "sql"] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

/** What a snippet needs to know about a file; its manifest has it. */
export interface SnippetFile {
  readonly file: string;
  readonly form: TableForm;
  readonly table: { readonly columns: readonly TableColumn[] };
}

type Translate = (text: string) => string;

/** A format as a person chooses it. */
export interface FormatVariant {
  readonly label: string;
  readonly detail: string;
  readonly form?: Partial<Pick<TableForm, "preset" | "partition">>;
}

/** What the manual says of a format (`npm run manifest`): Markdown. */
export interface FormatManual {
  /** Programs that read it, or what it is for. */
  readonly readers: string;
  /** What a file has. */
  readonly content: string;
}

/** How files of a format are loaded by programs. */
export interface FormatImplementation {
  /**
   * Returns a program that loads a file.
   * @throws SurveyError "invalid-input" if the language cannot read the format
   */
  readonly snippets: Readonly<Record<SnippetLanguage, (file: SnippetFile) => string>>;
  /** Packages that snippets need. */
  readonly packages: Readonly<Record<Exclude<SnippetLanguage, "sql">, readonly string[]>>;
}

/** A format of exports. Its name in `formats` is also the extension of its files. */
export interface Format {
  /** Name in file dialogs. */
  readonly label: string;
  /** VS Code's identifier of a text format's language; undefined if the file is for other programs. */
  readonly language?: string;
  readonly manual: FormatManual;
  readonly variants: (t: Translate) => readonly FormatVariant[];
  /** Loads what is needed only for a file. */
  readonly implementation: () => Promise<FormatImplementation>;
}

/** A part of a table's form that a format lets people choose. */
export type FormOption = keyof TableForm;

/** How tables are written, and how programs load them. */
export interface TableImplementation extends FormatImplementation {
  readonly createWriter: CreateWriter;
  /** Returns unique names that the format accepts; undefined if the format has no rules of its own. */
  readonly columnNames?: (
    names: readonly string[],
    form: Pick<TableForm, "partition">,
  ) => readonly string[];
}

/** A format in which responses are a table; the others keep the items as the service sent them. */
export interface TableKind extends Format {
  readonly options: readonly FormOption[];
  readonly implementation: () => Promise<TableImplementation>;
}

/** A part of an export that a format lets people choose. Every table can have a codebook beside it. */
export type ExportOption = FormOption | "codebook";

/** Column that readers of day folders add to those of the files. */
export const partitionColumn = "day";
