import type { RawItem } from "../client/queries.ts";
import type { ConversionProgress, ConvertedFile, ConvertedItems } from "../export/conversion.ts";
import type { WrittenItems } from "../export/writeItems.ts";
import type { LocalizableText } from "../model/localizable.ts";
import type { ApiVersion } from "../model/survey.ts";
import type { Translations } from "../model/words.ts";
import type { TableSource } from "../model/tabular/table.ts";
import type { TableDescription } from "../model/tabular/tableColumn.ts";
import type { CodebookFormat, TableForm } from "../model/tabular/tableForm.ts";
import type { SnippetFile, SnippetLanguage } from "./kinds/format.ts";
import type { ExportFormat, TableFormat } from "./kinds/formats.ts";
import type { NotebookFormat, NotebookLanguage } from "./notebooks/notebookForm.ts";

/*
 * Making tables of responses takes seconds to minutes, so it is done in a worker; the host talks to it by these
 * messages-only types.
 */

/** What was exported, and of what it is made. */
export interface ItemSource extends TableSource {
  readonly version: ApiVersion;
  /** Its name, for messages. */
  readonly dataSpace: string;
}

export interface CodebookTarget {
  readonly file: string;
  readonly format: CodebookFormat;
  readonly translations: Translations;
}

export interface ConvertJob {
  readonly source: ItemSource;
  readonly items: ConvertedItems;
  /** Path to write; what stands there is replaced. A folder where the form has partitions. */
  readonly target: string;
  readonly format: TableFormat;
  readonly form: TableForm;
  /** To write as well, of the same columns. */
  readonly codebook?: CodebookTarget | undefined;
  readonly toolVersion: string;
}

/** The hash of a folder: see `folderHash`. */
export interface ConvertedTable extends WrittenItems {
  readonly description: TableDescription;
  /** Of a folder: its files, in order. */
  readonly files?: readonly ConvertedFile[] | undefined;
  readonly warnings: readonly LocalizableText[];
}

export interface PreviewJob {
  readonly source: ItemSource;
  /** The first items of a page. */
  readonly body: Uint8Array;
  readonly items: readonly Pick<RawItem, "start" | "end">[];
  readonly format: ExportFormat;
  readonly form: TableForm;
  readonly translations: Translations;
}

export interface Preview {
  /** Of a text format, the beginning of the file as it will be written; of the others, the same rows as aligned columns. */
  readonly text: string;
  /** VS Code's name of the language. */
  readonly language: string;
  /** Of a table format: the table as far as these items tell it, for a snippet before there is a file. */
  readonly table?: SnippetJob["table"] | undefined;
}

export interface CodebookJob {
  readonly source: ItemSource;
  /** Some responses, so that columns are known that only responses tell; see PreviewJob. */
  readonly body?: Uint8Array | undefined;
  readonly items?: PreviewJob["items"] | undefined;
  readonly format: CodebookFormat;
  readonly form: TableForm;
  readonly translations: Translations;
}

export interface SnippetJob extends SnippetFile {
  readonly language: SnippetLanguage;
  readonly format: ExportFormat;
}

/** A notebook that goes on from a snippet. Its `file` is as the code says it: relative to the notebook. */
export interface NotebookJob extends SnippetJob {
  readonly language: NotebookLanguage;
  readonly notebook: NotebookFormat;
  /** The survey's title. */
  readonly title: string;
  readonly translations: Translations;
}

/** What the worker does. Every call rejects with a SurveyError; "cancelled" where it was cancelled. */
export interface FormatCalls {
  convert(job: ConvertJob): Promise<ConvertedTable>;
  preview(job: PreviewJob): Promise<Preview>;
  /** @returns the codebook's text */
  codebook(job: CodebookJob): Promise<string>;
  snippet(job: SnippetJob): Promise<string>;
  /** @returns the notebook's text */
  notebook(job: NotebookJob): Promise<string>;
}

/** What the worker tells meanwhile. */
export interface FormatEvents {
  readonly progress: ConversionProgress;
}

export interface Converting {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ConversionProgress) => void) | undefined;
}

/** The worker, as the host sees it. */
export interface Formats extends FormatCalls {
  convert(job: ConvertJob, converting?: Converting): Promise<ConvertedTable>;
}
