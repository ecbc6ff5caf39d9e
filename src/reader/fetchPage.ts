import { operationOfKind } from "../client/pageReader.ts";
import type {
  AttemptWatch,
  ItemKind,
  MetadataQuery,
  RawPage,
  RawPageRequest,
} from "../client/queries.ts";
import type { PageSize } from "./pageSize.ts";
import type { ReadQuery } from "./readQuery.ts";
import type { PageSource } from "./responseSource.ts";

export interface ReadOptions {
  readonly source: PageSource;
  readonly surveyId: string;
  readonly kind: ItemKind;
  /** The query. Its range does not count: the window has its own. */
  readonly query: ReadQuery;
  readonly signal: AbortSignal;
  readonly attempts?: AttemptWatch | undefined;
  /** Shared by all requests with these options. */
  readonly pageSize: PageSize;
}

export function fetchPage(
  { source, surveyId, kind, query, signal, attempts }: ReadOptions,
  request: MetadataQuery & RawPageRequest,
): Promise<RawPage> {
  const { variables, embeddedData, parameterField } = query;
  const asked = { ...request, attempts, signal };
  return kind === "metadata"
    ? source.rawMetadataPage(surveyId, asked)
    : source.rawResponsePage(surveyId, { ...asked, variables, embeddedData, parameterField });
}

/** Returns the data space and the operation, as messages name them. */
export function answerSource({ source, kind }: ReadOptions) {
  return { dataSpace: source.dataSpace, operation: operationOfKind[kind] };
}
