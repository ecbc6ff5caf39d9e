import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { createServer as createNetServer, type AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { SurveyError } from "../../src/model/errors.ts";
import { makeCertificate } from "./support/certificates.ts";
import { clientFor, testClock } from "./support/clients.ts";
import { sendJson, sendText, startTestServer, type Handler } from "./support/testServer.ts";

const empty = { surveys: [] };

describe("requests", () => {
  it("send the Authorization header of the API reference", async () => {
    await using server = await startTestServer((_, answer) => sendJson(answer, empty));
    const pairs = [
      ["space", "key"],
      ["space", "a:b:c"],
      ["공간", "한글 키:☃"],
      ["s", "k?>~"],
    ] as const;
    for (const [spaceId, apiKey] of pairs) {
      await clientFor(server, { credentials: async () => ({ spaceId, apiKey }) }).surveyPage();
    }
    assert.deepEqual(
      server.requests.map(({ headers }) => headers.authorization),
      [
        "Basic c3BhY2U6a2V5",
        "Basic c3BhY2U6YTpiOmM",
        "Basic 6rO16rCEOu2VnOq4gCDtgqQ64piD",
        "Basic czprPz5+",
      ],
    );
  });

  it("keep the path of the base address and use overridden routes", async () => {
    await using server = await startTestServer((_, answer) => sendJson(answer, { surveyId: "1" }));
    const address = { name: "Test", version: "v3", ca: server.ca } as const;
    await clientFor(server, {
      address: {
        ...address,
        baseUrl: `${server.baseUrl}/api/`,
        routes: { getSurvey: "/one/{surveyId}/detail" },
      },
    }).getSurvey("1");
    assert.equal(server.requests[0]?.url.pathname, "/api/one/1/detail");
  });

  it("reuse their connection", async () => {
    await using server = await startTestServer((_, answer) => sendJson(answer, empty));
    const client = clientFor(server);
    for (let count = 0; count < 10; count++) {
      await client.surveyPage();
    }
    assert.equal(server.connections, 1);
  });

  it("are limited to the allowed concurrency", async () => {
    let running = 0;
    let most = 0;
    const gate = new EventEmitter();
    const twoAreIn = once(gate, "open");
    await using server = await startTestServer(async (_, answer) => {
      most = Math.max(most, ++running);
      if (running === 2) {
        gate.emit("open");
      }
      await twoAreIn;
      running--;
      sendJson(answer, empty);
    });
    const client = clientFor(server, { request: { concurrency: 2 } });
    await Promise.all(Array.from({ length: 8 }, () => client.surveyPage()));
    assert.equal(most, 2);
  });

  it("free their slot and deadline once their body has arrived", async () => {
    await using server = await startTestServer((_, answer, index) => {
      if (index === 0) {
        sendJson(answer, empty);
      }
    });
    const client = clientFor(server, {
      request: { concurrency: 1, attempts: 1, timeoutSeconds: 0.5 },
    });
    const read = await client.pageBytes("responses", "S1", {}, async ({ bytes }) => {
      await assert.rejects(client.surveyPage(), { code: "timeout" });
      return bytes.length;
    });
    assert.equal(read, JSON.stringify(empty).length);
  });

  for (const baseUrl of [
    "http://127.0.0.1",
    "ftp://x",
    "nothing",
    "https://u:p@x",
    "https://x?y",
    "https://@x",
    "https://u:p/w@x",
  ]) {
    it(`are refused for the address ${baseUrl}`, () => {
      const code = /^(http|ftp):/.test(baseUrl) ? "insecure-address" : "invalid-input";
      assert.throws(
        () => clientFor({ baseUrl, ca: "" }),
        (error) =>
          error instanceof SurveyError &&
          error.code === code &&
          !`${error.message} ${String(error.cause)}`.includes("u:p"),
      );
    });
  }

  for (const id of ["", ".", "..", "\ud800"]) {
    it(`are refused for the ID ${JSON.stringify(id)}`, async () => {
      await using server = await startTestServer((_, answer) => sendJson(answer, empty));
      await assert.rejects(clientFor(server).getSurvey(id), { code: "invalid-input" });
      assert.equal(server.requests.length, 0);
    });
  }

  it("are refused for half a character in the query", async () => {
    await using server = await startTestServer((_, answer) => sendJson(answer, empty));
    const { baseUrl, ca } = server;
    const older = clientFor(server, { address: { name: "Test", baseUrl, ca, version: "v1" } });
    await assert.rejects(older.responsePage("\ud800"), { code: "invalid-input" });
    await assert.rejects(clientFor(server).responsePage("S1", { variables: ["\ud800"] }), {
      code: "invalid-input",
    });
    assert.equal(server.requests.length, 0);
  });

  it("are refused when signed out, and for operations that the version lacks", async () => {
    await using server = await startTestServer((_, answer) => sendJson(answer, empty));
    await assert.rejects(clientFor(server, { credentials: async () => undefined }).surveyPage(), {
      code: "signed-out",
    });
    const client = clientFor(server);
    await assert.rejects(client.getResponseUrls("g", []), {
      code: "not-in-version",
      message: /Response URLs are not available in API v3.*to v1 or v2\./,
    });
    await assert.rejects(client.getCollectGroupSerial("g"), { message: /to v1\./ });
    assert.equal(client.supports("getResponseUrls"), false);
    assert.equal(client.supports("getResponses"), true);
    assert.equal(server.requests.length, 0);
  });

  it("decode every content encoding that they accept", async () => {
    const body = JSON.stringify({ surveys: [{ surveyId: "한글" }] });
    const encode = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
    await using server = await startTestServer((_, answer, index) => {
      const [name, compress] = Object.entries(encode)[index] ?? assert.fail();
      sendText(answer, compress(body), 200, { "content-encoding": name });
    });
    for (const name of Object.keys(encode)) {
      const { items } = await clientFor(server).surveyPage();
      assert.equal(items[0]?.surveyId, "한글", name);
    }
  });
});

describe("failed requests", () => {
  const statuses: [number, SurveyError["code"], RegExp][] = [
    [400, "rejected", /HTTP 400/],
    [401, "unauthorized", /"Test" refused the Space ID or API key\. Sign in again/],
    [403, "forbidden", /does not allow this account/],
    [404, "not-found", /"Test" has no survey "S1"/],
    [409, "rejected", /HTTP 409/],
    [307, "redirect", /another address \(https:\/\/elsewhere\.test\/x\)/],
  ];
  for (const [status, code, message] of statuses) {
    it(`with status ${status} are not repeated`, async () => {
      await using server = await startTestServer((_, answer) =>
        sendText(answer, "", status, { location: "https://elsewhere.test/x?key=1" }),
      );
      await assert.rejects(clientFor(server).getSurvey("S1"), { code, message });
      assert.equal(server.requests.length, 1);
    });
  }

  const answers: [string, RegExp][] = [
    [`{"title":"No such thing","detail":"S1 is unknown."}`, /No such thing: S1 is unknown\./],
    [`{"message":"no\\u0007 luck\\n"}`, /says: no luck$/],
    [`{"error":"E7"}`, /says: E7$/],
    [`{"error":{"message":"inner"}}`, /says: inner$/],
    [`{"code":"X1"}`, /says: X1$/],
    [`plain`, /says: plain$/],
    [`{}`, /deleted; refresh the list\.$/],
    [`<html>login</html>`, /deleted; refresh the list\.$/],
    ["x".repeat(50_000), /says: x{300}…$/],
  ];
  for (const [body, message] of answers) {
    it(`include the service's message in the error: ${body.slice(0, 60)}`, async () => {
      await using server = await startTestServer((_, answer) => sendText(answer, body, 404));
      await assert.rejects(clientFor(server).getSurvey("S1"), { message });
    });
  }

  const transient: Record<string, Handler> = {
    "408": (_, answer) => sendText(answer, "", 408),
    "429": (_, answer) => sendText(answer, "", 429),
    "503": (_, answer) => sendText(answer, "", 503),
    "a closed connection": (_, answer) => void answer.destroy(),
    "a truncated body": (_, answer) => {
      answer.writeHead(200, { "content-length": "100" });
      answer.write(`{"surveys":[`, () => answer.destroy());
    },
    "a truncated chunked body": (_, answer) => {
      answer.writeHead(200);
      answer.write(`{"surveys":[]}`, () => answer.destroy());
    },
    "truncated JSON": (_, answer) => sendText(answer, `{"surveys":[`),
    "gzip without its end": (_, answer) =>
      sendText(answer, gzipSync(JSON.stringify(empty)).subarray(0, -4), 200, {
        "content-encoding": "gzip",
      }),
    "invalid gzip": (_, answer) => sendText(answer, "hello", 200, { "content-encoding": "gzip" }),
  };
  for (const [name, fail] of Object.entries(transient)) {
    it(`with ${name} are repeated up to three attempts`, async () => {
      await using server = await startTestServer((request, answer, index) =>
        index < 2 ? fail(request, answer, index) : sendJson(answer, empty),
      );
      const clock = testClock();
      await clientFor(server, { clock }).surveyPage();
      assert.deepEqual(clock.waits, [250, 500], "the waits are exponential, with jitter");

      await using broken = await startTestServer(fail);
      await assert.rejects(clientFor(broken).surveyPage(), SurveyError);
      assert.equal(broken.requests.length, 3);
    });
  }

  it("wait for the time of Retry-After, up to a maximum", async () => {
    const values = ["7", "Thu, 01 Jan 1970 00:00:30 GMT", "86400", "nonsense", "-1"];
    const clock = testClock(10_000);
    await using server = await startTestServer((_, answer, index) => {
      const value = values[index];
      if (value === undefined) {
        sendJson(answer, empty);
      } else {
        sendText(answer, "", 429, { "retry-after": value });
      }
    });
    await clientFor(server, { clock, request: { attempts: 6 } }).surveyPage();
    assert.deepEqual(clock.waits, [7_250, 20_500, 120_000, 2_000, 4_000]);
  });

  it("wait for the time of Retry-After in every form of an HTTP date, in any time zone", async () => {
    const forms = ["Thu, 01 Jan 1970 00:00:07 GMT", "Thursday, 01-Jan-70 00:00:07 GMT"];
    const { TZ } = process.env;
    try {
      for (const zone of ["Asia/Seoul", "America/New_York"]) {
        process.env["TZ"] = zone;
        for (const form of [...forms, "Thu Jan  1 00:00:07 1970"]) {
          await using server = await startTestServer((_, answer, index) =>
            index > 0
              ? sendJson(answer, empty)
              : sendText(answer, "", 503, { "retry-after": form }),
          );
          const clock = testClock();
          await clientFor(server, { clock }).surveyPage();
          assert.deepEqual(clock.waits, [7_250], `${form} in ${zone}`);
        }
      }
    } finally {
      if (TZ === undefined) {
        delete process.env["TZ"];
      } else {
        process.env["TZ"] = TZ;
      }
    }
  });

  const waits: [status: number, retryAfter: string, code: SurveyError["code"], message: RegExp][] =
    [
      [429, "1", "rate-limited", /Try again in 1 second\./],
      [429, "90", "rate-limited", /Try again in 90 seconds\./],
      [429, "601", "rate-limited", /Try again in 11 minutes\./],
      [429, "86400", "rate-limited", /Try again in 24 hours\./],
      [
        429,
        "86401",
        "rejected",
        /takes no requests for 25 hours \(HTTP 429\)\. Contact the service operator/,
      ],
      [429, "999999999", "rejected", /takes no requests for more than a year/],
      [503, "99999999999999999999", "rejected", /takes no requests for more than a year/],
      [503, "Mon, 12 Jan 1970 00:00:00 GMT", "rejected", /takes no requests for 11 days/],
    ];
  for (const [status, retryAfter, code, message] of waits) {
    const attempts = code === "rejected" ? 1 : 3;
    it(`with ${status} and Retry-After: ${retryAfter} are attempted ${attempts} times`, async () => {
      await using server = await startTestServer((_, answer) =>
        sendText(answer, "", status, { "retry-after": retryAfter }),
      );
      await assert.rejects(clientFor(server).surveyPage(), { code, message });
      assert.equal(server.requests.length, attempts);
    });
  }

  it("time out if the answer takes too long", async () => {
    await using server = await startTestServer((_, answer, index) => {
      if (index % 2 === 1) {
        answer.writeHead(200);
        answer.write("{");
      }
    });
    const attempts: number[] = [];
    const client = clientFor(server, {
      request: { timeoutSeconds: 0.1, attempts: 2 },
      log: ({ attempt }) => attempts.push(attempt),
    });
    await assert.rejects(client.surveyPage(), { code: "timeout", message: /within 0\.1 seconds/ });
    // Do not count the server's requests: on a slow machine an attempt may time out before it reaches the server.
    assert.deepEqual(attempts, [1, 2]);
    await Promise.all(server.requests.map(({ closed }) => closed));
  });

  it("time out while waiting for credentials, and free their slot for other requests", async () => {
    await using server = await startTestServer((_, answer) => sendJson(answer, empty));
    let asked = 0;
    const client = clientFor(server, {
      credentials: () =>
        asked++ === 0
          ? new Promise(() => undefined)
          : Promise.resolve({ spaceId: "space", apiKey: "key" }),
      request: { concurrency: 1, timeoutSeconds: 0.1 },
    });
    const [first, second] = await Promise.allSettled([client.surveyPage(), client.surveyPage()]);
    assert.equal(first.status, "rejected");
    assert.match(String(first.reason), /key of the data space "Test".*within 0\.1 seconds/);
    assert.equal((first.reason as SurveyError).code, "timeout");
    assert.equal(second.status, "fulfilled");
    assert.equal(asked, 2, "credentials are not requested again after a timeout");
  });

  it("identify the data space with the same patience for credentials, and can be cancelled meanwhile", async () => {
    await using server = await startTestServer((_, answer) => sendJson(answer, empty));
    const credentials = () => new Promise<undefined>(() => undefined);
    const hasty = clientFor(server, { credentials, request: { timeoutSeconds: 0.1 } });
    await assert.rejects(hasty.spaceMark(), {
      code: "timeout",
      message: /key of the data space "Test".*within 0\.1 seconds/,
    });
    const abort = new AbortController();
    const asked = clientFor(server, { credentials }).spaceMark({ signal: abort.signal });
    abort.abort();
    await assert.rejects(asked, { code: "cancelled" });
  });

  it("time out if the answer arrives too slowly", async () => {
    await using server = await startTestServer((_, answer) => {
      answer.writeHead(200);
      const drip = setInterval(() => answer.write(" "), 5);
      answer.once("close", () => clearInterval(drip));
    });
    const leastRate = { bytes: 1000, overSeconds: 0.1 };
    await assert.rejects(clientFor(server, { request: { leastRate, attempts: 1 } }).surveyPage(), {
      code: "timeout",
      message: /too slowly/,
    });
    await server.requests[0]?.closed;
  });

  it("are aborted during an answer that is too large", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20));
    await using server = await startTestServer((_, answer) =>
      sendText(answer, bomb, 200, { "content-encoding": "gzip" }),
    );
    const client = clientFor(server, { request: { maximumBytes: 1_000_000 } });
    await assert.rejects(client.surveyPage(), { code: "too-large", message: /1 MB/ });
    assert.equal(server.requests.length, 1);
  });

  for (const [page, client, problem] of [
    [1_000_000, 2_000_000, /sent a page of more than 1 MB.* smaller pages are requested/],
    [2_000_000, 1_000_000, /sent more than 1 MB in one answer.* Contact the service operator/],
  ] as const) {
    it(`are aborted at ${page} bytes of a page or ${client} bytes of any answer, whichever comes first`, async () => {
      await using server = await startTestServer((_, answer) =>
        sendText(answer, " ".repeat(1_500_000)),
      );
      await assert.rejects(
        clientFor(server, { request: { maximumBytes: client } }).rawResponsePage("S1", {
          maximumBytes: page,
        }),
        { code: "too-large", message: problem },
      );
      assert.equal(server.requests.length, 1);
    });
  }

  it("are aborted before the body if its announced length is too large", async () => {
    await using server = await startTestServer((_, answer) => {
      answer.writeHead(200, { "content-type": "application/json", "content-length": 1_000_001 });
      answer.flushHeaders();
    });
    const request = { maximumBytes: 1_000_000, timeoutSeconds: 30 };
    await assert.rejects(clientFor(server, { request }).surveyPage(), { code: "too-large" });
    assert.equal(server.requests.length, 1);
    await server.requests[0]?.closed;
  });

  it("report a web page instead of JSON and are not repeated", async () => {
    await using server = await startTestServer((_, answer) =>
      sendText(answer, "<html>", 200, { "content-type": "text/html; charset=utf-8" }),
    );
    await assert.rejects(clientFor(server).surveyPage(), {
      code: "malformed-answer",
      message: /a web page instead of JSON/,
    });
    assert.equal(server.requests.length, 1);
  });

  it("report that nothing listens at the address", async () => {
    const listener = createNetServer().listen(0, "127.0.0.1");
    await once(listener, "listening");
    const { port } = listener.address() as AddressInfo;
    listener.close();
    await once(listener, "close");
    const { ca } = await makeCertificate({});
    const client = clientFor({ baseUrl: `https://127.0.0.1:${port}`, ca });
    await assert.rejects(client.surveyPage(), {
      code: "unreachable",
      message: /"Test" cannot be reached: nothing listens there \(https:\/\/127\.0\.0\.1:\d+\)/,
    });
  });

  const wires: [name: string, handler: Handler, message: RegExp, attempts: number][] = [
    [
      "a body that contradicts its content encoding",
      (_, answer) => sendText(answer, "hello", 200, { "content-encoding": "gzip" }),
      /cannot be decompressed: it is damaged or incomplete\. Try again/,
      3,
    ],
    [
      "oversized headers",
      (_, answer) => sendText(answer, "{}", 200, { "x-large": "x".repeat(100_000) }),
      /sent too many headers/,
      1,
    ],
    [
      "an answer that is not HTTP",
      (_, answer) => void answer.socket?.end("HELLO\r\n\r\n"),
      /did not answer with HTTP\. Check the address and its port/,
      3,
    ],
  ];
  for (const [name, handler, message, attempts] of wires) {
    it(`report ${name} as malformed, not as unreachable`, async () => {
      await using server = await startTestServer(handler);
      await assert.rejects(clientFor(server).surveyPage(), { code: "malformed-answer", message });
      assert.equal(server.requests.length, attempts);
    });
  }

  it("report a server without TLS", async () => {
    const listener = createNetServer((socket) => {
      socket.on("error", () => undefined);
      socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    }).listen(0, "127.0.0.1");
    await once(listener, "listening");
    const { port } = listener.address() as AddressInfo;
    const { ca } = await makeCertificate({});
    const client = clientFor({ baseUrl: `https://127.0.0.1:${port}`, ca });
    await assert.rejects(client.surveyPage(), { code: "unreachable", message: /TLS 1\.2/ });
    listener.close();
  });

  const yesterday = new Date(Date.now() - 86_400_000);
  const certificates: [string, Parameters<typeof makeCertificate>[0], RegExp][] = [
    ["expired", { notAfter: yesterday }, /has expired/],
    ["issued to another name", { names: [{ type: "dns", value: "other.test" }] }, /another name/],
  ];
  for (const [name, options, message] of certificates) {
    it(`report a certificate that is ${name} and are not repeated`, async () => {
      const certificate = await makeCertificate(options);
      await using server = await startTestServer(
        (_, answer) => sendJson(answer, empty),
        certificate,
      );
      const clock = testClock();
      await assert.rejects(clientFor(server, { clock }).surveyPage(), {
        code: "certificate",
        message,
      });
      assert.deepEqual(clock.waits, []);
    });
  }

  it("suggest the setting caFile for an untrusted certificate", async () => {
    await using server = await startTestServer((_, answer) => sendJson(answer, empty));
    const { ca } = await makeCertificate({});
    const expected = { code: "certificate", message: /set caFile/ };
    await assert.rejects(clientFor({ ...server, ca }).surveyPage(), expected);
    const address = { name: "Test", baseUrl: server.baseUrl, version: "v3" } as const;
    await assert.rejects(clientFor(server, { address }).surveyPage(), expected);
  });

  it("are refused if the certificate file contains no valid certificate", () => {
    for (const ca of [
      "",
      "hello",
      "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
    ]) {
      assert.throws(() => clientFor({ baseUrl: "https://x", ca }), { code: "certificate" });
    }
  });
});

describe("cancelling a request", () => {
  const stuck: Record<string, Handler> = {
    "before the answer begins": () => undefined,
    "while the body arrives": (_, answer) => {
      answer.writeHead(200);
      answer.write("{");
    },
  };
  for (const [name, handler] of Object.entries(stuck)) {
    it(`closes the connection ${name}`, async () => {
      const abort = new AbortController();
      await using server = await startTestServer(async (request, answer, index) => {
        await handler(request, answer, index);
        setImmediate(() => abort.abort());
      });
      await assert.rejects(clientFor(server).surveyPage({ signal: abort.signal }), {
        code: "cancelled",
      });
      await server.requests[0]?.closed;
      assert.equal(server.requests.length, 1);
    });
  }

  it("ends the waits between attempts, for a slot and for credentials", async () => {
    const abort = new AbortController();
    const { signal } = abort;
    await using server = await startTestServer((_, answer) => {
      sendText(answer, "", 503);
      setImmediate(() => abort.abort());
    });
    const never = () => new Promise<never>(() => undefined);
    const waiting = clientFor(server, { credentials: never, request: { concurrency: 1 } });
    await Promise.all(
      [
        clientFor(server, { clock: undefined }).surveyPage({ signal }),
        waiting.surveyPage({ signal }),
        waiting.surveyPage({ signal }),
      ].map((promise) => assert.rejects(promise, { code: "cancelled" })),
    );
  });
});
