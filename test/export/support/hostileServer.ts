import { setTimeout } from "node:timers/promises";
import type { ApiVersion } from "../../../src/model/survey.ts";
import { isDateTime } from "../../../src/model/time.ts";
import { sendText, startTestServer, type TestServer } from "../../client/support/testServer.ts";
import { pagingOf } from "./itemServer.ts";

/** An item. The server cuts ranges by `finishedAt`; `json` may contain another time. */
export interface HostileItem {
  readonly finishedAt: string;
  readonly json: string;
}

export interface HostileServerOptions {
  readonly version: ApiVersion;
  /** Items in the order in which they are sent. */
  readonly items: readonly HostileItem[];
  readonly pageSize: number;
  /** Milliseconds per page. */
  readonly latency?: number;
  /** Number of empty pages before each page that has items, and after the last one; each has a cursor of its own. */
  readonly emptyPages?: number;
  /** From this item on, the server sends empty pages for ever, always with this cursor. Default: never. */
  readonly stuckAt?: { readonly item: number; readonly cursor: string };
  /** A cursor that is refused, as if its response was deleted. */
  readonly refused?: string;
}

export interface HostileServer extends TestServer {
  /** Returns the greatest number of pages that were asked for at once. */
  maxAtOnce(): number;
  /** Bounds of requests that do not have the documented form. They are refused. */
  readonly oddBounds: readonly string[];
}

/**
 * Serves one survey in ways that API.md leaves open, or worse. A cursor is the number of items, and of empty pages, before
 * it.
 */
export async function startHostileServer(options: HostileServerOptions): Promise<HostileServer> {
  const { version, items, pageSize, latency = 0, emptyPages = 0, stuckAt } = options;
  const oddBounds: string[] = [];
  let atOnce = 0;
  let maxAtOnce = 0;
  const server = await startTestServer(async ({ url }, answer) => {
    const { pathname, searchParams: query } = url;
    const kind = pathname.endsWith("/metadata") ? "metadata" : "responses";
    if (!/\/responses(\/metadata)?$/.test(pathname)) {
      sendText(answer, pathname.endsWith("groups") ? "[]" : surveyOf(items));
      return;
    }
    const bounds = ["startDateTime", "endDateTime"].flatMap((it) => query.get(it) ?? []);
    const odd = bounds.filter((it) => !isDateTime(it));
    if (odd.length > 0) {
      oddBounds.push(...odd);
      sendText(answer, `{"message":"No date-time."}`, 400);
      return;
    }
    const paging = pagingOf(version, kind);
    const asked = query.get(paging.cursor) ?? "0.0";
    if (asked === options.refused) {
      sendText(answer, `{"message":"No such cursor."}`, 404);
      return;
    }
    atOnce++;
    maxAtOnce = Math.max(maxAtOnce, atOnce);
    await setTimeout(latency);
    atOnce--;
    const [start = 0, empties = 0] = asked.split(".").map(Number);
    const size = Math.min(pageSize, Number(query.get("size") ?? pageSize));
    const isStuck = stuckAt !== undefined && start >= stuckAt.item;
    const isEmpty = isStuck || empties < emptyPages;
    const [from, until] = [query.get("startDateTime") ?? "", query.get("endDateTime") ?? "~"];
    const range = items.filter((it) => it.finishedAt > from && it.finishedAt <= until);
    const page = isEmpty ? [] : range.slice(start, start + size);
    const next = start + page.length;
    const isLast = !isEmpty && next >= range.length && (emptyPages === 0 || page.length === 0);
    const cursor = isEmpty ? `${start}.${empties + 1}` : `${next}.0`;
    const field = isStuck ? stuckAt.cursor : isLast ? undefined : cursor;
    const end = field === undefined ? "" : `,"${paging.cursor}":"${field}"`;
    sendText(answer, `{"${paging.items}":[${page.map((it) => it.json).join(",")}]${end}}`);
  });
  return Object.assign(server, { maxAtOnce: () => maxAtOnce, oddBounds });
}

function surveyOf(items: readonly HostileItem[]): string {
  const oldest = items.reduce((least, it) => (it.finishedAt < least ? it.finishedAt : least), "~");
  return `{"surveyId":"S1","label":"Hostile","title":"Hostile","createdAt":"${oldest}"}`;
}
