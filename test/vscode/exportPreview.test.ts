import { strict as assert } from "node:assert";
import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import { eventually } from "../webview/support/eventually.ts";
import { defaultTableForm } from "../../src/model/tabular/tableForm.ts";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import type { PreviewJob } from "../../src/formats/calls.ts";
import { ExportPreviews } from "../../src/vscode/exports/exportPreview.ts";
import { ExportSurveyReader } from "../../src/vscode/exports/exportSurveyReader.ts";
import type { ExportDialogState } from "../../src/vscode/exports/exportDialogState.ts";
import type { ExportParts } from "../../src/vscode/exports/exportParts.ts";

const state: ExportDialogState = {
  kind: "metadata",
  query: {},
  format: "json",
  form: defaultTableForm,
  verify: false,
};

describe("Export preview", () => {
  it("has no tab if the dialog closes while the document opens", async () => {
    const previews = new ExportPreviews();
    const isShown = () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .some(({ label }) => label.includes("Closed"));
    try {
      for (const milliseconds of [0, 5, 10, 20, 30, 50]) {
        const preview = previews.open("Closed");
        const shown = preview.show(async () => ({ text: "a,b", language: "plaintext" }));
        await setTimeout(milliseconds);
        preview.dispose();
        await shown;
        await setTimeout(300);
        // On a busy machine, VS Code closes the tab later than that.
        await eventually(`no tab if closed after ${milliseconds} ms`, async () => !isShown());
      }
    } finally {
      previews.dispose();
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    }
  });

  it("reads again after a failure, only once after a success, and only what is new since an export", async () => {
    let asked = 0;
    let isStarted = false;
    let from: string | undefined;
    const client = {
      dataSpace: "Acme",
      version: "v3",
      getSurvey: async () => ({ surveyId: "S1", label: "Survey", questions: [], embeddedData: [] }),
      listCollectGroups: async () => [],
      rawMetadataPage: async (_: string, query: { readonly startDateTime?: string }) => {
        from = query.startDateTime;
        if (++asked === 1) {
          throw new Error("The service is away.");
        }
        return { items: [], body: new Uint8Array(0), release: () => undefined };
      },
    };
    const shown: Promise<string>[] = [];
    const parts = {
      dataSpaces: {
        client: async () => {
          if (!isStarted) {
            throw new Error("The service did not start.");
          }
          return client as unknown as SurveyClient;
        },
        list: () => [],
      },
      past: { list: () => [] },
      formats: {
        preview: async ({ items, format }: PreviewJob) => ({ text: `${items.length} ${format}` }),
      },
      previews: {
        open: () => ({
          show: (preview: () => Promise<{ text: string }>) =>
            shown.push(preview().then(({ text }) => text, String)),
          dispose: () => undefined,
        }),
      },
    };
    const choice = { dataSpace: "Acme", surveyId: "S1", label: "Survey" };
    const survey = new ExportSurveyReader(parts as unknown as ExportParts, "metadata", choice);
    survey.preview(state);
    assert.equal(await shown.at(-1), "Error: The service did not start.");
    isStarted = true;
    survey.preview(state);
    assert.equal(await shown.at(-1), "Error: The service is away.");
    survey.preview(state);
    assert.equal(await shown.at(-1), "0 json");
    survey.preview({ ...state, format: "csv" });
    assert.equal(await shown.at(-1), "0 csv");
    assert.equal(asked, 2);
    const end = "2025-03-01T09:00:00";
    survey.preview({ ...state, since: { manifest: "/earlier.manifest.json", end } });
    assert.equal(await shown.at(-1), "0 json");
    assert.equal(from, end);
    survey.dispose();
  });
});
