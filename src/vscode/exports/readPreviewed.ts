import type { ItemKind, RawItem, RawItems } from "../../client/queries.ts";
import type { SurveyClient } from "../../client/surveyClient.ts";
import type { ItemSource, PreviewJob } from "../../formats/calls.ts";
import { withoutAnswers } from "../../model/response.ts";
import { responseTest, type ContentFilter } from "../../model/responseFilter.ts";
import { fittingPage, PageSize } from "../../reader/pageSize.ts";
import type { ReadQuery } from "../../reader/readQuery.ts";

/** Maximum number of items in a preview. */
const maxItems = 20;

/** The items of a preview, whatever the format and form. */
export interface PreviewedItems {
  readonly source: ItemSource;
  readonly body: Uint8Array;
  readonly items: PreviewJob["items"];
}

/** Reads the newest page, and returns its first items that match the query. */
export async function readPreviewed(
  client: SurveyClient,
  source: ItemSource,
  query: ReadQuery,
  signal: AbortSignal,
): Promise<PreviewedItems> {
  const { collectGroupId, filter, ...asked } = query;
  const isFiltered = collectGroupId !== undefined || filter !== undefined;
  // The service cannot filter by collect group or conditions, so read a page of full size and filter it here.
  const pageSize = new PageSize(isFiltered ? undefined : maxItems);
  const { surveyId } = source.survey;
  const page = await fittingPage({ source: client, surveyId, pageSize }, (limits) =>
    source.kind === "responses"
      ? client.rawResponsePage(surveyId, { ...asked, ...limits, signal })
      : client.rawMetadataPage(surveyId, { ...asked, ...limits, signal }),
  );
  const isWanted = itemTest(client, source.kind, filter);
  const items = page.items
    .filter((it) => collectGroupId === undefined || it.collectGroupId === collectGroupId)
    .filter((it) => isWanted(page, it))
    .slice(0, maxItems);
  // Copy only the items that are needed: the page may be large, and the worker is sent the whole buffer.
  const parts = items.map((it) => page.body.subarray(it.start, it.end));
  const body = Buffer.concat(parts);
  page.release();
  let start = 0;
  const places = parts.map(({ length }) => ({ start, end: (start += length) }));
  return { source, body, items: places };
}

function itemTest(
  client: SurveyClient,
  kind: ItemKind,
  filter: ContentFilter | undefined,
): (page: RawItems, item: RawItem) => boolean {
  if (filter === undefined) {
    return () => true;
  }
  const test = responseTest(filter);
  return kind === "responses"
    ? (page, item) => test(client.responseOf(page, item))
    : (page, item) => test(withoutAnswers(client.metadataOf(page, item, "getResponseMetadata")));
}
