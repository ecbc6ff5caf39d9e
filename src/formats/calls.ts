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
 * Types of the messages between the host and the worker of the formats. Making tables of responses takes seconds to minutes,
 * so a worker does it.
 */

/** What a table is made from, beside the responses. */
export interface ItemSource extends TableSource {
  readonly version: ApiVersion;
  /** Name of the data space, for messages. */
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
  /** Path to write; what is there is replaced. A folder if the form has partitions. */
  readonly target: string;
  readonly format: TableFormat;
  readonly form: TableForm;
  /** Codebook of the same columns, written as well; undefined: none. */
  readonly codebook?: CodebookTarget | undefined;
  readonly toolVersion: string;
}

/** Result of a conversion. For the hash of a folder, see `folderHash`. */
export interface ConvertedTable extends WrittenItems {
  readonly description: TableDescription;
  /** Files of a folder, in order of path; undefined if the table is a single file. */
  readonly files?: readonly ConvertedFile[] | undefined;
  readonly warnings: readonly LocalizableText[];
}

export interface PreviewJob {
  readonly source: ItemSource;
  /** Body of a page. `items`: positions of its first items. */
  readonly body: Uint8Array;
  readonly items: readonly Pick<RawItem, "start" | "end">[];
  readonly format: ExportFormat;
  readonly form: TableForm;
  readonly translations: Translations;
}

export interface Preview {
  /** Text format: the beginning of the file as it will be written. Other formats: the same rows as aligned columns. */
  readonly text: string;
  /** VS Code's identifier of the language. */
  readonly language: string;
  /** Table format: the table as far as these items show it, for a snippet before there is a file. Otherwise undefined. */
  readonly table?: SnippetJob["table"] | undefined;
}

export interface CodebookJob {
  readonly source: ItemSource;
  /** Body with some responses, to find columns that only responses show; see PreviewJob. */
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

/** A notebook that begins with a snippet. `file` is the path in the code, relative to the notebook. */
export interface NotebookJob extends SnippetJob {
  readonly language: NotebookLanguage;
  readonly notebook: NotebookFormat;
  /** The survey's title. */
  readonly title: string;
  readonly translations: Translations;
}

/** Calls to the worker. A call that fails rejects with a SurveyError; "cancelled" if it was cancelled. */
export interface FormatCalls {
  convert(job: ConvertJob): Promise<ConvertedTable>;
  preview(job: PreviewJob): Promise<Preview>;
  /** @returns the codebook's text */
  codebook(job: CodebookJob): Promise<string>;
  snippet(job: SnippetJob): Promise<string>;
  /** @returns the notebook's text */
  notebook(job: NotebookJob): Promise<string>;
}

/** Events that the worker sends during a call. */
export interface FormatEvents {
  readonly progress: ConversionProgress;
}

export interface ConvertOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ConversionProgress) => void) | undefined;
}

/** The worker, as the host sees it. */
export interface Formats extends FormatCalls {
  convert(job: ConvertJob, converting?: ConvertOptions): Promise<ConvertedTable>;
}
