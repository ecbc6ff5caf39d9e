import { setTimeout } from "node:timers/promises";
import type { ItemKind } from "../../../src/reader/responseSource.ts";
import { apiVersions, type ApiVersion } from "../../../src/model/survey.ts";
import { protocols } from "../../../src/protocol/versions.ts";
import { sendText, startTestServer, type TestServer } from "../../client/support/testServer.ts";

/** An item as it travels, and what the server cuts ranges by. */
export interface SentItem {
  readonly finishedAt: string;
  readonly bytes: Uint8Array;
}

export interface Content {
  /** By the survey's id. */
  readonly survey: (surveyId: string) => string;
  /** Newest first; of responses and of metadata alike. */
  readonly items: readonly SentItem[];
  readonly pageSize: number;
  /** What a page takes at least, in milliseconds, as on a service far away. */
  readonly latency?: number;
  /** In place of the number of items that came before the next page. */
  readonly cursor?: (next: number) => string;
}

/**
 * Speaks all versions: the path tells which. All surveys have the same items, and the collect groups of each are its
 * structure once more. What is served may change between two requests.
 */
export interface ItemServer extends TestServer {
  serve(content: Content): void;
}

export async function startItemServer(): Promise<ItemServer> {
  let content: Content | undefined;
  const server = await startTestServer(async ({ url }, answer) => {
    if (!content) {
      sendText(answer, "", 404);
      return;
    }
    const { pathname, searchParams: query } = url;
    const version = apiVersions.find((it) => pathname.startsWith(`/${it}/`)) ?? "v3";
    const kind = pathname.endsWith("/metadata") ? "metadata" : "responses";
    const surveyId = pathname.split("/")[3] ?? "";
    const isPage = /\/responses(\/metadata)?$/.test(pathname);
    if (!isPage) {
      sendText(answer, content.survey(surveyId));
      return;
    }
    const page = pageOf(content, version, kind, query);
    if (content.latency !== undefined) {
      await setTimeout(content.latency);
    }
    sendText(answer, page);
  });
  const serve = (it: Content) => {
    content = it;
  };
  // Not spread: the number of connections is read when it is asked for.
  return Object.assign(server, { serve });
}

const operations = { responses: "getResponses", metadata: "getResponseMetadata" } as const;

export function pagingOf(version: ApiVersion, kind: ItemKind) {
  const paging = protocols[version][operations[kind]]?.paging;
  if (!paging) {
    throw new Error(`${version} has no pages of ${kind}.`);
  }
  return paging;
}

function pageOf(content: Content, version: ApiVersion, kind: ItemKind, query: URLSearchParams) {
  const { items, pageSize, cursor = String } = content;
  const paging = pagingOf(version, kind);
  const asked = query.get(paging.cursor);
  const size = Math.min(pageSize, Number(query.get("size") ?? pageSize));
  const from = query.get("startDateTime") ?? "";
  const until = query.get("endDateTime") ?? "~";
  const end = items.findIndex((it) => it.finishedAt <= from);
  const stop = end < 0 ? items.length : end;
  const newest = items.findIndex((it) => it.finishedAt <= until);
  const first = newest < 0 ? stop : newest;
  const start = asked === null ? first : startOf(content, asked);
  const next = Math.min(stop, start + size);
  const list = items.slice(start, next).map((it) => it.bytes);
  const comma = Buffer.from(",");
  return Buffer.concat([
    Buffer.from(`{"${paging.items}":[`),
    ...list.flatMap((it, index) => (index === 0 ? [it] : [comma, it])),
    Buffer.from(next < stop ? `],"${paging.cursor}":${JSON.stringify(cursor(next))}}` : "]}"),
  ]);
}

function startOf({ items, cursor }: Content, asked: string): number {
  const start = cursor ? items.findIndex((_, index) => cursor(index) === asked) : Number(asked);
  return start >= 0 ? start : items.length;
}
