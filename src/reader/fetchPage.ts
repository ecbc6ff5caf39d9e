import type { AttemptWatch, MetadataQuery, RawPage, RawPageRequest } from "../client/queries.ts";
import type { PageSize } from "./pageSize.ts";
import type { ItemKind, ReadQuery, ResponseSource } from "./responseSource.ts";

export interface ReadOptions {
  readonly source: ResponseSource;
  readonly surveyId: string;
  readonly kind: ItemKind;
  /** Its range only counts for `newestTime`: otherwise the window says what is read. */
  readonly query: ReadQuery;
  readonly signal: AbortSignal;
  readonly attempts?: AttemptWatch | undefined;
  /** Shared by all that is read with these options. */
  readonly pageSize: PageSize;
  /** The first page without a range, where it was asked for before. */
  readonly newest?: Promise<RawPage> | undefined;
}

/** Asks for the page with which a window without a range begins. Whoever reads the window asks for a smaller one. */
export function newestPage(options: ReadOptions): Promise<RawPage> {
  return fetchPage(options, { size: options.pageSize.items }, options.signal);
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
