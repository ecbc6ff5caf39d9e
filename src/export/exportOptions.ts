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
import type { StructureTurn } from "./structureFacts.ts";

export interface ExportResponsesOptions extends Pick<
  ExportRequest,
  "surveyId" | "kind" | "file" | "format" | "fresh" | "overwrite"
> {
  /** As in ExportRequest; "fitting": what an earlier export of another request left is begun anew, too. */
  readonly resume?: boolean | "fitting" | undefined;
  readonly client: ResponseSource;
  readonly copies: ExportCopies;
  /** The survey's own copy: what is new is read into it, and what was read anew takes its place. Absent: none is kept. */
  readonly copy?: CopyKey | undefined;
  readonly query?: ReadQuery | undefined;
  /** How responses become a table: of formats that are one, and only of those. */
  readonly table?: TableConversion | undefined;
  /** Rejects where the file is to stay after all; asked when the new one is complete. */
  readonly checkReplaced?: (() => Promise<void>) | undefined;
  /** Windows of the range that are read at once, at most; as many as the client sends requests at once if absent. */
  readonly lanes?: number | undefined;
  /** As many as that from the beginning; 1 if absent. */
  readonly leastLanes?: number | undefined;
  /** An earlier export of the same, or the path of its manifest: what has come since then is exported. */
  readonly since?: string | EarlierExport | undefined;
  /** When the survey's structure changed, as far as it was seen. */
  readonly structureTurns?: (() => Promise<readonly StructureTurn[]>) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Absent: the export rejects where it would pause. */
  readonly onPause?: OnPause | undefined;
  /** After every page, and before a wait. */
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
  /** Of the file, in hex. */
  readonly sha256: string;
  /** When the file's responses were all that the service had: ISO 8601, UTC. */
  readonly asOf: string;
  /** Sentences in English, as the manifest has them; empty if there is nothing to say. */
  readonly warnings: readonly string[];
  /** The same for a person. */
  readonly warningTexts: readonly LocalizableText[];
}

/** What the export is of, with its query as files show it. */
export interface QueriedExport extends ExportResponsesOptions {
  readonly query: ReadQuery;
  readonly earlier: EarlierExport | undefined;
  readonly signal: AbortSignal;
  readonly startedAt: string;
}
