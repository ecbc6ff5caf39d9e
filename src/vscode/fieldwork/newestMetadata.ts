import type { Cancellable, MetadataQuery } from "../../client/queries.ts";
import type { SurveyClient } from "../../client/surveyClient.ts";
import type { ResponseMetadata } from "../../model/response.ts";

/** Maximum number of pages read for a number that is only shown. */
const maxPages = 10;
/** Items per page in v3, which allows no more; the older versions have a fixed size. */
const pageSize = 1000;

/**
 * Passes a survey's newest metadata to `take`, at most 10,000: enough for a number that is only shown.
 * @returns true if there are more
 */
export async function readNewestMetadata(
  client: Pick<SurveyClient, "metadataPage">,
  surveyId: string,
  range: Pick<MetadataQuery, "startDateTime" | "endDateTime"> & Cancellable,
  take: (item: ResponseMetadata) => void,
): Promise<boolean> {
  let cursor: string | undefined;
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await client.metadataPage(surveyId, { ...range, size: pageSize, cursor });
    page.items.forEach(take);
    if (page.cursor === undefined) {
      return false;
    }
    ({ cursor } = page);
  }
  return true;
}
