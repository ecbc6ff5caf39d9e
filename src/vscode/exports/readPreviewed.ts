import type { RawItem, RawItems } from "../../client/queries.ts";
import type { SurveyClient } from "../../client/surveyClient.ts";
import type { ItemSource, PreviewJob } from "../../formats/calls.ts";
import { withoutAnswers } from "../../model/response.ts";
import { responseTest, type ContentFilter } from "../../model/responseFilter.ts";
import { fittingPage, PageSize } from "../../reader/pageSize.ts";
import type { ReadQuery } from "../../reader/readQuery.ts";
import type { ItemKind } from "../../reader/responseSource.ts";

/** Rows that are previewed. */
const mostItems = 20;

/** What is previewed, of whichever form. */
export interface PreviewedItems {
  readonly source: ItemSource;
  readonly body: Uint8Array;
  readonly items: PreviewJob["items"];
}

/** Reads the first items of the newest page that the query lets through. */
export async function readPreviewed(
  client: SurveyClient,
  source: ItemSource,
  query: ReadQuery,
  signal: AbortSignal,
): Promise<PreviewedItems> {
  const { collectGroupId, filter, ...asked } = query;
  const isFiltered = collectGroupId !== undefined || filter !== undefined;
  // What the service cannot filter by is looked for in a whole page.
  const pageSize = new PageSize(isFiltered ? undefined : mostItems);
  const { surveyId } = source.survey;
  const page = await fittingPage({ source: client, surveyId, pageSize }, (size) =>
    source.kind === "responses"
      ? client.rawResponsePage(surveyId, { ...asked, size, signal })
      : client.rawMetadataPage(surveyId, { ...asked, size, signal }),
  );
  const isWanted = itemTest(client, source.kind, filter);
  const items = page.items
    .filter((it) => collectGroupId === undefined || it.collectGroupId === collectGroupId)
    .filter((it) => isWanted(page, it))
    .slice(0, mostItems);
  // A copy, without what is not needed: the page may be large, and the worker gets all of it.
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
