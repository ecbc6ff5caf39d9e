// npm run test:vsix: installs the packaged extension into a VS Code without other extensions, and goes through its
// walkthrough like a new user. `-- --oldest` uses the oldest VS Code that is allowed.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Locator, Page } from "playwright-core";
import { launchBrowser } from "./host/browser.ts";
import { Cleanup } from "./host/cleanup.ts";
import { repository } from "./host/folders.ts";
import { currentRelease, oldestRelease, provisionVsCode } from "./host/provision.ts";
import { startServer } from "./host/server.ts";
import { workbenchUrl } from "./host/workbench.ts";

const { values } = parseArgs({ options: { oldest: { type: "boolean", default: false } } });
const vsix = join(repository, "survey-explorer.vsix");
const survey = "Customer satisfaction 2025";
const responses = "All 1,500 responses loaded";
const patienceMs = 90_000;
/** In a narrower window, the walkthrough shows no pictures. */
const viewport = { width: 1440, height: 900 };

const cleanup = new Cleanup();
try {
  const release = values.oldest ? oldestRelease : currentRelease;
  const installation = await provisionVsCode(release, console.log);
  const server = await startServer(installation, { installed: vsix });
  cleanup.add(server.stop);
  const browser = await launchBrowser(console.log);
  cleanup.add(() => browser.close());
  const folder = await mkdtemp(join(tmpdir(), "survey-explorer-walkthrough-"));
  cleanup.add(() => rm(folder, { recursive: true }));
  const page = await browser.newPage({ viewport });
  page.setDefaultTimeout(patienceMs);
  await page.goto(workbenchUrl(server).href);
  await walkThrough(page, folder);
  await openPanels(page);
  console.log(`The package's walkthrough leads through the sample in VS Code ${release.vscode}.`);
} finally {
  await cleanup.run();
}

async function walkThrough(page: Page, folder: string): Promise<void> {
  const pick = page.locator(".quick-input-widget");
  const input = pick.locator("input[type=text]");
  const row = (text: RegExp) => pick.locator(".monaco-list-row", { hasText: text }).first();
  await page.locator(".monaco-workbench .statusbar").waitFor();
  await page.keyboard.press("F1");
  await input.fill(">Welcome: Open Walkthrough");
  await row(/Open Walkthrough/).click();
  await row(/Get Started with Survey Explorer/).click();

  await step(page, "Try the sample", () => surveyRow(page).waitFor());
  await step(page, "Add a data space", async () => {
    await pick.getByText("Address of the API").waitFor();
    await page.keyboard.press("Escape");
  });
  await step(page, "Browse a survey", async (button) => {
    await chooseSurvey(pick, button);
    await textInPanels(page, "How often do you shop with us?");
    await page.getByRole("tab", { name: "Welcome" }).click();
  });
  const file = join(folder, "satisfaction.csv");
  await step(page, "Export responses", async (button) => {
    await chooseSurvey(pick, button);
    await row(/Export 1,500 responses/).click();
    const ok = pick.getByRole("button", { name: "OK" });
    await ok.waitFor();
    // The dialog proposes a name once it has read the folder.
    await until("no file name is proposed", async () =>
      (await input.inputValue()).endsWith(".csv"),
    );
    await input.fill(file);
    await ok.click();
    await page
      .getByText(/Exported 1,500 responses to/)
      .first()
      .waitFor();
  });
  assert.match(await readFile(`${file}.manifest.json`, "utf8"), /"responses": 1500/);
  await step(page, "Work offline", async () => {
    // The sample is a local data space, so there is nothing to keep offline.
    await page.getByText("There are only local data spaces.").first().waitFor();
  });
}

/** Opens a step, waits for its picture, clicks its button, and waits until the step is ticked. */
async function step(
  page: Page,
  title: string,
  does: (button: Locator) => Promise<void>,
): Promise<void> {
  const heading = page.getByRole("heading", { name: title, exact: true });
  const it = page.locator(".getting-started-step").filter({ has: heading });
  const button = it.locator(".monaco-button");
  if (!(await button.isVisible())) {
    await heading.click();
  }
  const picture = page.locator(".getting-started-media img");
  await until(
    `"${title}" has no picture`,
    async () =>
      Number(await picture.evaluate((it: object): unknown => Reflect.get(it, "naturalWidth"))) > 0,
  );
  await button.click();
  await does(button);
  await it.locator("[role=checkbox][aria-checked=true]").waitFor();
}

/** Chooses the survey in the list, and retries if the list closes: the walkthrough takes the focus when it is redrawn. */
function chooseSurvey(pick: Locator, button: Locator): Promise<void> {
  const row = pick.locator(".monaco-list-row", { hasText: survey }).first();
  return until("no survey can be chosen", async () => {
    if (!(await pick.isVisible())) {
      await button.click();
    }
    const chosen = pick
      .locator("input[type=text]")
      .fill(survey, { timeout: 2000 })
      .then(() => row.click({ timeout: 5000 }));
    return chosen.then(
      () => true,
      () => false,
    );
  });
}

function surveyRow(page: Page): Locator {
  return page.getByRole("treeitem", { name: new RegExp(`^${survey}`) });
}

async function openPanels(page: Page): Promise<void> {
  const row = surveyRow(page);
  await row.hover();
  await row.getByRole("button", { name: "Open Responses" }).click();
  await textInPanels(page, responses);
  assert.match(await page.title(), new RegExp(survey));
}

/** Waits for a text in any of the panels, which are nested frames. */
function textInPanels(page: Page, text: string): Promise<void> {
  return until(`no panel shows "${text}"`, async () => {
    const shown = page.frames().map((frame) => frame.getByText(text).first().isVisible());
    return (await Promise.allSettled(shown)).some((it) => it.status === "fulfilled" && it.value);
  });
}

async function until(otherwise: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, otherwise);
    await delay(250);
  }
}
