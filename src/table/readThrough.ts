import { MessageChannel } from "node:worker_threads";
import type { Body } from "../client/body.ts";
import type { AttemptWatch } from "../client/queries.ts";
import { servePages } from "../client/servePages.ts";
import type { SurveyClient } from "../client/surveyClient.ts";
import { cancelled, orCancelled } from "../client/waiting.ts";
import type { CopyProgress, ReadOutcome, ReadTask } from "../copy/readCopy.ts";
import { faultOf } from "../model/fault.ts";
import type { Survey } from "../model/survey.ts";
import { PageSize } from "../reader/pageSize.ts";
import type { FromHost, FromWorker } from "./readMessages.ts";
import type { TableClient } from "./tableClient.ts";

/** What reading needs of a client on the host's side. */
export type PageClient = Pick<
  SurveyClient,
  "dataSpace" | "baseUrl" | "version" | "concurrency" | "pageBytes"
>;

export interface ReadThroughOptions extends Omit<ReadTask, "kind"> {
  readonly kind?: ReadTask["kind"] | undefined;
  /** Resolves when the table has the survey: its responses are kept after it. */
  readonly survey: Promise<Pick<Survey, "createdAt">>;
  /** See ReadRequest; absent: it is. */
  readonly isShown?: boolean | undefined;
  readonly attempts?: AttemptWatch | undefined;
  /** See ReadCopyOptions. */
  readonly isWanted?: (() => Promise<unknown>) | undefined;
  readonly signal: AbortSignal;
  /** After each page. */
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
}

/** Has the tables' worker read into the table what it has not; only the requests are sent from here. See readCopy. */
export async function readThrough(
  tables: Pick<TableClient, "read">,
  table: number,
  client: PageClient,
  options: ReadThroughOptions,
): Promise<ReadOutcome> {
  const { survey, isShown = true, kind = "responses", attempts, isWanted } = options;
  const { surveyId, query, known, isAnew, lanes, signal, onProgress } = options;
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
  survey.then(
    ({ createdAt }) => say({ kind: "survey", createdAt }),
    (error: unknown) => say({ kind: "noSurvey", fault: faultOf(error) }),
  );
  signal.addEventListener("abort", abort, { once: true });
  const { dataSpace, baseUrl, version, concurrency } = client;
  const source = { dataSpace, baseUrl, version, concurrency };
  const request = { surveyId, kind, query, known, isAnew, lanes, source, isShown };
  try {
    return await tables.read(table, request, { pages: pages.port2, control: control.port2 });
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
