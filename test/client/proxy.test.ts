import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { skip } from "../../scripts/testing/skip.ts";
import type { ProxyCredentials } from "../../src/client/proxyTunnel.ts";
import type { SurveyClient, SurveyClientOptions } from "../../src/client/surveyClient.ts";
import type { ErrorCode } from "../../src/model/errors.ts";
import { makeCertificate, testCertificate } from "./support/certificates.ts";
import { apiKey, clientFor } from "./support/clients.ts";
import { startProxy } from "./support/proxy.ts";
import { sendJson, startTestServer, type Handler, type TestServer } from "./support/testServer.ts";
import { patchHttps } from "./support/vscodeNetwork.ts";

const pages: Handler = (_, answer) => sendJson(answer, { surveys: [{ surveyId: "S1" }] });
const user = "jürgen";
const password = "pr0xy:secret";

function clientThrough(
  proxy: string,
  { baseUrl, ca }: Pick<TestServer, "baseUrl" | "ca">,
  signIn?: ProxyCredentials,
  options: Partial<SurveyClientOptions> = {},
): SurveyClient {
  return clientFor(
    { baseUrl },
    {
      address: { name: "Test", baseUrl, ca, version: "v3", proxy },
      proxyCredentials: async () => signIn,
      ...options,
    },
  );
}

/** Answers with a status and a challenge unless the credentials are the ones above. */
function refusal(status: number, header = ""): Parameters<typeof startProxy>[0] {
  const wanted = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  return {
    refuse: ({ headers }, socket) => {
      if (headers["proxy-authorization"] === wanted) {
        return false;
      }
      socket.end(`HTTP/1.1 ${status} No\r\n${header}Content-Length: 6\r\n\r\nsecret`);
      return true;
    },
  };
}
const asksForBasic = 'Proxy-Authenticate: Negotiate\r\nProxy-Authenticate: Basic realm="x"\r\n';

describe("proxy of a data space", () => {
  it("tunnels several requests over one connection, without access to their content", async () => {
    await using server = await startTestServer(pages);
    await using proxy = await startProxy();
    const client = clientThrough(proxy.url, server);
    for (let round = 0; round < 3; round++) {
      assert.equal((await client.surveyPage()).items.length, 1);
    }
    assert.deepEqual(proxy.tunnels, [new URL(server.baseUrl).host]);
    assert.equal(server.connections, 1);
    assert.deepEqual(Object.keys(proxy.headers[0] ?? {}).sort(), ["connection", "host"]);
    assert.ok(proxy.seen().length > 0);
    assert.ok(!proxy.seen().includes("authorization"));
  });

  it("takes precedence over the proxy of VS Code and keeps its tunnel", async () => {
    await using server = await startTestServer(pages);
    await using ofVsCode = await startProxy();
    await using proxy = await startProxy();
    using patch = patchHttps({ proxyUrl: ofVsCode.url });
    assert.ok(patch.isInPlace());
    const client = clientThrough(proxy.url, server);
    await client.surveyPage();
    await client.surveyPage();
    assert.deepEqual([proxy.tunnels.length, ofVsCode.tunnels.length], [1, 0]);
  });

  it("is asked for an IPv6 address in brackets", async () => {
    await using proxy = await startProxy(refusal(403));
    const { ca } = await testCertificate();
    await failure(clientThrough(proxy.url, { baseUrl: "https://[::1]:4443", ca }));
    assert.deepEqual(proxy.tunnels, ["[::1]:4443"]);
    assert.equal(proxy.headers[0]?.host, "[::1]:4443");
  });

  it("does not bypass the check of the service's certificate", async () => {
    await using server = await startTestServer(pages);
    await using proxy = await startProxy();
    const { ca } = await makeCertificate({});
    await assert.rejects(clientThrough(proxy.url, { ...server, ca }).surveyPage(), {
      code: "certificate",
    });
    await using elsewhere = await startTestServer(
      pages,
      await makeCertificate({ names: [{ type: "dns", value: "other.example.test" }] }),
    );
    await assert.rejects(clientThrough(proxy.url, elsewhere).surveyPage(), {
      code: "certificate",
      message: /issued to another name/,
    });
    assert.equal(server.requests.length + elsewhere.requests.length, 0);
  });

  it("receives its own credentials, which the service does not see", async () => {
    await using server = await startTestServer(pages);
    await using proxy = await startProxy(refusal(407, asksForBasic));
    await clientThrough(proxy.url, server, { user, password }).surveyPage();
    assert.equal(server.requests[0]?.headers["proxy-authorization"], undefined);
  });

  const refused: Record<string, [ProxyCredentials | undefined, string, ErrorCode, RegExp]> = {
    "without credentials": [
      undefined,
      asksForBasic,
      "proxy-sign-in",
      /asks for a user name and a password.*Sign In to Proxy/,
    ],
    "with wrong credentials": [
      { user, password: "wr0ng-passw0rd" },
      asksForBasic,
      "proxy-sign-in",
      /refuses the user name or the password.*Sign In to Proxy/,
    ],
    "without Basic authentication": [
      undefined,
      "Proxy-Authenticate: NTLM\r\n",
      "unreachable",
      /only Basic is.*Remove "proxy".*http\.proxy/,
    ],
  };
  for (const [name, [signIn, header, code, message]] of Object.entries(refused)) {
    it(`explains a 407 ${name} after one attempt and reveals no secret`, async () => {
      await using server = await startTestServer(pages);
      await using proxy = await startProxy(refusal(407, header));
      const logged: unknown[] = [];
      const log = (entry: unknown) => logged.push(entry);
      const error = await failure(clientThrough(proxy.url, server, signIn, { log }));
      assert.match(error.message, message);
      assert.ok(error.message.includes(proxy.url));
      assert.equal(error.code, code);
      assert.equal(proxy.tunnels.length, 1);
      const told = error.message + JSON.stringify(logged);
      for (const secret of [apiKey, "wr0ng-passw0rd", "secret"]) {
        assert.ok(!told.includes(secret));
      }
    });
  }

  it("is tried once if it refuses the service (403), and again if it fails (502)", async () => {
    await using server = await startTestServer(pages);
    await using refusing = await startProxy(refusal(403));
    const error = await failure(clientThrough(refusing.url, server));
    assert.match(error.message, /refuses to connect to https:\S+ \(HTTP 403\)/);
    assert.equal(refusing.tunnels.length, 1);
    await using failing = await startProxy(refusal(502));
    const { message } = await failure(clientThrough(failing.url, server));
    assert.match(message, /could not connect to https:\S+ \(HTTP 502\)/);
    assert.equal(failing.tunnels.length, 3);
  });

  it("is named in the error if it cannot be reached or is not a proxy", async () => {
    await using server = await startTestServer(pages);
    await using gone = await startProxy();
    await gone[Symbol.asyncDispose]();
    const cases: [string, RegExp][] = [
      [gone.url, /The proxy \S+ of the data space "Test" cannot be reached: nothing listens there/],
      [server.baseUrl.replace("https", "http"), /cannot be reached: /],
      [server.baseUrl, /cannot be reached: its certificate is not trusted/],
    ];
    for (const [url, message] of cases) {
      const error = await failure(clientThrough(url, server));
      assert.equal(error.code, "unreachable");
      assert.match(error.message, message);
    }
    await using proxy = await startProxy({ refuse: (_, socket) => Boolean(socket.destroy()) });
    const { message } = await failure(clientThrough(proxy.url, server));
    assert.match(message, /the connection was closed/);
    await using babbling = await startProxy({
      refuse: (_, socket) => Boolean(socket.end("SSH-2.0\r\n\r\n")),
    });
    const other = await failure(clientThrough(babbling.url, server));
    assert.match(other.message, /no proxy of this kind answers there/);
  });

  it("is disconnected on timeout and on cancelling if it does not answer", async () => {
    await using server = await startTestServer(pages);
    const tunnels = new EventEmitter();
    const [left, asked] = [once(tunnels, "left 2"), once(tunnels, "asked 2")];
    let closed = 0;
    await using proxy = await startProxy({
      refuse: (_, socket) => {
        socket.resume().once("end", () => tunnels.emit(`left ${++closed}`));
        tunnels.emit(`asked ${proxy.tunnels.length}`);
        return true;
      },
    });
    const request = { timeoutSeconds: 0.2, attempts: 1 };
    const error = await failure(clientThrough(proxy.url, server, undefined, { request }));
    assert.equal(error.code, "timeout");
    assert.ok(error.message.includes(`through its proxy ${proxy.url}`));
    const abort = new AbortController();
    const reading = clientThrough(proxy.url, server).surveyPage({ signal: abort.signal });
    await asked;
    abort.abort();
    await assert.rejects(reading, { code: "cancelled" });
    await left;
  });

  it("is connected to again if the connection breaks during an answer", async () => {
    await using proxy = await startProxy();
    await using server = await startTestServer(async (request, answer, index) => {
      if (index === 0) {
        answer.writeHead(200, { "content-length": "1000" });
        answer.write("{", () => answer.destroy());
      } else {
        await pages(request, answer, index);
      }
    });
    assert.equal((await clientThrough(proxy.url, server).surveyPage()).items.length, 1);
    assert.equal(proxy.tunnels.length, 2);
  });

  it("requires an http:// or https:// address with host and port, without credentials", async () => {
    const cases: [string, RegExp][] = [
      [`http://${user}:${password}@127.0.0.1:1`, /nothing before "@".*Sign In to Proxy/],
      ["http://@127.0.0.1:1", /nothing before "@"/],
      ["http://127.0.0.1:1/path", /must look like http:\/\/proxy\.example\.com/],
      ["socks5://127.0.0.1:1", /SOCKS/],
      ["127.0.0.1:1", /must look like/],
      ["", /must look like/],
    ];
    const server = { baseUrl: "https://127.0.0.1:1", ca: (await testCertificate()).ca };
    for (const [proxy, message] of cases) {
      assert.throws(
        () => clientThrough(proxy, server),
        (error: Error & { code?: string }) =>
          error.code === "invalid-input" &&
          message.test(error.message) &&
          !error.message.includes(password),
        proxy,
      );
    }
  });

  it("can use TLS and trusts the machine's certificates for itself and the service", async function () {
    if (process.platform !== "linux") {
      skip(this, "a variable sets the machine's certificates only on Linux");
    }
    // Each has a name that the other's certificate does not have.
    const ofService = await makeCertificate({ names: [{ type: "dns", value: "service.test" }] });
    const ofProxy = await makeCertificate({
      names: [{ type: "ip", value: "127.0.0.1" }],
      authority: "Authority of the proxy",
    });
    await using server = await startTestServer(pages, ofService);
    await using proxy = await startProxy({ certificate: ofProxy });
    const { port } = new URL(server.baseUrl);
    const folder = await mkdtemp(join(tmpdir(), "survey-explorer-proxy-"));
    try {
      const machine = join(folder, "machine.pem");
      await writeFile(machine, `${ofService.ca}\n${ofProxy.ca}`);
      const child = fork(
        join(import.meta.dirname, "support/proxyChild.ts"),
        [`https://service.test:${port}`, proxy.url],
        {
          env: { ...process.env, SSL_CERT_FILE: machine },
          stdio: ["ignore", "ignore", "inherit", "ipc"],
        },
      );
      const [found] = (await once(child, "message")) as [unknown];
      assert.deepEqual(found, { surveys: 1 });
      assert.equal(proxy.tunnels.length, 1);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

async function failure(client: SurveyClient): Promise<Error & { readonly code: string }> {
  try {
    await client.surveyPage();
  } catch (error) {
    return error as Error & { readonly code: string };
  }
  throw new Error("nothing failed");
}
