import { strict as assert } from "node:assert";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { startProxy, type TestProxy } from "../client/support/proxy.ts";
import { sendJson, startTestServer, type TestServer } from "../client/support/testServer.ts";
import { run } from "./support/commands.ts";
import { folderOfSuite } from "../support/folders.ts";

interface Report {
  readonly ok: boolean;
  readonly checks: readonly { readonly name: string; readonly message: string }[];
}

describe("VS Code's proxy", () => {
  const dataSpace = "Behind a proxy";
  const http = () => vscode.workspace.getConfiguration("http");
  const asked: string[] = [];
  let proxy: Server;

  before(async () => {
    proxy = createServer();
    proxy.on("connect", ({ url = "" }, socket) => {
      asked.push(url);
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const { port } = proxy.address() as AddressInfo;
    await http().update("proxy", `http://127.0.0.1:${port}`, vscode.ConfigurationTarget.Global);
  });

  after(async () => {
    await http().update("proxy", undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand("surveyExplorer.removeDataSpace", { dataSpace });
    proxy.close();
  });

  it("receives every request", async () => {
    await vscode.commands.executeCommand("surveyExplorer.addDataSpace", {
      name: dataSpace,
      baseUrl: "https://survey.invalid",
      version: "v3",
      spaceId: "space",
      apiKey: "key",
    });
    const check = "surveyExplorer.checkConnection";
    const { ok } = await vscode.commands.executeCommand<Report>(check, { dataSpace });
    assert.equal(ok, false);
    assert.deepEqual([...new Set(asked)], ["survey.invalid:443"]);
  });
});

describe("Proxy of a data space", () => {
  const dataSpace = "Own proxy";
  const password = "pr0xy-secret";
  const wanted = `Basic ${Buffer.from(`agent:${password}`).toString("base64")}`;
  let server: TestServer;
  let proxy: TestProxy;
  const folder = folderOfSuite();

  before(async () => {
    server = await startTestServer((_, answer) => sendJson(answer, { surveys: [] }));
    proxy = await startProxy({
      refuse: ({ headers }, socket) => {
        const isRefused = headers["proxy-authorization"] !== wanted;
        if (isRefused) {
          socket.end("HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\n\r\n");
        }
        return isRefused;
      },
    });
    await writeFile(join(folder, "ca.pem"), server.ca);
  });

  after(async () => {
    await run("removeDataSpace", { dataSpace });
    await proxy[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const add = (url: string) =>
    run("addDataSpace", {
      name: dataSpace,
      baseUrl: server.baseUrl,
      version: "v3",
      caFile: join(folder, "ca.pem"),
      proxy: url,
      spaceId: "space",
      apiKey: "key",
    });

  it("is rejected if its address contains a password", async () => {
    await assert.rejects(add(proxy.url.replace("//", `//agent:${password}@`)), {
      message: /nothing before "@".*Sign In to Proxy/,
    });
  });

  it("is signed in to by command, and its password is removed with the data space", async () => {
    await add(proxy.url);
    const refused = await run<Report>("checkConnection", { dataSpace });
    assert.match(refused.checks[0]?.message ?? "", /asks for a user name.*Sign In to Proxy/);
    const structure = { dataSpace, surveyId: "S1", file: join(folder, "structure.json") };
    await assert.rejects(run("exportSurvey", structure), { code: "proxy-sign-in" });
    await run("signInToProxy", { dataSpace, user: "agent", password });
    assert.equal((await run<Report>("checkConnection", { dataSpace })).ok, true);
    const settings = vscode.workspace.getConfiguration("surveyExplorer").get("dataSpaces");
    assert.ok(!JSON.stringify(settings).includes(password));
    await run("removeDataSpace", { dataSpace });
    await add(proxy.url);
    assert.equal((await run<Report>("checkConnection", { dataSpace })).ok, false);
  });

  it("must be set before signing in to it", async () => {
    const name = "No proxy";
    await run("addDataSpace", {
      name,
      baseUrl: server.baseUrl,
      version: "v3",
      spaceId: "space",
      apiKey: "key",
    });
    try {
      await assert.rejects(run("signInToProxy", { dataSpace: name, user: "agent", password }), {
        message: /no proxy of its own/,
      });
    } finally {
      await run("removeDataSpace", { dataSpace: name });
    }
  });
});
