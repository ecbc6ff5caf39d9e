import type { ServerResponse } from "node:http";
import type { ApiVersion } from "../../../src/model/survey.ts";
import { protocols } from "../../../src/protocol/versions.ts";
import type { LastPageSignal } from "../../../src/service/dataSpace.ts";
import { sendText, startTestServer, type TestServer } from "../../client/support/testServer.ts";

/** Something submitted: its bytes, and what the server sorts and cuts by. */
export interface LiveItem {
  readonly finishedAt: string;
  /** Decides among those of one second. */
  readonly order: number;
  readonly json: string;
  /** What the metadata operation says of it; absent: the same. */
  readonly metadata?: string;
}

export interface LiveServerOptions {
  readonly version: ApiVersion;
  readonly items: readonly LiveItem[];
  readonly lastPage: LastPageSignal;
  /**
   * What a cursor stands for: how many items came before, so that whatever arrives in the range shifts all pages; or the
   * last item, so that nothing shifts.
   */
  readonly cursor: "position" | "item";
  /** At most; 10 if absent. */
  readonly pageSize?: number | undefined;
  /** What has arrived when the request with this number is over. */
  readonly arrive?: (request: number) => readonly LiveItem[];
  /** Whether this page is refused. */
  readonly fails?: (request: number) => boolean;
  /** Answers in place of the server, if it gives true; the server's answer waits for it. */
  readonly disturb?: (url: URL, answer: ServerResponse) => boolean | Promise<boolean>;
}

/** Serves one survey in any version, to which responses are submitted while they are read. */
export async function startLiveServer(options: LiveServerOptions): Promise<TestServer> {
  const { version, lastPage, pageSize = 10, arrive = () => [], fails = () => false } = options;
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
    const range = items.filter((it) => it.finishedAt > from && it.finishedAt <= until);
    const cursor = query.get(paging.cursor);
    const start = cursor === null ? 0 : startOf(range, cursor);
    const page = range.slice(start, start + Math.min(pageSize, Number(query.get("size") ?? 1000)));
    const next = start + page.length;
    const last = page.at(-1);
    const more = last && (next < range.length || lastPage === "empty-page");
    const value = more
      ? JSON.stringify(options.cursor === "item" ? keyOf(last) : String(next))
      : end;
    const field = value === undefined ? "" : `, "${paging.cursor}" : ${value}`;
    const isMetadata = operation === "getResponseMetadata";
    const list = page.map((it) => (isMetadata ? it.metadata : undefined) ?? it.json).join(" ,");
    sendText(answer, `{"surveyId":"S1","${paging.items}": [${list}]${field}}`);
    items = newestFirst([...items, ...arrive(number)]);
  });

  function startOf(range: readonly LiveItem[], cursor: string): number {
    if (options.cursor === "position") {
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
