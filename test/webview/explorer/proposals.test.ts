import { strict as assert } from "node:assert";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Server } from "node:net";
import { dirname, join } from "node:path";
import { host, sampleName, type ServerKind } from "../support/host.ts";
import { Workbench } from "../support/workbench.ts";

describe("Data spaces proposed by a workspace", () => {
  /** The server at the address of the proposed data space. It answers nothing, and counts connections. */
  let listener: Server;
  let baseUrl: string;
  let connections = 0;

  before(async () => {
    listener = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    baseUrl = `https://localhost:${(listener.address() as AddressInfo).port}`;
  });

  after(async () => {
    listener.close();
    for (const kind of ["trusted", "restricted"] as const) {
      await rm(dirname(await fileOf(kind)), { recursive: true, force: true });
    }
  });

  async function fileOf(kind: ServerKind = "trusted"): Promise<string> {
    const { server } = await host(kind);
    return join(server.folder, ".vscode", "survey-explorer.json");
  }

  function contentOf(dataSpace: Record<string, unknown>): string {
    return JSON.stringify({
      dataSpaces: [{ name: "Team space", baseUrl, version: "v3", ...dataSpace }],
    });
  }

  async function propose(dataSpace: Record<string, unknown>) {
    const file = await fileOf();
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contentOf(dataSpace));
  }

  /** Creates the folder together with its file, as Git does. */
  async function proposeWithFolder(dataSpace: Record<string, unknown>, kind?: ServerKind) {
    const folder = dirname(await fileOf(kind));
    const aside = await mkdtemp(join(dirname(folder), "proposal-"));
    await writeFile(join(aside, "survey-explorer.json"), contentOf(dataSpace));
    await rename(aside, folder);
  }

  it("are rejected if invalid, and do not change an existing data space", async () => {
    await using workbench = await Workbench.shared();
    const tree = await workbench.waitForTree();
    await proposeWithFolder({ apiKey: "canary" });
    await workbench.answerNotification(/cannot be used.*has unknown fields: "apiKey"/, "Open File");
    await workbench.page.getByRole("tab", { name: "survey-explorer.json" }).waitFor();
    await propose({ baseUrl: baseUrl.replace("https", "http") });
    await workbench.answerNotification(/begins with https/, "Open File");
    await propose({ caFile: "../../authority.pem" });
    await workbench.answerNotification(/caFile: must be .* within the folder/, "Open File");
    await propose({ credentials: { spaceId: "HOME", apiKey: "SURVEY_EXPLORER_KEY" } });
    await workbench.answerNotification(/begins with SURVEY_EXPLORER_/, "Open File");
    await propose({ name: sampleName });
    await workbench.answerNotification(/another address.*Yours stays/, "Don't Show Again");
    await tree.getByRole("treeitem", { name: new RegExp(sampleName) }).waitFor();
    assert.equal(connections, 0);
  });

  it("are added and signed in to only by the person", async () => {
    await using workbench = await Workbench.shared();
    const tree = await workbench.waitForTree();
    await propose({});
    await workbench.answerNotification(/proposes the data space "Team space" at https:/, "Add");
    const dialog = workbench.page.locator(".quick-input-widget");
    await dialog.getByText("Space ID").waitFor();
    await workbench.screenshot("proposed data space, sign-in");
    await dialog.locator("input").press("Escape");
    const row = tree.getByRole("treeitem", { name: /^Team space/ });
    await row.waitFor();
    assert.equal(connections, 0);
    await workbench.chooseFromContextMenu(row, "Remove Data Space");
    await row.waitFor({ state: "detached" });
  });

  it("are ignored in Restricted Mode", async () => {
    await proposeWithFolder({ apiKey: "canary" }, "restricted");
    await using workbench = await Workbench.open({ kind: "restricted" });
    await workbench.waitForTree();
    await workbench.runCommand("Notifications: Show Notifications");
    const said = workbench.page.locator(".notifications-center");
    await said.waitFor();
    assert.doesNotMatch(await said.innerText(), /data space/);
    assert.equal(connections, 0);
  });
});
