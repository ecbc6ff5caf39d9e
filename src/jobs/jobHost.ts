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
import type { StructureChange } from "../export/structureFacts.ts";

/** The copies on this machine, as lent to an export. */
export interface LentCopies extends Pick<ExportResponsesOptions, "onPause"> {
  readonly copies: ExportCopies;
  /** The survey's own copy; undefined if it must not be kept. */
  readonly copy: CopyKey | undefined;
  /** Also aborts if the survey's own copy is removed while it is read. */
  readonly signal: AbortSignal;
}

export interface CopyRequest extends Pick<ExportResponsesOptions, "onPause" | "fresh"> {
  readonly client: SurveyClient;
  /** Undefined if the survey's own copy is not needed. */
  readonly surveyId?: string | undefined;
  readonly signal: AbortSignal;
}

/** What a job needs from the door that it comes through: the editor or the shell. */
export interface JobHost {
  /** @throws SurveyError "unknown-data-space", "signed-out" */
  client(dataSpace: string): Promise<SurveyClient>;
  /** Lends copies to an export until `work` has ended. */
  withCopies<T>(request: CopyRequest, work: (lent: LentCopies) => Promise<T>): Promise<T>;
  /** Brings a survey's table up to date with the service, and passes it to `use`. */
  withTable<T>(
    subject: { readonly dataSpace: string; readonly surveyId: string },
    options: ReadOptions,
    use: (survey: ReadSurvey) => Promise<T>,
  ): Promise<T>;
  /** Returns when a survey's structure changed, as far as this is known. */
  readonly structureChanges?: (
    client: SurveyClient,
    surveyId: string,
  ) => Promise<readonly StructureChange[]>;
  /** Runs an export and shows it in a list while it runs and afterwards. Undefined if the door has no such list. */
  readonly trackExport?: (
    request: ExportRequest,
    work: (reached: (responses: number) => void) => Promise<ExportResult>,
  ) => Promise<ExportResult>;
  /** Stores the result of a comparison in that list. */
  readonly recordComparison?: (file: string, found: VerifyResult) => Promise<void>;
  readonly formats: Formats;
  readonly warehouse: Warehouse;
  /** Translations of the texts that people read in files. */
  readonly translations: Translations;
  /** Version of the extension, for manifests and reports. */
  readonly toolVersion: string;
}
