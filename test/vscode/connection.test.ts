import { strict as assert } from "node:assert";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { sendText, startTestServer, type TestServer } from "../client/support/testServer.ts";
import { eventually } from "../webview/support/eventually.ts";
import { activated, closeAllEditors, run } from "./support/commands.ts";
import { folderOfSuite } from "../support/folders.ts";

interface Report {
  readonly ok: boolean;
  readonly checks: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly message: string;
  }[];
}

const group = `{ "collectGroupId" : "g/1",  "channel":"PUBLIC_LINK", "extra": 1e400 }`;
const item = `{"serial":"s1", "finishedAt":"2025-01-01T10:00:00","answers":null}`;

const surveys = `{"surveys":[{"surveyId":"S1"}],"nextSurveyId":""}`;

/** Answers by path: v1 and v2 at paths of its own, and nothing of v3. */
const answers: Readonly<Record<string, string>> = {
  "/v1/surveys": surveys,
  "/v2/surveys": surveys,
  "/v1/surveys/S1": ` { "surveyId":"S1","title":"Odd ﾅ" }\n`,
  "/v1/groups/g%2F1": group,
  "/v1/groups/g%2F1/serial": ` "F-\\u0031" `,
  "/v1/responses": `{"responses":[${item}],"pageToken":null}`,
};

describe("Data space of a foreign service", () => {
  const dataSpace = "Connection";
  let server: TestServer;
  const folder = folderOfSuite();
  /** True if a second read gets something else than the first. */
  let isLater = false;

  before(async () => {
    server = await startTestServer(({ url }, response) => {
      const isList = url.pathname.endsWith("/surveys");
      const body = isLater && !isList ? `{"later":true}` : answers[url.pathname];
      sendText(response, body ?? `{"code":"nothing here"}`, body === undefined ? 404 : 200);
    });
    const caFile = join(folder, "ca.pem");
    await writeFile(caFile, server.ca);
    const routes = {
      getCollectGroup: "/v1/groups/{collectGroupId}",
      getCollectGroupSerial: "/v1/groups/{collectGroupId}/serial",
    };
    const { baseUrl } = server;
    const credentials = { spaceId: "space", apiKey: "key" };
    const setting = { name: dataSpace, baseUrl, version: "v1", caFile, routes };
    await run("addDataSpace", { ...setting, ...credentials });
  });

  after(async () => {
    await closeAllEditors();
    await run("removeDataSpace", { dataSpace });
    await server[Symbol.asyncDispose]();
  });

  it("passes every step of checkConnection", async () => {
    const { ok, checks } = await run<Report>("checkConnection", { dataSpace });
    assert.equal(ok, true);
    assert.deepEqual(
      checks.map((it) => [it.name, it.ok]),
      ["address", "TLS", "credentials", "version", "first page"].map((name) => [name, true]),
    );
    assert.match(checks[3]?.message ?? "", /v1 is available\. Also available: v2/);
  });

  it("reports failed checks and the available API versions", async () => {
    await run("changeVersion", { dataSpace: dataSpace, version: "v2" });
    await assert.rejects(run("copySerial", { dataSpace, collectGroupId: "g/1" }), {
      message: /Serials of collect groups are not available in API v2.*to v1/,
    });
    await run("changeVersion", { dataSpace, version: "v3" });
    const { ok, checks } = await run<Report>("checkConnection", { dataSpace });
    assert.equal(ok, false);
    assert.deepEqual(
      checks.filter((it) => !it.ok).map((it) => it.name),
      ["version", "first page"],
    );
    assert.match(checks[3]?.message ?? "", /v2, v1.*Change the API version/);
    await run("changeVersion", { dataSpace, version: "v1" });
  });

  it("keeps its version if changeVersion gets an unknown one", async () => {
    await assert.rejects(run("changeVersion", { dataSpace, version: "v9" }), {
      message: /The argument of surveyExplorer\.changeVersion is not valid/,
    });
    const known = (await activated()).dataSpaces().find((it) => it.name === dataSpace);
    assert.equal(known?.version, "v1");
  });

  it("returns the serial of a collect group and copies it to the clipboard", async () => {
    assert.equal(await run("copySerial", { dataSpace, collectGroupId: "g/1" }), "F-1");
    assert.equal(await vscode.env.clipboard.readText(), "F-1");
  });

  it("shows a survey, a collect group and a response formatted or as sent, read-only", async () => {
    const texts: Record<string, object> = {
      [` { "surveyId":"S1","title":"Odd ﾅ" }\n`]: { surveyId: "S1" },
      [group]: { collectGroupId: "g/1" },
      [item]: {
        surveyId: "S1",
        response: { serial: "s1", finishedAt: "2025-01-01T10:00:00" },
      },
    };
    const shown = () => vscode.window.activeTextEditor?.document;
    const show = async (subject: object) => {
      isLater = false;
      await run("showRaw", { dataSpace, ...subject });
      isLater = true;
    };
    // VS Code reports tabs later than documents.
    const tabs = (count: number) =>
      eventually(`${count} tabs`, async () => {
        const inputs = vscode.window.tabGroups.all.flatMap((it) => it.tabs.map((tab) => tab.input));
        const raw = inputs.filter(
          (it) => it instanceof vscode.TabInputText && it.uri.scheme === "survey-explorer",
        );
        return raw.length === count;
      });
    for (const [tabsBefore, [text, subject]] of Object.entries(texts).entries()) {
      await show(subject);
      const lines = shown()?.getText() ?? "";
      assert.match(lines, /^\{\n {2}"\w+": ".+\n\}$/s);
      await run("showRawAsSent", shown()?.uri ?? {});
      const document = shown();
      assert.equal(document?.getText(), text);
      assert.equal(document.uri.scheme, "survey-explorer");
      assert.equal(vscode.workspace.fs.isWritableFileSystem("survey-explorer"), false);
      await tabs(tabsBefore + 1);
      await run("showRawFormatted", document.uri);
      assert.equal(shown()?.getText(), lines);
      await tabs(tabsBefore + 1);
    }
    assert.match(shown()?.getText() ?? "", /"answers": null/);
    await show({ surveyId: "S1" });
    const uri = vscode.window.activeTextEditor?.document.uri;
    assert.ok(uri);
    await vscode.workspace.fs.stat(uri);
    const content = await vscode.workspace.fs.readFile(uri);
    assert.match(
      Buffer.from(content).toString(),
      /Odd/,
      "the document is read from the service once",
    );
    isLater = false;
    await assert.rejects(run("showRaw", { dataSpace, surveyId: "S2" }), { code: "not-found" });
  });
});
