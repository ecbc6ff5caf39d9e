import * as vscode from "vscode";
import { SurveyError } from "../../model/errors.ts";
import type { ApiVersion, Survey } from "../../model/survey.ts";
import { formatMoment, typedTime } from "../../model/time.ts";
import type { StructureVersion } from "../../store/structureVersions.ts";
import type { SharedParts } from "../sharedParts.ts";
import { copySpaceOf } from "../../copy/copySpace.ts";
import type { StructureSide } from "./structureDocuments.ts";
import type { SeenSurvey } from "./structureHistory.ts";

export type ComparingParts = Pick<SharedParts, "dataSpaces" | "structures">;

/** A survey, and all its structures that were seen in the same version of the API, oldest first. */
export interface Seen {
  readonly of: SeenSurvey;
  readonly survey: Survey;
  readonly versions: readonly [StructureVersion, ...StructureVersion[]];
  readonly newest: StructureVersion;
}

/**
 * Reads the survey's structure. A stored answer stands in if the service cannot be reached.
 * @param version version of the API; default: the data space's own
 */
export async function readSeen(
  { dataSpaces, structures }: ComparingParts,
  { dataSpace, surveyId }: Pick<SeenSurvey, "dataSpace" | "surveyId">,
  { version, signal }: { version?: ApiVersion | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Seen> {
  const client = await (version === undefined
    ? dataSpaces.client(dataSpace)
    : dataSpaces.clientIn(dataSpace, version));
  const onStoredAnswer = (): void => undefined;
  const survey = await client.getSurvey(surveyId, { signal, onStoredAnswer });
  const { space } = await copySpaceOf(client);
  const of = { dataSpace, space, surveyId, apiVersion: client.version };
  const all = await structures.list(of);
  const [first, ...others] = all.filter((it) => it.apiVersion === client.version);
  if (!first) {
    throw SurveyError.of(
      "file-fault",
      'The structure of the survey "{0}" could not be kept on this machine. The log says why.',
      surveyId,
    );
  }
  return { of, survey, versions: [first, ...others], newest: others.at(-1) ?? first };
}

/**
 * Returns epoch milliseconds of a day, or of a time as the API writes it, in this machine's time zone; `undefined` if it is
 * neither.
 */
export function localMoment(text: string): number | undefined {
  const time = typedTime(text, "00:00:00");
  if (time === undefined) {
    return undefined;
  }
  const [year = 0, month = 1, day = 1, ...clock] = time.split(/\D/).map(Number);
  return new Date(year, month - 1, day, ...clock).getTime();
}

/** Returns the structure as it was at the time, or else the first later one that can be read. */
export async function readEarlier(
  { structures }: ComparingParts,
  { of, versions }: Seen,
  since = -Infinity,
): Promise<{ readonly version: StructureVersion; readonly survey: Survey } | undefined> {
  const from = Math.max(
    0,
    versions.findLastIndex((it) => it.firstSeen <= since),
  );
  for (const version of versions.slice(from)) {
    const survey = await structures.tryRead(of, version);
    if (survey) {
      return { version, survey };
    }
  }
  return undefined;
}

export function sideOf(
  { dataSpace, space, surveyId }: SeenSurvey,
  { id, apiVersion, firstSeen }: StructureVersion,
): StructureSide {
  const title = `${dataSpace} · ${apiVersion} · ${formatMoment(firstSeen, vscode.env.language)}`;
  return { dataSpace, space, surveyId, id, apiVersion, title };
}
