import assert from "node:assert/strict";
import { once } from "node:events";
import { join } from "node:path";
import { mock } from "node:test";
import { MessageChannel, Worker, type MessagePort } from "node:worker_threads";
import type { AttemptWatch, ItemKind, LikelyNext } from "../../src/client/queries.ts";
import { RemotePages, type SourceFacts } from "../../src/client/remotePages.ts";
import { servePages } from "../../src/client/servePages.ts";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import { SurveyError, type ErrorCode } from "../../src/model/errors.ts";
import { apiVersions } from "../../src/model/survey.ts";
import { clientOf } from "../conformance/support/clients.ts";
import { serviceOfSuite, writeDirectory } from "../service/support/dataSpace.ts";
import { collect } from "./support/collect.ts";
import { apiKey, clientFor } from "./support/clients.ts";
import { pagesOf, type CopiedPage } from "./support/pagesOf.ts";
import type { PagesWorkerData } from "./support/pagesWorker.ts";
import {
  sendJson,
  sendText,
  startTestServer,
  type Handler,
  type TestServer,
} from "./support/testServer.ts";

const workerFile = join(import.meta.dirname, "support/pagesWorker.ts");

function factsOf({ dataSpace, baseUrl, version, concurrency }: SurveyClient): SourceFacts {
  return { dataSpace, baseUrl, version, concurrency };
}

interface Remote extends Disposable {
  readonly pages: RemotePages;
  readonly hostPort: MessagePort;
  readonly workerPort: MessagePort;
}

/** Connects both ends in this thread. */
function remoteOf(client: SurveyClient, attempts?: AttemptWatch): Remote {
  const { port1: hostPort, port2: workerPort } = new MessageChannel();
  servePages(client, hostPort, attempts);
  return {
    pages: new RemotePages(workerPort, factsOf(client)),
    hostPort,
    workerPort,
    [Symbol.dispose]: () => workerPort.close(),
  };
}

/** Records the codes that it is told, and always gives the same answer. */
function watchOf(answer: boolean): AttemptWatch & { readonly codes: ErrorCode[] } {
  const codes: ErrorCode[] = [];
  return {
    codes,
    onRetry: ({ code }) => {
      codes.push(code);
      return answer;
    },
  };
}

const item = (id: string) => ({ responseId: id, finishedAt: "2025-03-01T09:00:00" });
const pageOf = (id: string, offset: string | null = null) => ({
  responses: [item(id)],
  offset,
});

async function inWorker(
  client: SurveyClient,
  kind: ItemKind,
  surveyId: string,
): Promise<CopiedPage[]> {
  const { port1, port2 } = new MessageChannel();
  servePages(client, port1);
  const workerData: PagesWorkerData = { port: port2, facts: factsOf(client), kind, surveyId };
  const worker = new Worker(workerFile, { workerData, transferList: [port2] });
  const pages: CopiedPage[] = [];
  worker.on("message", (page: CopiedPage) => pages.push(page));
  const [code] = (await once(worker, "exit")) as [number];
  assert.equal(code, 0);
  return pages;
}

async function failureOf(work: Promise<unknown>): Promise<SurveyError> {
  const error: unknown = await work.then(
    () => assert.fail("It did not fail."),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof SurveyError, String(error));
  return error;
}

/** The parts of an error that people and the log see. */
function told(error: unknown): unknown {
  return error instanceof Error
    ? {
        code: error instanceof SurveyError ? error.code : undefined,
        message: error.message,
        cause: told(error.cause),
      }
    : error;
}

describe("pages read by a worker", () => {
  describe("from the local data space", () => {
    const surveyId = "S1";
    const responses = Array.from({ length: 2_500 }, (_, number) => ({
      ...item(`응답-${number}`),
      variables: [{ name: "Q", answer: [{ value: String(number % 7) }] }],
    }));
    const directory = writeDirectory({ surveys: [{ surveyId, responses }] });
    const service = serviceOfSuite(["--directory", directory]);

    for (const version of apiVersions) {
      for (const kind of ["responses", "metadata"] as const) {
        it(`equal the client's pages of ${kind} of ${version}, byte for byte`, async () => {
          const client = clientOf(service, version);
          const expected = await collect(pagesOf(client, kind, surveyId));
          assert.ok(expected.length > 1);
          assert.deepEqual(await inWorker(client, kind, surveyId), expected);
        });
      }
    }
  });

  it("report the likely cursor early, so that the next page can be requested", async () => {
    await using server = await startTestServer((request, answer) => {
      const offset = request.url.searchParams.get("offset");
      sendJson(answer, offset === null ? pageOf("a", "next") : pageOf("b"));
    });
    using remote = remoteOf(clientFor(server, { request: { concurrency: 2 } }));
    const events: string[] = [];
    const next = await new Promise<string | undefined>((resolve, reject) => {
      const onNext = ({ cursor }: LikelyNext) => {
        events.push("cursor");
        remote.pages
          .rawResponsePage("S1", { cursor })
          .then(({ items }) => resolve(items[0]?.id), reject);
      };
      remote.pages
        .rawResponsePage("S1", { onNext })
        .then(({ cursor }) => events.push(`page before ${cursor}`), reject);
    });
    assert.equal(next, "b");
    assert.deepEqual(events, ["cursor", "page before next"]);
  });

  it("reach their requesters if answers arrive in another order", async () => {
    const answers = new Map<string, () => void>();
    await using server = await startTestServer((request, answer) => {
      const id = request.url.searchParams.get("offset") ?? "";
      answers.set(id, () => sendJson(answer, pageOf(id)));
      if (answers.size === 3) {
        ["c", "a", "b"].forEach((it) => answers.get(it)?.());
      }
    });
    using remote = remoteOf(clientFor(server, { request: { concurrency: 3 } }));
    const found = await Promise.all(
      ["a", "b", "c"].map((cursor) => remote.pages.rawResponsePage("S1", { cursor })),
    );
    assert.deepEqual(
      found.map(({ items }) => items[0]?.id),
      ["a", "b", "c"],
    );
  });

  it("are requested again if truncated, which both attempt watches see", async () => {
    const whole = JSON.stringify(pageOf("a"));
    await using server = await startTestServer((_, answer, index) =>
      sendText(answer, index === 0 ? whole.slice(0, -10) : whole),
    );
    const [host, worker] = [watchOf(true), watchOf(false)];
    using remote = remoteOf(clientFor(server), host);
    const page = await remote.pages.rawResponsePage("S1", { attempts: worker });
    assert.equal(Buffer.from(page.body).toString(), whole);
    assert.equal(server.requests.length, 2);
    assert.deepEqual([host.codes, worker.codes], [["malformed-answer"], ["malformed-answer"]]);
  });

  it("are not requested again if the host's attempt watch declines", async () => {
    await using server = await startTestServer((_, answer) => sendText(answer, "", 429));
    const [host, worker] = [watchOf(false), watchOf(true)];
    using remote = remoteOf(clientFor(server), host);
    const error = await failureOf(remote.pages.rawMetadataPage("S1", { attempts: worker }));
    assert.equal(error.code, "rate-limited");
    assert.equal(server.requests.length, 1);
    assert.deepEqual(worker.codes, ["rate-limited"]);
  });

  const failures: Readonly<Record<string, Handler>> = {
    "an answer that is always truncated": (_, answer) => sendText(answer, '{"responses":['),
    "an answer without a body": (_, answer) => sendText(answer, ""),
    "a web page": (_, answer) =>
      sendText(answer, "<html></html>", 200, { "content-type": "text/html" }),
    "a page without a list": (_, answer) => sendJson(answer, { responses: {} }),
    "an item of another kind": (_, answer) => sendJson(answer, { responses: [7] }),
    "an item that contains the key": (_, answer) =>
      sendJson(answer, { responses: [{ responseId: apiKey, finishedAt: 1 }] }),
    "a numeric cursor": (_, answer) => sendJson(answer, { responses: [], offset: 1 }),
    "a status of 401": (_, answer) => sendText(answer, "", 401),
    "a status of 404": (_, answer) => sendJson(answer, { message: "no such" }, 404),
    "a constant status of 500": (_, answer) => sendText(answer, "", 500),
    "a connection that breaks": (_, answer) => {
      answer.destroy();
    },
  };
  for (const [title, handler] of Object.entries(failures)) {
    it(`cause the same error as in the client for ${title}`, async () => {
      await using server = await startTestServer(handler);
      const expected = await failureOf(clientFor(server).rawResponsePage("S1"));
      const asked = server.requests.length;
      using remote = remoteOf(clientFor(server));
      const error = await failureOf(remote.pages.rawResponsePage("S1"));
      assert.deepEqual(told(error), told(expected));
      assert.equal(server.requests.length, 2 * asked);
      assert.ok(!`${error.message} ${error.stack}`.includes(apiKey));
    });
  }

  it("reject a filter that the version lacks, and map items as the client does", async () => {
    await using server = await startTestServer((_, answer) => sendJson(answer, pageOf("a")));
    const client = clientFor(server);
    using remote = remoteOf(client);
    await assert.rejects(remote.pages.rawResponsePage("S1", { parameterField: "ANSWERS" }), {
      code: "not-in-version",
    });
    const page = await remote.pages.rawResponsePage("S1");
    const [first] = page.items;
    assert.ok(first);
    assert.deepEqual(remote.pages.responseOf(page, first), client.responseOf(page, first));
    assert.deepEqual(
      remote.pages.metadataOf(page, first, "getResponses"),
      client.metadataOf(page, first, "getResponses"),
    );
    const list = Buffer.from(JSON.stringify([item("b")]));
    assert.deepEqual(remote.pages.rawItems(list), client.rawItems(list));
  });

  it("are cancelled on both sides by the abort signal", async () => {
    await using server = await startTestServer(() => undefined);
    using remote = remoteOf(clientFor(server));
    const controller = new AbortController();
    const asked = remote.pages.rawResponsePage("S1", { signal: controller.signal });
    const request = await firstRequest(server);
    controller.abort();
    assert.equal((await failureOf(asked)).code, "cancelled");
    await request.closed;
    const again = remote.pages.rawResponsePage("S1", { signal: controller.signal });
    assert.equal((await failureOf(again)).code, "cancelled");
    assert.equal(server.requests.length, 1);
  });

  for (const end of ["hostPort", "workerPort"] as const) {
    it(`are cancelled when the ${end} is closed, and later requests are rejected`, async () => {
      await using server = await startTestServer(() => undefined);
      const remote = remoteOf(clientFor(server));
      const asked = failureOf(remote.pages.rawResponsePage("S1"));
      const request = await firstRequest(server);
      remote[end].close();
      assert.equal((await asked).code, "cancelled");
      await request.closed;
      assert.equal((await failureOf(remote.pages.rawMetadataPage("S1"))).code, "cancelled");
    });
  }

  it("are cancelled when the worker ends", async () => {
    await using server = await startTestServer(() => undefined);
    const client = clientFor(server);
    const { port1, port2 } = new MessageChannel();
    servePages(client, port1);
    const facts = factsOf(client);
    const workerData: PagesWorkerData = { port: port2, facts, kind: "responses", surveyId: "S1" };
    const worker = new Worker(workerFile, { workerData, transferList: [port2] });
    const request = await firstRequest(server);
    await worker.terminate();
    await request.closed;
  });

  it("reuse the buffer of a released page", async () => {
    const body = JSON.stringify({ responses: [{ ...item("a"), text: "x".repeat(200_000) }] });
    await using server = await startTestServer((_, answer) => sendText(answer, body));
    using remote = remoteOf(clientFor(server));
    const buffers = mock.method(Buffer, "allocUnsafeSlow");
    try {
      for (let count = 0; count < 5; count++) {
        const page = await remote.pages.rawResponsePage("S1");
        assert.equal(Buffer.from(page.body).toString(), body);
        page.release();
        assert.equal(page.body.length, 0);
      }
      const sizes = buffers.mock.calls.map((it) => it.arguments[0]);
      assert.equal(sizes.filter((it) => it >= body.length).length, 1);
    } finally {
      buffers.mock.restore();
    }
  });
});

/** Waits for the server's first request. */
async function firstRequest(server: TestServer): Promise<TestServer["requests"][number]> {
  for (;;) {
    const [request] = server.requests;
    if (request) {
      return request;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
