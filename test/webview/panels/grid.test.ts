import assert from "node:assert/strict";
import { defaultColumnLayout, withHidden } from "../../../src/model/columnLayout.ts";
import { assertLooks, looks, optionsFor } from "../support/looks.ts";
import { PanelBrowser } from "../support/panelPage.ts";
import { gridState } from "./gridFixtures.ts";
import type { GridCall } from "./gridHarness.ts";
import { cell, focusedCell, rowsInSight, type GridAlone } from "./gridPage.ts";

const million = 1_000_000;

/** Returns what the grid has said since the last call, without its requests for rows. */
async function said(panel: GridAlone): Promise<GridCall[]> {
  return (await panel.takeRequests()).filter((it) => it.kind !== "need");
}

/** Returns the names of the columns in sight, from the left. */
async function columnNames({ page }: GridAlone, count: number): Promise<string> {
  const names = await page.evaluate(() =>
    [...document.querySelectorAll(".grid-header")]
      .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)
      .map((it) => it.querySelector(".header-name")?.textContent.trim()),
  );
  return names.slice(0, count).join(" ");
}

/** Drags the scrollbar to a share (0 to 1) of its range, as a person does. */
async function dragTo(panel: GridAlone, share: number): Promise<void> {
  await panel.page.evaluate(async (to) => {
    const scroller = document.querySelector(".grid");
    const ended = new Promise((resolve) => {
      document.addEventListener("scrollend", resolve, { once: true, capture: true });
    });
    scroller?.scrollTo({ top: (scroller.scrollHeight - scroller.clientHeight) * to });
    await ended;
  }, share);
  await panel.painted();
}

/** Returns the tooltip of a cell while the pointer is on it. */
async function tooltip(panel: GridAlone, row: number, column: number): Promise<string | null> {
  await cell(panel.page, row, column).hover();
  await panel.painted();
  return cell(panel.page, row, column).getAttribute("title");
}

async function wheel(panel: GridAlone, by: number): Promise<void> {
  const before = await rowsInSight(panel);
  await panel.page.mouse.move(400, 400);
  await panel.page.mouse.wheel(0, by);
  await panel.until(
    async () => JSON.stringify(await rowsInSight(panel)) !== JSON.stringify(before),
    "rows moved by the wheel",
  );
  await panel.painted();
}

/** Returns the distance of the upper edge from the first row, in CSS pixels. */
async function scrolledTo(panel: GridAlone): Promise<number> {
  const [first] = await rowsInSight(panel);
  assert(first);
  return first.row * 24 - first.at;
}

describe("Responses grid", () => {
  const browser = new PanelBrowser();
  let panel: GridAlone;
  beforeEach(async () => {
    panel = await browser.grid();
  });
  afterEach(() => panel.close());

  it("has the ARIA grid role, with its size and the position of each cell", async () => {
    await panel.show(gridState());
    const grid = panel.page.getByRole("grid", { name: "Responses" });
    assert.equal(await grid.getAttribute("aria-rowcount"), "1002");
    assert.equal(await grid.getAttribute("aria-colcount"), "40");
    const header = panel.page.getByRole("columnheader", { name: "Q1, Statement 1" });
    assert.equal(await header.getAttribute("aria-colindex"), "6");
    const row = panel.page.getByRole("row", { name: /^R2 / });
    assert.equal(await row.getAttribute("aria-rowindex"), "5");
    assert.equal(await cell(panel.page, 2, 5).getAttribute("aria-colindex"), "6");
  });

  it("groups columns by block, and keeps a group's name visible while scrolling", async () => {
    await panel.show(gridState());
    const { page } = panel;
    const group = page.getByRole("columnheader", { name: "Part 1", exact: true });
    assert.equal(await group.getAttribute("aria-colspan"), "8");
    assert.equal(await group.getAttribute("aria-colindex"), "6");
    await cell(page, 0, 5).click();
    for (let column = 6; column <= 12; column++) {
      await panel.press("ArrowRight");
    }
    const [label, frozen] = await Promise.all([
      group.boundingBox(),
      cell(page, 0, 0).boundingBox(),
    ]);
    assert(label && frozen);
    assert(label.x >= frozen.x + frozen.width - 1 && label.x < frozen.x + frozen.width + 200);
    await panel.press("Control+ArrowRight");
    const last = page.getByRole("columnheader", { name: "Embedded data" });
    assert.equal(await last.getAttribute("aria-colspan"), "2");
  });

  it("names a group once if frozen columns divide it", async () => {
    const { page } = panel;
    await panel.show(gridState({ layout: { ...gridState().layout, frozen: 2 } }));
    // Another group of this name is at the end, above the response's ID.
    const group = page.getByRole("columnheader", { name: "Response", exact: true }).first();
    const frozen = page.locator(".group-cell.frozen");
    const widthOf = async (): Promise<number> => (await group.boundingBox())?.width ?? 0;
    const right = async (column: number): Promise<number> => {
      const box = await cell(page, -1, column).boundingBox();
      return box ? box.x + box.width : 0;
    };
    assert.deepEqual(await frozen.allInnerTexts(), ["Response"]);
    assert.equal(await page.locator(".group-cell").nth(1).innerText(), "Part 1");
    assert.equal(await group.getAttribute("aria-colspan"), "5");
    assert.equal(await widthOf(), await right(4));
    await cell(page, 0, 1).click();
    await panel.press("Control+ArrowRight");
    assert.deepEqual(await frozen.allInnerTexts(), ["Response"]);
    assert.equal(await widthOf(), await right(1));
  });

  it("cuts off a long first answer of several with a mark, and leaves room for the mark of the others", async () => {
    const { page } = panel;
    const state = gridState();
    const answers = [{ value: "9", etcValue: "a long text ".repeat(20) }, { value: "4" }];
    const row = { id: 0, cells: state.rows[0]?.cells.with(7, answers) ?? [] };
    await panel.show({ ...state, rows: [row, ...state.rows.slice(1)] });
    const first = cell(page, 0, 7).locator(".cell-chip").first();
    const [outer, long, short] = [
      await cell(page, 0, 7).boundingBox(),
      await first.boundingBox(),
      await cell(page, 1, 7).locator(".cell-chip").first().boundingBox(),
    ];
    assert(outer && long && short);
    assert.ok(long.x + long.width <= outer.x + outer.width - 20, JSON.stringify([outer, long]));
    assert.equal(await first.evaluate((it) => getComputedStyle(it).textOverflow), "ellipsis");
    // The chips of both rows stand on the same line.
    assert.equal(long.y - outer.y, short.y - outer.y - outer.height);
  });

  it("shows several answers as chips, other text in quotes, and why a value is missing", async () => {
    const { page } = panel;
    await panel.show(gridState());
    assert.deepEqual(await cell(page, 1, 7).locator(".cell-chip").allInnerTexts(), [
      "Agree",
      'Other: "other 1"',
    ]);
    assert.equal(await page.getByRole("gridcell", { name: 'Agree · Other: "other 1"' }).count(), 1);
    assert.equal(await tooltip(panel, 1, 7), 'Agree (4)\nOther (9): "other 1"');
    assert.equal(await cell(page, 6, 5).getAttribute("aria-label"), "not shown");
    assert.equal(await cell(page, 8, 5).getAttribute("aria-label"), "no answer");
    assert.equal(await cell(page, 0, 1).innerText(), "1 Mar 2025, 09:14:00");
    assert.equal(await tooltip(panel, 0, 1), "2025-03-01T09:14:00");
    await panel.show(gridState({ mode: "codes" }));
    assert.deepEqual(await cell(page, 1, 7).locator(".cell-chip").allInnerTexts(), [
      "4",
      '9: "other 1"',
    ]);
    await panel.show(gridState({ mode: "both" }));
    assert.equal(await cell(page, 0, 5).innerText(), "1 Strongly disagree");
    assert.equal(await cell(page, 0, 5).locator(".quiet").innerText(), "1");
  });

  it("moves the focus by the keys of an ARIA grid", async () => {
    await panel.show(gridState());
    await cell(panel.page, 0, 0).click();
    const steps: readonly (readonly [string, string])[] = [
      ["ArrowDown", "1,0"],
      ["ArrowRight", "1,1"],
      ["ArrowUp", "0,1"],
      ["ArrowUp", "-1,1"],
      ["ArrowUp", "-1,1"],
      ["ArrowLeft", "-1,0"],
      ["ArrowDown", "0,0"],
      ["End", "0,39"],
      ["Home", "0,0"],
      ["Control+End", "999,39"],
      ["Control+Home", "0,0"],
      ["Control+ArrowDown", "999,0"],
      ["Control+ArrowUp", "0,0"],
    ];
    for (const [key, position] of steps) {
      await panel.press(key);
      assert.equal(await focusedCell(panel), position, key);
    }
    await panel.press("PageDown");
    const page = Number((await focusedCell(panel)).split(",")[0]);
    assert(page > 15 && page < 40, `${page} rows per page`);
    await panel.press("PageUp");
    assert.equal(await focusedCell(panel), "0,0");
    assert.equal(await panel.page.locator(".grid [tabindex='0']").count(), 1);
  });

  it("draws few of a million rows, and keeps the focus while scrolled away", async () => {
    const { page } = panel;
    await panel.show(gridState({ count: million }));
    assert((await page.getByRole("gridcell").count()) < 600);
    await cell(page, 2, 3).click();
    await dragTo(panel, 0.5);
    const [first] = await rowsInSight(panel);
    assert(first && Math.abs(first.row - million / 2) < 50, `row ${first?.row}`);
    assert((await page.getByRole("gridcell").count()) < 600);
    assert.equal(await focusedCell(panel), "2,3");
    await panel.press("ArrowDown");
    assert.equal(await focusedCell(panel), "3,3");
    const [focused, frozen, head] = await Promise.all([
      cell(page, 3, 3).boundingBox(),
      cell(page, 3, 0).boundingBox(),
      page.locator(".grid-head").boundingBox(),
    ]);
    assert(focused && frozen && head);
    assert(focused.x >= frozen.x + frozen.width - 1, "not covered by the frozen column");
    assert(focused.y >= head.y + head.height - 1, "not covered by the header");
    await panel.press("Control+End");
    assert.equal(await focusedCell(panel), "999999,39");
  });

  it("scrolls to the focused cell when reached by Tab", async () => {
    await panel.show(gridState({ count: million }));
    await cell(panel.page, 2, 3).click();
    await panel.page.evaluate(() => {
      const button = document.createElement("button");
      document.querySelector("main")?.before(button);
      button.focus();
    });
    await dragTo(panel, 0.5);
    await panel.press("Tab");
    assert.equal(await focusedCell(panel), "2,3");
    assert((await rowsInSight(panel)).some((it) => it.row === 2));
  });

  for (const count of [1000, million, 5 * million]) {
    it(`reaches both ends of ${count} rows exactly, by scrollbar, wheel and key`, async () => {
      await panel.show(gridState({ count }));
      const last = count - 1;
      const assertAtEnd = async (how: string): Promise<void> => {
        const at = (await rowsInSight(panel)).at(-1);
        const box = await panel.page.locator(".grid").boundingBox();
        assert(at && box);
        assert.equal(at.row, last, how);
        assert(Math.abs(64 + at.at + 24 - box.height) < 1.5, `${how}: ${at.at}`);
      };
      const assertAtStart = async (how: string): Promise<void> => {
        assert.deepEqual((await rowsInSight(panel))[0], { row: 0, at: 0 }, how);
      };
      await dragTo(panel, 1);
      await assertAtEnd("dragged");
      await wheel(panel, -240);
      await wheel(panel, 120);
      await wheel(panel, 480);
      await assertAtEnd("by wheel");
      await dragTo(panel, 0);
      await assertAtStart("dragged back");
      await wheel(panel, 240);
      await wheel(panel, -480);
      await assertAtStart("by wheel");
      await cell(panel.page, 0, 0).click();
      await panel.press("Control+ArrowDown");
      await assertAtEnd("by key");
      await panel.press("Control+ArrowUp");
      await assertAtStart("by key");
    });
  }

  it("scrolls by exact pixels with the wheel in 5 million rows", async () => {
    await panel.show(gridState({ count: 5 * million }));
    await dragTo(panel, 0.3);
    const before = await scrolledTo(panel);
    await wheel(panel, 100);
    await wheel(panel, 60);
    assert.equal(Math.round((await scrolledTo(panel)) - before), 160);
    await wheel(panel, -160);
    assert.equal(Math.round((await scrolledTo(panel)) - before), 0);
  });

  it("keeps its scroll position while rows are added", async () => {
    await panel.show(gridState({ count: million }));
    await dragTo(panel, 0.7);
    const before = await rowsInSight(panel);
    await panel.show(gridState({ count: 2 * million }));
    assert.deepEqual(await rowsInSight(panel), before);
  });

  it("draws missing rows as busy, and requests them once", async () => {
    const { page } = panel;
    await panel.show(gridState({ count: million, isHeld: true }));
    assert.equal(await page.locator(".grid-rows").innerText(), "");
    assert.equal(await page.locator(".grid-row[aria-busy=true]").count(), 31);
    const needed = await panel.takeRequests();
    assert.deepEqual(needed, [{ kind: "need", first: 0, last: 61 }]);
    await page.evaluate(() => window.harness.deliver());
    await panel.painted();
    assert.equal(await cell(page, 3, 0).innerText(), "R3");
    assert.equal(await page.locator("[aria-busy]").count(), 0);
  });

  it("limits requests for rows while the scrollbar is dragged", async () => {
    await panel.show(gridState({ count: million, isHeld: true }));
    await panel.takeRequests();
    const since = performance.now();
    await panel.page.evaluate(async () => {
      const scroller = document.querySelector(".grid");
      for (let frame = 0; frame < 30; frame++) {
        scroller?.scrollBy(0, 50_000);
        await new Promise(requestAnimationFrame);
      }
    });
    const [first] = await rowsInSight(panel);
    let asked: GridCall[] = [];
    await panel.until(async () => {
      asked = [...asked, ...(await panel.takeRequests())];
      const last = asked.at(-1);
      return last?.kind === "need" && last.first === first?.row;
    }, "a request for rows at the end of scrolling");
    const elapsed = performance.now() - since;
    assert(asked.length <= 2 + elapsed / 100, `${asked.length} times in ${elapsed} ms`);
  });

  it("sorts by the header's button and by key, and shows the direction", async () => {
    const { page } = panel;
    await panel.show(gridState());
    const header = cell(page, -1, 5);
    const button = header.getByRole("button");
    assert.equal(await header.locator(".header-sort").isVisible(), false);
    for (const part of [".header-name", ".header-text"]) {
      await header.locator(part).click();
      await page.mouse.move(0, 300);
      await panel.painted();
      assert.equal(await focusedCell(panel), "-1,5");
      assert.equal(await button.getAttribute("title"), "Sort ascending");
    }
    assert.deepEqual(await said(panel), [], "a click on the header does not sort");
    await cell(page, 0, 0).click();
    await header.hover();
    await button.click();
    assert.equal(await header.getAttribute("aria-sort"), "ascending");
    assert.equal(await focusedCell(panel), "-1,5");
    await panel.press("Enter");
    assert.equal(await header.getAttribute("aria-sort"), "descending");
    assert.equal(await header.locator(".codicon-arrow-down").count(), 1);
    await panel.press("s");
    assert.equal(await header.getAttribute("aria-sort"), null);
    assert.deepEqual(await said(panel), [
      { kind: "sort", sort: { column: "variable:Q1", direction: "ascending" } },
      { kind: "sort", sort: { column: "variable:Q1", direction: "descending" } },
      { kind: "sort", sort: undefined },
    ]);
  });

  it("shortens the texts of neighbouring questions to their differences, with the full text in the label", async () => {
    const { page } = panel;
    const stem = "How satisfied are you with:";
    const texts = new Map([
      ["Q1", `${stem} staff`],
      ["Q2", `${stem} prices`],
      ["Q3", "ما مدى رضاك عن المتجر: الموظفون"],
      ["Q4", "ما مدى رضاك عن المتجر: الأسعار"],
    ]);
    const state = gridState();
    const columns = state.columns
      .filter((it) => it.name === "serial" || texts.has(it.name))
      .map((it) => ({ ...it, text: texts.get(it.name) ?? it.text }));
    await panel.show({ ...state, columns });
    const heads = async (...places: number[]): Promise<string[]> =>
      Promise.all(places.map((it) => cell(page, -1, it).locator(".header-text").innerText()));
    assert.deepEqual(await heads(1, 2, 3, 4), ["… staff", "… prices", "… الموظفون", "… الأسعار"]);
    const header = cell(page, -1, 1);
    assert.equal(await header.getAttribute("aria-label"), `Q1, ${stem} staff`);
    assert.match((await header.getAttribute("title")) ?? "", /with: staff/);
    const direction = (it: number): Promise<string> =>
      cell(page, -1, it)
        .locator(".header-text")
        .evaluate((element) => getComputedStyle(element).direction);
    assert.deepEqual([await direction(2), await direction(3)], ["ltr", "rtl"]);
    const layout = withHidden(defaultColumnLayout, ["variable:Q1"], true);
    await panel.show({ ...state, columns, layout });
    assert.deepEqual(
      await heads(1),
      [`${stem} prices`],
      "the full text without a similar neighbour",
    );
  });

  it("aligns the numbers of a column by digit, as sent", async () => {
    const { page } = panel;
    const state = gridState();
    const columns = state.columns.filter((it) => ["serial", "segment"].includes(it.name));
    const values = ["7", "12.5", "-0.125", "3.50", "7", "", "1000"];
    const show = async (all: readonly string[]): Promise<void> => {
      const rows = all.map((value, id) => ({
        id,
        cells: [[{ value: `R${id}` }], value === "" ? null : [{ value }]],
      }));
      await panel.show({ ...state, columns, rows, count: rows.length });
    };
    await show(values);
    const cells = page.locator('[role=gridcell][data-column="1"]');
    const rests = () => cells.evaluateAll((all) => all.map((it) => it.dataset["rest"] ?? null));
    assert.deepEqual(
      (await cells.allTextContents()).map((it) => it.trim()),
      values,
    );
    assert.deepEqual(await rests(), [".000", "00", "", "0", ".000", null, ".000"]);
    assert.equal(await cells.first().evaluate((it) => getComputedStyle(it).textAlign), "right");
    await show([...values, "about 9"]);
    assert.deepEqual([...new Set(await rests())], [null], "no alignment in a column with a text");
  });

  it("moves a column by dragging, and cancels on Escape", async () => {
    const { page } = panel;
    await panel.show(gridState());
    const drag = async (from: number, to: number, share: number): Promise<void> => {
      await cell(page, -1, from).hover();
      await page.mouse.down();
      const box = await cell(page, -1, to).boundingBox();
      assert(box);
      await page.mouse.move(box.x + box.width * share, box.y + 10, { steps: 4 });
      await panel.painted();
      const mark = await page.locator(".grid-mark").boundingBox();
      const edge = share < 0.5 ? box.x : box.x + box.width;
      assert(mark && Math.abs(mark.x - edge) <= 2, "the mark at the drop position");
    };
    await drag(2, 4, 0.8);
    await page.mouse.up();
    await panel.painted();
    assert.equal(
      await columnNames(panel, 5),
      "serial finishedAt completedStatus collectGroupId startedAt",
    );
    assert.equal(await focusedCell(panel), "-1,4");
    await drag(4, 2, 0.2);
    await panel.press("Escape");
    assert.equal(await page.locator(".grid-mark").count(), 0);
    await page.mouse.up();
    await panel.painted();
    assert.equal(
      await columnNames(panel, 5),
      "serial finishedAt completedStatus collectGroupId startedAt",
    );
  });

  it("scrolls while a column is dragged at an edge, with and without frozen columns", async () => {
    const { page } = panel;
    for (const frozen of [1, 0]) {
      await panel.show(gridState({ layout: { ...gridState().layout, frozen } }));
      const scrollLeft = () => page.locator(".grid").evaluate((it) => it.scrollLeft);
      const grid = await page.locator(".grid").boundingBox();
      assert(grid);
      await cell(page, -1, 3).hover();
      await page.mouse.down();
      const dragAt = async (x: number): Promise<number> => {
        for (let y = 0; y < 4; y++) {
          await page.mouse.move(grid.x + x, grid.y + 10 + y);
          await panel.painted();
        }
        return scrollLeft();
      };
      const right = await dragAt(grid.width - 10);
      assert(right > 0, `frozen ${frozen}: scrolled to ${right}`);
      const left = await dragAt(10);
      assert(left < right, `frozen ${frozen}: from ${right} to ${left}`);
      await panel.press("Escape");
      await page.mouse.up();
    }
  });

  it("arranges columns by keys only in the header", async () => {
    const { page } = panel;
    await panel.show(gridState());
    await cell(page, 0, 2).click();
    await panel.press("h", "s", "z", "w", "Alt+Shift+ArrowRight");
    assert.deepEqual(await said(panel), []);
    await panel.press("Control+ArrowUp", "ArrowUp", "Alt+Shift+ArrowRight");
    assert.equal(await focusedCell(panel), "-1,3");
    assert.equal(await columnNames(panel, 4), "serial finishedAt completedStatus startedAt");
    await panel.press("Alt+Shift+ArrowLeft", "Alt+Shift+ArrowLeft");
    assert.equal(await focusedCell(panel), "-1,1");
    assert.equal(await columnNames(panel, 3), "serial startedAt finishedAt");
    await panel.press("z");
    assert.equal(await page.locator(".grid-header.frozen").count(), 2);
    await panel.press("z");
    assert.equal(await page.locator(".grid-header.frozen").count(), 0);
    await panel.press("h");
    assert.equal(await columnNames(panel, 3), "serial finishedAt completedStatus");
    assert.equal(await focusedCell(panel), "-1,1");
    await panel.press("ArrowLeft", "Alt+Shift+ArrowLeft");
    assert.equal(await columnNames(panel, 2), "serial finishedAt");
    assert.match(
      (await cell(page, -1, 1).getAttribute("title")) ?? "",
      /Enter: sort\nh: hide\nz: freeze up to here\nw: width, W: fit\nAlt\+Shift\+Left, Right: move/,
    );
  });

  it("limits the number of frozen columns to the available width", async () => {
    await panel.show(gridState({ layout: { ...gridState().layout, frozen: 20 } }));
    assert.equal(await panel.page.locator(".grid-header.frozen").count(), 4);
    await panel.page.setViewportSize({ width: 400, height: 800 });
    await panel.until(
      async () => (await panel.page.locator(".grid-header.frozen").count()) === 1,
      "one frozen column in a narrow panel",
    );
  });

  it("resizes columns by mouse and keyboard, and fits them to their content", async () => {
    const { page } = panel;
    await panel.show(gridState());
    const sash = page.getByRole("separator", { name: "Width of Q1", exact: true });
    const width = async (): Promise<number> => Number(await sash.getAttribute("aria-valuenow"));
    const before = await width();
    await cell(page, -1, 5).locator(".header-text").click();
    await panel.press("w", "ArrowRight", "ArrowRight", "ArrowLeft");
    assert.equal(await width(), before + 8);
    await panel.press("Escape");
    assert.equal(await focusedCell(panel), "-1,5");
    const box = await sash.boundingBox();
    assert(box);
    await page.mouse.move(box.x + 2, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 52, box.y + 10);
    await page.mouse.up();
    await panel.painted();
    assert.equal(await width(), before + 58);
    const [header, value] = await Promise.all([
      cell(page, -1, 6).boundingBox(),
      cell(page, 0, 6).boundingBox(),
    ]);
    assert.equal(header?.x, value?.x);
    await panel.press("Shift+W");
    const fitted = await width();
    assert(fitted > 100 && fitted < before + 58, `${fitted}`);
    const isCut = await page.evaluate(() =>
      [...document.querySelectorAll('.grid-rows [data-column="5"]')].some(
        (it) => it.scrollWidth > it.clientWidth,
      ),
    );
    assert(!isCut, "no visible cell is cut");
    await panel.press("w", "Home", "Escape");
    assert.equal(await width(), 48);
    await sash.dblclick();
    await panel.painted();
    assert.equal(await width(), fitted);
  });

  it("selects cells, rows, columns and everything, and copies on the browser's copy event", async () => {
    const { page } = panel;
    await panel.show(gridState({ count: million, isHeld: true }));
    const selected = async (): Promise<number> => page.locator("[aria-selected=true]").count();
    const inSight = (await page.getByRole("gridcell").count()) / 31;
    await cell(page, 1, 1).hover();
    await page.mouse.down();
    await cell(page, 3, 2).hover();
    await page.mouse.up();
    await panel.painted();
    assert.equal(await selected(), 6);
    await cell(page, 5, 1).click({ modifiers: ["Shift"] });
    assert.equal(await selected(), 5);
    await panel.press("Shift+ArrowRight");
    assert.equal(await selected(), 10);
    assert.equal(await page.locator(".grid-row.active").getAttribute("aria-rowindex"), "8");
    await panel.press("Control+c");
    assert.deepEqual(await said(panel), [{ kind: "copy", format: "tsv" }]);
    await panel.press("Shift+Space");
    assert.equal(await selected(), inSight);
    await cell(page, 0, 2).click();
    await panel.press("Control+Space");
    assert.equal(await selected(), 31);
    await cell(page, -1, 3).locator(".header-text").click();
    assert.equal(await selected(), 31);
    await panel.press("Control+a");
    assert.equal(await selected(), inSight * 31);
    assert.equal(await focusedCell(panel), "0,0");
  });

  it("extends the selection below the visible rows by dragging", async () => {
    const { page } = panel;
    await panel.show(gridState());
    await cell(page, 5, 1).hover();
    await page.mouse.down();
    for (let x = 0; x < 6; x++) {
      await page.mouse.move(200 + x, 830);
      await panel.painted();
    }
    await page.mouse.up();
    const [first] = await rowsInSight(panel);
    assert(first && first.row >= 2, `row ${first?.row} is the first in sight`);
  });

  it("extends the selection beyond the visible columns by dragging", async () => {
    const { page } = panel;
    await panel.show(gridState());
    const drag = async (from: number, x: number): Promise<void> => {
      await cell(page, 5, from).hover();
      await page.mouse.down();
      for (let y = 0; y < 6; y++) {
        await page.mouse.move(x, 200 + y);
        await panel.painted();
      }
      await page.mouse.up();
      await panel.painted();
    };
    await drag(3, 1230);
    assert.equal((await focusedCell(panel)).split(",")[1], "12");
    await drag(9, -30);
    // The frozen column is reached only after all others.
    assert.equal((await focusedCell(panel)).split(",")[1], "1");
    await drag(2, -30);
    assert.equal((await focusedCell(panel)).split(",")[1], "0");
  });

  it("applies menu actions to the clicked cell or header", async () => {
    const { page } = panel;
    await panel.show(gridState());
    const act = async (action: string): Promise<GridCall[]> => {
      await page.evaluate((it) => {
        window.harness.grid.act(it as Parameters<typeof window.harness.grid.act>[0]);
      }, action);
      return said(panel);
    };
    await cell(page, 2, 5).click({ button: "right" });
    assert.equal(await focusedCell(panel), "2,5");
    assert.deepEqual(
      JSON.parse((await cell(page, 2, 5).getAttribute("data-vscode-context")) ?? ""),
      { webviewSection: "cell", preventDefaultContextMenuItems: true },
    );
    assert.deepEqual(await act("filterByValue"), [
      { kind: "filterValue", position: { row: 2, column: 5 } },
    ]);
    assert.deepEqual(await act("copyMarkdown"), [{ kind: "copy", format: "markdown" }]);
    await panel.press("Shift+ArrowRight");
    await cell(page, 2, 5).click({ button: "right" });
    assert.equal(await page.locator("[aria-selected=true]").count(), 2, "the unchanged selection");
    assert.deepEqual(await act("filterByColumn"), [{ kind: "filterColumn", key: "variable:Q1" }]);
    await cell(page, -1, 2).click({ button: "right" });
    assert.match(
      (await cell(page, -1, 2).getAttribute("data-vscode-context")) ?? "",
      /"webviewSection":"header"/,
    );
    assert.deepEqual(await act("sortDescending"), [
      { kind: "sort", sort: { column: "metadata:startedAt", direction: "descending" } },
    ]);
    await act("hideColumn");
    assert.equal(await columnNames(panel, 3), "serial finishedAt completedStatus");
    await act("moveColumnLeft");
    assert.equal(await columnNames(panel, 3), "serial completedStatus finishedAt");
    await act("resetColumns");
    assert.equal(await columnNames(panel, 3), "serial finishedAt startedAt");
  });

  it("marks a found cell and scrolls to it", async () => {
    const found = { row: 700, column: "variable:Q20" };
    await panel.show(gridState({ found }));
    await panel.page.evaluate((it) => {
      window.harness.grid.revealCell(it.row, it.column);
    }, found);
    await panel.painted();
    const marked = panel.page.locator(".grid-cell.found");
    assert.equal(await marked.getAttribute("data-row"), "700");
    assert(await marked.isVisible());
  });

  it("restores an exact scroll position", async () => {
    await panel.show(gridState({ count: million }));
    await panel.page.evaluate(() => {
      window.harness.grid.scrollToRow(654_321.5, 300);
    });
    await panel.painted();
    assert.deepEqual((await rowsInSight(panel))[0], { row: 654_321, at: -12 });
    assert.equal(await panel.page.locator(".grid").evaluate((it) => it.scrollLeft), 300);
  });

  it("switches between codes and labels within 100 ms", async () => {
    await panel.page.setViewportSize({ width: 2400, height: 1200 });
    await panel.show(gridState({ count: million }));
    const elapsed = await panel.page.evaluate(async () => {
      const { grid } = window.harness;
      const times: number[] = [];
      for (const mode of ["codes", "labels", "codes", "labels"] as const) {
        const start = performance.now();
        grid.mode = mode;
        await grid.updateComplete;
        document.querySelector(".grid-rows")?.getBoundingClientRect();
        times.push(performance.now() - start);
      }
      // The minimum, because other processes may use the processor meanwhile.
      return Math.min(...times);
    });
    assert(elapsed < 100, `switching took ${elapsed} ms`);
  });

  for (const look of looks) {
    it(`is accessible and fits, ${look.name}`, async () => {
      const other = await browser.grid(optionsFor(look));
      await other.show(gridState({ mode: "both", layout: { ...gridState().layout, frozen: 2 } }));
      await cell(other.page, 2, 0).click();
      await other.press("ArrowRight", "Shift+ArrowDown", "Shift+ArrowRight");
      await assertLooks(other, "grid", look);
      await other.page.evaluate(() => window.harness.openColumns());
      await other.painted();
      await other.press("ArrowDown", "ArrowDown", "Space");
      await assertLooks(other, "grid-columns", look);
      await other.close();
    });
  }
});

describe("Columns dialog", () => {
  const browser = new PanelBrowser();
  let panel: GridAlone;
  beforeEach(async () => {
    panel = await browser.grid();
    await panel.show(gridState());
    await panel.page.evaluate(() => window.harness.openColumns());
    await panel.painted();
  });
  afterEach(() => panel.close());

  const listed = async (): Promise<string[]> => panel.page.locator(".columns-name").allInnerTexts();

  it("lists all columns by block, and finds them by name and text", async () => {
    const { page } = panel;
    assert.equal((await listed()).length, 40);
    assert.equal(await page.getByRole("group", { name: "Part 2" }).getByRole("option").count(), 8);
    assert.equal(await page.getByRole("status").innerText(), "40 of 40 shown");
    await page.keyboard.type("q31");
    await panel.painted();
    assert.deepEqual(await listed(), ["Q31"]);
    await panel.press("Control+a");
    await page.keyboard.type("statement 12:");
    await panel.painted();
    assert.deepEqual(await listed(), ["Q12"]);
    await panel.press("Enter");
    assert.deepEqual(await said(panel), [{ kind: "reveal", key: "variable:Q12" }]);
    assert(await cell(page, 0, 16).isVisible());
    await page.keyboard.type("no such");
    await panel.painted();
    assert.equal(await page.getByText("No column has this in its name or text.").count(), 1);
  });

  it("hides, moves, freezes and resets columns by keyboard", async () => {
    const { page } = panel;
    await panel.press("ArrowDown", "ArrowDown", "Space");
    assert.equal(await columnNames(panel, 2), "serial startedAt");
    assert.equal(await page.getByRole("status").innerText(), "39 of 40 shown");
    assert.equal(await panel.focused(), "finishedAt Finished");
    assert.equal(
      await page.getByRole("option", { name: "finishedAt" }).getAttribute("aria-checked"),
      "false",
    );
    await panel.press("Space", "Alt+ArrowDown", "Alt+ArrowDown", "Alt+ArrowUp");
    assert.equal(await columnNames(panel, 4), "serial startedAt finishedAt completedStatus");
    assert.equal(await panel.focused(), "finishedAt Finished");
    await panel.press("Home");
    assert.equal(await panel.focused(), "serial Serial");
    await panel.press("Space", "ArrowDown", "Space");
    await panel.button("Show All").click();
    await panel.painted();
    assert.equal(await page.getByRole("status").innerText(), "40 of 40 shown");
    await page.getByLabel("Frozen").fill("2");
    await panel.press("Enter");
    assert.equal(await page.locator(".grid-header.frozen").count(), 2);
    await panel.button("Reset").click();
    await panel.painted();
    assert.equal(await columnNames(panel, 3), "serial finishedAt startedAt");
    assert.equal(await page.locator(".grid-header.frozen").count(), 1);
    await panel.takeRequests();
    await panel.press("Escape");
    assert.deepEqual(await said(panel), [{ kind: "close" }]);
  });

  it("searches for text that is typed in the list", async () => {
    await panel.press("ArrowDown", "s", "e", "g");
    assert.deepEqual(await listed(), ["segment"]);
  });

  it("shows a hidden column before scrolling to it", async () => {
    const { page } = panel;
    await panel.press("ArrowDown", "ArrowDown", "Space");
    await panel.takeRequests();
    await panel.press("Enter");
    assert.deepEqual(
      (await said(panel)).map((it) => it.kind),
      ["layout", "reveal"],
    );
    assert.equal(await columnNames(panel, 2), "serial finishedAt");
    await page.getByRole("option", { name: "startedAt" }).locator(".columns-box").click();
    await panel.painted();
    assert.equal(await columnNames(panel, 3), "serial finishedAt completedStatus");
  });
});
