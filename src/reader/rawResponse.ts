import * as z from "zod";
import { pagesOf } from "../client/paging.ts";
import type { RawItem, RawPage } from "../client/queries.ts";
import { SurveyError } from "../model/errors.ts";
import type { ResponseMetadata } from "../model/response.ts";
import { secondBefore } from "../model/time.ts";
import { fittingPage, PageSize } from "./pageSize.ts";
import type { ResponseSource } from "./responseSource.ts";

/** Fields that identify a response: its ID if the version has one, else all of them together. */
const facts = ["responseId", "serial", "collectGroupId", "startedAt", "finishedAt"] as const;
export type ResponseFacts = Pick<ResponseMetadata, (typeof facts)[number]>;

/** Reads the identifying fields of a response's JSON, as the service sent it. They have the same names in all versions. */
export function responseFacts(json: Uint8Array): ResponseFacts {
  const sent = z.record(z.string(), z.unknown()).parse(JSON.parse(Buffer.from(json).toString()));
  const found = facts.map((name) => [name, sent[name]] as const);
  return Object.fromEntries(found.filter(([, value]) => typeof value === "string"));
}

/** Items per page: few, because mostly the first one is wanted, and enough for a second in which many were submitted. */
const likelyEnough = 100;

/**
 * Returns a response's JSON, byte for byte as the service sends it. There is no operation for a single response, so the
 * pages of its second are read up to the one that has it. Nearly always it is the only response of that second.
 * @throws SurveyError "not-found" if the service does not have it, and errors of the client
 */
export async function readRawResponse(
  source: Pick<ResponseSource, "dataSpace" | "version" | "rawResponsePage">,
  surveyId: string,
  response: ResponseFacts,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { finishedAt } = response;
  const pageSize = new PageSize(likelyEnough);
  const asked = { dataSpace: source.dataSpace, operation: "getResponses" } as const;
  const startDateTime = secondBefore(finishedAt ?? "");
  const range = startDateTime === undefined ? {} : { startDateTime, endDateTime: finishedAt };
  const read = (cursor: string | undefined) =>
    fittingPage({ source, surveyId, pageSize }, (limits) =>
      source.rawResponsePage(surveyId, { ...range, ...limits, cursor, signal }),
    );
  for await (const page of pagesOf(asked, read)) {
    const found = page.items.find((item) => isSameResponse(page, item, response));
    if (found) {
      return page.body.slice(found.start, found.end);
    }
    const last = page.items.at(-1)?.finishedAt;
    const isPast = startDateTime !== undefined && last !== undefined && last <= startDateTime;
    page.release();
    if (isPast) {
      break;
    }
  }
  throw SurveyError.of(
    "not-found",
    'The data space "{0}" no longer sends this response. Refresh the responses.',
    source.dataSpace,
  );
}

function isSameResponse(page: RawPage, item: RawItem, response: ResponseFacts): boolean {
  if (item.finishedAt !== response.finishedAt) {
    return false;
  }
  const sent = responseFacts(page.body.subarray(item.start, item.end));
  return response.responseId === undefined
    ? facts.every((name) => sent[name] === response[name])
    : sent.responseId === response.responseId;
}
