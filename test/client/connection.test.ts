import assert from "node:assert/strict";
import { tryConnection, tryVersions, type ConnectionOutcome } from "../../src/client/connection.ts";
import { apiKey, spaceId } from "./support/clients.ts";
import { sendJson, startTestServer, type TestServer } from "./support/testServer.ts";

const options = { credentials: async () => ({ spaceId, apiKey }) };
const addressOf = ({ baseUrl, ca }: Pick<TestServer, "baseUrl" | "ca">) => ({
  name: "Test",
  baseUrl,
  ca,
  version: "v3" as const,
});
const told = (it: ConnectionOutcome) => (it.ok ? it : [it.failedAt, it.known, it.error.code]);

describe("trying a connection", () => {
  it("reports the number of surveys on the first page", async () => {
    await using server = await startTestServer((_, answer) =>
      sendJson(answer, { surveys: [{ surveyId: "S1" }], offset: "S1" }),
    );
    assert.deepEqual(await tryConnection(addressOf(server), options), {
      ok: true,
      surveys: 1,
      more: true,
    });
  });

  const answers: Record<number, unknown[]> = {
    401: ["credentials", 2, "unauthorized"],
    403: ["credentials", 2, "forbidden"],
    404: ["version", 3, "not-found"],
    // A service that fails before it examines the request has not accepted the key.
    500: ["first page", 2, "server-fault"],
    429: ["first page", 2, "rate-limited"],
  };
  for (const [status, expected] of Object.entries(answers)) {
    it(`reports the failed step for status ${status} after one request`, async () => {
      await using server = await startTestServer((_, answer) =>
        sendJson(answer, { message: "no" }, Number(status)),
      );
      assert.deepEqual(told(await tryConnection(addressOf(server), options)), expected);
      assert.equal(server.requests.length, 1);
    });
  }

  it("distinguishes a wrong address, an untrusted certificate and a malformed answer", async () => {
    await using server = await startTestServer((_, answer) => sendJson(answer, ["no list"]));
    const address = addressOf(server);
    const insecure = { ...address, baseUrl: "http://127.0.0.1:1" };
    assert.deepEqual(told(await tryConnection(insecure, options)), [
      "address",
      0,
      "insecure-address",
    ]);
    const nobody = { ...address, baseUrl: "https://127.0.0.1:1" };
    assert.deepEqual(told(await tryConnection(nobody, options)), ["address", 0, "unreachable"]);
    await using other = await startTestServer(() => undefined);
    const untrusted = { ...address, ca: undefined, baseUrl: other.baseUrl };
    assert.deepEqual(told(await tryConnection(untrusted, options)), ["TLS", 1, "certificate"]);
    assert.deepEqual(told(await tryConnection(address, options)), [
      "first page",
      4,
      "malformed-answer",
    ]);
  });

  it("claims nothing about the service if nobody is signed in, because nothing is sent", async () => {
    await using server = await startTestServer((_, answer) => sendJson(answer, { surveys: [] }));
    const signedOut = { credentials: async () => undefined };
    const outcome = await tryConnection(addressOf(server), signedOut);
    assert.deepEqual(told(outcome), ["credentials", 0, "signed-out"]);
    assert.equal(server.requests.length, 0);
  });

  it("tries every version, newest first", async () => {
    await using server = await startTestServer(({ url }, answer) => {
      const version = url.pathname.slice(1, 3);
      sendJson(answer, { surveys: [] }, version === "v3" ? 404 : 200);
    });
    const found = await tryVersions(addressOf(server), options);
    assert.deepEqual(
      found.map((it) => [it.version, it.outcome.ok]),
      [
        ["v3", false],
        ["v2", true],
        ["v1", true],
      ],
    );
  });

  it("rejects when cancelled", async () => {
    await using server = await startTestServer(() => undefined);
    const abort = new AbortController();
    const trying = tryConnection(addressOf(server), options, abort.signal);
    abort.abort();
    await assert.rejects(trying, { code: "cancelled" });
  });
});
