import type { ServerResponse } from "node:http";
import type { ApiVersion } from "../../../src/model/survey.ts";
import { protocols } from "../../../src/protocol/versions.ts";
import type { LastPageSignal } from "../../../src/service/dataSpace.ts";
import { sendText, startTestServer, type TestServer } from "../../client/support/testServer.ts";

/** A submitted response: its bytes, and the fields by which the server sorts and cuts. */
export interface LiveItem {
  readonly finishedAt: string;
  /** Order among the items of one second. */
  readonly order: number;
  readonly json: string;
  /** The item in the metadata operation. Default: `json`. */
  readonly metadata?: string;
}

export interface LiveServerOptions {
  readonly version: ApiVersion;
  readonly items: readonly LiveItem[];
  /** Default: "absent". */
  readonly lastPage?: LastPageSignal;
  /**
   * Meaning of a cursor: the number of items before it, so that an item that arrives in the range shifts all pages; or the
   * last item, so that nothing shifts (default).
   */
  readonly cursor?: "position" | "item";
  /** Most items per page. Default: 10. */
  readonly pageSize?: number | undefined;
  /** True if the server sends the whole survey, whatever range is asked for. */
  readonly ignoresRanges?: boolean;
  /** Returns the items that arrive after the page request with this number. */
  readonly arrive?: (request: number) => readonly LiveItem[];
  /** Returns true if the page request with this number fails. */
  readonly fails?: (request: number) => boolean;
  /** Called before each answer, which waits for it; if it returns true, it has answered. */
  readonly disturb?: (url: URL, answer: ServerResponse) => boolean | Promise<boolean>;
}

/** Serves one survey in any version, to which responses are submitted while it is read. */
export async function startLiveServer(options: LiveServerOptions): Promise<TestServer> {
  const { version, lastPage = "absent", cursor: kind = "item", pageSize = 10 } = options;
  const { arrive = () => [], fails = () => false, ignoresRanges = false } = options;
  const protocol = protocols[version];
  let items = newestFirst(options.items);
  let pages = 0;
  const end = { absent: undefined, null: "null", empty: '""', "empty-page": undefined }[lastPage];
  return startTestServer(async ({ url }, answer) => {
    if ((await options.disturb?.(url, answer)) === true) {
      return;
    }
    const { pathname, searchParams: query } = url;
    if (!/responses(\/metadata)?$/.test(pathname)) {
      const survey = `{ "surveyId":"S1","${version === "v3" ? "label" : "title"}":"Live"}`;
      const isList = pathname.endsWith("/surveys");
      sendText(
        answer,
        pathname.endsWith("groups") ? "[]" : isList ? `{"surveys":[${survey}]}` : survey,
      );
      return;
    }
    const number = pages++;
    if (fails(number)) {
      sendText(answer, "", 500);
      return;
    }
    const operation = pathname.endsWith("metadata") ? "getResponseMetadata" : "getResponses";
    const paging = protocol[operation]?.paging ?? { items: "", cursor: "" };
    const from = query.get("startDateTime") ?? "";
    const until = query.get("endDateTime") ?? "~";
    const range = items.filter(
      (it) => ignoresRanges || (it.finishedAt > from && it.finishedAt <= until),
    );
    const cursor = query.get(paging.cursor);
    const start = cursor === null ? 0 : startOf(range, cursor);
    const page = range.slice(start, start + Math.min(pageSize, Number(query.get("size") ?? 1000)));
    const next = start + page.length;
    const last = page.at(-1);
    const more = last && (next < range.length || lastPage === "empty-page");
    const value = more ? JSON.stringify(kind === "item" ? keyOf(last) : String(next)) : end;
    const field = value === undefined ? "" : `, "${paging.cursor}" : ${value}`;
    const isMetadata = operation === "getResponseMetadata";
    const list = page.map((it) => (isMetadata ? it.metadata : undefined) ?? it.json).join(" ,");
    sendText(answer, `{"surveyId":"S1","${paging.items}": [${list}]${field}}`);
    const arrived = arrive(number);
    items = arrived.length === 0 ? items : newestFirst([...items, ...arrived]);
  });

  function startOf(range: readonly LiveItem[], cursor: string): number {
    if (kind === "position") {
      return Number(cursor);
    }
    const found = range.findIndex((it) => keyOf(it) < cursor);
    return found < 0 ? range.length : found;
  }
}

function keyOf({ finishedAt, order }: LiveItem): string {
  return `${finishedAt} ${String(order).padStart(9, "0")}`;
}

export function newestFirst(items: readonly LiveItem[]): LiveItem[] {
  return items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
}
