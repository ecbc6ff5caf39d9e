import { strict as assert } from "node:assert";
import type { Locator } from "playwright-core";
import { accessibilityProblems } from "../support/axe.ts";
import { eventually, succeeds } from "../support/eventually.ts";
import { openManySurveys } from "../support/manySurveys.ts";
import type { ServedSpace } from "../support/servedSpace.ts";
import { Workbench } from "../support/workbench.ts";

const spaceName = "Acme research";
/** Matches three words of an English sentence, but not names. */
const english = /[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}/;

describe("Surveys view with many surveys", () => {
  let space: ServedSpace;
  let workbench: Workbench;
  let tree: Locator;

  before(async () => {
    space = await openManySurveys(450);
    workbench = await Workbench.open({ server: space.server });
    tree = await workbench.waitForTree(spaceName);
  });

  after(async () => {
    await workbench.close();
    await space[Symbol.asyncDispose]();
  });

  const row = (name: RegExp | string): Locator => tree.getByRole("treeitem", { name });

  async function sortBy(order: string, said: RegExp): Promise<void> {
    await workbench.runCommand("Survey Explorer: Sort Surveys By…");
    await workbench.choose(order);
    await row(said).waitFor();
  }

  /** Expands or collapses a row, with retries: a row that is redrawn at that moment loses the click. */
  async function setExpanded(name: RegExp, isOpen: boolean): Promise<void> {
    const wanted = tree.getByRole("treeitem", { name, expanded: isOpen });
    await eventually(`${String(name)}, expanded: ${isOpen}`, async () => {
      if (await wanted.isVisible()) {
        return true;
      }
      await row(name).click();
      return succeeds(wanted.waitFor({ timeout: 3000 }));
    });
  }

  it("loads more surveys by keyboard, and groups more than 200 by month", async () => {
    const { page } = workbench;
    await row(/^Acme research.*v3 · 100\+ surveys/).waitFor();
    await workbench.runCommand("Survey Explorer: Focus on Surveys View");
    for (const count of ["200", "300"]) {
      await eventually("the row Load more", async () => {
        await page.keyboard.press("End");
        return tree.locator(".monaco-list-row.focused", { hasText: "Load more" }).isVisible();
      });
      await page.keyboard.press("Enter");
      await eventually(`${count} surveys`, async () => {
        await page.keyboard.press("Home");
        return row(new RegExp(`v3 · ${count}\\+ surveys`)).isVisible();
      });
    }
    await row("November 2026 20 surveys").waitFor();
    assert.equal(await row(/^November 2026/).getAttribute("aria-expanded"), "true");
    assert.equal(await row(/^October 2026/).getAttribute("aria-expanded"), "false");
  });

  it("keeps expansion and selection after a refresh", async () => {
    const { page } = workbench;
    await sortBy("Updated, newest first", /v3 · 450 surveys · by update/);
    await tree.getByRole("treeitem", { name: /^November 2026/, expanded: true }).waitFor();
    await setExpanded(/^November 2026/, false);
    await setExpanded(/^October 2026/, true);
    const survey = row(/^Price study 430/);
    await survey.waitFor();
    await survey.click();
    await page.getByRole("tab", { name: /Price study 430/ }).waitFor();
    await workbench.runCommand("Survey Explorer: Refresh");
    await page.locator(".monaco-progress-container.active").first().waitFor({ state: "hidden" });
    await eventually("the previous expansion and selection", async () => {
      const isOpen = (await row(/^October 2026/).getAttribute("aria-expanded")) === "true";
      const isClosed = (await row(/^November 2026/).getAttribute("aria-expanded")) === "false";
      return isOpen && isClosed && (await survey.getAttribute("aria-selected")) === "true";
    });
  });

  it("pins a survey at the top and unpins it", async () => {
    await sortBy("Updated, newest first", /v3 · 450 surveys · by update/);
    await workbench.runCommand("Survey Explorer: Pin Survey");
    await workbench.choose("Price study 430");
    await row(/^Price study 430 pinned/).waitFor();
    assert.equal(await row(/^Price study 430/).count(), 1);
    await row("October 2026 19 surveys").waitFor();
    const pinned = await row(/^Price study 430 pinned/).boundingBox();
    const month = await row(/^November 2026/).boundingBox();
    assert.ok(pinned && month && pinned.y < month.y);
    for (const theme of ["light", "dark", "hc"] as const) {
      await workbench.setTheme(theme);
      await row(/^Price study 430 pinned/).hover();
      await workbench.screenshot(`large-tree-${theme}`);
    }
    await workbench.setTheme("dark");
    await workbench.chooseFromContextMenu(row(/^Price study 430 pinned/), "Unpin Survey");
    await row(/^Price study 430 pinned/).waitFor({ state: "detached" });
    await row("October 2026 20 surveys").waitFor();
  });

  it("sorts all surveys by title", async () => {
    await sortBy("Title, A to Z", /v3 · 450 surveys · by title/);
    await row(/^Ad test 3(?!\d)/).waitFor();
    await workbench.screenshot("large-tree-by-title");
  });

  it("filters by words until the filter is cleared, also after a window reload", async () => {
    const { page } = workbench;
    await sortBy("Title, A to Z", /v3 · 450 surveys · by title/);
    await workbench.runCommand("Survey Explorer: Filter Surveys…");
    const input = page.locator(".quick-input-widget input[type=text]");
    await page.locator(".quick-input-widget").getByText("Words of the title or ID").waitFor();
    await input.fill("만족 44");
    await input.press("Enter");
    await row(/v3 · 7 of 450 surveys · by title/).waitFor();
    await page.getByText('Surveys with "만족 44" in the title or ID').waitFor();
    await workbench.screenshot("large-tree-filtered");
    const problems = await accessibilityProblems(page, { within: ".pane-body .monaco-list" });
    // In VS Code's rows, the parts of a name are separated by a space that is not on the screen.
    assert.deepEqual(
      problems.filter((it) => !it.startsWith("label-content-name-mismatch")),
      [],
    );
    await workbench.reload();
    tree = await workbench.waitForTree(spaceName);
    await row(/v3 · 7 of 450 surveys · by title/).waitFor();
    await page.getByText('Surveys with "만족 44" in the title or ID').waitFor();
    await workbench.runCommand("Survey Explorer: Filter Surveys…");
    await input.fill("nowhere");
    await input.press("Enter");
    await row(/^No survey matches the filter/).waitFor();
    await row(/^No survey matches the filter/).hover();
    await row(/^No survey matches the filter/)
      .getByRole("button", { name: "Clear Filter" })
      .click();
    await row(/v3 · 450 surveys · by title/).waitFor();
    assert.equal(await page.getByText(/in the title or ID$/).count(), 0);
  });
});

describe("Surveys view with many surveys in Korean", () => {
  let space: ServedSpace;
  let workbench: Workbench;

  before(async () => {
    space = await openManySurveys(450);
    workbench = await Workbench.open({ server: space.server, language: "ko" });
  });

  after(async () => {
    await workbench.close();
    await space[Symbol.asyncDispose]();
  });

  it("shows months, orders and pinned surveys in Korean", async () => {
    const { page } = workbench;
    const tree = page.getByRole("tree").filter({ hasText: spaceName });
    const dataSpace = tree.getByRole("treeitem", { name: new RegExp(`^${spaceName}`) });
    await workbench.chooseFromContextMenu(dataSpace, "설문 정렬…");
    await page.locator(".quick-input-widget").getByText("만든 날짜, 최신순").waitFor();
    await workbench.screenshot("large-tree-korean-orders");
    await workbench.choose("업데이트 날짜, 최신순");
    await tree.getByRole("treeitem", { name: /^2026년 11월 설문 20개/ }).waitFor();
    await tree.getByRole("treeitem", { name: /설문 450개 · 업데이트순/ }).waitFor();
    const survey = tree.getByRole("treeitem", { name: /^Brand tracker 449/ });
    await workbench.chooseFromContextMenu(survey, "설문 고정");
    await tree.getByRole("treeitem", { name: /^Brand tracker 449.*고정됨/ }).waitFor();
    assert.doesNotMatch(await tree.innerText(), english);
    await workbench.screenshot("large-tree-korean");
  });
});
