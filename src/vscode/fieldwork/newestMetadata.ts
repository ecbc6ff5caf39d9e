import type { Cancellable, MetadataQuery } from "../../client/queries.ts";
import type { SurveyClient } from "../../client/surveyClient.ts";
import type { ResponseMetadata } from "../../model/response.ts";

/** Pages that are read at most to know a number that is only shown. */
const mostPages = 10;
/** As many as the service likes to give, in v3; the older versions have a size of their own. */
const pageSize = 1000;

/**
 * Goes through a survey's metadata for a number that is only shown: the newest 10,000 at most.
 * @returns whether there is more
 */
export async function readNewestMetadata(
  client: Pick<SurveyClient, "metadataPage">,
  surveyId: string,
  range: Pick<MetadataQuery, "startDateTime" | "endDateTime"> & Cancellable,
  take: (item: ResponseMetadata) => void,
): Promise<boolean> {
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await client.metadataPage(surveyId, { ...range, size: pageSize, cursor });
    page.items.forEach(take);
    if (page.cursor === undefined) {
      return false;
    }
    ({ cursor } = page);
  }
  return true;
}
