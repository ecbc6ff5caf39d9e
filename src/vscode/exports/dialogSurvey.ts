import type { CollectGroup, Survey } from "../../model/survey.ts";
import type { ReadQuery } from "../../reader/readQuery.ts";

/** What the dialog's questions need to know of the survey. */
export interface DialogSurvey {
  readonly survey: () => Promise<Survey>;
  readonly groups: () => Promise<readonly CollectGroup[]>;
  /** Submission time of the survey's newest response. */
  readonly newest: () => Promise<string | undefined>;
  /** See ExportSubject. */
  readonly keptSince: () => number | undefined;
  /** Earlier exports of the same kind, newest first. */
  readonly earlier: readonly EarlierExport[];
}

/** An earlier export, since which the new ones can be asked for. */
export interface EarlierExport {
  readonly name: string;
  readonly manifest: string;
  readonly end?: string | undefined;
  /** What it asked for: what continues it has to ask the same. */
  readonly asked: ReadQuery;
}
