import { strict as assert } from "node:assert";
import * as vscode from "vscode";
import type { SurveyExplorerApi } from "../../src/extension.ts";
import { decodeLink, encodeLink } from "../../src/vscode/links/link.ts";
import type { TestServer } from "../client/support/testServer.ts";
import { startLiveServer } from "../export/support/liveServer.ts";
import { eventually } from "../webview/support/eventually.ts";
import { activated, addDataSpace, closeAllEditors, run } from "./support/commands.ts";
import { folderOfSuite } from "../support/folders.ts";

const extensionId = "survey-explorer.survey-explorer";

const tabs = (): string[] =>
  vscode.window.tabGroups.all.flatMap((it) => it.tabs.map((tab) => tab.label));

const shown = (label: string) =>
  eventually(`a tab ${label}`, async () => tabs().includes(label) || undefined);

const copied = async (argument: object): Promise<string> =>
  (await run<{ link: string }>("copyLink", argument)).link;

describe("Link", () => {
  const credentials = { spaceId: "linked-space", apiKey: "linked-key" };
  let api: SurveyExplorerApi;
  const folder = folderOfSuite();
  let server: TestServer;

  before(async () => {
    api = await activated();
    server = await startLiveServer({ version: "v3", items: [] });
  });

  beforeEach(() => addDataSpace({ name: "Linked", version: "v3", ...credentials }, server, folder));

  afterEach(async () => {
    await closeAllEditors();
    for (const { name } of api.dataSpaces()) {
      await run("removeDataSpace", { dataSpace: name }).catch(() => undefined);
    }
  });

  after(async () => {
    // With an argument, it asks nothing if none is running.
    await run("stopLocalDataSpace", {});
    await server[Symbol.asyncDispose]();
  });

  it("is decoded as it was encoded after VS Code has parsed it", () => {
    for (const name of ["a&b=c", "50%", "%2F..%2f", "a+b c", "#1", "%25&26", "문항 1", "😀?/"]) {
      const link = {
        at: server.baseUrl,
        version: "v3",
        name,
        survey: name,
        question: name,
      } as const;
      const uri = vscode.Uri.parse(encodeLink(vscode.env.uriScheme, extensionId, link));
      assert.deepEqual(decodeLink(extensionId, uri), link);
      assert.deepEqual(decodeLink(extensionId, vscode.Uri.parse(uri.toString())), link);
    }
  });

  it("is copied without secrets and opens its target", async () => {
    const survey = { dataSpace: "Linked", surveyId: "S1" };
    const link = await copied(survey);
    assert.equal(await vscode.env.clipboard.readText(), link);
    const address = encodeURIComponent(server.baseUrl).replace(/%3A/g, ":").replace(/%2F/g, "/");
    assert.equal(
      link,
      `${vscode.env.uriScheme}://${extensionId}/open?at=${address}&version=v3&name=Linked&survey=S1`,
    );
    await run("openLink", { link });
    await shown("Live");
    await run("openLink", { link: await copied({ ...survey, view: "summary" }) });
    await shown("Live · Summary");
    await run("openLink", { link: await copied({ ...survey, collectGroupId: "g1" }) });
    await shown("Live · Responses");
    assert.equal(tabs().length, 2);
  });

  it("opens its survey even if the question does not exist", async () => {
    const link = await copied({ dataSpace: "Linked", surveyId: "S1", question: "Q9" });
    await assert.rejects(run("openLink", { link }), { code: "not-found" });
    await shown("Live");
  });

  it("reports a missing data space without adding it", async () => {
    const link = await copied({ dataSpace: "Linked", surveyId: "S1" });
    await run("removeDataSpace", { dataSpace: "Linked" });
    const requests = server.requests.length;
    await assert.rejects(run("openLink", { link }), (error: Error & { code?: string }) => {
      assert.equal(error.code, "unknown-data-space");
      assert.ok(error.message.includes(server.baseUrl), error.message);
      return true;
    });
    assert.deepEqual(api.dataSpaces(), []);
    assert.equal(server.requests.length, requests);
    assert.deepEqual(tabs(), []);
  });

  it("is refused in words if it is no link at all", async () => {
    for (const link of ["see this: vscode://survey", "1://x", "Survey of 2026"]) {
      await assert.rejects(run("openLink", { link }), {
        code: "invalid-input",
        message: /not a link of Survey Explorer.*The link: /,
      });
    }
  });

  it("is rejected without a request while signed out", async () => {
    const link = await copied({ dataSpace: "Linked", surveyId: "S1" });
    await run("signOut", { dataSpace: "Linked" });
    const requests = server.requests.length;
    await assert.rejects(run("openLink", { link }), { code: "signed-out" });
    assert.equal(server.requests.length, requests);
  });

  it("finds its data space by name if several have the address, in any version", async () => {
    const link = await copied({ dataSpace: "Linked", surveyId: "S1" });
    await addDataSpace({ name: "Other", version: "v3", ...credentials }, server, folder);
    await run("openLink", { link });
    await shown("Live");
    const elsewhere = link.replace("name=Linked", "name=Elsewhere");
    await assert.rejects(run("openLink", { link: elsewhere }), /"Linked", "Other"/);
    await run("changeVersion", { dataSpace: "Other", version: "v2" });
    await run("openLink", { link: elsewhere });
    await run("removeDataSpace", { dataSpace: "Linked" });
    await assert.rejects(run("openLink", { link: `${link}&apiKey=x` }), { code: "invalid-input" });
  });

  it("opens the sample wherever it is served", async () => {
    const { name } = await run<{ name: string }>("startLocalDataSpace");
    const client = await api.client(name);
    const { items } = await client.surveyPage();
    const { surveyId = "", label = "" } = items[0] ?? {};
    const link = await copied({ dataSpace: name, surveyId });
    assert.match(link, /\/open\?at=sample&version=v3&survey=/);
    assert.ok(!/127\.0\.0\.1|name=/.test(link));
    await run("stopLocalDataSpace");
    await assert.rejects(run("openLink", { link }), { code: "unknown-data-space" });
    await run("startLocalDataSpace");
    await run("openLink", { link });
    await shown(label);
  });
});
