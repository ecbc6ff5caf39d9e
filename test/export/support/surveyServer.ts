import {
  sendText,
  startTestServer,
  type Handler,
  type TestServer,
} from "../../client/support/testServer.ts";

export const surveyJson = `{ "surveyId":"S1", "label":"Kaffee & 한글", "weight": 1.50 }`;
export const groupsJson = `[ {"collectGroupId":"g1", "n": 1e400} ]`;

/** Returns response `number`, in bytes that parsing and writing anew would change. Three share a second. */
export function itemJson(number: number): string {
  const second = String(Math.floor(number / 3) % 60).padStart(2, "0");
  const minute = String(Math.floor(number / 180) % 60).padStart(2, "0");
  const id = String(number).padStart(5, "0");
  return `{"responseId": "r${id}","finishedAt":"2025-03-27T10:${minute}:${second}","collectGroupId":"g${number % 2}", "big":9007199254740993, "text":"가\\u0041\\n${"x".repeat(number % 7)}"}`;
}

/** Returns items, newest first. */
export function itemsJson(count: number): string[] {
  return Array.from({ length: count }, (_, index) => itemJson(count - 1 - index));
}

export interface SurveyServerOptions {
  readonly items: readonly string[];
  readonly pageSize: number;
  /** JSON that follows the list of the last page. */
  readonly lastCursor?: string;
  /** Text between two items. */
  readonly separator?: string;
  /** True if an empty page follows the last one. */
  readonly emptyPage?: boolean;
  /** True if the server sends the whole survey, whatever range is asked for. */
  readonly ignoresRanges?: boolean;
  /** True if requests for the survey are never answered. */
  readonly withholdsSurvey?: boolean | undefined;
  /** Called for the page that begins with item `start`; if it returns true, it has answered. */
  readonly disturb?: ((start: number, ...rest: Parameters<Handler>) => boolean) | undefined;
}

/** Serves one survey; a cursor is the number of items of the range before it. Items without a time are in all ranges. */
export function startSurveyServer(options: SurveyServerOptions): Promise<TestServer> {
  const { items, lastCursor = "", emptyPage = false, separator = " , " } = options;
  const { ignoresRanges = false, withholdsSurvey = false, disturb } = options;
  const times = items.map((it) => /"finishedAt":"([^"]*)"/.exec(it)?.[1]);
  return startTestServer((request, response, index) => {
    const { pathname, searchParams } = request.url;
    if (pathname === "/v3/surveys/S1") {
      if (!withholdsSurvey) {
        sendText(response, surveyJson);
      }
      return;
    }
    if (pathname.endsWith("/collect-groups")) {
      sendText(response, groupsJson);
      return;
    }
    const from = searchParams.get("startDateTime") ?? "";
    const until = searchParams.get("endDateTime") ?? "~";
    const range = items.filter((_, at) => {
      const time = times[at];
      return ignoresRanges || time === undefined || (time > from && time <= until);
    });
    const offset = Number(searchParams.get("offset") ?? 0);
    const start = items.length - range.length + offset;
    const size = Math.min(options.pageSize, Number(searchParams.get("size") ?? 1000));
    if (size > 1 && disturb?.(start, request, response, index) === true) {
      return;
    }
    const page = range.slice(offset, offset + size);
    const next = offset + page.length;
    const more = next < range.length || (emptyPage && page.length > 0);
    sendText(
      response,
      `{"responses":[${page.join(separator)}]${more ? `,"offset":"${next}"` : lastCursor}}`,
    );
  });
}

/** Returns the expected content of the file. */
export function expectedJson(items: readonly string[], query: object): string {
  return `{"apiVersion":"v3","survey":${surveyJson},"query":${JSON.stringify(query)},"responses":[${items.join(",")}],"count":${items.length}}\n`;
}
