import { strict as assert } from "node:assert";
import { eventually } from "../support/eventually.ts";
import { sampleName } from "../support/host.ts";
import { windowTimeoutMs, Workbench } from "../support/workbench.ts";

/** Three words of a sentence; names, paths and codes are none. */
const english = /[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}/;

describe("VS Code in Korean", function () {
  this.timeout(windowTimeoutMs);
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ language: "ko" });
  });

  after(async () => {
    await workbench.close();
  });

  it("has the view, its counts and its menus in Korean", async () => {
    const { page } = workbench;
    const dataSpace = page.getByRole("treeitem", {
      name: new RegExp(`^${sampleName}.*설문 \\d+개`),
    });
    await dataSpace.waitFor();
    await dataSpace.click({ button: "right" });
    const menu = page.locator(".monaco-menu");
    await menu.getByText("연결 확인").waitFor();
    assert.doesNotMatch(await menu.innerText(), english);
    await workbench.screenshot("korean-menu");
    await page.keyboard.press("Escape");
  });

  it("says what failed in Korean, in the list of checks and in the tree", async () => {
    const { page } = workbench;
    const picks = page.locator(".quick-input-widget .monaco-list-row");
    const tree = page.getByRole("tree").filter({ hasText: sampleName });
    const dataSpace = tree.getByRole("treeitem", { name: new RegExp(`^${sampleName}`) });
    await workbench.chooseFromContextMenu(dataSpace, "로그아웃");
    await eventually(
      "that nobody is signed in",
      async () => (await tree.innerText()).includes("로그인") || undefined,
    );
    assert.doesNotMatch((await tree.innerText()).replaceAll(sampleName, ""), english);
    await workbench.screenshot("korean-signed-out");
    await workbench.chooseFromContextMenu(dataSpace, "연결 확인");
    await picks.filter({ hasText: /로그인하지 않았습니다/ }).waitFor();
    const said = (await picks.allInnerTexts()).join("\n").replaceAll(sampleName, "");
    assert.doesNotMatch(said, english);
    await workbench.screenshot("korean-check-connection");
    await page.keyboard.press("Escape");
  });
});
