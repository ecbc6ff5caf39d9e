import type { RawStructure } from "../client/surveyStructure.ts";
import type { CopyReading } from "../copy/readCopy.ts";
import { readSurveyFacts } from "../reader/surveyFacts.ts";
import type { NormalisedExportOptions } from "./exportOptions.ts";
import type { ExportWatch } from "./exportWatch.ts";

/** What an export reads, independent of the copy that keeps it. */
export interface ExportSource {
  readonly options: NormalisedExportOptions;
  /**
   * The structure as the service sends it, or as the copy has it. Collect groups are requested only if they are needed;
   * otherwise their list is empty.
   */
  readonly structure: Promise<RawStructure>;
  readonly spaceMark: string;
}

export async function putStructure(
  { options, structure }: ExportSource,
  copy: number,
): Promise<void> {
  const { survey, collectGroups } = await structure;
  await options.copies.putStructure(copy, survey, collectGroups);
}

/** Returns how to read what the export needs into a copy of whole items. */
export function readingOf(
  { options, structure }: ExportSource,
  signal: AbortSignal,
  watch: ExportWatch,
): CopyReading {
  const { client, surveyId, kind, lanes: max = client.concurrency, minLanes: min = 1 } = options;
  const survey = structure.then((it) => readSurveyFacts(it.survey));
  // If the reading is cancelled before it awaits this, the rejection would end the process.
  survey.catch(() => undefined);
  return {
    surveyId,
    kind,
    survey,
    lanes: { min, max },
    attempts: watch,
    onProgress: watch.onPage,
    signal,
  };
}

/**
 * Returns true if the request is for responses with all their fields, as in the survey's copy. Others have a copy of their
 * own.
 */
export function isOfWholeSurvey({ kind, query }: NormalisedExportOptions): boolean {
  const { variables, embeddedData, parameterField } = query;
  return (
    kind === "responses" &&
    [variables, embeddedData, parameterField].every((it) => it === undefined)
  );
}
