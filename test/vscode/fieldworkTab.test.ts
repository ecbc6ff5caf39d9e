import { strict as assert } from "node:assert";
import * as vscode from "vscode";
import { SurveyError } from "../../src/model/errors.ts";
import { sentences } from "../../src/model/localizable.ts";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import type { CopyKey } from "../../src/copy/copyFolders.ts";
import { FieldworkTab } from "../../src/vscode/fieldwork/fieldworkTab.ts";
import type { PanelContext } from "../../src/vscode/panels/panelContext.ts";

/** Opens a tab. `client` returns the data space's client, and gets the number of times it was asked for. */
function openTab(
  client: (asked: number) => Promise<SurveyClient>,
  keyOf = async (): Promise<CopyKey> => ({ space: "one", version: "v3", surveyId: "S1" }),
) {
  let asked = 0;
  const log = vscode.window.createOutputChannel("Fieldwork of a panel", { log: true });
  const context = {
    dataSpaces: { client: () => client(++asked) },
    tables: { keyOf },
    log,
  };
  const tab = new FieldworkTab({
    subject: { dataSpace: "Acme", surveyId: "S1", label: "Survey" },
    context: context as unknown as PanelContext,
    emit: () => undefined,
    view: undefined,
    onSurvey: () => undefined,
  });
  return {
    tab,
    asked: () => asked,
    [Symbol.dispose]: () => {
      tab.dispose();
      log.dispose();
    },
  };
}

const refusing = (why: Error | Promise<never>): SurveyClient => {
  const refuse = () => (why instanceof Error ? Promise.reject(why) : why);
  return {
    version: "v3",
    concurrency: 1,
    listCollectGroups: refuse,
    rawMetadataPage: refuse,
    getSurvey: refuse,
  } as unknown as SurveyClient;
};

describe("Fieldwork tab", () => {
  it("reads again when a removed data space comes back", async () => {
    using opened = openTab(async (asked) => {
      if (asked === 2 || asked === 3) {
        throw new SurveyError("unknown-data-space", sentences("There is no data space."));
      }
      return refusing(new Error("Nothing to read."));
    });
    await assert.rejects(opened.tab.load(), /Nothing to read/);
    // Removed: asked for once to see whether it is still the same, and once to read.
    await opened.tab.dataSpaceChanged();
    await new Promise(setImmediate);
    assert.equal(opened.asked(), 3);
    // Back: asked for twice again.
    await opened.tab.dataSpaceChanged();
    await new Promise(setImmediate);
    assert.equal(opened.asked(), 5);
  });

  it("reads again if the key was replaced while it was reading", async () => {
    let refuse: (error: Error) => void = () => undefined;
    const late = new Promise<never>((_, reject) => (refuse = reject));
    using opened = openTab(async (asked) =>
      refusing(asked === 1 ? late : new Error("Nothing to read.")),
    );
    const loading = opened.tab.load();
    await new Promise(setImmediate);
    const changed = opened.tab.dataSpaceChanged();
    await new Promise(setImmediate);
    refuse(new SurveyError("unauthorized", sentences("The key was refused.")));
    await assert.rejects(loading, /refused/);
    await changed;
    await new Promise(setImmediate);
    assert.equal(opened.asked(), 3);
  });

  it("does not read again for a changed data space after the panel is closed", async () => {
    let answer: (key: CopyKey) => void = () => undefined;
    using opened = openTab(
      async (asked) => {
        if (asked === 1) {
          throw new Error("There is no network.");
        }
        return refusing(new Error("Nothing to read."));
      },
      () => new Promise<CopyKey>((resolve) => (answer = resolve)),
    );
    const { tab } = opened;
    await assert.rejects(tab.load(), /no network/);
    const changed = tab.dataSpaceChanged();
    await new Promise(setImmediate);
    tab.dispose();
    answer({ space: "another", version: "v3", surveyId: "S1" });
    await changed;
    await new Promise(setImmediate);
    assert.equal(opened.asked(), 2);
  });
});
