import type { ServerResponse } from "node:http";
import { brotliCompressSync, crc32, deflateSync, gzipSync } from "node:zlib";
import type { RequestLogEntry } from "../../../src/client/surveyClient.ts";
import type { ApiVersion } from "../../../src/model/survey.ts";
import { protocols } from "../../../src/protocol/versions.ts";
import type { ItemKind } from "../../../src/client/queries.ts";
import type { LastPageSignal } from "../../../src/service/dataSpace.ts";
import { Random } from "../../../src/service/sample/random.ts";
import { sendText, startTestServer, type TestServer } from "../../client/support/testServer.ts";
import type { LeapingClock } from "./clock.ts";
import { faults, minDistinguishableRows, type FaultKind } from "./faults.ts";
import { addSeconds, newestFirst, newRow, type Row } from "./rows.ts";

/** Names of the fields with a page's items and its cursor. */
interface Paging {
  readonly items: string;
  readonly cursor: string;
}

/**
 * Which answers are disturbed, and how. The same seed and the same requests give the same faults, in whatever order they
 * come.
 */
export interface Script {
  readonly seed: number;
  readonly kinds: readonly FaultKind[];
  /** Probability that an answer is disturbed, 0 to 1. */
  readonly chance: number;
  /** Number of faults after which the service works. */
  readonly maxFaults: number;
}

export interface FaultyServerOptions {
  readonly version: ApiVersion;
  readonly kind: ItemKind;
  /** Rows, newest first. */
  readonly rows: readonly Row[];
  readonly pageSize: number;
  /** Meaning of a cursor: the number of rows before it; or the last row, in v3 given by its responseId. */
  readonly cursor: "position" | "item";
  readonly lastPage: LastPageSignal;
  readonly lanes?: number;
  readonly script?: Script;
  /** The client's clock, which shows whether it waited as long as it was asked to. */
  readonly clock?: LeapingClock;
  /**
   * Called before an answer, after its headers, within its body and after it; the answer goes on when the promise resolves.
   */
  readonly watch?: (request: number, part: AnswerPart) => Promise<void>;
}

export const answerParts = ["before", "headers", "body", "end"] as const;
type AnswerPart = (typeof answerParts)[number];

interface SendOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | number>>;
}

/** An answer that is about to be sent, and that a fault can replace. */
export interface Answer {
  readonly response: ServerResponse;
  readonly random: Random;
  /** Time on the client's clock. */
  readonly now: number;
  /** Body of the undisturbed answer. */
  readonly body: Buffer;
  readonly send: (body: string | Uint8Array, options?: SendOptions) => void;
  readonly sendAsItIs: () => void;
  /** Undefined if the answer is not a page. */
  readonly page?: Page;
}

interface Page {
  readonly rows: readonly Row[];
  readonly cursor: string | null;
  /** Rows of the page whose cursor led to this one. */
  readonly before: readonly Row[] | undefined;
  render: (rows: readonly Row[], next: string | undefined) => Buffer;
  /** Number of rows that arrived in the range so far; all positions behind them have shifted by it. */
  readonly shifted: number;
  /** Returns another cursor for this page. */
  alias: () => string;
  /** Returns the cursor behind the first `count` rows. */
  shortened: (count: number) => string;
  /**
   * Adds rows. `after`: later than all others; `first`, `last`: in the second of the newest row, as its newest or oldest.
   */
  arrive: (where: "after" | "first" | "last", count: number) => void;
  /**
   * True if an arrival in the newest second can be told from what was read. It cannot if positions shift by it within that
   * second and there are no ids.
   */
  readonly canTakeArrivals: boolean;
  readonly canDeleteAnchor: boolean;
  /** Deletes the page's last row, which its cursor names. */
  deleteAnchor: (then: "refuse" | "empty" | "top") => void;
}

export interface FaultyServer
  extends Pick<TestServer, "baseUrl" | "ca" | "requests">, AsyncDisposable {
  readonly survey: string;
  readonly given: ReadonlyMap<FaultKind, number>;
  /** All faults that were given, in order. */
  readonly history: readonly FaultKind[];
  /** Every row that existed at any time, newest first. */
  readonly rows: readonly Row[];
  /** Rows that arrived or were deleted during the reading. */
  readonly optional: ReadonlySet<Row>;
  /** Requests that came before the time set by Retry-After. */
  readonly tooEarly: readonly string[];
  /** Number of requests with the cursor of a deleted row. */
  readonly deletedAnchors: number;
  /** True if a range without an end was read by cursors, so that it may contain rows that arrived meanwhile. */
  readonly wasReadWithoutEnd: boolean;
  /** The client's log. A Retry-After counts only once the client has seen its answer. */
  readonly onLog: (entry: RequestLogEntry) => void;
  /** Forgets the waits that were asked of an earlier run of the client. */
  forgetWaits(): void;
}

/** Most faults that the same request gets. */
const maxForOne = 4;
const maxArrivalsInBorder = 3;
/** Longest time in milliseconds that the client waits, whatever the service asks for. */
export const longestWait = 120_000;

/** Serves the survey S1 in one version, and disturbs its answers as the script says. */
export async function startFaultyServer(options: FaultyServerOptions): Promise<FaultyServer> {
  const { version, kind, lastPage, script, clock, watch } = options;
  const survey = `{ "surveyId":"S1", "${version === "v3" ? "label" : "title"}":"Faulty 설문", "weight": 1.50 }`;
  const newest = options.rows[0];
  const oldestOfBorder = options.rows.findLast((it) => it.finishedAt === newest?.finishedAt);
  let present = options.rows;
  let all = options.rows;
  const optional = new Set<Row>();
  const deleted = new Map<string, "refuse" | "empty" | "top">();
  const before = new Map<string, readonly Row[]>();
  const aliases = new Map<string, string>();
  const given = new Map<FaultKind, number>();
  const history: FaultKind[] = [];
  const asked = new Map<string, number>();
  /** Time before which a request must not be repeated: as last sent, and as the client has seen it. */
  const retryAfterSent = new Map<string, number>();
  const notBefore = new Map<string, number>();
  const tooEarly: string[] = [];
  let arrivals = 0;
  let isBorderRead = false;
  let deletedAnchors = 0;
  let hasOpenChain = false;

  const server = await startTestServer(async ({ url }, response, index) => {
    const { pathname, searchParams: query } = url;
    const request = `${pathname}${url.search}`;
    const times = asked.get(request) ?? 0;
    asked.set(request, times + 1);
    const random = new Random(crc32(`${script?.seed ?? 0} ${times} ${request}`));
    const now = clock?.now() ?? 0;
    if (now < (notBefore.get(request) ?? 0)) {
      tooEarly.push(request);
    }
    const isSurvey = pathname.endsWith("/surveys/S1");
    if (!isSurvey && !/responses(\/metadata)?$/.test(pathname)) {
      sendText(response, "[]");
      return;
    }
    const operation = pathname.endsWith("/metadata") ? "getResponseMetadata" : "getResponses";
    const paging = protocols[version][operation]?.paging ?? { items: "", cursor: "" };
    const page = isSurvey ? undefined : pageOf(query, paging);
    const body = page?.body ?? Buffer.from(survey);
    const send = (
      content: string | Uint8Array,
      { status = 200, headers = {} }: SendOptions = {},
    ) => {
      const wait = Math.min(longestWait, waitOf(headers["retry-after"], now));
      retryAfterSent.set(request, now + wait);
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(content);
    };
    const lost = deleted.get(query.get(paging.cursor) ?? "");
    deletedAnchors += Number(lost !== undefined);
    hasOpenChain ||= query.has(paging.cursor) && !query.has("endDateTime");
    if (lost === "refuse") {
      send(`{"message":"No such cursor."}`, { status: [400, 404, 410][random.below(3)] ?? 400 });
      return;
    }
    const sendAsItIs = async () => {
      if (watch) {
        await inParts(response, body, (part) => watch(index, part));
        return;
      }
      const [encoding, encode] = encodings[random.pick([60, 20, 10, 10])] ?? encodings[0];
      const content = encode(body);
      const length = random.chance(0.5) ? { "content-length": content.length } : {};
      send(content, { headers: { ...length, ...(encoding && { "content-encoding": encoding }) } });
    };
    // A single lane reads the newest second first.
    isBorderRead ||=
      options.lanes === 1 && (query.get("endDateTime") ?? "~") < (newest?.finishedAt ?? "");
    const answer: Answer = {
      response,
      random,
      now,
      body,
      send,
      sendAsItIs: () => void sendAsItIs(),
      ...(page && { page }),
    };
    const fault = times < maxForOne && history.length < (script?.maxFaults ?? 0) && choose(answer);
    if (fault === undefined || fault === false) {
      await sendAsItIs();
      return;
    }
    given.set(fault, (given.get(fault) ?? 0) + 1);
    history.push(fault);
    faults[fault].give(answer);
  });

  return {
    baseUrl: server.baseUrl,
    ca: server.ca,
    requests: server.requests,
    survey,
    given,
    history,
    get rows() {
      return all;
    },
    optional,
    tooEarly,
    get deletedAnchors() {
      return deletedAnchors;
    },
    get wasReadWithoutEnd() {
      return hasOpenChain;
    },
    onLog: ({ path, status }) => {
      notBefore.set(path, status === 429 || status === 503 ? (retryAfterSent.get(path) ?? 0) : 0);
    },
    forgetWaits: () => notBefore.clear(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };

  function choose(answer: Answer): FaultKind | undefined {
    const { kinds = [], chance = 0 } = script ?? {};
    const fitting = kinds.filter((it) => faults[it].fits?.(answer) ?? true);
    return answer.random.chance(chance) ? fitting[answer.random.below(fitting.length)] : undefined;
  }

  function pageOf(query: URLSearchParams, paging: Paging): Page & { readonly body: Buffer } {
    const from = query.get("startDateTime") ?? "";
    const until = query.get("endDateTime") ?? "~";
    const range = present.filter((it) => it.finishedAt > from && it.finishedAt <= until);
    const named = query.get(paging.cursor);
    const cursor = aliases.get(named ?? "") ?? named;
    const anchor = deleted.get(named ?? "");
    const isTop = cursor === null || anchor === "top";
    const start = isTop ? 0 : anchor === "empty" ? range.length : startOf(range, cursor);
    const size = Math.min(options.pageSize, Number(query.get("size") ?? options.pageSize));
    const rows = range.slice(start, start + size);
    const last = rows.at(-1);
    const more = last && (start + rows.length < range.length || lastPage === "empty-page");
    const cursorAfter = (count: number): string => {
      const row = rows[count - 1];
      return options.cursor === "position" || !row ? `p${start + count}` : nameOf(row);
    };
    const next = more ? cursorAfter(rows.length) : undefined;
    const chain = `${from} ${until} `;
    if (next !== undefined) {
      before.set(chain + next, rows);
    }
    const render: Page["render"] = (some, behind) => rendered(some, behind, paging);
    const canDeleteAnchor =
      options.cursor === "item" &&
      next !== undefined &&
      last !== undefined &&
      last !== newest &&
      // Without ids, a few responses of a reading that starts again may be equal by chance.
      (version === "v3" || kind === "metadata" || rows.length > minDistinguishableRows) &&
      all.filter((it) => it.json === last.json).length === 1;
    return {
      rows,
      cursor: named,
      before: cursor === null ? undefined : before.get(chain + cursor),
      body: render(rows, next),
      render,
      shifted: arrivals,
      alias() {
        const alias = `again-${cursor ?? ""}`;
        aliases.set(alias, cursor ?? "");
        return alias;
      },
      shortened: (count) => {
        const short = cursorAfter(count);
        before.set(chain + short, rows.slice(0, count));
        return short;
      },
      arrive,
      canTakeArrivals:
        options.cursor === "item" || version === "v3" || kind === "metadata" || isBorderRead,
      canDeleteAnchor,
      deleteAnchor(then) {
        if (last) {
          deleted.set(nameOf(last), then);
          optional.add(last);
          present = present.filter((it) => it !== last);
        }
      },
    };
  }

  function startOf(range: readonly Row[], cursor: string): number {
    const found = range.findIndex((it) => nameOf(it) === cursor);
    return options.cursor === "position" ? Number(cursor.slice(1)) : found + 1;
  }

  function nameOf(row: Row): string {
    return version === "v3" ? row.id : `${row.finishedAt} ${row.order}`;
  }

  function rendered(rows: readonly Row[], next: string | undefined, paging: Paging): Buffer {
    const end = { absent: undefined, null: "null", empty: '""', "empty-page": undefined }[lastPage];
    const value = next === undefined ? end : JSON.stringify(next);
    const field = value === undefined ? "" : `"${paging.cursor}" : ${value}`;
    const list = `"${paging.items}": [${rows.map((it) => it.json).join(rows.length % 2 ? "," : " ,\n")}]`;
    // The order of the members of an object must not matter.
    const fields = rows.length % 3 === 0 ? [field, list] : [list, field];
    return Buffer.from(`{"surveyId":"S1",${fields.filter((it) => it !== "").join(", ")}}`);
  }

  function arrive(where: "after" | "first" | "last", count: number): void {
    const isInBorder = where !== "after";
    if (!newest || !oldestOfBorder || (isInBorder && arrivals >= maxArrivalsInBorder)) {
      return;
    }
    arrivals += isInBorder ? count : 0;
    for (let n = 0; n < count; n++) {
      const number = optional.size;
      const it = newRow(version, kind, {
        finishedAt: isInBorder ? newest.finishedAt : addSeconds(newest.finishedAt, 1 + number),
        order:
          where === "last" ? oldestOfBorder.order - (1 + number) / 1000 : newest.order + 1 + number,
        number,
      });
      optional.add(it);
      present = newestFirst([it, ...present]);
      all = newestFirst([it, ...all]);
    }
  }
}

const encodings = [
  ["", (body: Buffer) => body],
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
] as const;

/** Sends a complete answer in the parts that are reported to `watch`. */
async function inParts(
  response: ServerResponse,
  body: Buffer,
  watch: (part: AnswerPart) => Promise<void>,
): Promise<void> {
  await watch("before");
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  response.flushHeaders();
  await watch("headers");
  const half = Math.floor(body.length / 2);
  response.write(body.subarray(0, half));
  await watch("body");
  response.end(body.subarray(half));
  await watch("end");
}

/** Returns the milliseconds that a Retry-After asks to wait. */
function waitOf(retryAfter: string | number = 0, now: number): number {
  const seconds = Number(retryAfter);
  return Number.isNaN(seconds) ? Date.parse(String(retryAfter)) - now : seconds * 1000;
}
