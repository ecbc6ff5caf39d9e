import assert from "node:assert/strict";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { makeCertificate, type ServerCertificate } from "./support/certificates.ts";
import { clientFor } from "./support/clients.ts";
import {
  sendJson,
  sendText,
  startTestServer,
  type Handler,
  type TestServer,
} from "./support/testServer.ts";
import { startProxy } from "./support/proxy.ts";
import { patchHttps } from "./support/vscodeNetwork.ts";
import { skip } from "../../scripts/testing/skip.ts";

const pages: Handler = (_, answer) => sendJson(answer, { surveys: [{ surveyId: "S1" }] });
const host = "survey.example.test";
const rounds = 8;

describe("requests through VS Code's network patches", () => {
  // One certificate for all tests: VS Code's fetch caches the first certificates that it sees for the whole process.
  let certificate: ServerCertificate;
  before(async () => {
    certificate = await makeCertificate({
      names: [
        { type: "ip", value: "127.0.0.1" },
        { type: "dns", value: host },
      ],
    });
  });

  it("reuse the connection to a data space on this machine, with a CA of its own", async () => {
    await using server = await startTestServer(pages, certificate);
    using patch = patchHttps({});
    assert.ok(patch.isInPlace());
    const client = clientFor(server);
    for (let round = 0; round < rounds; round++) {
      await client.surveyPage();
    }
    assert.equal(server.connections, 1);
  });

  it("reuse the connection to a data space on another machine, with a CA of its own", async function () {
    if (process.platform !== "linux") {
      skip(this, "only Linux serves all of 127.0.0.0/8, which VS Code treats as another machine");
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

  it("use the user's proxy, with a CA of the data space", async () => {
    await using server = await startTestServer(pages, certificate);
    await using proxy = await startProxy({ port: Number(new URL(server.baseUrl).port) });
    using patch = patchHttps({ proxyUrl: proxy.url });
    assert.ok(patch.isInPlace());
    const client = clientFor({ ...server, baseUrl: `https://${host}` });
    await client.surveyPage();
    await client.surveyPage();
    // VS Code opens a tunnel for each request, whatever agent it is given.
    assert.deepEqual(proxy.tunnels, [`${host}:443`, `${host}:443`]);
  });

  it("reuse the connection, with the machine's certificates", async () => {
    await using server = await startTestServer(pages, certificate);
    using patch = patchHttps({ systemCertificates: [server.ca] });
    assert.ok(patch.isInPlace());
    const client = clientFor({ ...server, ca: undefined });
    for (let round = 0; round < rounds; round++) {
      await client.surveyPage();
    }
    assert.equal(server.connections, 1);
    assert.match(server.requests[0]?.headers.authorization ?? "", /^Basic \S+$/);
  });

  it("use the user's proxy, with the machine's certificates", async () => {
    await using server = await startTestServer(pages, certificate);
    await using proxy = await startProxy({ port: Number(new URL(server.baseUrl).port) });
    using patch = patchHttps({ proxyUrl: proxy.url, systemCertificates: [server.ca] });
    assert.ok(patch.isInPlace());
    await clientFor({ baseUrl: `https://${host}`, ca: undefined }).surveyPage();
    assert.deepEqual(proxy.tunnels, [`${host}:443`]);
  });

  it("follow no redirects, repeat truncated bodies and close when cancelled, with the machine's certificates", async () => {
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
    using patch = patchHttps({ systemCertificates: [server.ca] });
    assert.ok(patch.isInPlace());
    const client = clientFor({ ...server, ca: undefined });
    await assert.rejects(client.surveyPage(), { code: "redirect" });
    assert.equal((await client.surveyPage()).items.length, 1);
    await assert.rejects(client.surveyPage({ signal: abort.signal }), { code: "cancelled" });
    await server.requests[3]?.closed;
    assert.equal(server.requests.length, 4);
  });

  const trusts: Record<
    string,
    (server: TestServer) => Pick<TestServer, "baseUrl"> & { readonly ca?: string }
  > = {
    "a CA of its own": (server) => server,
    "the machine's certificates": ({ baseUrl }) => ({ baseUrl }),
  };
  for (const [name, trust] of Object.entries(trusts)) {
    it(`are repeated after a truncated compressed body, with ${name}`, async () => {
      const body = Buffer.from(`{"surveys":[]}`);
      const cut: [string, Buffer][] = [
        ["gzip", gzipSync(body).subarray(0, -8)],
        ["gzip", gzipSync(body).subarray(0, -1)],
        ["deflate", deflateSync(body).subarray(0, -4)],
        ["br", brotliCompressSync(body).subarray(0, -1)],
      ];
      await using server = await startTestServer((_, answer, index) => {
        const [encoding = "", bytes = body] = index % 2 === 0 ? (cut[index / 2] ?? []) : [];
        sendText(answer, bytes, 200, encoding === "" ? {} : { "content-encoding": encoding });
      }, certificate);
      using patch = patchHttps({ systemCertificates: [server.ca] });
      assert.ok(patch.isInPlace());
      const client = clientFor(trust(server));
      for (const [index] of cut.entries()) {
        await client.surveyPage();
        assert.equal(
          server.requests.length,
          2 * (index + 1),
          `requested again after body ${index}`,
        );
      }
    });

    it(`ignore an unrequested 100 Continue, with ${name}`, async () => {
      await using server = await startTestServer((request, answer, index) => {
        answer.writeContinue();
        return pages(request, answer, index);
      }, certificate);
      using patch = patchHttps({ systemCertificates: [server.ca] });
      assert.ok(patch.isInPlace());
      assert.equal((await clientFor(trust(server)).surveyPage()).items.length, 1);
      assert.equal(server.requests.length, 1);
    });
  }
});
