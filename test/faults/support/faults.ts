import { gzipSync } from "node:zlib";
import type { ErrorCode } from "../../../src/model/errors.ts";
import type { Random } from "../../../src/service/sample/random.ts";
import type { Answer } from "./faultyServer.ts";

interface Fault {
  /** What kinds of faults have in common, for the titles of tests. */
  readonly group: string;
  /** Error codes with which an export may end after the fault. Empty: it must go on. */
  readonly codes: readonly ErrorCode[];
  /** True if the fault costs a timeout. */
  readonly isSlow?: true;
  /** Returns whether this answer can have the fault. Default: every answer can. */
  readonly fits?: (answer: Answer) => boolean;
  /** Gives the faulty answer. */
  readonly give: (answer: Answer) => void;
}

/** Least number of responses that are never all equal by chance, so that a repeated page can be recognised. */
export const minDistinguishableRows = 10;

const isPage = ({ page }: Answer) => page !== undefined;

function refusing(
  status: number,
  group: string,
  headers?: (answer: Answer) => Record<string, string>,
): Fault {
  return {
    group,
    codes: [status === 429 ? "rate-limited" : status === 401 ? "unauthorized" : "server-fault"],
    give: (answer) =>
      answer.send(`{"title":"No","detail":"Fault"}`, { status, headers: headers?.(answer) ?? {} }),
  };
}

/** A complete HTTP answer whose body is not the expected JSON. */
function garbling(group: string, garble: (body: Buffer, random: Random) => Buffer): Fault {
  return {
    group,
    codes: ["malformed-answer"],
    give: (answer) => answer.send(garble(answer.body, answer.random)),
  };
}

/** Closes the connection after a part of the body; `headers` announce how the whole body would come. */
function cutting(
  group: string,
  headers: (body: Buffer) => Record<string, string | number>,
  cut: (body: Buffer, random: Random) => Buffer,
): Fault {
  return {
    group,
    codes: ["unreachable", "malformed-answer"],
    give({ response, body, random }) {
      response.writeHead(200, headers(body));
      response.write(cut(body, random), () => response.destroy());
    },
  };
}

function changing(
  group: string,
  change: (answer: Answer, page: NonNullable<Answer["page"]>) => void,
) {
  return {
    group,
    codes: [],
    fits: isPage,
    give(answer: Answer) {
      if (answer.page) {
        change(answer, answer.page);
      }
    },
  } satisfies Fault;
}

function deletingAnchor(then: "refuse" | "empty" | "top"): Fault {
  return {
    ...changing("deleted anchor", (answer, page) => {
      page.deleteAnchor(then);
      answer.sendAsItIs();
    }),
    fits: ({ page }) => page?.canDeleteAnchor === true,
  };
}

const part = (body: Buffer, random: Random) => body.subarray(0, random.below(body.length));

const retryAfter = (seconds: number) => ({ "retry-after": String(seconds) });

/** 16 MB of spaces, compressed to 16 kB. */
const bomb = gzipSync(Buffer.alloc(16_000_000, " "));

/** Inserts bytes into the text of a string. */
function withInString(body: Buffer, inside: Buffer): Buffer {
  const at = body.indexOf(`":"`) + 3;
  return Buffer.concat([body.subarray(0, at), inside, body.subarray(at)]);
}

/** Inserts members before the first member of the object. */
function withMembers(body: Buffer, members: string): Buffer {
  return Buffer.concat([Buffer.from(`{${members},`), body.subarray(body.indexOf("{") + 1)]);
}

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);

const table = {
  "HTTP 429, seconds": refusing(429, "429", ({ random }) => retryAfter(1 + random.below(200))),
  "HTTP 429, date": refusing(429, "429", ({ random, now }) => ({
    "retry-after": new Date(now + random.below(200_000)).toUTCString(),
  })),
  "HTTP 429": refusing(429, "429"),
  "HTTP 500": refusing(500, "5xx, timeout, reset"),
  "HTTP 502": refusing(502, "5xx, timeout, reset"),
  "HTTP 503": refusing(503, "5xx, timeout, reset", ({ random }) => retryAfter(random.below(5))),
  timeout: {
    group: "5xx, timeout, reset",
    codes: ["timeout"],
    isSlow: true,
    give: () => undefined,
  },
  "reset before": {
    group: "5xx, timeout, reset",
    codes: ["unreachable"],
    give: ({ response }) => response.destroy(),
  },
  "reset within headers": {
    group: "5xx, timeout, reset",
    codes: ["unreachable"],
    give: ({ response }) => response.socket?.end("HTTP/1.1 200 OK\r\nContent-Ty"),
  },
  "reset within body": cutting("5xx, timeout, reset", () => ({}), part),
  "cut body": cutting("cut body", (body) => ({ "content-length": body.length }), part),
  "cut JSON": garbling("cut body", (body, random) => part(body, random)),
  "gzip without its end": {
    group: "cut body",
    codes: ["unreachable", "malformed-answer"],
    give({ body, random, send }) {
      const packed = gzipSync(body);
      // Sometimes only a part of the trailing checksum is cut off.
      const end = random.chance(0.3) ? packed.length - 1 - random.below(8) : packed.length / 2;
      send(packed.subarray(0, end), { headers: { "content-encoding": "gzip" } });
    },
  },
  "gzip, cut off": cutting(
    "cut body",
    () => ({ "content-encoding": "gzip" }),
    (body, random) => part(gzipSync(body), random),
  ),
  "content-length too large": cutting(
    "cut body",
    (body) => ({ "content-length": body.length + 7 }),
    (body) => body,
  ),
  "content-length too small": {
    group: "cut body",
    // The client takes the rest of the body for the beginning of the next answer on the connection.
    codes: ["unreachable", "malformed-answer"],
    give({ response, body, random }) {
      response.writeHead(200, { "content-length": random.below(body.length) });
      response.end(body);
    },
  },
  "slow drip": {
    group: "slow drip",
    codes: ["timeout"],
    isSlow: true,
    give({ response, body }) {
      response.writeHead(200, { "content-length": body.length });
      let at = 0;
      const timer = setInterval(() => response.write(body.subarray(at, ++at)), 20);
      response.once("close", () => clearInterval(timer));
    },
  },
  "same page twice": {
    group: "same page twice",
    codes: ["malformed-answer"],
    fits: ({ page }) => page?.before !== undefined && page.cursor !== null,
    give: ({ page, send }) => send(page?.render(page.before ?? [], page.cursor ?? undefined) ?? ""),
  },
  "same page, new cursor": {
    group: "same page twice",
    codes: ["malformed-answer"],
    fits: ({ page }) => (page?.before?.length ?? 0) >= minDistinguishableRows,
    give: ({ page, send }) => send(page?.render(page.before ?? [], page.alias()) ?? ""),
  },
  "cursor repeats": {
    group: "same page twice",
    codes: ["malformed-answer"],
    fits: ({ page }) => page !== undefined && page.cursor !== null && page.rows.length > 0,
    give: ({ page, send }) => send(page?.render(page.rows, page.cursor ?? undefined) ?? ""),
  },
  "short page": {
    ...changing("last page", ({ random, send }, { rows, shifted, shortened, render }) => {
      // A page with only the rows that have shifted into it would bring nothing new.
      const count = shifted + 1 + random.below(rows.length - shifted - 1);
      send(render(rows.slice(0, count), shortened(count)));
    }),
    fits: ({ page }) => page !== undefined && page.rows.length > page.shifted + 1,
  },
  "arrival after the end": changing("rows arriving", ({ random, sendAsItIs }, { arrive }) => {
    sendAsItIs();
    arrive("after", 1 + random.below(3));
  }),
  "arrival in the border second": {
    ...changing("rows arriving", ({ random, sendAsItIs }, page) => {
      sendAsItIs();
      page.arrive(random.chance(0.5) ? "first" : "last", 1);
    }),
    fits: ({ page }) => page?.canTakeArrivals === true,
  },
  "anchor deleted, 4xx": deletingAnchor("refuse"),
  "anchor deleted, empty page": deletingAnchor("empty"),
  "anchor deleted, from the top": deletingAnchor("top"),
  "HTTP 401": refusing(401, "401"),
  bomb: {
    group: "bombs",
    codes: ["too-large"],
    give: ({ send }) => send(bomb, { headers: { "content-encoding": "gzip" } }),
  },
  "invalid UTF-8": garbling("invalid UTF-8", (body, random) =>
    withInString(
      body,
      Buffer.from([[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80]][random.below(3)] ?? []),
    ),
  ),
  BOM: {
    ...garbling("invalid UTF-8", (body) => Buffer.concat([utf8Mark, body])),
    codes: [],
  },
  "two BOMs": garbling("invalid UTF-8", (body) => Buffer.concat([utf8Mark, utf8Mark, body])),
  "UTF-16": garbling("invalid UTF-8", (body, random) => {
    const text = Buffer.from(`${random.chance(0.5) ? "\ufeff" : ""}${body.toString()}`, "utf16le");
    return random.chance(0.5) ? text : text.swap16();
  }),
  "strange numbers": {
    ...garbling("numbers", (body) => withMembers(body, `"total":1e400,"n":9007199254740993`)),
    codes: [],
    // Pages only: the survey goes into the file exactly as it comes.
    fits: isPage,
  },
  "deep nesting": {
    ...garbling("deep nesting", (body, random) => {
      const depth = random.chance(0.5) ? 501 : 100_000;
      return withMembers(body, `"deep":${"[".repeat(depth)}${"]".repeat(depth)}`);
    }),
    fits: isPage,
  },
  "__proto__ as a name": {
    ...garbling("deep nesting", (body) =>
      withMembers(body, `"__proto__":{"polluted":true,"responses":[]}`),
    ),
    codes: [],
    fits: isPage,
  },
  "skewed Date": changing("clock skew", ({ body, random, send }) => {
    const date = new Date(Date.UTC(1990 + random.below(60), 0, 1)).toUTCString();
    send(body, { headers: { date } });
  }),
} satisfies Record<string, Fault>;

export type FaultKind = keyof typeof table;
export const faults: Readonly<Record<FaultKind, Fault>> = table;
export const faultKinds = Object.keys(table) as FaultKind[];
