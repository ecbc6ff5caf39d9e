// npm run test:vsix: installs the packaged extension into a VS Code that has nothing else, and looks at the sample as a person
// does who has just installed it; `-- --oldest` in the oldest VS Code that is allowed.
import assert from "node:assert/strict";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
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

const cleanup = new Cleanup();
try {
  const release = values.oldest ? oldestRelease : currentRelease;
  const installation = await provisionVsCode(release, console.log);
  const server = await startServer(installation, { installed: vsix });
  cleanup.add(server.stop);
  const browser = await launchBrowser(console.log);
  cleanup.add(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(patienceMs);
  await page.goto(workbenchUrl(server).href);
  await openSample(page);
  console.log(`The package shows the sample in VS Code ${release.vscode}.`);
} finally {
  await cleanup.run();
}

/** A walkthrough, where there is one, begins with the same. */
async function openSample(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Survey Explorer" }).first().click();
  await page.getByText("Try the Sample Data Space", { exact: false }).first().click();
  const row = page.getByRole("treeitem", { name: new RegExp(`^${survey}`) });
  await row.waitFor();
  await row.click();
  await textInPanels(page, "How often do you shop with us?");
  await row.hover();
  await row.getByRole("button", { name: "Open Responses" }).click();
  await textInPanels(page, responses);
  const title = await page.title();
  assert.match(title, new RegExp(survey));
}

/** Waits for a text in any of the panels, which are frames in frames. */
async function textInPanels(page: Page, text: string): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    for (const frame of page.frames()) {
      if (
        await frame
          .getByText(text)
          .first()
          .isVisible()
          .catch(() => false)
      ) {
        return;
      }
    }
    assert.ok(Date.now() < deadline, `No panel shows "${text}".`);
    await page.waitForTimeout(250);
  }
}
