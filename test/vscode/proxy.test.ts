import { strict as assert } from "node:assert";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as vscode from "vscode";

interface Report {
  readonly ok: boolean;
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

  it("is asked for every request", async () => {
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
