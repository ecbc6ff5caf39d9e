import type { ItemKind, RawItem } from "../../../src/client/queries.ts";
import type { SurveyClient } from "../../../src/client/surveyClient.ts";

export interface CopiedPage {
  readonly text: string;
  readonly items: readonly RawItem[];
  readonly cursor: string | undefined;
}

/** Yields a survey's pages along their cursors, and releases each page before it asks for the next. */
export async function* pagesOf(
  source: Pick<SurveyClient, "rawResponsePage" | "rawMetadataPage">,
  kind: ItemKind,
  surveyId: string,
): AsyncGenerator<CopiedPage> {
  let cursor: string | undefined;
  do {
    const query = { cursor, size: 100 };
    const page =
      kind === "metadata"
        ? await source.rawMetadataPage(surveyId, query)
        : await source.rawResponsePage(surveyId, query);
    const { items } = page;
    cursor = page.cursor;
    yield { text: Buffer.from(page.body).toString("latin1"), items, cursor };
    page.release();
  } while (cursor !== undefined);
}
