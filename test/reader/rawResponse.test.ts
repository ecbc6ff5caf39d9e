import assert from "node:assert/strict";
import { readRawResponse, responseFacts } from "../../src/reader/rawResponse.ts";
import { clientFor } from "../client/support/clients.ts";
import { sendText, startTestServer } from "../client/support/testServer.ts";

const time = "2025-01-01T10:00:00";
const item = (id: string, finishedAt = time) =>
  `{"responseId":"${id}","serial":"s", "finishedAt":"${finishedAt}" }`;
const signal = new AbortController().signal;

describe("reading the raw JSON of a response", () => {
  it("pages through the responses from its second backwards", async () => {
    await using server = await startTestServer((request, answer) => {
      assert.equal(request.url.searchParams.get("endDateTime"), time);
      sendText(
        answer,
        request.url.searchParams.has("offset")
          ? `{"responses":[${item("r2")}],"offset":"r2"}`
          : `{"responses":[${item("r4")},${item("r3")}],"offset":"r3"}`,
      );
    });
    const wanted = responseFacts(Buffer.from(item("r2")));
    const bytes = await readRawResponse(clientFor(server), "S1", wanted, signal);
    assert.equal(Buffer.from(bytes).toString(), item("r2"));
  });

  it("identifies the response by all its metadata in versions without response IDs", async () => {
    const other = `{"serial":"a","collectGroupId":"g1","finishedAt":"${time}","answers":[1]}`;
    const one = `{"serial":"a","collectGroupId":"g2","finishedAt":"${time}","answers":[2]}`;
    await using server = await startTestServer((_, answer) =>
      sendText(answer, `{"responses":[${other},${one}]}`),
    );
    const wanted = { serial: "a", collectGroupId: "g2", startedAt: undefined, finishedAt: time };
    const address = { name: "T", baseUrl: server.baseUrl, ca: server.ca, version: "v2" } as const;
    const bytes = await readRawResponse(clientFor(server, { address }), "S1", wanted, signal);
    assert.equal(Buffer.from(bytes).toString(), one);
  });

  it('reports "not found" without reading older responses', async () => {
    await using server = await startTestServer((_, answer) =>
      sendText(answer, `{"responses":[${item("r3", "2025-01-01T09:59:59")}],"offset":"r3"}`),
    );
    await assert.rejects(
      readRawResponse(clientFor(server), "S1", { responseId: "r9", finishedAt: time }, signal),
      { code: "not-found" },
    );
    assert.equal(server.requests.length, 1);
  });
});
