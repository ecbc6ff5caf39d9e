import { strict as assert } from "node:assert";
import * as vscode from "vscode";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import { signedOut } from "../../src/client/authorization.ts";
import type { PanelContext } from "../../src/vscode/panels/panelContext.ts";
import { Panels } from "../../src/vscode/panels/panels.ts";
import {
  ResponsesPanel,
  type ResponsesContext,
} from "../../src/vscode/responses/responsesPanel.ts";
import { StructurePanel } from "../../src/vscode/surveys/structurePanel.ts";

/** Returns the context for panels that read only from the client. */
function contextWith(client: () => Promise<SurveyClient>) {
  const changed = new vscode.EventEmitter<void>();
  const log = vscode.window.createOutputChannel("Panels that read", { log: true });
  const context = {
    extensionUri: vscode.Uri.file("/"),
    dataSpaces: { list: () => [], client, onDidChange: changed.event },
    structures: { onDidChange: new vscode.EventEmitter<void>().event },
    log,
  } as unknown as PanelContext;
  return { context, changed, [Symbol.dispose]: () => log.dispose() };
}

const createPanel = () =>
  vscode.window.createWebviewPanel("test", "Test", vscode.ViewColumn.One, {});

describe("Panel whose data space is signed in to", () => {
  it("reads once more if the key was stored while it was reading without one", async () => {
    let asked = 0;
    let fail: (error: Error) => void = () => undefined;
    let again: () => void = () => undefined;
    const readAgain = new Promise<void>((resolve) => (again = resolve));
    using parts = contextWith(() => {
      if (++asked > 1) {
        again();
      }
      return new Promise((_, reject) => (fail = reject));
    });
    const panel = createPanel();
    const subject = { dataSpace: "Acme", surveyId: "S1", label: "Survey" };
    const structure = new StructurePanel(panel, subject, parts.context);
    const loading = structure.load();
    structure.dataSpaceChanged();
    structure.dataSpaceChanged();
    fail(signedOut("Acme"));
    await assert.rejects(loading, /not signed in/);
    await readAgain;
    panel.dispose();
    assert.equal(asked, 2);
  });
});

describe("Panel whose data space changes its version", () => {
  it("reads the new version even if the table of the previous one is still opening", async () => {
    let version = "v3";
    const opened: string[] = [];
    let fail: (error: Error) => void = () => undefined;
    const none = () => Promise.reject(new Error("There is none"));
    using parts = contextWith(
      async () => ({ version, rawSurvey: none, rawCollectGroups: none }) as unknown as SurveyClient,
    );
    const open = (key: { version: string }) => {
      opened.push(key.version);
      return new Promise((_, reject) => (fail = reject));
    };
    const context = {
      ...parts.context,
      layouts: { get: () => ({}) },
      missingCodes: { get: () => ({}) },
      tables: {
        use: () => ({ open }),
        keyOf: async (client: SurveyClient) => ({ space: "a", version: client.version }),
        has: () => true,
        limit: async () => undefined,
        release: () => undefined,
      },
    } as unknown as ResponsesContext;
    const panel = createPanel();
    const subject = { dataSpace: "Acme", surveyId: "S1", label: "Survey" };
    const responses = new ResponsesPanel(panel, subject, { filter: {}, tab: "responses" }, context);
    const loading = responses.load();
    await new Promise(setImmediate);
    version = "v2";
    responses.dataSpaceChanged();
    await new Promise(setImmediate);
    fail(new Error("Opened for nothing"));
    await assert.rejects(loading);
    await new Promise(setImmediate);
    assert.deepEqual(opened, ["v3", "v2"]);
    fail(new Error("The test is over"));
    panel.dispose();
  });
});

describe("Panel restored beside an open panel of the same collect group", () => {
  it("leaves the open panel shown and updated when it is closed", async () => {
    let asked = 0;
    using parts = contextWith(async () => {
      asked++;
      throw signedOut("Acme");
    });
    const panels = new Panels(parts.context);
    const subject = { dataSpace: "Acme", surveyId: "S1", collectGroupId: "g1" };
    await panels.openResponseUrls(subject);
    const restored = createPanel();
    await panels.restore("responseUrls", restored, { subject });
    await new Promise(setImmediate);
    assert.equal(asked, 2);
    parts.changed.fire();
    await new Promise(setImmediate);
    assert.equal(asked, 4, "both panels reload");
    restored.dispose();
    await panels.openResponseUrls(subject);
    parts.changed.fire();
    await new Promise(setImmediate);
    assert.equal(asked, 5, "the other panel is shown and reloads");
    panels.dispose();
  });
});
