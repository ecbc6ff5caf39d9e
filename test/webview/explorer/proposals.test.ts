import { strict as assert } from "node:assert";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { host, sampleName, type HostKind } from "../support/host.ts";
import { windowTimeoutMs, Workbench } from "../support/workbench.ts";

describe("data spaces that a workspace proposes", function () {
  this.timeout(windowTimeoutMs);
  /** Where the proposed data space would be. It answers nobody, and counts who comes. */
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
      await rm(await fileOf(kind), { force: true });
    }
  });

  async function fileOf(kind: HostKind): Promise<string> {
    const { server } = await host(kind);
    await mkdir(join(server.folder, ".vscode"), { recursive: true });
    return join(server.folder, ".vscode", "survey-explorer.json");
  }

  async function propose(dataSpace: Record<string, unknown>, kind: HostKind = "trusted") {
    const content = { dataSpaces: [{ name: "Team space", baseUrl, version: "v3", ...dataSpace }] };
    await writeFile(await fileOf(kind), JSON.stringify(content));
  }

  it("are refused where they are not whole, and change none that is there", async () => {
    const workbench = await Workbench.shared();
    try {
      const tree = await workbench.waitForTree();
      await propose({ apiKey: "canary" });
      await workbench.answerNotification(
        /cannot be used.*has unknown fields: "apiKey"/,
        "Open File",
      );
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
    } finally {
      await workbench.close();
    }
  });

  it("are added when the person says so, and signed in to by the person", async () => {
    const workbench = await Workbench.shared();
    try {
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
    } finally {
      await workbench.close();
    }
  });

  it("are not looked at in Restricted Mode", async () => {
    await propose({ apiKey: "canary" }, "restricted");
    const workbench = await Workbench.open({ kind: "restricted" });
    try {
      await workbench.waitForTree();
      await workbench.runCommand("Notifications: Show Notifications");
      const said = workbench.page.locator(".notifications-center");
      await said.waitFor();
      assert.doesNotMatch(await said.innerText(), /data space/);
      assert.equal(connections, 0);
    } finally {
      await workbench.close();
    }
  });
});
