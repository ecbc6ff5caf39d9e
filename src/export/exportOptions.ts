import type { CopyKey } from "../copy/copyFolders.ts";
import type { ReadQuery } from "../reader/readQuery.ts";
import type { ResponseSource } from "../reader/responseSource.ts";
import type { LocalizableText } from "../model/localizable.ts";
import type { TableConversion } from "./conversion.ts";
import type { EarlierExport } from "./earlierExport.ts";
import type { ExportCopies } from "./exportCopies.ts";
import type { ExportRequest } from "./exportRequest.ts";
import type { ExportProgress } from "./exportWatch.ts";
import type { OnPause } from "./pause.ts";
import type { StructureChange } from "./structureFacts.ts";

export interface ExportResponsesOptions extends Pick<
  ExportRequest,
  "surveyId" | "kind" | "file" | "format" | "fresh" | "overwrite"
> {
  /**
   * As in ExportRequest. "fitting": if an earlier export of another request left something, begins anew instead of
   * rejecting.
   */
  readonly resume?: boolean | "fitting" | undefined;
  /** What the person does by the export, which decides what an error says to do. Default: "export". */
  readonly purpose?: "export" | "repair" | "verification" | "dataSpace" | undefined;
  readonly client: ResponseSource;
  readonly copies: ExportCopies;
  /** The survey's own copy. New items are read into it; a copy that was read anew replaces it. Undefined: none is kept. */
  readonly copy?: CopyKey | undefined;
  readonly query?: ReadQuery | undefined;
  /** How responses become a table. Set for table formats, and only for those. */
  readonly table?: TableConversion | undefined;
  /** Called when the new file is complete. Rejects if the existing file must stay after all. */
  readonly confirmReplace?: (() => Promise<void>) | undefined;
  /** Most windows of the range that are read at once. Default: as many as the client sends requests at once. */
  readonly lanes?: number | undefined;
  /** Windows that are read at once from the beginning. Default: 1. */
  readonly minLanes?: number | undefined;
  /** An earlier export of the same, or the path of its manifest. Only what has come since then is exported. */
  readonly since?: string | EarlierExport | undefined;
  /** Returns when the survey's structure changed, as far as this is known. */
  readonly structureChanges?: (() => Promise<readonly StructureChange[]>) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Undefined: the export rejects where it would pause. */
  readonly onPause?: OnPause | undefined;
  /** Called after every page, and before a wait. */
  readonly onProgress?: ((progress: ExportProgress) => void) | undefined;
  /** Version of this extension, for the manifest. */
  readonly toolVersion: string;
}

export interface ExportResult {
  readonly file: string;
  readonly format: ExportRequest["format"];
  readonly responses: number;
  readonly pages: number;
  readonly bytes: number;
  /** Hash of the file, in hex. */
  readonly sha256: string;
  /** Time at which the file's responses were all that the service had: ISO 8601, UTC. */
  readonly asOf: string;
  /** Sentences in English, as in the manifest; empty if there are no warnings. */
  readonly warnings: readonly string[];
  /** The same warnings, translatable. */
  readonly warningTexts: readonly LocalizableText[];
}

/** Options of an export with the query as files show it, and the defaults filled in. */
export interface NormalisedExportOptions extends ExportResponsesOptions {
  readonly query: ReadQuery;
  readonly earlier: EarlierExport | undefined;
  readonly signal: AbortSignal;
  readonly startedAt: string;
}
