import { readFileSync } from "node:fs";
import { createSurveyClient, type SurveyClient } from "../../../src/client/surveyClient.ts";
import type { ApiVersion } from "../../../src/model/survey.ts";
import type { LastPageSignal } from "../../../src/service/dataSpace.ts";
import { startService, type Service } from "../../../src/service/service.ts";
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

/** Returns a client of the service in a version of the API. */
export function clientOf(service: Service, version: ApiVersion): SurveyClient {
  const { baseUrl, caFile, spaceId, apiKey } = service;
  const ca = readFileSync(caFile, "utf8");
  return createSurveyClient({
    address: { name: `Local ${version}`, baseUrl, version, ca },
    credentials: async () => ({ spaceId, apiKey }),
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
