import { strict as assert } from "node:assert";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Server } from "node:net";
import { dirname, join } from "node:path";
import { host, sampleName } from "../support/host.ts";
import { lensOf, openFile } from "../support/recipeEditor.ts";
import { Workbench } from "../support/workbench.ts";

const survey = "Brand tracker Q3 2025";

describe("Restricted Mode", () => {
  let workbench: Workbench;
  /** The server at the address of the proposed data space. It answers nothing, and counts connections. */
  let listener: Server;
  let connections = 0;
  let folder: string;
  const proposal = () => join(folder, ".vscode", "survey-explorer.json");
  const recipe = () => join(folder, "restricted.survey-recipe.json");

  before(async () => {
    listener = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const baseUrl = `https://localhost:${(listener.address() as AddressInfo).port}`;
    ({ folder } = (await host("restricted")).server);
    const dataSpace = { name: "Team space", baseUrl, version: "v3", apiKey: "canary" };
    await mkdir(dirname(proposal()), { recursive: true });
    await writeFile(proposal(), JSON.stringify({ dataSpaces: [dataSpace] }));
    const step = {
      kind: "structure",
      dataSpace: sampleName,
      survey: "s0000cs",
      file: "never.json",
    };
    await writeFile(recipe(), JSON.stringify({ version: 1, steps: [step] }));
    workbench = await Workbench.open({ kind: "restricted" });
  });

  after(async () => {
    await workbench.close();
    listener.close();
    await rm(dirname(proposal()), { recursive: true, force: true });
    await rm(recipe());
  });

  it("ignores data spaces that the workspace proposes", async () => {
    await workbench.waitForTree();
    await workbench.runCommand("Notifications: Show Notifications");
    const said = workbench.page.locator(".notifications-center");
    await said.waitFor();
    assert.doesNotMatch(await said.innerText(), /data space/);
    assert.equal(connections, 0);
  });

  it("opens a survey from the tree", async () => {
    const tree = await workbench.waitForTree();
    await tree.getByRole("treeitem", { name: /Brand tracker/ }).click();
    const frame = await workbench.webviewFrame("structure", survey);
    await frame.getByRole("heading", { name: survey }).waitFor();
  });

  it("runs no recipes, and offers to manage trust", async () => {
    await workbench.waitForTree();
    await openFile(workbench, "restricted.survey-recipe.json");
    await lensOf(workbench, "Run Recipe").click();
    await workbench.answerNotification(/trusted folders only/, "Manage Trust");
    await workbench.page.locator(".workspace-trust-editor").waitFor();
    await assert.rejects(readFile(join(folder, "never.json")));
  });
});
