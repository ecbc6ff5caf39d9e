import type { SurveyClient } from "../client/surveyClient.ts";
import type { CopyKey } from "../copy/copyFolders.ts";
import type { ExportCopies } from "../export/exportCopies.ts";
import type { ExportResponsesOptions, ExportResult } from "../export/exportOptions.ts";
import type { ExportRequest } from "../export/exportRequest.ts";
import type { VerifyResult } from "../export/verifiable.ts";
import type { Formats } from "../formats/calls.ts";
import type { Translations } from "../model/words.ts";
import type { ReadOptions, ReadSurvey } from "../reports/readTable.ts";
import type { Warehouse } from "../warehouse/calls.ts";
import type { StructureTurn } from "../export/structureFacts.ts";

/** What an export gets of the copies that are kept on this machine. */
export interface LentCopies extends Pick<ExportResponsesOptions, "onPause"> {
  readonly copies: ExportCopies;
  /** The survey's own, where it may stay. */
  readonly copy: CopyKey | undefined;
  /** Aborted also where what is read from the survey's own copy is removed. */
  readonly signal: AbortSignal;
}

export interface CopyRequest extends Pick<ExportResponsesOptions, "onPause" | "fresh"> {
  readonly client: SurveyClient;
  /** Absent: no survey's own copy is wanted. */
  readonly surveyId?: string | undefined;
  readonly signal: AbortSignal;
}

/** What a job needs of the door that it comes through: the editor's, or the shell's. */
export interface JobHost {
  /** @throws SurveyError "unknown-data-space", "signed-out" */
  client(dataSpace: string): Promise<SurveyClient>;
  /** Lends copies to an export, which goes on until `work` has ended. */
  withCopies<T>(request: CopyRequest, work: (lent: LentCopies) => Promise<T>): Promise<T>;
  /** Reads into a survey's table what the service has and the table has not, and hands it on. */
  withTable<T>(
    subject: { readonly dataSpace: string; readonly surveyId: string },
    options: ReadOptions,
    use: (survey: ReadSurvey) => Promise<T>,
  ): Promise<T>;
  /** When a survey's structure changed, as far as it was seen. */
  readonly structureTurns?: (
    client: SurveyClient,
    surveyId: string,
  ) => Promise<readonly StructureTurn[]>;
  /** Keeps an export in a list while it runs and after, where the door has one. */
  readonly listed?: (
    request: ExportRequest,
    work: (reached: (responses: number) => void) => Promise<ExportResult>,
  ) => Promise<ExportResult>;
  /** Keeps in that list what a comparison found. */
  readonly compared?: (file: string, found: VerifyResult) => Promise<void>;
  readonly formats: Formats;
  readonly warehouse: Warehouse;
  /** For what people read in files. */
  readonly translations: Translations;
  /** For manifests and reports. */
  readonly toolVersion: string;
}
