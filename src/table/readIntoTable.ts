import { isDeepStrictEqual } from "node:util";
import type { Body } from "../client/body.ts";
import { orCancelled } from "../client/waiting.ts";
import type { CopyReading, ReadOutcome } from "../copy/readCopy.ts";
import { PageSize, type PageLimits } from "../reader/pageSize.ts";
import { readRemotely, type PageClient } from "./readRemotely.ts";
import type { TableClient } from "./tableClient.ts";

export type TableReadOptions = Omit<CopyReading, "kind">;

/** Lets the tables' worker read what is missing into the table. */
export function readIntoTable(
  tables: Pick<TableClient, "read">,
  table: number,
  client: PageClient,
  options: TableReadOptions,
): Promise<ReadOutcome> {
  return readRemotely(client, { ...options, kind: "responses" }, (...values) =>
    tables.read(table, ...values),
  );
}

/**
 * Requests the first page of a reading into an empty table before there is a reader for it.
 * @param signal cancels the request if the page is not needed after all
 * @returns a client that answers the request for the first page with it
 */
export function withFirstPageRequested(
  client: PageClient,
  surveyId: string,
  signal: AbortSignal,
): PageClient {
  const limits = new PageSize().limitsIn(client.version);
  const reader = Promise.withResolvers<(body: Body) => Promise<unknown>>();
  let page: Promise<unknown> | undefined = client.pageBytes(
    "responses",
    surveyId,
    { ...limits, signal },
    async (body) => (await reader.promise)(body),
  );
  // It may reject before it is awaited. That must not be an unhandled rejection.
  page.catch(() => undefined);
  const pageBytes: PageClient["pageBytes"] = (kind, id, query, read) => {
    const { attempts, signal: stop = signal, ...asked } = query;
    const isFirst = kind === "responses" && id === surveyId && isPlain(asked, limits);
    if (!page || !isFirst) {
      return client.pageBytes(kind, id, query, read);
    }
    reader.resolve(read);
    const its = page as ReturnType<typeof read>;
    page = undefined;
    return orCancelled(its, stop);
  };
  const { dataSpace, baseUrl, version, concurrency } = client;
  return { dataSpace, baseUrl, version, concurrency, pageBytes };
}

/** Returns true if the query asks for the newest items within these limits, and nothing else. */
function isPlain(query: object, limits: PageLimits): boolean {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  return isDeepStrictEqual(Object.fromEntries(asked), limits);
}
