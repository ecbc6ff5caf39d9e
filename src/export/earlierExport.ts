import type { SurveyError } from "../model/errors.ts";
import { invalidInput } from "../model/errors.ts";
import { localizable, type LocalizableText } from "../model/localizable.ts";
import { oneLine } from "../model/oneLine.ts";
import { secondsOf, timeOfSeconds } from "../model/time.ts";
import type { ResponseSource } from "../reader/responseSource.ts";
import type { ExportRequest } from "./exportRequest.ts";
import { finishReplacing } from "./finishReplacing.ts";
import { fileOfManifest, readManifest, type Manifest } from "./manifest.ts";
import type { ItemsOfSecond } from "./schemas.ts";

/** What an incremental export needs to know about the export that it continues. */
export interface EarlierExport {
  /** Hash of its file, in hex. */
  readonly sha256: string;
  /**
   * One second before its end: in the second of the end, more items may have arrived. If it is empty, its own start;
   * undefined if it has none.
   */
  readonly startDateTime: string | undefined;
  /** Undefined: none. */
  readonly known?: ItemsOfSecond | undefined;
  /** Undefined if its manifest has none, for example because an older version of the extension wrote it. */
  readonly structureHash?: string | undefined;
}

/** The export that continues the earlier one. */
type Continuation = Pick<ExportRequest, "surveyId" | "kind" | "query"> & {
  readonly client: Pick<ResponseSource, "dataSpace" | "version">;
};

/**
 * Reads the manifest of the export to continue, whose last second is read again.
 * @throws SurveyError "invalid-input" if that export is of something else, or has no end from which to continue
 */
export async function readEarlier(now: Continuation, path: string): Promise<EarlierExport> {
  await finishReplacing(fileOfManifest(path));
  const manifest = await readManifest(path);
  const difference = differenceTo(manifest, now);
  if (difference !== undefined) {
    throw cannotContinue(path, difference);
  }
  const { newest, sha256, structureHash, responses, range, since } = manifest;
  if (!newest && responses === 0) {
    return { sha256, startDateTime: range?.startDateTime, known: since?.known, structureHash };
  }
  const seconds = newest && secondsOf(newest.finishedAt);
  if (!newest || seconds === undefined) {
    throw cannotContinue(path, localizable("its end time is missing. Export all responses again"));
  }
  return {
    sha256,
    startDateTime: timeOfSeconds(seconds - 1),
    known: newest,
    structureHash,
  };
}

const parts = [
  ["collectGroupId", localizable("it was exported for another collect group")],
  ["variables", localizable("it was exported with other variables")],
  ["embeddedData", localizable("it was exported with other embedded data")],
  ["parameterField", localizable("it was exported with another field for parameters")],
  ["filter", localizable("it was exported with another filter")],
] as const;

function differenceTo(manifest: Manifest, now: Continuation): LocalizableText | undefined {
  const { client, surveyId, kind, query } = now;
  const before = manifest.query ?? {};
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const part = parts.find(([name]) => !same(before[name], query[name]));
  switch (true) {
    case manifest.survey.surveyId !== surveyId:
      return localizable("it is of another survey ({0})", oneLine(manifest.survey.label));
    case manifest.kind !== kind:
      return kind === "metadata"
        ? localizable("it is of responses, not of response metadata")
        : localizable("it is not of responses");
    case manifest.apiVersion !== client.version:
      return localizable(
        "it was exported with API {0}, and the data space is set to {1}",
        manifest.apiVersion,
        client.version,
      );
    case manifest.dataSpace !== client.dataSpace:
      return localizable('it is from the data space "{0}"', manifest.dataSpace);
    case part !== undefined:
      return part[1];
    case query.startDateTime !== undefined:
      return localizable("its end time is the start time, so no other one can be given");
    default:
      return undefined;
  }
}

function cannotContinue(path: string, why: LocalizableText): SurveyError {
  return invalidInput("The export of {0} cannot be continued: {1}.", path, why);
}
