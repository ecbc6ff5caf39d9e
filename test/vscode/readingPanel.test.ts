import { strict as assert } from "node:assert";
import * as vscode from "vscode";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import { signedOut } from "../../src/client/authorization.ts";
import type { PanelContext } from "../../src/vscode/panels/panelContext.ts";
import { StructurePanel } from "../../src/vscode/surveys/structurePanel.ts";

describe("a panel whose data space is signed in to", () => {
  it("reads again what was being read when the key came, and could not find it", async () => {
    let asked = 0;
    let fail: (error: Error) => void = () => undefined;
    let again: () => void = () => undefined;
    const readAgain = new Promise<void>((resolve) => (again = resolve));
    const log = vscode.window.createOutputChannel("A panel that reads", { log: true });
    const context = {
      extensionUri: vscode.Uri.file("/"),
      dataSpaces: {
        list: () => [],
        client: (): Promise<SurveyClient> => {
          if (++asked > 1) {
            again();
          }
          return new Promise((_, reject) => (fail = reject));
        },
      },
      structures: { onDidChange: new vscode.EventEmitter<void>().event },
      log,
    };
    const panel = vscode.window.createWebviewPanel("test", "Test", vscode.ViewColumn.One);
    const structure = new StructurePanel(
      panel,
      { dataSpace: "Acme", surveyId: "S1", label: "Survey" },
      context as unknown as PanelContext,
    );
    const loading = structure.load();
    structure.dataSpaceChanged();
    structure.dataSpaceChanged();
    fail(signedOut("Acme"));
    await assert.rejects(loading, /not signed in/);
    await readAgain;
    panel.dispose();
    log.dispose();
    assert.equal(asked, 2);
  });
});
