import assert from "node:assert/strict";
import { makeCertificate, type ServerCertificate } from "./support/certificates.ts";
import { clientFor } from "./support/clients.ts";
import { sendJson, sendText, startTestServer, type Handler } from "./support/testServer.ts";
import { patchedFetch, patchHttps, startProxy } from "./support/vscodeNetwork.ts";

const pages: Handler = (_, answer) => sendJson(answer, { surveys: [{ surveyId: "S1" }] });
const host = "survey.example.test";
const rounds = 8;

describe("as VS Code routes requests", () => {
  // One for all tests: VS Code's fetch remembers the certificates that it first saw, for the whole process.
  let certificate: ServerCertificate;
  before(async () => {
    certificate = await makeCertificate({
      names: [
        { type: "ip", value: "127.0.0.1" },
        { type: "dns", value: host },
      ],
    });
  });

  it("with a CA of its own, a data space on this machine keeps its connection", async () => {
    await using server = await startTestServer(pages, certificate);
    using patch = patchHttps({});
    assert.ok(patch.isInPlace());
    const client = clientFor(server);
    for (let round = 0; round < rounds; round++) {
      await client.surveyPage();
    }
    assert.equal(server.connections, 1);
  });

  it("with a CA of its own, a data space elsewhere keeps its connection", async function () {
    if (process.platform !== "linux") {
      // Only Linux has the whole of 127.0.0.0/8, which VS Code takes for another machine.
      this.skip();
    }
    const certificate = await makeCertificate({ names: [{ type: "ip", value: "127.0.0.2" }] });
    await using server = await startTestServer(pages, certificate, "127.0.0.2");
    using patch = patchHttps({});
    assert.ok(patch.isInPlace());
    const client = clientFor(server);
    for (let round = 0; round < rounds; round++) {
      await client.surveyPage();
    }
    assert.equal(server.connections, 1);
    const { ca } = await makeCertificate({});
    await assert.rejects(clientFor({ ...server, ca }).surveyPage(), { code: "certificate" });
  });

  it("with a CA of its own, the user's proxy is used", async () => {
    await using server = await startTestServer(pages, certificate);
    await using proxy = await startProxy(Number(new URL(server.baseUrl).port));
    using patch = patchHttps({ proxyUrl: proxy.url });
    assert.ok(patch.isInPlace());
    const client = clientFor({ ...server, baseUrl: `https://${host}` });
    await client.surveyPage();
    await client.surveyPage();
    // VS Code makes a tunnel for each request, whatever agent it is given.
    assert.deepEqual(proxy.tunnels, [`${host}:443`, `${host}:443`]);
  });

  it("over fetch, the machine's certificates count and the connection is kept", async () => {
    await using server = await startTestServer(pages, certificate);
    const client = overFetch(server.baseUrl, [server.ca]);
    for (let round = 0; round < rounds; round++) {
      await client.surveyPage();
    }
    // fetch may open a second one before the first is free again.
    assert.ok(server.connections <= 2, `${server.connections} connections`);
    assert.match(server.requests[0]?.headers.authorization ?? "", /^Basic \S+$/);
  });

  it("over fetch, redirects are not followed, cut bodies are asked for again, and cancelling closes", async () => {
    const abort = new AbortController();
    await using server = await startTestServer((request, answer, index) => {
      switch (index) {
        case 0:
          sendText(answer, "", 302, { location: "/v3/elsewhere" });
          break;
        case 1:
          answer.writeHead(200, { "content-length": "100" });
          answer.write("{", () => answer.destroy());
          break;
        case 2:
          void pages(request, answer, index);
          break;
        default:
          answer.writeHead(200);
          answer.write("{", () => abort.abort());
      }
    }, certificate);
    const client = overFetch(server.baseUrl, [server.ca]);
    await assert.rejects(client.surveyPage(), { code: "redirect" });
    assert.equal((await client.surveyPage()).items.length, 1);
    await assert.rejects(client.surveyPage({ signal: abort.signal }), { code: "cancelled" });
    await server.requests[3]?.closed;
    assert.equal(server.requests.length, 4);
  });
});

function overFetch(baseUrl: string, systemCertificates: string[]) {
  return clientFor(
    { baseUrl, ca: "" },
    {
      address: { name: "Test", baseUrl, version: "v3" },
      fetch: patchedFetch({ systemCertificates }),
    },
  );
}
