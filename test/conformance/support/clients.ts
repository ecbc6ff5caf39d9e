import { readFileSync } from "node:fs";
import { createSurveyClient, type SurveyClient } from "../../../src/client/surveyClient.ts";
import type { ApiVersion } from "../../../src/model/survey.ts";
import type { LastPageSignal } from "../../../src/service/dataSpace.ts";
import { startService, type Service } from "../../../src/service/service.ts";
import { temporaryFolder } from "../../service/support/dataSpace.ts";

// Certificates are made once.
let state: string | undefined;

/** The real service, over HTTPS, in this process: there are many of them, and a process of their own takes each a second. */
export function serve(directory: string | undefined, lastPage: LastPageSignal): Promise<Service> {
  state ??= temporaryFolder();
  return startService({ directory, lastPage, state, port: 0, json: false }, (fault) => {
    throw fault;
  });
}

/** A client of the service, in a version of its API. */
export function clientOf(service: Service, version: ApiVersion): SurveyClient {
  const { baseUrl, caFile, spaceId, apiKey } = service;
  const ca = readFileSync(caFile, "utf8");
  return createSurveyClient({
    address: { name: `Local ${version}`, baseUrl, version, ca },
    credentials: async () => ({ spaceId, apiKey }),
  });
}

/** The items of all pages, page by page. A survey in a million pages is a page that leads to itself. */
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
