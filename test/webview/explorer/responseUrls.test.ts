import { strict as assert } from "node:assert";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { readCsv } from "../../../src/model/urlText.ts";
import { accessibilityProblems } from "../support/axe.ts";
import { textOnceWritten } from "../support/eventually.ts";
import { Workbench, type Theme } from "../support/workbench.ts";
import { folderOfSuite } from "../../support/folders.ts";

const themes: readonly Theme[] = ["light", "dark", "hc"];
const group = "Link on the receipt";

async function previewFromPalette(workbench: Workbench, label: string): Promise<void> {
  await workbench.runCommand("Survey Explorer: Create Response URLs…");
  await workbench.choose("Customer satisfaction 2025");
  await workbench.choose(label);
}

describe("Response URL panel in VS Code", () => {
  let workbench: Workbench;
  let frame: Frame;
  const folder = folderOfSuite();
  /** Parameters of the response URL. */
  let names: readonly string[];

  before(async () => {
    workbench = await Workbench.open({ kind: "v2" });
    await workbench.waitForTree();
    await previewFromPalette(workbench, group);
    frame = await workbench.webviewFrame("responseUrls", group);
    await frame.getByRole("columnheader", { name: "orderId" }).waitFor();
    const { keyboard } = workbench.page;
    await frame.getByRole("gridcell", { name: "no value" }).first().click();
    const heads = await frame.getByRole("columnheader").allInnerTexts();
    names = heads.slice(1, heads.indexOf("URL"));
    for (const name of names) {
      await keyboard.type(`0 & ${name}`);
      await keyboard.press("Tab");
    }
    await frame.getByRole("button", { name: "Create URLs" }).click();
    await frame.getByRole("gridcell", { name: /^https:/ }).waitFor();
  });

  after(async () => {
    await workbench.changeSettings({});
    await workbench.close();
  });

  it("creates a signed URL from the typed values", async () => {
    const cell = frame.getByRole("gridcell", { name: /^https:/ });
    const url = new URL(await cell.innerText());
    for (const name of names) {
      assert.equal(url.searchParams.get(name), `0 & ${name}`);
    }
  });

  it("saves the URLs beside their values", async () => {
    const { page } = workbench;
    const file = join(folder, "urls.csv");
    await frame.getByRole("button", { name: "Save" }).click();
    await page
      .locator(".quick-input-list .monaco-list-row", { hasText: "unchanged values" })
      .click();
    await workbench.answerFile(file);
    const { columns, rows } = readCsv(await textOnceWritten(file));
    assert.equal(columns.at(-1), "url");
    assert.equal(rows.length, 1);
    assert.equal(
      rows[0]?.at(-1),
      await frame.getByRole("gridcell", { name: /^https:/ }).innerText(),
    );
  });

  it("opens a URL in the browser", async () => {
    const { page } = workbench;
    const { pathname } = new URL(
      await frame.getByRole("gridcell", { name: /^https:/ }).innerText(),
    );
    const opened = page.context().waitForEvent("page");
    await frame.getByRole("button", { name: "Open row 1 in browser" }).click();
    const tab = await opened;
    // VS Code forwards addresses of the machine it runs on through an address of its own.
    assert.ok(new URL(tab.url()).pathname.endsWith(pathname), tab.url());
    await tab.close();
  });

  it("pastes rows from the clipboard, by key and by button", async () => {
    const { page } = workbench;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const rows = frame.getByRole("rowheader");
    const before = await rows.count();
    await page.evaluate(() => navigator.clipboard.writeText("orderId\tregion\ttier\n008\tN\tG"));
    await frame.getByRole("gridcell", { name: "0 & tier" }).click();
    await page.keyboard.press("Control+v");
    await frame.getByRole("rowheader").nth(before).waitFor();
    await frame.getByRole("button", { name: "Paste Rows" }).click();
    await frame
      .getByRole("rowheader")
      .nth(before + 1)
      .waitFor();
    assert.equal(await frame.getByRole("gridcell", { name: "008", exact: true }).count(), 2);
  });

  it("is refused for a group of another channel", async () => {
    await previewFromPalette(workbench, "Invitation by e-mail");
    await workbench.answerNotification(/Only PUBLIC_LINK.*channel EMAIL/, "Show Log");
  });

  it("is opened from the menu of a public link and shown again", async () => {
    const tree = await workbench.waitForTree();
    const survey = tree.getByRole("treeitem", { name: /Customer satisfaction/ });
    await survey.locator(".monaco-tl-twistie").click();
    const item = tree.getByRole("treeitem", { name: new RegExp(group) });
    await workbench.chooseFromContextMenu(item, "Create Response URLs…");
    await workbench.page.getByRole("tab", { name: `${group} · Response URLs` }).waitFor();
  });

  for (const theme of themes) {
    it(`has no accessibility problem in the ${theme} theme`, async () => {
      await workbench.setTheme(theme);
      frame = await workbench.webviewFrame("responseUrls", group);
      const onlyColours = theme !== themes[0];
      assert.deepEqual(await accessibilityProblems(frame, { onlyColours }), []);
      await workbench.screenshot(`response-urls-${theme}`);
    });
  }

  it("keeps rows and URLs after a window reload", async () => {
    const url = await frame
      .getByRole("gridcell", { name: /^https:/ })
      .first()
      .innerText();
    await workbench.waitUntilStored(new RegExp(url.replace(/[^\w]/g, "\\$&")));
    await workbench.reload();
    const again = await workbench.webviewFrame("responseUrls", group);
    await again.getByRole("gridcell", { name: url }).waitFor();
  });

  it("offers to change the API version if restored in one without response URLs", async () => {
    const { page } = workbench;
    const picks = page.locator(".quick-input-widget .monaco-list-row");
    const tree = page.getByRole("tree", { name: "Surveys" });
    await workbench.runCommand("Survey Explorer: Change API Version…");
    await picks.filter({ hasText: /^v3/ }).click();
    await tree.getByRole("treeitem", { name: /v3 · \d+ surveys/ }).waitFor();
    await workbench.reload();
    const restored = await workbench.webviewFrame("responseUrls", group);
    const failure = restored
      .getByRole("alert")
      .filter({ hasText: /not available in API v3.*to v1 or v2/ });
    await failure.waitFor();
    await workbench.screenshot("response-urls-v3");
    await failure.getByRole("button", { name: "Change API version" }).click();
    await picks.filter({ hasText: /^v2/ }).click();
    await restored
      .getByRole("gridcell", { name: /^https:/ })
      .first()
      .waitFor();
  });
});

describe("Response URLs of a data space in v3", () => {
  it("are refused with an offer to change the API version", async () => {
    await using workbench = await Workbench.shared();
    await workbench.waitForTree();
    await workbench.runCommand("Survey Explorer: Create Response URLs…");
    await workbench.answerNotification(
      /not available in API v3.*to v1 or v2/,
      "Change API Version…",
    );
    await workbench.page.getByPlaceholder("Choose an API version").waitFor();
    await workbench.page.keyboard.press("Escape");
  });
});
