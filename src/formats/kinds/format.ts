import type { TableColumn } from "../../model/tabular/tableColumn.ts";
import type { TableForm } from "../../model/tabular/tableForm.ts";
import type { CreateWriter } from "../writer.ts";

export const snippetLanguages = ["python", "r", "sql"] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

/** What a snippet needs to know of a file; its manifest has it. */
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

/** A format of exports. Its name in `formats` is also the ending of its files. */
export interface Format {
  /** Of dialogs for files. */
  readonly label: string;
  /** VS Code's name of the language of a text; absent: the file is for other programs. */
  readonly language?: string;
  readonly variants: (t: Translate) => readonly FormatVariant[];
  /**
   * Programs that load a file.
   * @throws SurveyError "invalid-input" where the language cannot read the format
   */
  readonly snippets: Readonly<Record<SnippetLanguage, (file: SnippetFile) => string>>;
  /** What snippets need beside the language itself. */
  readonly packages: Readonly<Record<Exclude<SnippetLanguage, "sql">, readonly string[]>>;
}

/** What of a table's form a format leaves open. */
export type FormOption = keyof TableForm;

/** A format in which responses are a table; the others keep the items as the service sent them. */
export interface TableKind extends Format {
  readonly options: readonly FormOption[];
  /** Names of the columns, unique, where the format has rules of its own. */
  readonly columnNames?: (
    names: readonly string[],
    form: Pick<TableForm, "partition">,
  ) => readonly string[];
  /** Loaded where files are written. */
  readonly writer: () => Promise<CreateWriter>;
}

/** What of an export a format leaves open: a codebook stands beside every table. */
export type ExportOption = FormOption | "codebook";
