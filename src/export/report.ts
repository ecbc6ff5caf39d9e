import { provides } from "../model/provided.ts";
import type { Doubt, ReadWindow } from "../reader/readWindows.ts";
import type { Manifest } from "./manifest.ts";
import type { SecondItems } from "./schemas.ts";
import type { Run } from "./run.ts";

/** What a person should know of an export that is done: whole sentences, none if all is as it should be. */
export function warningsOf({ header, windows, doubled, rows }: Run): string[] {
  const warnings: string[] = [];
  const doubles = windows.list.map((it) => it.doubles);
  const withoutId = doubles.reduce((sum, it) => sum + it.withoutId, 0);
  if (doubled > 0) {
    warnings.push(`${doubled} responses came more than once and were written once.`);
  }
  if (doubles.some((it) => it.outOfOrder)) {
    warnings.push("The responses did not come newest first. They were written as they came.");
  }
  const unproved = unprovedOf(windows.list);
  if (unproved.includes("time")) {
    warnings.push(
      "Not all responses have a time of submission in the documented form (2025-03-01T09:00:00), and nothing can be asked for by another. So it could not be proved that the last page was the last.",
    );
  } else if (unproved.includes("order")) {
    warnings.push(
      "Without ids, responses that come out of order cannot be told from each other. So it could not be proved that the last page was the last.",
    );
  }
  // Responses of v1 and v2 have none.
  if (withoutId > 0 && provides(header.apiVersion, "responseId")) {
    warnings.push(
      `${withoutId} responses have no responseId, so it could not be checked whether they came twice.`,
    );
  }
  if (!header.frozen && rows > 0) {
    warnings.push(
      "The service told no time of its newest response that can be asked for, so the range has no fixed end: responses that arrived during the export may be in it or not.",
    );
  }
  return warnings;
}

/** What kept the end from being proved. A single page, which no cursor has led to, needs no proof. */
function unprovedOf(windows: readonly ReadWindow[]): (Doubt | undefined)[] {
  return windows.flatMap(({ position }) => (position.cursor === undefined ? [] : position.doubt));
}

/** What the manifest says of an export that is done. */
export function manifestOf(
  run: Run,
  outcome: Pick<
    Manifest,
    "baseUrl" | "format" | "bytes" | "sha256" | "table" | "warnings" | "toolVersion"
  >,
): Manifest {
  const { header, rows, pages } = run;
  const { dataSpace, apiVersion, surveyId, surveyLabel, kind, query, since, known } = header;
  // They may belong to the last second without saying so in its words.
  const hasOddTimes = run.windows.list.some((it) => it.position.doubt === "time");
  return {
    dataSpace,
    apiVersion,
    survey: { surveyId, label: surveyLabel },
    kind,
    query,
    range: {
      startDateTime: header.startDateTime,
      endDateTime: header.endDateTime,
      frozen: header.frozen,
    },
    startedAt: header.startedAt,
    finishedAt: new Date().toISOString(),
    responses: rows,
    pages,
    ...run.ends,
    newest: hasOddTimes ? undefined : newestSecond(header.endDateTime, run.newest, known),
    since: since !== undefined && known ? { sha256: since, known } : undefined,
    ...outcome,
  };
}

/** What the range's last second has, in this export or in the one that it continues. */
export function newestSecond(
  endDateTime: string | undefined,
  items: readonly string[],
  known: SecondItems | undefined,
): SecondItems | undefined {
  return endDateTime === undefined
    ? undefined
    : {
        finishedAt: endDateTime,
        items: known?.finishedAt === endDateTime ? [...items, ...known.items] : items,
      };
}
