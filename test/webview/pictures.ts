// npm run pictures: makes the pictures of the README and the walkthrough, in docs/images, from the sample in VS Code.

import { join } from "node:path";
import type { Locator } from "playwright-core";
import { build } from "../../scripts/host/build.ts";
import { repository } from "../../scripts/host/folders.ts";
import { closeBrowser } from "./support/browser.ts";
import { startDisturbedDataSpace } from "./support/exportSpace.ts";
import { stopHost } from "./support/host.ts";
import { Workbench, type Theme } from "./support/workbench.ts";

const themes: readonly Theme[] = ["light", "dark"];
const survey = "Customer satisfaction 2025";
const group = "Link on the receipt";

/** A part of a window, in CSS pixels. */
interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The walkthrough shows pictures half as wide as a window, in which the text of a whole window could not be read. */
const firstCells: Part = { x: 352, y: 138, width: 640, height: 400 };

type Scene = (workbench: Workbench) => Promise<void>;

await build();
try {
  await surveys();
  await responseUrls();
  await exportsView();
} finally {
  await closeBrowser();
  await stopHost();
}

async function surveys(): Promise<void> {
  const workbench = await Workbench.open();
  const row = (await workbench.waitForTree()).getByRole("treeitem", {
    name: new RegExp(`^${survey}`),
  });
  const panel = () => workbench.webviewFrame("responses", survey);
  await row.locator(".monaco-tl-twistie").click();
  await workbench.page.getByRole("treeitem", { name: new RegExp(group) }).waitFor();
  await pictures(workbench, "sidebar", undefined, sidebar(workbench));
  await row.locator(".monaco-tl-twistie").click();
  await pictures(workbench, "structure", async () => {
    await row.click();
    const frame = await workbench.webviewFrame("structure", survey);
    await frame.getByText("How often do you shop with us?").first().waitFor();
  });
  await pictures(workbench, "responses", async () => {
    await workbench.chooseFromContextMenu(row, "Open Responses");
    await (await panel()).getByText("All 1,500 responses loaded").waitFor();
  });
  await pictures(workbench, "responses-grid", undefined, firstCells);
  await pictures(workbench, "summary", async () => {
    await workbench.chooseFromContextMenu(row, "Open Summary");
    await (await panel()).locator("table.bars tbody tr").first().waitFor();
  });
  await pictures(workbench, "fieldwork", async () => {
    await workbench.chooseFromContextMenu(row, "Open Fieldwork");
    await (await panel()).locator(".key-figures", { hasText: /1,500/ }).waitFor();
  });
  await pictures(workbench, "export", async () => {
    await workbench.chooseFromContextMenu(row, "Export Responses…");
    const line = (text: string) =>
      workbench.page.locator(".quick-input-widget .monaco-list-row", { hasText: text });
    await line("Preview the first rows").click();
    await workbench.page.locator(".monaco-editor", { hasText: "CS000123" }).waitFor();
    await line("Preview the first rows").waitFor();
  });
  const input = workbench.page.locator(".quick-input-widget");
  await pictures(workbench, "export-dialog", undefined, input);
  await workbench.page.keyboard.press("Escape");
  await pictures(
    workbench,
    "add-data-space",
    async () => {
      await workbench.runCommand("Survey Explorer: Add Data Space…");
      await input.getByText("Address of the API").waitFor();
      await workbench.page.keyboard.type("https://api.example.com");
      await workbench.page.keyboard.press("Enter");
      await input.getByText("Space ID").waitFor();
    },
    input,
  );
  await workbench.close();
}

async function responseUrls(): Promise<void> {
  const workbench = await Workbench.open({ kind: "v2", width: 1180, height: 720 });
  await workbench.waitForTree();
  await workbench.runCommand("Survey Explorer: Create Response URLs…");
  await workbench.choose(survey);
  await workbench.choose(group);
  const frame = await workbench.webviewFrame("responseUrls", group);
  const rows = [
    ["gold", "N", "1048213"],
    ["silver", "S", "1048220"],
    ["gold", "E", "1048227"],
  ];
  const context = workbench.page.context();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const table = [["tier", "region", "orderId"], ...rows].map((it) => it.join("\t")).join("\n");
  await workbench.page.evaluate((text) => navigator.clipboard.writeText(text), table);
  await frame.getByRole("button", { name: "Paste Rows" }).click();
  await frame.getByRole("gridcell", { name: "1048227" }).waitFor();
  await frame.getByRole("button", { name: "Create URLs" }).click();
  await frame
    .getByRole("gridcell", { name: /^https:/ })
    .nth(1)
    .click();
  await pictures(workbench, "response-urls");
  await workbench.close();
}

async function exportsView(): Promise<void> {
  await using space = await startDisturbedDataSpace(2800);
  const workbench = await Workbench.open({ server: space.server, height: 480 });
  const { page } = workbench;
  const tree = await workbench.waitForTree("Acme research");
  const row = tree.getByRole("treeitem", { name: new RegExp(`^${survey}`) });
  const names = ["satisfaction april.ndjson", "satisfaction may.json", "satisfaction 2025.json"];
  for (const name of names) {
    await workbench.chooseFromContextMenu(row, "Export Responses…");
    await page
      .locator(".quick-input-widget .monaco-list-row", { hasText: /Export .*response/ })
      .click();
    await workbench.answerFile(join(space.folder, name));
  }
  await page.getByRole("button", { name: /Exports Section/ }).click();
  const verified = page.getByRole("treeitem", { name: /satisfaction 2025.json/ });
  await workbench.chooseFromContextMenu(verified, "Verify Export…");
  await page.getByRole("treeitem", { name: /satisfaction 2025.json, verified/ }).waitFor();
  await pictures(workbench, "exports", undefined, sidebar(workbench));
  await workbench.chooseFromContextMenu(row, "Keep Offline");
  await page.getByRole("treeitem", { name: /offline, \d/ }).waitFor();
  await pictures(workbench, "offline", undefined, sidebar(workbench));
  await workbench.close();
}

function sidebar(workbench: Workbench): Locator {
  return workbench.page.locator(".part.sidebar");
}

async function pictures(
  workbench: Workbench,
  name: string,
  scene?: Scene,
  place?: Locator | Part,
): Promise<void> {
  await scene?.(workbench);
  for (const theme of themes) {
    await workbench.setTheme(theme);
    await workbench.page.mouse.move(0, 0);
    const path = join(repository, "docs/images", `${name}-${theme}.png`);
    await (place && "x" in place
      ? workbench.page.screenshot({ path, animations: "disabled", clip: place })
      : (place ?? workbench.page).screenshot({ path, animations: "disabled" }));
  }
}
