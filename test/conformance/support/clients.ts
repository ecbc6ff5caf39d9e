import { readFileSync } from "node:fs";
import { after } from "mocha";
import {
  createSurveyClient,
  type SurveyClient,
  type SurveyClientOptions,
} from "../../../src/client/surveyClient.ts";
import type { ApiVersion } from "../../../src/model/survey.ts";
import { ensureIdentity } from "../../../src/service/certificates/identity.ts";
import { StateFolder } from "../../../src/service/certificates/state.ts";
import { lastPageSignals, type LastPageSignal } from "../../../src/service/dataSpace.ts";
import { createApp } from "../../../src/service/http/app.ts";
import { listen } from "../../../src/service/http/server.ts";
import { loadDirectory } from "../../../src/service/load/directory.ts";
import { startService, type Service } from "../../../src/service/service.ts";
import { openTemporaryStore } from "../../../src/store/sqlite.ts";
import { temporaryFolder } from "../../service/support/dataSpace.ts";

// Kept, so that certificates are made only once.
let state: string | undefined;

/** Starts the real service over HTTPS in this process: many are needed, and a process of its own takes a second each. */
export function serve(directory: string | undefined, lastPage: LastPageSignal): Promise<Service> {
  state ??= temporaryFolder();
  return startService({ directory, lastPage, state, port: 0, json: false }, (fault) => {
    throw fault;
  });
}

/** A data space that is served once for each signal of the last page, but loaded only once. */
export interface SignallingServices {
  readonly services: ReadonlyMap<LastPageSignal, Service>;
  close(): Promise<void>;
}

export async function serveWithSignals(directory: string): Promise<SignallingServices> {
  state ??= temporaryFolder();
  const store = openTemporaryStore();
  const loaded = await loadDirectory(directory, store);
  await store.finish();
  const identity = await ensureIdentity(await StateFolder.open(state), new Date());
  const onFault = (fault: Error): never => {
    throw fault;
  };
  const services = new Map<LastPageSignal, Service>();
  for (const lastPage of lastPageSignals) {
    const dataSpace = { ...loaded, store, urlKey: "key" };
    const server = await listen(createApp({ dataSpace, lastPage, onFault }), identity, 0);
    services.set(lastPage, {
      ...loaded,
      baseUrl: server.baseUrl,
      caFile: identity.authorityFile,
      close: () => server.close(),
    });
  }
  const close = async (): Promise<void> => {
    await Promise.all([...services.values()].map((it) => it.close()));
    await store.close();
  };
  return { services, close };
}

const shared = new Map<string | undefined, Promise<Service>>();
after(async () => {
  const services = await Promise.all(shared.values());
  await Promise.all(services.map((it) => it.close()));
});

/** Returns the service of the sample, or of a directory that does not change. It runs until the tests end. */
export function served(directory?: string): Promise<Service> {
  const service = shared.get(directory) ?? serve(directory, "absent");
  shared.set(directory, service);
  return service;
}

/** Returns a client of the service, in this process or in one of its own, in a version of the API. */
export function clientOf(
  service: Pick<Service, "baseUrl" | "caFile" | "spaceId" | "apiKey">,
  version: ApiVersion,
  options: Partial<SurveyClientOptions> = {},
): SurveyClient {
  const { baseUrl, caFile, spaceId, apiKey } = service;
  const ca = readFileSync(caFile, "utf8");
  return createSurveyClient({
    address: { name: `Local ${version}`, baseUrl, version, ca },
    credentials: async () => ({ spaceId, apiKey }),
    ...options,
  });
}

/** Reads the items of all pages. Throws after 3,000 pages, because a page may lead to itself. */
export async function pagesOf<T>(
  read: (
    cursor: string | undefined,
  ) => Promise<{ items: readonly T[]; cursor?: string | undefined }>,
): Promise<(readonly T[])[]> {
  const pages: (readonly T[])[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    pages.push(page.items);
    cursor = page.cursor;
    if (pages.length > 3000) {
      throw new Error("The pages do not end.");
    }
  } while (cursor !== undefined);
  return pages;
}
