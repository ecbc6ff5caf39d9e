import { strict as assert } from "node:assert";
import * as vscode from "vscode";
import { ForeignService } from "./support/foreignService.ts";
import { foreignUrl, oddUrls } from "./support/foreignUrls.ts";
import { closeAllEditors } from "./support/commands.ts";

const [spaceId, apiKey] = ["space", "key"];
const authorization = `Basic ${Buffer.from(`${spaceId}:${apiKey}`).toString("base64").replace(/=+$/, "")}`;
const group = { dataSpace: "Foreign links", collectGroupId: "g0" };

async function preview(argument: object): Promise<string[]> {
  return vscode.commands.executeCommand<string[]>("surveyExplorer.previewResponseUrls", argument);
}

/** Returns the labels of panels. Documents of other tests are left out, because VS Code may report them late. */
function tabs(): string[] {
  return vscode.window.tabGroups.all
    .flatMap((it) => it.tabs)
    .filter((it) => it.input instanceof vscode.TabInputWebview)
    .map((it) => it.label);
}

async function tabNamed(label: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (tabs().includes(label)) {
        watching.dispose();
        resolve();
      }
    };
    const watching = vscode.window.tabGroups.onDidChangeTabs(look);
    look();
  });
}

describe("previewResponseUrls of a foreign service", () => {
  let service: ForeignService;

  before(async () => {
    await vscode.extensions.getExtension("survey-explorer.survey-explorer")?.activate();
    service = await ForeignService.start(authorization, 0);
    const { baseUrl, caFile } = service;
    const access = { baseUrl, caFile, spaceId, apiKey };
    for (const [name, version] of [
      ["Foreign links", "v2"],
      ["Without links", "v3"],
    ]) {
      await vscode.commands.executeCommand("surveyExplorer.addDataSpace", {
        name,
        version,
        ...access,
      });
    }
  });

  beforeEach(() => {
    service.bodies.splice(0);
  });

  after(async () => {
    for (const dataSpace of ["Foreign links", "Without links"]) {
      await vscode.commands.executeCommand("surveyExplorer.removeDataSpace", { dataSpace });
    }
    await service.stop();
  });

  it("returns one URL per row in row order and opens nothing", async () => {
    const parameters = [
      { panelist: "007", wave: 2 },
      { wave: "2", panelist: "한 & co" },
    ];
    const before = tabs();
    assert.deepEqual(await preview({ ...group, parameters }), parameters.map(sorted));
    assert.deepEqual(tabs(), before);
    assert.deepEqual(await preview({ ...group, parameters: [] }), []);
    assert.equal(service.bodies.length, 1);
  });

  it("sends thousands of rows in pages", async () => {
    const parameters = Array.from({ length: 2500 }, (_, index) => ({
      panelist: `${index}`,
      wave: 1,
    }));
    assert.deepEqual(await preview({ ...group, parameters }), parameters.map(foreignUrl));
    assert.deepEqual(
      service.bodies.map((it) => (JSON.parse(it) as unknown[]).length),
      [1000, 1000, 500],
    );
  });

  it("checks all rows before it sends any", async () => {
    for (const [row, message] of [
      [{ panelist: "a", wave: 1, hue: "red" }, /Row 2 has the key "hue".*"panelist", "wave"/],
      [{ panelist: "a" }, /Row 2 has no value for the parameter "wave"/],
      [{ panelist: "a", wave: true }, /parameters\.1\.wave: must be text or a number/],
    ] as const) {
      await assert.rejects(
        preview({ ...group, parameters: [{ panelist: "a", wave: 1 }, row] }),
        message,
      );
    }
    assert.deepEqual(service.bodies, []);
  });

  it("rejects an unknown parameter named __proto__", async () => {
    const row = JSON.parse('{"panelist":"a","wave":1,"__proto__":"x"}') as object;
    await assert.rejects(
      preview({ ...group, parameters: [row] }),
      /Row 1 has the key "__proto__", which is not a parameter/,
    );
    assert.deepEqual(service.bodies, []);
  });

  for (const panelist of oddUrls.keys()) {
    it(`names the row whose URL is not a web address: ${panelist}`, async () => {
      const parameters = Array.from({ length: 1200 }, (_, index) => ({
        panelist: index === 1100 ? panelist : `${index}`,
        wave: 1,
      }));
      await assert.rejects(preview({ ...group, parameters }), /row 1101\b/);
    });
  }

  it("rejects a wrong number of URLs from the service", async () => {
    const parameters = [
      { panelist: "a", wave: 1 },
      { panelist: "lost", wave: 1 },
    ];
    await assert.rejects(preview({ ...group, parameters }), /1 URLs? for 2/);
  });

  it("reports which versions and collect groups have response URLs", async () => {
    const parameters = [{ panelist: "a", wave: 1 }];
    await assert.rejects(
      preview({ ...group, dataSpace: "Without links", parameters }),
      /Response URLs are not available in API v3.*to v1 or v2/,
    );
    await assert.rejects(
      preview({ ...group, collectGroupId: "g1", parameters }),
      /Only PUBLIC_LINK.*"Mail" is of the channel EMAIL/,
    );
    assert.deepEqual(service.bodies, []);
  });

  it("opens the panel of a clicked collect group once", async () => {
    const clicked = {
      kind: "collectGroup",
      dataSpace: "Foreign links",
      surveyId: "f1",
      group: { collectGroupId: "g0", label: "Web", channel: "PUBLIC_LINK" },
    };
    await preview(clicked);
    await tabNamed("Web · Response URLs");
    await preview(clicked);
    assert.equal(tabs().filter((it) => it.startsWith("Web")).length, 1);
    await closeAllEditors();
  });
});

/** Returns the URL with the parameters as the service gets them: in the order of the keys in the first row. */
function sorted({ panelist, wave }: { panelist: string; wave: string | number }): string {
  return foreignUrl({ panelist, wave });
}
