import { setTimeout } from "node:timers/promises";
import type { ItemKind } from "../../../src/client/queries.ts";
import { apiVersions, type ApiVersion } from "../../../src/model/survey.ts";
import { protocols } from "../../../src/protocol/versions.ts";
import { sendText, startTestServer, type TestServer } from "../../client/support/testServer.ts";

/** An item as it is sent, and the time by which the server cuts ranges. */
export interface SentItem {
  readonly finishedAt: string;
  readonly bytes: Uint8Array;
}

export interface Content {
  /** Returns the structure of a survey. */
  readonly survey: (surveyId: string) => string;
  /** Items, newest first; both as responses and as metadata. */
  readonly items: readonly SentItem[];
  readonly pageSize: number;
  /** Least duration of a page in milliseconds, as if the service were far away. */
  readonly latency?: number;
  /** Returns the cursor of the next page. Default: the number of items before it. */
  readonly cursor?: (next: number) => string;
}

/**
 * Serves all versions, told apart by the path. All surveys have the same items; the collect groups of a survey are its
 * structure again. The content may change between two requests.
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
  // Not spread: that would copy the value of `connections` instead of the getter.
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
