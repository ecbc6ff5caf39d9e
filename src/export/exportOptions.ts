import type { CopyKey } from "../copy/copyFolders.ts";
import type { ExportFormat } from "../formats/kinds/formats.ts";
import type { ItemKind, ReadQuery, ResponseSource } from "../reader/responseSource.ts";
import type { TableConversion } from "./conversion.ts";
import type { EarlierExport } from "./earlierExport.ts";
import type { ExportCopies } from "./exportCopies.ts";
import type { ExportProgress } from "./exportWatch.ts";
import type { Fresh } from "./fresh.ts";
import type { OnPause } from "./pause.ts";

export interface ExportResponsesOptions {
  readonly client: ResponseSource;
  readonly copies: ExportCopies;
  /** The survey's own copy: what is new is read into it, and what was read anew takes its place. Absent: none is kept. */
  readonly copy?: CopyKey | undefined;
  readonly surveyId: string;
  readonly kind: ItemKind;
  readonly query?: ReadQuery | undefined;
  /** What is asked of the service; "all" where absent. Only the survey's own copy can be brought up to date, or be used as it is. */
  readonly fresh?: Fresh | undefined;
  /** Absolute path of the file to write. */
  readonly file: string;
  readonly format: ExportFormat;
  /** How responses become a table: of formats that are one, and only of those. */
  readonly table?: TableConversion | undefined;
  /** Replace the file if there is one; it stays as it is until the export is complete. */
  readonly overwrite?: boolean | undefined;
  /** Rejects where the file is to stay after all; asked when the new one is complete. */
  readonly checkReplaced?: (() => Promise<void>) | undefined;
  /** Continue what an earlier, unfinished export of the same left beside the file; otherwise that is begun anew. */
  readonly resume?: boolean | undefined;
  /** Windows of the range that are read at once, at most; as many as the client sends requests at once if absent. */
  readonly lanes?: number | undefined;
  /** As many as that from the beginning; 1 if absent. */
  readonly leastLanes?: number | undefined;
  /** An earlier export of the same, or the path of its manifest: what has come since then is exported. */
  readonly since?: string | EarlierExport | undefined;
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
  readonly format: ExportFormat;
  readonly responses: number;
  readonly pages: number;
  readonly bytes: number;
  /** Of the file, in hex. */
  readonly sha256: string;
  /** When the file's responses were all that the service had: ISO 8601, UTC. */
  readonly asOf: string;
  /** Sentences for a person; empty if there is nothing to say. */
  readonly warnings: readonly string[];
}

/** What the export is of, with its query as files show it. */
export interface QueriedExport extends ExportResponsesOptions {
  readonly query: ReadQuery;
  readonly earlier: EarlierExport | undefined;
  readonly signal: AbortSignal;
  readonly startedAt: string;
}
