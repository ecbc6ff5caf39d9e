import { strict as assert } from "node:assert";
import type { Frame, Locator } from "playwright-core";
import type { Response } from "../../../src/model/response.ts";
import { matchesFilter, type ResponseFilter } from "../../../src/model/responseFilter.ts";
import { accessibilityProblems } from "../support/axe.ts";
import { eventually, succeeds } from "../support/eventually.ts";
import { readSample } from "../support/sampleResponses.ts";
import { Workbench, type Theme } from "../support/workbench.ts";

const themes: readonly Theme[] = ["light", "dark", "hc"];
const sizes = [
  ["wide", 1280, 800],
  // A zoom of 200 % leaves half of the pixels.
  ["zoom-200", 640, 400],
  // Beside the side bar, the panel is 400 pixels wide.
  ["narrow", 626, 700],
] as const;
const survey = "Customer satisfaction 2025";
const total = 1500;

function valueOf(response: Response | undefined, name: string): string | undefined {
  return response?.variables.find((it) => it.name === name)?.answer[0]?.value;
}

describe("Responses panel in VS Code, by keyboard alone", () => {
  let workbench: Workbench;
  let frame: Frame;
  let responses: readonly Response[];

  before(async () => {
    workbench = await Workbench.shared();
    await workbench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await workbench.waitForTree();
    responses = await readSample(survey);
    assert.equal(responses.length, total);
    frame = await openResponses(workbench);
    await counts(`1,500 of 1,500, newest first`);
  });

  let hasFailed = false;

  afterEach(function () {
    hasFailed = this.currentTest?.state === "failed";
  });

  beforeEach(async () => {
    if (hasFailed) {
      // An open dialog, a filter or a lost focus must not affect the next test.
      await workbench.runCommand("View: Close All Editors");
      frame = await openResponses(workbench);
      await counts("1,500 of 1,500, newest first");
    }
  });

  after(async () => {
    await workbench.changeSettings({});
    await workbench.close();
  });

  async function openResponses(of: Workbench): Promise<Frame> {
    await of.runCommand("Survey Explorer: Open Responses");
    await of.choose(survey);
    return of.webviewFrame("responses", survey);
  }

  async function press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await workbench.page.keyboard.press(key);
    }
  }

  /**
   * Presses a key until it has its effect. VS Code learns late that the panel has the focus, or that it has left a field;
   * until then it handles no letter as a shortcut.
   */
  async function pressUntil(key: string, seen: Locator): Promise<void> {
    await eventually(`the effect of ${key}`, async () => {
      await press(key);
      return succeeds(seen.waitFor({ timeout: 5000 }));
    });
  }

  async function type(text: string): Promise<void> {
    await workbench.page.keyboard.type(text);
  }

  async function counts(text: string): Promise<void> {
    await frame.locator(".counts").getByText(text, { exact: true }).waitFor();
  }

  /** Waits until this cell has the focus: "row,column", by position; row -1 is the header. */
  async function focusIsAt(place: string): Promise<void> {
    let seen = "";
    await eventually(`the focus at ${place}`, async () => {
      seen = await frame.evaluate(() => {
        const { row, column } = (document.activeElement as HTMLElement | null)?.dataset ?? {};
        return `${row ?? ""},${column ?? ""}`;
      });
      return seen === place || undefined;
    }).catch((error: unknown) => assert.fail(`${String(error)} It is at ${seen}.`));
  }

  function focused(): Locator {
    return frame.locator(":focus");
  }

  /** Goes to a column by its name, in the row where the focus is. */
  async function goToColumn(name: string): Promise<void> {
    await press("Control+f");
    await frame.locator(".find-text:focus").waitFor();
    const columns = frame.getByRole("radio", { name: "Columns" });
    if (!(await columns.isChecked())) {
      await press("Tab", "ArrowRight", "Shift+Tab");
    }
    await type(name);
    await frame.locator(".find-count", { hasText: /^1 of / }).waitFor();
    await press("Escape");
    const column = await header(name).getAttribute("data-column");
    await frame.locator(`:focus[data-column="${column ?? ""}"]`).waitFor();
  }

  function header(name: string): Locator {
    return frame.locator(".grid-header").filter({
      has: frame.locator(".header-name", { hasText: new RegExp(`^\\s*${name}\\s*$`) }),
    });
  }

  async function headers(): Promise<string[]> {
    const names = await frame.locator(".grid-header .header-name").allInnerTexts();
    return names.map((it) => it.trim());
  }

  /** Text of a row's cell, which is not read out where it is empty. */
  function cellAt(row: number, column: string | number): Locator {
    return frame.locator(`[role=gridcell][data-row="${row}"][data-column="${column}"]`);
  }

  async function columnOf(name: string): Promise<string> {
    return (await header(name).getAttribute("data-column")) ?? "";
  }

  async function clipboardIs(check: (text: string) => boolean, what: string): Promise<void> {
    let seen = "";
    await eventually(`${what} on the clipboard`, async () => {
      seen = await workbench.page.evaluate(() => navigator.clipboard.readText());
      return check(seen) || undefined;
    }).catch((error: unknown) => assert.fail(`${String(error)} There is: ${seen}`));
  }

  it("focuses the grid when it opens and moves the focus by keys", async () => {
    await focusIsAt("0,0");
    await press("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight");
    await focusIsAt("2,2");
    await press("Control+End");
    await frame.locator(`:focus[data-row="${total - 1}"]`).waitFor();
    await press("Home");
    await focusIsAt(`${total - 1},0`);
    const oldest = responses.at(-1)?.serial ?? "";
    await focused().filter({ hasText: oldest }).waitFor();
    await press("Control+Home", "PageDown", "PageUp");
    await focusIsAt("0,0");
    await focused()
      .filter({ hasText: responses[0]?.serial ?? "" })
      .waitFor();
  });

  it("switches between codes, labels and both with one key", async () => {
    await goToColumn("Q1");
    const cell = cellAt(0, await columnOf("Q1"));
    const code = valueOf(responses[0], "Q1") ?? "";
    const label = (await cell.innerText()).trim();
    assert.notEqual(label, code);
    for (const [mode, text] of [
      ["Both", `${code} ${label}`],
      ["Codes", code],
      ["Labels", label],
    ] as const) {
      await pressUntil("c", frame.getByRole("radio", { name: mode, checked: true }));
      await eventually(
        `the cell with ${text}`,
        async () => (await cell.innerText()).trim().replace(/\s+/g, " ") === text,
      );
    }
  });

  it("sorts by a column and returns to newest first", async () => {
    await goToColumn("age");
    await press("Control+ArrowUp", "ArrowUp", "Enter");
    await counts("1,500 of 1,500, by age, ascending");
    const column = await columnOf("age");
    const ages = responses.map((it) => Number(valueOf(it, "age"))).filter((it) => it > 0);
    await cellAt(0, column)
      .filter({ hasText: new RegExp(`^\\s*${Math.min(...ages)}\\s*$`) })
      .waitFor();
    assert.equal(await header("age").getAttribute("aria-sort"), "ascending");
    await press("Enter");
    await counts("1,500 of 1,500, by age, descending");
    await cellAt(0, column)
      .filter({ hasText: new RegExp(`^\\s*${Math.max(...ages)}\\s*$`) })
      .waitFor();
    await press("Enter");
    await counts("1,500 of 1,500, newest first");
    // Wait for the rows: a cell that has the focus before they arrive would follow its response.
    await cellAt(0, 0)
      .filter({ hasText: responses[0]?.serial ?? "" })
      .waitFor();
    await press("Control+Home");
    await focusIsAt("0,0");
  });

  it("resizes, moves, freezes and hides columns, and shows one from the columns dialog", async () => {
    await press("Control+Home", "ArrowUp", "ArrowRight", "ArrowRight", "w");
    await focused().and(frame.getByRole("separator")).waitFor();
    const width = async (name: string) => (await header(name).boundingBox())?.width ?? 0;
    const before = await width("Q1");
    await press("ArrowRight", "ArrowRight", "Enter");
    await focusIsAt("-1,2");
    assert.equal(await width("Q1"), before + 16);
    await press("Shift+W");
    await eventually("a column as wide as its cells", async () =>
      (await width("Q1")) < before ? true : undefined,
    );
    await press("Alt+Shift+ArrowLeft");
    await focusIsAt("-1,1");
    assert.deepEqual((await headers()).slice(0, 3), ["serial", "Q1", "finishedAt"]);
    await press("z");
    await frame.locator(".grid-header.frozen").nth(1).waitFor();
    assert.equal(await frame.locator(".grid-header.frozen").count(), 2);
    await press("ArrowRight", "ArrowRight", "h");
    await header("Q2").waitFor({ state: "detached" });
    await focusIsAt("-1,3");
    const dialog = frame.getByRole("dialog", { name: "Columns" });
    await pressUntil("k", dialog.getByRole("searchbox").and(focused()));
    await type("What did you buy");
    await dialog.getByText(/^1 found, /).waitFor();
    await press("ArrowDown", "Space");
    await dialog
      .getByRole("option", { name: /Q2/ })
      .and(frame.locator("[aria-checked=true]"))
      .waitFor();
    await press("Escape");
    await header("Q2").waitFor();
    await pressUntil("k", dialog.getByRole("searchbox").and(focused()));
    await type("Response ID");
    await press("Enter");
    await dialog.waitFor({ state: "detached" });
    await header("responseId").waitFor();
    await pressUntil("k", dialog.getByRole("searchbox").and(focused()));
    await press("ArrowDown", "Home", "ArrowDown", "Alt+ArrowDown");
    await dialog.getByRole("option", { name: /Q1/ }).and(focused()).waitFor();
    await press("Escape");
    await toGrid();
    await press("ArrowRight");
    await focusIsAt("0,1");
    assert.deepEqual((await headers()).slice(0, 3), ["serial", "finishedAt", "Q1"]);
  });

  it("combines all kinds of filters and undoes them step by step", async () => {
    const form = frame.getByRole("form", { name: "Filter" });
    await pressUntil("f", form.locator("input:focus"));
    await type("2025-03-15 12:00");
    const start: ResponseFilter = { startDateTime: "2025-03-15T12:00:00" };
    await filtered(start);
    const group = form.getByRole("combobox", { name: "Collect group" });
    await tabTo(group);
    await type("Link");
    const collectGroupId = (await group.inputValue()) || undefined;
    assert.ok(collectGroupId);
    await filtered({ ...start, collectGroupId });
    await tabTo(form.getByRole("textbox", { name: "Duration from" }));
    await type("1:00");
    await tabTo(form.getByRole("textbox", { name: "Duration up to" }));
    await type("10:00");
    const range = { ...start, collectGroupId, duration: { atLeast: 60, atMost: 600 } };
    await filtered(range);
    await tabTo(form.getByRole("button", { name: "Add Condition" }));
    await press("Enter");
    await form.getByRole("combobox", { name: "Column" }).and(focused()).waitFor();
    await type("how often do you shop");
    await press("Enter");
    await form.locator(".value").nth(3).waitFor();
    await tabTo(form.locator(".value input").first());
    await press("Space", "ArrowDown", "Space");
    const conditions = [
      { kind: "variable", name: "Q1", is: "oneOf", values: ["1", "2"], missing: [] },
    ] as const;
    await filtered({ ...range, conditions });
    await tabTo(form.getByRole("button", { name: "Add Condition" }));
    await press("Enter");
    await type("tier");
    await press("Enter");
    await form.locator(".value", { hasText: "Silver" }).waitFor();
    await tabTo(
      form
        .getByRole("textbox", { name: "Answer text contains" })
        .or(form.getByRole("textbox", { name: "Contains", exact: true })),
    );
    await type("s");
    const both = [
      ...conditions,
      { kind: "embedded", name: "tier", is: "contains", text: "s" },
    ] as const;
    await filtered({ ...range, conditions: both });
    await workbench.screenshot("responses-filter-vscode");
    await press("Escape");
    // The focus is back where the filter was opened from.
    await frame.getByRole("gridcell").and(focused()).waitFor();
    assert.equal(await frame.locator(".chip").count(), 5);
    await press("Control+z");
    await filtered({ ...range, conditions });
    await tabTo(frame.getByRole("button", { name: "Clear All Filters" }), "Shift+Tab");
    await press("Enter");
    await filtered({});
    await press("Control+z");
    await filtered({ ...range, conditions });
    await tabTo(frame.getByRole("button", { name: "Clear All Filters" }));
    await press("Enter");
    await filtered({});
  });

  /** Waits for the count that the same filter gives for responses that were read without the extension. */
  async function filtered(filter: ResponseFilter): Promise<void> {
    const count = responses.filter((it) => matchesFilter(filter, it)).length;
    assert.ok(count > 0, "responses that pass the filter");
    await counts(`${count.toLocaleString("en")} of 1,500, newest first`);
  }

  async function tabTo(target: Locator, key: "Shift+Tab" | "Tab" = "Tab"): Promise<void> {
    for (let steps = 0; steps < 40; steps++) {
      if ((await target.and(focused()).count()) > 0) {
        return;
      }
      await press(key);
    }
    assert.fail(`${key} does not lead to ${String(target)}`);
  }

  async function toGrid(): Promise<void> {
    await tabTo(frame.locator("[role=gridcell], .grid-header"));
    await press("Control+Home");
    await focusIsAt("0,0");
  }

  it("finds text in the values of all responses", async () => {
    await toGrid();
    await press("Control+f");
    await frame.locator(".find-text:focus").waitFor();
    await press("Tab");
    const values = frame.getByRole("radio", { name: "Values", checked: true });
    // An earlier test may have left the panel searching columns.
    if ((await values.count()) === 0) {
      await press("ArrowLeft");
    }
    await values.waitFor();
    await press("Shift+Tab");
    await type("gift card");
    const expected = responses.filter((it) =>
      it.variables.some(({ answer }) => answer.some(({ etcValue }) => etcValue === "Gift card")),
    ).length;
    await frame.getByText(`1 of ${expected}`, { exact: true }).waitFor();
    await press("F3");
    await frame.getByText(`2 of ${expected}`, { exact: true }).waitFor();
    await press("Escape");
    await focused().filter({ hasText: "Gift card" }).waitFor();
  });

  it("handles letters as shortcuts of VS Code, but not in a field", async () => {
    await toGrid();
    await press("Control+f");
    await frame.locator(".find-text:focus").waitFor();
    await type("chjkfnp");
    assert.equal(await frame.locator(".find-text").inputValue(), "chjkfnp");
    await frame.locator(".find-count", { hasText: "No results" }).waitFor();
    await press("Alt+F1");
    const keys = frame.getByRole("dialog", { name: "Keyboard Shortcuts" });
    await keys.waitFor();
    assert.equal(await frame.getByRole("radio", { name: "Labels" }).isChecked(), true);
    assert.equal(await frame.getByRole("form", { name: "Filter" }).count(), 0);
    assert.equal(await frame.getByRole("dialog", { name: "Columns" }).count(), 0);
    assert.deepEqual(await accessibilityProblems(frame), []);
    await workbench.screenshot("responses-keys-vscode");
    await tabTo(keys.getByRole("button", { name: "Change Keyboard Shortcuts…" }));
    await press("Enter");
    const rows = workbench.page.locator(".keybindings-editor .monaco-list-row");
    await rows.filter({ hasText: "Show Next Response" }).first().waitFor();
    // The editor opens over the panel or beside it, depending on the version of VS Code.
    await press("Control+w");
    await workbench.runCommand("View: Close All Editors");
    frame = await openResponses(workbench);
    await counts("1,500 of 1,500, newest first");
  });

  it("pages through responses as a questionnaire and shows their JSON", async () => {
    await toGrid();
    await press("Enter");
    const name = (at: number) => `Response ${responses[at]?.serial ?? ""}`;
    const detail = frame.getByRole("complementary");
    await frame.getByRole("complementary", { name: name(0) }).waitFor();
    await pressUntil("n", frame.getByRole("complementary", { name: name(1) }));
    await press("ArrowDown");
    await frame.getByRole("complementary", { name: name(2) }).waitFor();
    await press("p");
    await frame.getByRole("complementary", { name: name(1) }).waitFor();
    await detail.getByText("How often do you shop with us?").waitFor();
    await workbench.screenshot("responses-detail-vscode");
    assert.deepEqual(await accessibilityProblems(frame), []);
    await press("j");
    const { page } = workbench;
    await page.getByRole("tab", { name: `${name(1)}.json` }).waitFor();
    const line = page.locator(".monaco-editor .view-lines");
    await line
      .filter({ hasText: new RegExp(`"serial":\\s*"${responses[1]?.serial ?? ""}"`) })
      .waitFor();
    await press("Control+w");
    frame = await workbench.webviewFrame("responses", survey);
    // The panel is reloaded. A key that is pressed before it has the focus is lost, or goes to VS Code.
    await frame.locator("[role=gridcell]:focus").waitFor();
    await toGrid();
    await press("Escape");
    await frame.getByRole("complementary").waitFor({ state: "detached" });
    await focusIsAt("0,0");
  });

  it("copies the selection in four formats", async () => {
    await goToColumn("Q1");
    await press("Home", "Shift+ArrowDown");
    const serials = responses.slice(0, 2).map((it) => it.serial ?? "");
    await press("Control+c");
    await clipboardIs((it) => it === serials.join("\n"), "TSV");
    for (const [entry, text] of [
      ["Copy As CSV", serials.join("\r\n")],
      ["Copy As JSON", `[\n${serials.map((it) => `{"serial":"${it}"}`).join(",\n")}\n]\n`],
      ["Copy As Markdown", `|  |\n| --- |\n${serials.map((it) => `| ${it} |\n`).join("")}`],
    ] as const) {
      await openMenu();
      await chooseFromMenu(entry);
      await clipboardIs(
        (it) => it.replaceAll("\r\n", "\n") === text.replaceAll("\r\n", "\n"),
        entry,
      );
      await toGrid();
      await press("Shift+ArrowDown");
    }
  });

  async function openMenu(): Promise<void> {
    const button = frame.getByRole("button", { name: "More Actions" });
    for (let steps = 0; (await button.and(focused()).count()) === 0; steps++) {
      assert.ok(steps < 20, "Shift+Tab leads to the menu's button");
      await press("Shift+Tab");
    }
    await press("Enter");
    await frame.getByRole("menu").waitFor();
  }

  async function chooseFromMenu(entry: string): Promise<void> {
    const item = frame.getByRole("menuitem", { name: entry });
    for (let steps = 0; (await item.and(focused()).count()) === 0; steps++) {
      assert.ok(steps < 20, `ArrowDown leads to ${entry}`);
      await press("ArrowDown");
    }
    await press("Enter");
  }

  /** Returns the condition that Q1 has the same answer as in the newest response. */
  function narrowing() {
    const values = [valueOf(responses[0], "Q1") ?? ""];
    return [{ kind: "variable", name: "Q1", is: "oneOf", values, missing: [] }] as const;
  }

  /** Filters and sorts with VS Code's own menus, unless an earlier test has done so. */
  async function narrow(): Promise<void> {
    const isDone = frame.locator(".counts", { hasText: "by Serial, descending" });
    if ((await isDone.count()) > 0) {
      return;
    }
    await toGrid();
    await goToColumn("Q1");
    await press("Shift+F10");
    await chooseFromNativeMenu("Filter by This Value");
    await filtered({ conditions: narrowing() });
    await toGrid();
    await press("ArrowUp", "Shift+F10");
    await chooseFromNativeMenu("Sort Descending");
    await isDone.waitFor();
  }

  it("filters and sorts from VS Code's context menus of cells and headers", async () => {
    await narrow();
    await workbench.screenshot("responses-chips-vscode");
    const conditions = narrowing();
    const found = responses.filter((it) => matchesFilter({ conditions }, it)).length;
    await counts(`${found} of 1,500, by Serial, descending`);
  });

  async function chooseFromNativeMenu(entry: string): Promise<void> {
    const item = workbench.page.getByRole("menuitem", { name: entry });
    await item.waitFor();
    for (let steps = 0; steps < 20; steps++) {
      const active = workbench.page.locator(".monaco-menu .action-item.focused");
      if ((await active.filter({ hasText: entry }).count()) > 0) {
        break;
      }
      await press("ArrowDown");
    }
    await press("Enter");
    await item.waitFor({ state: "detached" });
  }

  it("opens the export dialog with its filter and its form of cells", async () => {
    await narrow();
    await openMenu();
    await press("Escape");
    const button = frame.getByRole("button", { name: "Export" });
    for (let steps = 0; (await button.and(focused()).count()) === 0; steps++) {
      assert.ok(steps < 20, "Shift+Tab leads to the button");
      await press("Shift+Tab");
    }
    await press("Enter");
    const dialog = workbench.page.locator(".quick-input-widget");
    const line = (text: RegExp) => dialog.locator(".monaco-list-row", { hasText: text });
    await line(/Filter/).waitFor();
    await workbench.screenshot("responses-export-vscode");
    await workbench.choose("Format");
    await workbench.choose("A plain table");
    // As the panel shows cells, not as the setting for exports says.
    await line(/Cells.*labels/).waitFor();
    await workbench.dismiss();
  });

  it("is restored after a window reload", async () => {
    await narrow();
    await toGrid();
    await pressUntil("c", frame.locator("[name=cells][value=both]:checked"));
    await press("PageDown", "PageDown", "ArrowRight", "ArrowRight", "Shift+ArrowDown");
    const look = () =>
      frame.evaluate(() => ({
        chips: [...document.querySelectorAll(".chip-edit")].map((it) => it.textContent.trim()),
        counts: document.querySelector(".counts")?.textContent,
        columns: [...document.querySelectorAll(".grid-header .header-name")].map((it) =>
          it.textContent.trim(),
        ),
        widths: [...document.querySelectorAll<HTMLElement>(".grid-header")].map(
          (it) => it.offsetWidth,
        ),
        cells: document.querySelector<HTMLInputElement>("[name=cells]:checked")?.value,
        top: document.querySelector(".grid")?.scrollTop,
        active: (document.activeElement as HTMLElement | null)?.dataset["row"],
        // The elements of rows are in any order, each positioned at its place.
        selected: [...document.querySelectorAll("[role=gridcell][aria-selected=true]")]
          .map((it) => `${it.getAttribute("data-row") ?? ""} ${it.textContent.trim()}`)
          .sort(),
      }));
    const before = await eventually(
      "two cells further down, the second with the focus",
      async () => {
        const seen = await look();
        const hasTexts = seen.selected.filter((it) => /\d \S/.test(it)).length === 2;
        // The focus lags behind the selection while rows are still to be drawn.
        const hasFocus =
          Math.max(...seen.selected.map((it) => parseInt(it))) === Number(seen.active);
        return hasTexts && hasFocus && (seen.top ?? 0) > 0 && seen.cells === "both"
          ? seen
          : undefined;
      },
    );
    // The selection with its anchor, as the panel keeps it.
    const row = Number(before.active);
    await workbench.waitUntilStored(
      new RegExp(`"active":{"row":${row},"column":2},"anchor":{"row":${row - 1},`),
    );
    await workbench.reload();
    frame = await workbench.webviewFrame("responses", survey);
    await frame.locator(".counts", { hasText: /of 1,500, by Serial/ }).waitFor();
    let after: unknown;
    await eventually("the same look", async () => {
      after = await look();
      return (
        JSON.stringify({ ...before, active: 0 }) ===
          JSON.stringify({ ...(after as typeof before), active: 0 }) || undefined
      );
    }).catch(() => assert.deepEqual(after, before));
  });

  it("loads all responses in a second window at the same time", async () => {
    await narrow();
    await using second = await Workbench.open();
    await second.waitForTree();
    const other = await openResponses(second);
    await other.locator(".counts", { hasText: "1,500 of 1,500, newest first" }).waitFor();
    await other.getByText("All 1,500 responses loaded").waitFor();
    await frame.locator(".counts", { hasText: /of 1,500, by Serial/ }).waitFor();
  });

  it("keeps its column layout, but not its filter, when reopened", async () => {
    await toGrid();
    const [, name = ""] = await headers();
    await press("ArrowUp", "ArrowRight", "h");
    await header(name).waitFor({ state: "detached" });
    await workbench.runCommand("View: Close Editor");
    await workbench.page.getByRole("tab", { name: /· Responses/ }).waitFor({ state: "detached" });
    frame = await openResponses(workbench);
    await counts("1,500 of 1,500, newest first");
    // Column layouts belong to the survey, filters to a panel.
    assert.equal(await header(name).count(), 0);
  });

  for (const theme of themes) {
    it(`has no accessibility problem in the ${theme} theme`, async () => {
      await workbench.setTheme(theme);
      frame = await workbench.webviewFrame("responses", survey);
      const onlyColours = theme !== themes[0];
      // Colours do not depend on the size.
      for (const [size, width, height] of onlyColours ? sizes.slice(0, 1) : sizes) {
        await workbench.page.setViewportSize({ width, height });
        await frame.getByRole("gridcell").first().waitFor();
        assert.deepEqual(await accessibilityProblems(frame, { onlyColours }), [], size);
        await workbench.screenshot(`responses-${size}-${theme}-vscode`);
      }
      await workbench.page.setViewportSize({ width: 1280, height: 800 });
    });
  }
});
