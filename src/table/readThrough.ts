import { MessageChannel } from "node:worker_threads";
import type { Body } from "../client/body.ts";
import type { AttemptWatch } from "../client/queries.ts";
import { servePages } from "../client/servePages.ts";
import type { SurveyClient } from "../client/surveyClient.ts";
import { cancelled, orCancelled } from "../client/waiting.ts";
import type { CopyProgress, ReadCopyOptions, ReadOutcome, ReadTask } from "../copy/readCopy.ts";
import { faultOf } from "../model/fault.ts";
import { PageSize } from "../reader/pageSize.ts";
import type { ReadRequest } from "./readForHost.ts";
import type { FromHost, FromWorker, ReadPorts } from "./readMessages.ts";
import type { TableClient } from "./tableClient.ts";

/** What reading needs of a client on the host's side. */
export type PageClient = Pick<
  SurveyClient,
  "dataSpace" | "baseUrl" | "version" | "concurrency" | "pageBytes"
>;

export interface ReadRemotelyOptions extends ReadTask {
  /** Resolves when the copy has the survey: its items are kept after it. Absent: they are kept at once. */
  readonly survey?: ReadCopyOptions["survey"];
  readonly attempts?: AttemptWatch | undefined;
  /** See ReadCopyOptions. */
  readonly isWanted?: (() => Promise<unknown>) | undefined;
  readonly signal: AbortSignal;
  /** After each page. */
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
}

export interface ReadThroughOptions extends Omit<ReadRemotelyOptions, "kind"> {
  readonly kind?: ReadTask["kind"] | undefined;
  /** See TableReadRequest; absent: it is. */
  readonly isShown?: boolean | undefined;
}

/** Has the tables' worker read into the table what it has not. */
export function readThrough(
  tables: Pick<TableClient, "read">,
  table: number,
  client: PageClient,
  { kind = "responses", isShown = true, ...options }: ReadThroughOptions,
): Promise<ReadOutcome> {
  return readRemotely(client, { ...options, kind }, (request, ports) =>
    tables.read(table, { ...request, isShown }, ports),
  );
}

/**
 * Has a worker read into a copy what it has not; only the requests are sent from here. See readCopy.
 * @param read calls the worker, with ports that are handed over to it
 */
export async function readRemotely(
  client: PageClient,
  { survey, attempts, isWanted, signal, onProgress, ...task }: ReadRemotelyOptions,
  read: (request: ReadRequest, ports: ReadPorts) => Promise<ReadOutcome>,
): Promise<ReadOutcome> {
  if (signal.aborted) {
    throw cancelled();
  }
  const [pages, control] = [new MessageChannel(), new MessageChannel()];
  const say = (message: FromHost) => control.port1.postMessage(message);
  const abort = () => say({ kind: "abort" });
  servePages(client, pages.port1, attempts);
  control.port1.on("message", (message: FromWorker) => {
    if (message.kind === "progress") {
      onProgress?.(message.progress);
    } else {
      Promise.resolve(isWanted?.()).then(
        () => say({ kind: "wanted" }),
        () => undefined,
      );
    }
  });
  Promise.resolve(survey).then(
    (it) => say({ kind: "survey", createdAt: it?.createdAt }),
    (error: unknown) => say({ kind: "noSurvey", fault: faultOf(error) }),
  );
  signal.addEventListener("abort", abort, { once: true });
  const { dataSpace, baseUrl, version, concurrency } = client;
  const source = { dataSpace, baseUrl, version, concurrency };
  try {
    return await read({ ...task, source }, { pages: pages.port2, control: control.port2 });
  } finally {
    signal.removeEventListener("abort", abort);
    pages.port1.close();
    control.port1.close();
  }
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
