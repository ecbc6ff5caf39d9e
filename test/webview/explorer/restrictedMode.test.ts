import { strict as assert } from "node:assert";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { eventually } from "../support/eventually.ts";
import { host, sampleName } from "../support/host.ts";
import { Workbench } from "../support/workbench.ts";

const survey = "Brand tracker Q3 2025";
const recipe = "restricted.survey-recipe.json";

describe("Survey Explorer in Restricted Mode", () => {
  /** The server at the address of the proposed data space. It answers nothing, and counts connections. */
  let listener: Server;
  let connections = 0;
  /** The folder that the window has open, with a proposed data space and a recipe from the start. */
  let folder: string;
  let workbench: Workbench;

  before(async () => {
    listener = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const baseUrl = `https://localhost:${(listener.address() as AddressInfo).port}`;
    ({ folder } = (await host("restricted")).server);
    await mkdir(join(folder, ".vscode"), { recursive: true });
    const proposed = { name: "Team space", baseUrl, version: "v3", apiKey: "canary" };
    await writeFile(
      join(folder, ".vscode", "survey-explorer.json"),
      JSON.stringify({ dataSpaces: [proposed] }),
    );
    const step = {
      ...{ kind: "structure", dataSpace: sampleName, survey: "s0000cs", file: "never.json" },
    };
    await writeFile(join(folder, recipe), JSON.stringify({ version: 1, steps: [step] }));
    workbench = await Workbench.open({ kind: "restricted" });
    await workbench.waitForTree();
  });

  after(async () => {
    await workbench.close();
    listener.close();
    await rm(join(folder, ".vscode"), { recursive: true, force: true });
    await rm(join(folder, recipe));
  });

  it("ignores data spaces that the workspace proposes", async () => {
    await workbench.runCommand("Notifications: Show Notifications");
    const said = workbench.page.locator(".notifications-center");
    await said.waitFor();
    assert.doesNotMatch(await said.innerText(), /data space/);
    assert.equal(connections, 0);
    await workbench.runCommand("Notifications: Hide Notifications");
  });

  it("opens a survey from the tree", async () => {
    const tree = await workbench.waitForTree();
    await tree.getByRole("treeitem", { name: /Brand tracker/ }).click();
    const frame = await workbench.webviewFrame("structure", survey);
    await frame.getByRole("heading", { name: survey }).waitFor();
  });

  it("does not run recipes, and offers to manage trust", async () => {
    const { page } = workbench;
    const dialog = page.locator(".quick-input-widget");
    const row = dialog.locator(".monaco-list-row", { hasText: recipe }).first();
    await eventually(`the file ${recipe}`, async () => {
      await page.keyboard.press("Control+P");
      const opens = async (): Promise<true> => {
        await dialog.locator("input[type=text]").fill(recipe, { timeout: 2000 });
        await row.click({ timeout: 5000 });
        return true;
      };
      return opens().catch(async () => {
        await page.keyboard.press("Escape");
        return undefined;
      });
    });
    await page.getByRole("tab", { name: new RegExp(recipe) }).waitFor();
    await page
      .locator(".editor-instance .codelens-decoration a", { hasText: "Run Recipe" })
      .click();
    await workbench.answerNotification(/trusted folders only/, "Manage Trust");
    await page.locator(".workspace-trust-editor").waitFor();
    await assert.rejects(readFile(join(folder, "never.json")));
  });
});
