import { wordsOf } from "../model/localizable.ts";
import { noMissingCodes, type MissingCodes } from "../model/missingCodes.ts";
import { makeReport } from "../reports/makeReport.ts";
import { summarySubject, type SummaryArgument } from "../reports/summarySubject.ts";
import type { JobHost } from "./jobHost.ts";

export interface ReportJob {
  readonly dataSpace: string;
  readonly surveyId: string;
  readonly asked: SummaryArgument;
  readonly missingCodes?: MissingCodes | undefined;
  readonly signal: AbortSignal;
  /** Called after each page. */
  readonly onLoaded: (responses: number) => void;
  readonly onColumns: (columns: number, all: number) => void;
}

/** Returns the text of a summary of all responses that the service has. */
export function reportJob(
  host: Pick<JobHost, "withTable" | "translations" | "toolVersion">,
  { dataSpace, surveyId, asked, missingCodes, signal, onLoaded, onColumns }: ReportJob,
): Promise<string> {
  const { translations, toolVersion } = host;
  const reading = { signal, onLoaded, onWaiting: () => undefined };
  return host.withTable({ dataSpace, surveyId }, reading, (survey) =>
    makeReport(
      survey,
      summarySubject({ dataSpace, missing: missingCodes ?? noMissingCodes }, asked, survey),
      {
        toolVersion,
        words: wordsOf(translations),
        signal: survey.signal,
        onProgress: onColumns,
      },
    ),
  );
}
