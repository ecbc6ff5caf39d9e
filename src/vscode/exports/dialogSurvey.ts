import type { CollectGroup, Survey } from "../../model/survey.ts";
import type { ReadQuery } from "../../reader/readQuery.ts";

/** What the dialog's questions need to know about the survey. */
export interface DialogSurvey {
  readonly survey: () => Promise<Survey>;
  readonly groups: () => Promise<readonly CollectGroup[]>;
  /** Submission time of the survey's newest response. */
  readonly newest: () => Promise<string | undefined>;
  /** See ExportSubject. */
  readonly copyAsOf: () => number | undefined;
  /** Earlier exports of the same kind, newest first. */
  readonly earlier: readonly EarlierExport[];
}

/** An earlier export, so that only the responses since then can be exported. */
export interface EarlierExport {
  readonly name: string;
  readonly manifest: string;
  readonly end?: string | undefined;
  /** Its query without the time range, which an export of the responses since then must repeat. */
  readonly asked: ReadQuery;
}
