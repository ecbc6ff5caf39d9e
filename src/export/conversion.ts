import type { RawStructure } from "../client/surveyStructure.ts";
import type { LocalizableText } from "../model/localizable.ts";
import type { ApiVersion } from "../model/survey.ts";
import type { MissingCodes } from "../model/missingCodes.ts";
import type { TableDescription } from "../model/tabular/tableColumn.ts";
import type { CodebookFormat, TableForm } from "../model/tabular/tableForm.ts";
import type { WantedItems } from "./copyItems.ts";
import type { WrittenItems } from "./writeItems.ts";

/** The items of an export: of a copy, those that are wanted. */
export interface ConvertedItems {
  /** Path of the copy. */
  readonly file: string;
  readonly version: ApiVersion;
  readonly wanted: WantedItems;
}

export interface ItemsToConvert {
  readonly items: ConvertedItems;
  /** Path to write; what stands there is replaced. */
  readonly target: string;
  /** Path to write the codebook to, where one is made; what stands there is replaced. */
  readonly codebook: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ConversionProgress) => void;
}

/** `columns`: looking at all responses, to know the columns; `rows`: writing them. */
export interface ConversionProgress {
  readonly step: "columns" | "rows";
  /** Of this step, so far. */
  readonly responses: number;
  /** 0 to 1. */
  readonly share: number;
}

/** What became of them. The hash of a folder: see `folderHash`. */
export interface Converted extends WrittenItems {
  /** For the manifest. */
  readonly table: TableFacts;
  readonly warnings: readonly LocalizableText[];
}

/** What the manifest says of a table: enough to read the file with its labels, without asking the service again. */
export interface TableFacts extends Omit<TableDescription, "responses"> {
  readonly form: TableForm;
  /** As they were declared when it was written; absent: none. */
  readonly missingCodes?: MissingCodes | undefined;
  /** Written beside the file, as `<stem>.codebook.<ext>`. */
  readonly codebook?: CodebookFormat | undefined;
  /** Of a folder, in order of path. */
  readonly files?: readonly ConvertedFile[] | undefined;
}

export interface ConvertedFile {
  /** From the folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly rows: number;
  /** In hex. */
  readonly sha256: string;
}

/** Makes another format of the items. It may be called again after it has failed, from the same items. */
export type Convert = (items: ItemsToConvert) => Promise<Converted>;

/** How an export becomes a table. */
export interface TableConversion {
  /** @throws SurveyError "malformed-answer" where the structure does not fit */
  readonly prepare: (structure: RawStructure) => Convert;
  /** Whether it writes a folder. */
  readonly isFolder: boolean;
  /** Path that the codebook gets with the table, where one is made. */
  readonly codebook?: string | undefined;
}
