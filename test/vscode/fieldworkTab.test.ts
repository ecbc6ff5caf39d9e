import { strict as assert } from "node:assert";
import * as vscode from "vscode";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import type { TableKey } from "../../src/table/tables.ts";
import { FieldworkTab } from "../../src/vscode/fieldwork/fieldworkTab.ts";
import type { PanelContext } from "../../src/vscode/panels/panelContext.ts";

describe("the fieldwork of a panel", () => {
  it("is not read again for a data space that changed, once the panel is closed", async () => {
    let asked = 0;
    let answer: (key: TableKey) => void = () => undefined;
    const log = vscode.window.createOutputChannel("Fieldwork of a panel", { log: true });
    const context = {
      dataSpaces: {
        client: async (): Promise<SurveyClient> => {
          if (++asked === 1) {
            throw new Error("There is no network.");
          }
          return {} as SurveyClient;
        },
      },
      tables: { keyOf: () => new Promise<TableKey>((resolve) => (answer = resolve)) },
      log,
    };
    const tab = new FieldworkTab({
      subject: { dataSpace: "Acme", surveyId: "S1", label: "Survey" },
      context: context as unknown as PanelContext,
      emit: () => undefined,
      view: undefined,
      onSurvey: () => undefined,
    });
    await assert.rejects(tab.load(), /no network/);
    const changed = tab.dataSpaceChanged();
    await new Promise(setImmediate);
    tab.dispose();
    answer({ space: "another", version: "v3", surveyId: "S1" });
    await changed;
    await new Promise(setImmediate);
    log.dispose();
    assert.equal(asked, 2);
  });
});
