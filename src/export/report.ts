import { provides } from "../model/provided.ts";
import type { Manifest } from "./manifest.ts";
import type { Run } from "./unfinished.ts";

/** What a person should know of an export that is done: whole sentences, none if all is as it should be. */
export function warningsOf({ header, doubles, doubled, rows }: Run): string[] {
  const warnings: string[] = [];
  if (doubled > 0) {
    warnings.push(`${doubled} responses came more than once and were written once.`);
  }
  if (doubles.outOfOrder) {
    warnings.push(
      "The responses did not come newest first. All that came were written, but some may be there twice, and responses later than the end of the range may be missing.",
    );
  }
  // Responses of v1 and v2 have none.
  if (doubles.withoutId > 0 && provides(header.apiVersion, "responseId")) {
    warnings.push(
      `${doubles.withoutId} responses have no responseId, so it could not be checked whether they came twice.`,
    );
  }
  if (!header.frozen && rows > 0) {
    warnings.push(
      "The service told no time of its newest response, so the range has no fixed end: responses that arrived during the export may be in it or not.",
    );
  }
  return warnings;
}

/** What the manifest says of an export that is done. */
export function manifestOf(
  run: Run,
  outcome: Pick<Manifest, "bytes" | "sha256" | "warnings" | "toolVersion">,
): Manifest {
  const { header, first, last, rows, pages } = run;
  const { dataSpace, baseUrl, apiVersion, surveyId, surveyLabel, kind, format, query } = header;
  return {
    dataSpace,
    baseUrl,
    apiVersion,
    survey: { surveyId, label: surveyLabel },
    kind,
    format,
    query,
    range: {
      startDateTime: query.startDateTime,
      endDateTime: header.endDateTime,
      frozen: header.frozen,
    },
    startedAt: header.startedAt,
    finishedAt: new Date().toISOString(),
    responses: rows,
    pages,
    first,
    last,
    ...outcome,
  };
}
