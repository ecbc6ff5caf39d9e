import type { Body } from "../client/body.ts";
import { orCancelled } from "../client/waiting.ts";
import type { CopyReading, ReadOutcome } from "../copy/readCopy.ts";
import { PageSize } from "../reader/pageSize.ts";
import { readRemotely, type PageClient } from "./readRemotely.ts";
import type { TableClient } from "./tableClient.ts";

export type ReadThroughOptions = Omit<CopyReading, "kind">;

/** Has the tables' worker read into the table what it has not. */
export function readThrough(
  tables: Pick<TableClient, "read">,
  table: number,
  client: PageClient,
  options: ReadThroughOptions,
): Promise<ReadOutcome> {
  return readRemotely(client, { ...options, kind: "responses" }, (request, ports) =>
    tables.read(table, request, ports),
  );
}

/**
 * Asks for the page with which reading begins where nothing is kept, before anybody can read it.
 * @param signal ends it, where it is not wanted after all
 * @returns the client, which has that page
 */
export function askingAhead(client: PageClient, surveyId: string, signal: AbortSignal): PageClient {
  const size = new PageSize().items;
  let begin: (read: (body: Body) => Promise<unknown>) => void = () => undefined;
  const reader = new Promise<(body: Body) => Promise<unknown>>((resolve) => (begin = resolve));
  let page: Promise<unknown> | undefined = client.pageBytes(
    "responses",
    surveyId,
    { size, signal },
    async (body) => (await reader)(body),
  );
  // It may fail before it is awaited, and must not count as unhandled until then.
  page.catch(() => undefined);
  const pageBytes: PageClient["pageBytes"] = (kind, id, query, read) => {
    const { attempts, signal: stop = signal, ...asked } = query;
    const isFirst = kind === "responses" && id === surveyId && isPlain(asked, size);
    if (!page || !isFirst) {
      return client.pageBytes(kind, id, query, read);
    }
    begin(read);
    const its = page as ReturnType<typeof read>;
    page = undefined;
    return orCancelled(its, stop);
  };
  const { dataSpace, baseUrl, version, concurrency } = client;
  return { dataSpace, baseUrl, version, concurrency, pageBytes };
}

/** Whether nothing is asked for but the newest items. */
function isPlain({ size, ...query }: object & { readonly size?: number | undefined }, of: number) {
  return size === of && Object.values(query).every((it) => it === undefined);
}
