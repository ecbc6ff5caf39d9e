import type { AttemptWatch, MetadataQuery, RawPage, RawPageRequest } from "../client/queries.ts";
import type { PageSize } from "./pageSize.ts";
import type { ReadQuery } from "./readQuery.ts";
import type { ItemKind, PageSource } from "./responseSource.ts";

export interface ReadOptions {
  readonly source: PageSource;
  readonly surveyId: string;
  readonly kind: ItemKind;
  /** What the service is asked by, but for the range: that is the window's. */
  readonly query: ReadQuery;
  readonly signal: AbortSignal;
  readonly attempts?: AttemptWatch | undefined;
  /** Shared by all that is read with these options. */
  readonly pageSize: PageSize;
}

export function fetchPage(
  { source, surveyId, kind, query, attempts }: ReadOptions,
  request: MetadataQuery & RawPageRequest,
  signal: AbortSignal,
): Promise<RawPage> {
  const { variables, embeddedData, parameterField } = query;
  const asked = { ...request, attempts, signal };
  return kind === "metadata"
    ? source.rawMetadataPage(surveyId, asked)
    : source.rawResponsePage(surveyId, { ...asked, variables, embeddedData, parameterField });
}

/** Whose answers pages are, for messages. */
export function answerSource({ source, kind }: ReadOptions) {
  const operation = kind === "metadata" ? "getResponseMetadata" : "getResponses";
  return { dataSpace: source.dataSpace, operation } as const;
}
