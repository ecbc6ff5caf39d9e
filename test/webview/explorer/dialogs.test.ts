import { strict as assert } from "node:assert";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { startExtensionFiles } from "../../../scripts/host/greeter.ts";
import { host } from "../support/host.ts";
import { Workbench } from "../support/workbench.ts";
import { startWindowServer } from "../support/windowServer.ts";
import { folderOfSuite } from "../../support/folders.ts";

describe("Add Data Space dialog without an open folder", () => {
  let workbench: Workbench;
  const folder = folderOfSuite();
  let wrongFile: string;

  before(async () => {
    wrongFile = join(folder, "wrong.pem");
    await writeFile(wrongFile, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    workbench = await Workbench.open({ opens: "nothing" });
    await workbench.waitForTree();
  });

  after(() => workbench.close());

  it("validates while typing, keeps input when going back and accepts a CA certificate", async () => {
    const { page } = workbench;
    const { dataSpace } = await host();
    const dialog = page.locator(".quick-input-widget");
    const input = dialog.locator("input[type=text]");
    await workbench.runCommand("Survey Explorer: Add Data Space…");
    await dialog.getByText("(1/5)").waitFor();
    await input.fill("http://example.com");
    await dialog.getByText("The address must begin with https://").waitFor();
    await input.fill(dataSpace.baseUrl);
    await input.press("Enter");
    await dialog.getByText("(2/5)").waitFor();
    await dialog.getByRole("button", { name: "Back" }).click();
    await dialog.getByText("(1/5)").waitFor();
    await input.press("Enter");
    await dialog.getByText("(2/5)").waitFor();
    await input.fill(dataSpace.spaceId);
    await input.press("Enter");
    const secret = dialog.locator("input[type=password]");
    await secret.fill(dataSpace.apiKey);
    await secret.press("Enter");
    await dialog.getByText("(4/5)").waitFor();
    const chooses = dialog.locator(".monaco-list-row.focused", { hasText: "Choose Certificate" });
    await dialog.getByPlaceholder(/certificate of 127.* is not trusted/).waitFor();
    await chooses.waitFor();
    await workbench.screenshot("add-untrusted");
    // What was typed is kept, both on the way back and forward.
    for (const [step, field] of [
      ["(3/5)", secret],
      ["(2/5)", input],
    ] as const) {
      await dialog.getByRole("button", { name: "Back" }).click();
      await dialog.getByText(step).waitFor();
      assert.notEqual(await field.inputValue(), "");
    }
    await input.press("Enter");
    await dialog.getByText("(3/5)").waitFor();
    assert.equal(await secret.inputValue(), dataSpace.apiKey);
    await secret.press("Enter");
    await chooses.waitFor();
    await page.keyboard.press("Enter");
    await workbench.answerFile(wrongFile);
    await dialog.getByPlaceholder("wrong.pem contains no certificate in PEM form").waitFor();
    await chooses.waitFor();
    await page.keyboard.press("Enter");
    await workbench.answerFile(dataSpace.caFile);
    await dialog.locator(".monaco-list-row.focused", { hasText: /v3.*available/ }).waitFor();
    await page.keyboard.press("Enter");
    await dialog.getByText("(5/5)").waitFor();
    await input.fill("Sample data space");
    await dialog.getByText("There is a data space of this name already").waitFor();
    await input.fill("Mine");
    await input.press("Enter");
    await workbench.waitForTree("Mine");
    const tree = await workbench.waitForTree();
    await tree
      .getByRole("treeitem", { name: /Brand tracker/ })
      .first()
      .click();
    const frame = await workbench.webviewFrame("structure", "Brand tracker Q3 2025");
    await frame.getByRole("heading", { name: "Brand tracker Q3 2025" }).waitFor();
    await workbench.runCommand("Survey Explorer: Remove Data Space");
    await workbench.chooseRow("Mine");
    await tree.getByRole("treeitem", { name: /^Mine/ }).waitFor({ state: "detached" });
  });

  it("offers the settings to sign in to a proxy that is not set", async () => {
    const { page } = workbench;
    await workbench.runCommand("Survey Explorer: Sign In to Proxy…");
    await workbench.answerNotification(
      /The data space "Sample data space" has no proxy of its own: .* in the setting/,
      "Open Settings",
    );
    await page.locator(".settings-editor").getByText("Data Spaces", { exact: true }).waitFor();
    await workbench.runCommand("View: Close All Editors");
  });

  it("reports an unreachable address and lets it be corrected or added without a check", async () => {
    const { page } = workbench;
    const { dataSpace } = await host();
    const dialog = page.locator(".quick-input-widget");
    const input = dialog.locator("input[type=text]");
    const rows = dialog.locator(".monaco-list-row");
    const answer = async (step: string, text: string, password = false) => {
      await dialog.getByText(step).waitFor();
      const field = password ? dialog.locator("input[type=password]") : input;
      await field.fill(text);
      await field.press("Enter");
    };
    await workbench.runCommand("Survey Explorer: Add Data Space…");
    await dialog.getByText("(1/5)").waitFor();
    await input.fill(`https://${dataSpace.spaceId}:key@example.com`);
    await dialog.getByText("Enter host, port and path only").waitFor();
    // Nothing listens there.
    await answer("(1/5)", "https://127.0.0.1:1");
    await answer("(2/5)", dataSpace.spaceId);
    await answer("(3/5)", dataSpace.apiKey, true);
    await rows
      .filter({
        hasText: /Correct the address.*nothing listens there \(https:\/\/127\.0\.0\.1:1\)/,
      })
      .waitFor();
    assert.equal(await rows.count(), 4);
    assert.equal(await rows.filter({ hasText: "not available" }).count(), 0);
    await workbench.screenshot("add-unreachable");
    await page.keyboard.press("Enter");
    await dialog.getByText("(1/5)").waitFor();
    assert.equal(await input.inputValue(), "https://127.0.0.1:1");
    await input.press("Enter");
    await dialog.getByText("(2/5)").waitFor();
    await input.press("Enter");
    await dialog.getByText("(3/5)").waitFor();
    await page.keyboard.press("Enter");
    await rows.filter({ hasText: /v2.*Add without a check/ }).click();
    await answer("(5/5)", "Nobody there");
    const tree = await workbench.waitForTree();
    await tree.getByRole("treeitem", { name: /^Nobody there.*v2/ }).waitFor();
    await workbench.runCommand("Survey Explorer: Remove Data Space");
    await rows.filter({ hasText: "Nobody there" }).click();
    await tree.getByRole("treeitem", { name: /^Nobody there/ }).waitFor({ state: "detached" });
  });

  it("tries an address again after the way back, because the network may have been mended", async () => {
    const { dataSpace } = await host();
    const dialog = workbench.page.locator(".quick-input-widget");
    const rows = dialog.locator(".monaco-list-row");
    const server = createServer((socket) => socket.destroy());
    const listen = (port: number) => once(server.listen(port, "127.0.0.1"), "listening");
    await listen(0);
    const { port } = server.address() as AddressInfo;
    server.close();
    const answer = async (step: string, text?: string) => {
      await dialog.getByText(step).waitFor();
      await (text !== undefined && dialog.locator("input").first().fill(text));
      await workbench.page.keyboard.press("Enter");
    };
    await workbench.runCommand("Survey Explorer: Add Data Space…");
    await answer("(1/5)", `https://127.0.0.1:${port}`);
    await answer("(2/5)", dataSpace.spaceId);
    await dialog.getByText("(3/5)").waitFor();
    await dialog.locator("input[type=password]").fill(dataSpace.apiKey);
    await answer("(3/5)");
    await rows.filter({ hasText: /Correct the address.*nothing listens there/ }).waitFor();
    await listen(port);
    try {
      await answer("(4/5)");
      for (const step of ["(1/5)", "(2/5)", "(3/5)"]) {
        await answer(step);
      }
      await rows.filter({ hasText: /Correct the address.*connection was closed/ }).waitFor();
      await workbench.page.keyboard.press("Escape");
    } finally {
      server.close();
    }
  });

  it("lets a refused key be corrected", async () => {
    const { dataSpace } = await host();
    const server = await startWindowServer({
      files: await startExtensionFiles("Sample data space", dataSpace),
      environment: { NODE_EXTRA_CA_CERTS: dataSpace.caFile },
    });
    const window = await Workbench.open({ server });
    try {
      await window.waitForTree();
      const dialog = window.page.locator(".quick-input-widget");
      const answer = async (step: string, type: "text" | "password", text: string) => {
        await dialog.getByText(step).waitFor();
        await dialog.locator(`input[type=${type}]`).fill(text);
        await window.page.keyboard.press("Enter");
      };
      await window.runCommand("Survey Explorer: Add Data Space…");
      await answer("(1/5)", "text", dataSpace.baseUrl);
      await answer("(2/5)", "text", dataSpace.spaceId);
      await answer("(3/5)", "password", "another key");
      await dialog
        .locator(".monaco-list-row.focused", { hasText: /Correct the API key.*refused/ })
        .waitFor();
      await window.page.keyboard.press("Enter");
      await answer("(3/5)", "password", dataSpace.apiKey);
      await dialog.locator(".monaco-list-row.focused", { hasText: /v3.*available/ }).waitFor();
      await window.page.keyboard.press("Escape");
    } finally {
      await window.close();
      await server.stop();
    }
  });
});
