import type { RawStructure } from "../client/surveyStructure.ts";
import type { LocalizableText } from "../model/localizable.ts";
import type { ApiVersion } from "../model/survey.ts";
import type { MissingCodes } from "../model/missingCodes.ts";
import type { TableDescription } from "../model/tabular/tableColumn.ts";
import type { CodebookFormat, TableForm } from "../model/tabular/tableForm.ts";
import type { WantedItems } from "./copyItems.ts";
import type { WrittenItems } from "./writeItems.ts";

/** The items of an export: those of a copy that are wanted. */
export interface ConvertedItems {
  /** Path of the copy. */
  readonly file: string;
  readonly version: ApiVersion;
  readonly wanted: WantedItems;
}

export interface ItemsToConvert {
  readonly items: ConvertedItems;
  /** Path to write; an existing file is replaced. */
  readonly target: string;
  /** Path to write the codebook to, if one is made; an existing file is replaced. */
  readonly codebook: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ConversionProgress) => void;
}

/** `columns`: reading all responses to find the columns; `rows`: writing them. */
export interface ConversionProgress {
  readonly step: "columns" | "rows";
  /** Responses of this step so far. */
  readonly responses: number;
  /** Part of this step that is done, 0 to 1. */
  readonly share: number;
}

/** Result of a conversion. For the hash of a folder, see `folderHash`. */
export interface Converted extends WrittenItems {
  /** For the manifest. */
  readonly table: TableFacts;
  readonly warnings: readonly LocalizableText[];
}

/** What the manifest says about a table: enough to read the file with its labels without asking the service again. */
export interface TableFacts extends Omit<TableDescription, "responses"> {
  readonly form: TableForm;
  /** Missing codes as declared when the table was written; undefined: none. */
  readonly missingCodes?: MissingCodes | undefined;
  /** Format of the codebook beside the file, `<stem>.codebook.<ext>`; undefined: none. */
  readonly codebook?: CodebookFormat | undefined;
  /** Files of a folder, in order of path; undefined if the table is a single file. */
  readonly files?: readonly ConvertedFile[] | undefined;
}

export interface ConvertedFile {
  /** Path relative to the folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly rows: number;
  /** Hash of the file, in hex. */
  readonly sha256: string;
}

/** Converts the items to another format. May be called again with the same items after it has failed. */
export type Convert = (items: ItemsToConvert) => Promise<Converted>;

export interface TableConversion {
  /** @throws SurveyError "malformed-answer" if the structure does not match the schema */
  readonly prepare: (structure: RawStructure) => Convert;
  /** True if the table is a folder of files. */
  readonly isFolder: boolean;
  /** Final path of the codebook; undefined if none is made. */
  readonly codebook?: string | undefined;
}
