import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { connect } from "node:tls";
import { serviceOfSuite, writeDirectory } from "./support/dataSpace.ts";
import { ask, basic, problemOf } from "./support/request.ts";

const directory = writeDirectory({ surveys: [{ surveyId: "s" }] });

describe("local data space requested by a web page", () => {
  const service = serviceOfSuite(["--directory", directory]);
  let port: string;
  before(async () => {
    ({ port } = new URL(service.baseUrl));
  });

  const statusWith = async (headers: Record<string, string>, path = "/v3/surveys") => {
    const answer = await ask(service, path, { headers });
    assert.equal(answer.headers["access-control-allow-origin"], undefined);
    return answer.status === 200 ? 200 : problemOf(answer).status;
  };

  it("answers requests to its own names", async () => {
    for (const host of ["127.0.0.1", "localhost", "[::1]"]) {
      assert.equal(await statusWith({ host: `${host}:${port}` }), 200);
    }
  });

  it("refuses every other host before checking credentials", async () => {
    for (const host of [
      "evil.example",
      `evil.example:${port}`,
      "127.0.0.1",
      "localhost:1",
      `127.0.0.1.nip.io:${port}`,
    ]) {
      assert.equal(await statusWith({ host }), 403, host);
      const answer = await ask(service, "/v3/openapi.json", { anonymous: true, headers: { host } });
      assert.equal(answer.status, 403, host);
    }
  });

  /** Sends a request with these host headers, unchanged. @returns the status of the answer */
  const statusOf = async (target: string, ...hosts: string[]) => {
    const socket = connect({ port: Number(port), host: "127.0.0.1", ca: service.ca });
    const lines = [
      `GET ${target} HTTP/1.1`,
      ...hosts.map((it) => `Host: ${it}`),
      `Authorization: ${basic(service.spaceId, service.apiKey)}`,
      "Connection: close",
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    return Number((await text(socket)).split(" ")[1]);
  };

  it("refuses a second Host header", async () => {
    const ours = `127.0.0.1:${port}`;
    assert.equal(await statusOf("/v3/surveys", ours), 200);
    assert.equal(await statusOf("/v3/surveys", ours, "evil.example"), 403);
    assert.equal(await statusOf("/v3/surveys", "evil.example", ours), 403);
    assert.equal(await statusOf("/v3/surveys", ours, ours), 403);
  });

  it("refuses an absolute target with another host", async () => {
    const ours = `127.0.0.1:${port}`;
    for (const [target, status] of [
      [`https://${ours}/v3/surveys`, 200],
      ["https://evil.example/v3/surveys", 403],
      [`https://127.0.0.1.nip.io:${port}/v3/surveys`, 403],
      [`https://${ours}@evil.example/v3/surveys`, 403],
      [`http://${ours}/v3/surveys`, 403],
      ["HTTPS://evil.example/v3/surveys", 400],
    ] as const) {
      assert.equal(await statusOf(target, ours), status, target);
    }
  });

  it("refuses other origins", async () => {
    for (const origin of [
      "https://evil.example",
      "null",
      "http://localhost:3000",
      `http://127.0.0.1:${port}`,
      "",
    ]) {
      assert.equal(await statusWith({ origin }), 403, origin);
      assert.equal(await statusWith({ origin }, "/v3/openapi.json"), 403, origin);
    }
    assert.equal(await statusWith({ origin: service.baseUrl }), 200);
  });

  it("refuses requests from other sites", async () => {
    for (const [site, status] of [
      ["cross-site", 403],
      ["same-site", 403],
      ["same-origin", 200],
      ["none", 200],
    ] as const) {
      assert.equal(await statusWith({ "sec-fetch-site": site }), status, site);
    }
  });

  it("refuses preflight requests", async () => {
    const answer = await ask(service, "/v3/surveys", {
      method: "OPTIONS",
      anonymous: true,
      headers: { origin: "https://evil.example", "access-control-request-method": "GET" },
    });
    assert.equal(answer.status, 403);
    assert.equal(answer.headers["access-control-allow-origin"], undefined);
  });

  it("accepts only JSON in POST requests", async () => {
    for (const [type, status] of [
      ["text/plain", 415],
      ["application/x-www-form-urlencoded", 415],
      ["application/jsonp", 415],
      ["application/json", 405],
      ["application/json; charset=utf-8", 405],
    ] as const) {
      const headers = { "content-type": type };
      const answer = await ask(service, "/v3/surveys", { method: "POST", headers, body: "[]" });
      assert.equal(problemOf(answer).status, status, type);
    }
  });

  it("forbids caching and content sniffing", async () => {
    const { headers } = await ask(service, "/v3/surveys");
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["cross-origin-resource-policy"], "same-origin");
  });
});
