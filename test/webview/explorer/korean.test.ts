import { strict as assert } from "node:assert";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { eventually, succeeds } from "../support/eventually.ts";
import { startDisturbedDataSpace, type DisturbedDataSpace } from "../support/exportSpace.ts";
import { sampleName } from "../support/host.ts";
import { Workbench } from "../support/workbench.ts";

/** Matches three words of an English sentence, but not names, paths and codes. */
const english = /[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}/;
/** Matches names, and what VS Code says itself. */
const others = /Customer satisfaction 2025|Acme research|Sample data space|\(Press .*\)/g;

describe("VS Code in Korean", () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ language: "ko" });
  });

  after(() => workbench.close());

  it("shows the view, its counts and its menus in Korean", async () => {
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
    await page.locator(".sidebar .title-actions .codicon-toolbar-more").click();
    await menu.getByText("로그 보기").waitFor();
    await workbench.screenshot("korean-view-menu");
    assert.doesNotMatch(await menu.innerText(), english);
    await page.keyboard.press("Escape");
  });

  it("shows failures in Korean in the tree and in the connection check", async () => {
    const { page } = workbench;
    const picks = page.locator(".quick-input-widget .monaco-list-row");
    const tree = page.getByRole("tree").filter({ hasText: sampleName });
    const dataSpace = tree.getByRole("treeitem", { name: new RegExp(`^${sampleName}`) });
    await workbench.chooseFromContextMenu(dataSpace, "로그아웃");
    await eventually(
      "the signed-out tree",
      async () => (await tree.innerText()).includes("로그인") || undefined,
    );
    assert.doesNotMatch((await tree.innerText()).replaceAll(sampleName, ""), english);
    await workbench.screenshot("korean-signed-out");
    await workbench.chooseFromContextMenu(dataSpace, "연결 확인");
    await picks.filter({ hasText: /로그인하지 않았습니다/ }).waitFor();
    const said = (await picks.allInnerTexts()).join("\n").replaceAll(sampleName, "");
    assert.doesNotMatch(said, english);
    await workbench.screenshot("korean-check-connection");
    await workbench.dismiss();
    await tree.getByRole("treeitem", { name: "로그인…" }).click();
    const dialog = page.locator(".quick-input-widget");
    await dialog.getByText("(1/2)").waitFor();
    await workbench.screenshot("korean-sign-in");
    assert.doesNotMatch((await dialog.innerText()).replaceAll(others, ""), english);
    await workbench.dismiss();
  });
});

describe("Exporting and adding a data space in Korean", () => {
  let space: DisturbedDataSpace;
  let workbench: Workbench;
  let dialog: Locator;
  let rows: Locator;

  before(async () => {
    space = await startDisturbedDataSpace(450);
    workbench = await Workbench.open({ server: space.server, language: "ko" });
    dialog = workbench.page.locator(".quick-input-widget");
    rows = dialog.locator(".monaco-list-row");
  });

  after(async () => {
    await workbench.close();
    await space[Symbol.asyncDispose]();
  });

  const row = (text: RegExp): Locator => rows.filter({ hasText: text });

  /** Takes a screenshot of what is open, and checks that it has no English. */
  async function isKorean(name: string, shown: Locator = rows): Promise<void> {
    const said = (await shown.allInnerTexts()).join("\n");
    await workbench.screenshot(`korean-${name}`);
    assert.doesNotMatch(said.replaceAll(others, ""), english);
  }

  it("shows the survey menu, the export dialog and its notification in Korean", async () => {
    const survey = workbench.page.getByRole("treeitem", { name: /^Customer satisfaction 2025/ });
    await survey.click({ button: "right" });
    const menu = workbench.page.locator(".monaco-menu");
    await menu.getByText("응답 내보내기…").waitFor();
    await isKorean("survey-menu", menu);
    await workbench.page.keyboard.press("Escape");
    await workbench.chooseFromContextMenu(survey, "응답 내보내기…");
    await row(/응답 450건 내보내기/).waitFor();
    await isKorean("export-dialog");
    for (const [name, line, choice] of [
      ["formats", /^형식/, /일반 표/],
      ["ranges", /^기간/, /설문 전체/],
    ] as const) {
      await workbench.chooseRow(line);
      await row(choice).waitFor();
      await isKorean(`export-${name}`);
      await workbench.chooseRow(choice);
    }
    await workbench.chooseRow(/응답 450건 내보내기/);
    await workbench.answerFile(join(space.folder, "korean.csv"));
    const bell = workbench.page.locator('.statusbar-item[id="status.notifications"]');
    const told = workbench.page.locator(".notification-list-item", { hasText: "korean.csv" });
    await eventually("the notification", async () => {
      await bell.click();
      const isThere = told.filter({ hasText: "내보냈습니다" }).waitFor({ timeout: 2000 });
      return succeeds(isThere);
    });
    await told.getByRole("button", { name: "위치 보기" }).waitFor();
    await isKorean("exported", told);
  });

  it("shows the steps of Add Data Space in Korean", async () => {
    const input = dialog.locator("input[type=text]");
    const answer = async (step: string, field: Locator, text: string): Promise<void> => {
      await dialog.getByText(step).waitFor();
      await isKorean(`add-${step[1]}`, dialog);
      await field.fill(text);
      await field.press("Enter");
    };
    await workbench.runCommand("Survey Explorer: 데이터 스페이스 추가…");
    await dialog.getByText("(1/5)").waitFor();
    await input.fill("http://example.com");
    await dialog.getByText("주소는 https://로 시작해야 합니다").waitFor();
    await answer("(1/5)", input, "https://127.0.0.1:1");
    await answer("(2/5)", input, "space");
    await answer("(3/5)", dialog.locator("input[type=password]"), "key");
    await row(/주소 고치기/).waitFor();
    await isKorean("add-unreachable");
    await workbench.dismiss();
  });
});
