import { strict as assert } from "node:assert";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { skip } from "../../../scripts/testing/skip.ts";
import { ScreenReader } from "../support/screenReader.ts";
import { eventually, succeeds, textOnceWritten } from "../support/eventually.ts";
import { Workbench } from "../support/workbench.ts";
import { folderOfSuite } from "../../support/folders.ts";

const survey = "Customer satisfaction 2025";
const all = "1,500 of 1,500 responses, newest first";

/** Tasks of README and docs/, one after the other, without looking and without moving the mouse. */
describe("Journeys of the manual in VS Code, by keyboard and screen reader", () => {
  let workbench: Workbench;
  let reader: ScreenReader;
  let frame: Frame;
  const folder = folderOfSuite();
  let isBroken = false;

  // Each journey begins where the one before has ended.
  beforeEach(function () {
    if (isBroken) {
      skip(this, "the previous journey failed");
    }
  });

  afterEach(function () {
    isBroken ||= this.currentTest?.state === "failed";
  });

  before(async () => {
    workbench = await Workbench.open();
    await workbench.waitForTree();
    reader = await ScreenReader.of(workbench.page);
  });

  after(() => workbench.close());

  async function press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await workbench.page.keyboard.press(key);
    }
  }

  async function type(text: string): Promise<void> {
    await workbench.page.keyboard.type(text);
  }

  /** Runs a command from the command palette. */
  async function run(title: string): Promise<void> {
    await reader.press("F1", /, (textbox|combobox|option)/);
    await type(title);
    await reader.says(new RegExp(`^(.*, )?${title}…?(, .*)?, option`));
    await press("Enter");
  }

  /**
   * Repeats `way` until this is said: a panel that gets the focus back from the palette may take it late, and with it what
   * is typed into a list.
   */
  async function untilSaid(expected: RegExp, way: () => Promise<void>): Promise<void> {
    await eventually(String(expected), async () => {
      await way();
      return succeeds(reader.says(expected, 20_000));
    });
  }

  /** Opens a panel of the survey, and listens to it. @returns once the survey is read */
  async function open(command: string, kind: "structure" | "responses"): Promise<void> {
    await untilSaid(new RegExp(`${survey}.*option`), async () => {
      await run(`Survey Explorer: ${command}`);
      // The panel may take the focus before the list is read out.
      if (await succeeds(reader.says(/Sample data space.*option/, 20_000))) {
        await type(survey);
      }
    });
    await press("Enter");
    frame = await workbench.webviewFrame(kind, survey);
    await reader.listen(frame);
  }

  /** Checks that these texts are announced, once each, and nothing else. */
  async function hears(...texts: readonly (RegExp | string)[]): Promise<void> {
    const last = texts.at(-1) ?? "";
    const heard = await reader.hears(typeof last === "string" ? new RegExp(`^${last}$`) : last);
    assert.equal(heard.length, texts.length, heard.join(" | "));
    for (const [index, text] of texts.entries()) {
      if (typeof text === "string") {
        assert.equal(heard[index], text);
      } else {
        assert.match(heard[index] ?? "", text);
      }
    }
  }

  /** Waits for the text in a live region: the panel may have announced it before anybody listens. */
  async function saysOnceLoaded(text: string): Promise<void> {
    const region = frame.locator("[role=status]", { hasText: text });
    await region.first().waitFor({ state: "attached" });
    await reader.heard();
  }

  async function everythingHasAName(): Promise<void> {
    assert.deepEqual(await reader.nameless(frame), []);
  }

  it("1: replaces the data space by the sample from the first view", async () => {
    await run("Survey Explorer: Remove Data Space");
    await hears(/^Info: The data space "Sample data space" and its key were removed/);
    await run("Survey Explorer: Focus on Surveys View");
    await reader.pressTo("Tab", /Try the Sample Data Space, button/);
    await press("Enter");
    await workbench.waitForTree();
    await run("Survey Explorer: Focus on Surveys View");
    await reader.pressTo(
      "ArrowDown",
      /^Sample data space.*15 surveys.*treeitem, level 1, expanded/,
    );
    await reader.pressTo("ArrowDown", new RegExp(`^${survey}.*treeitem, level 2, collapsed`));
  });

  it("2: filters and opens the questions of a survey", async () => {
    await open("Open Survey", "structure");
    await reader.pressTo("Tab", /Filter questions, searchbox/);
    await type("shop");
    await hears("1 question");
    await press("Escape");
    await reader.press("ArrowDown", /Outline tree, Your visit, treeitem, level 1, expanded/);
    await reader.press(
      "ArrowDown",
      /^Q1 How often do you shop with us\?, treeitem, level 2(, selected)?$/,
    );
    await reader.press("ArrowDown", /^Q2 What did you buy\? Choose all that apply\., treeitem/);
    await reader.press("Enter", /Questionnaire group, Q2, heading, level 3, What did you buy\?/);
    await everythingHasAName();
  });

  it("3: moves through the grid of responses and switches codes and labels", async () => {
    await open("Open Responses", "responses");
    await saysOnceLoaded(all);
    await reader.says(/^\w+, gridcell, selected, serial, Serial, row 3, column 1$/);
    await press("ArrowRight");
    await reader.press(
      "ArrowRight",
      /^[A-Z][\w ]+, gridcell, selected, Q1, How often do you shop with us\?, row 3, column 3$/,
    );
    await reader.press("ArrowDown", /row 4, column 3$/);
    // The key is a shortcut of VS Code, which may learn late that the panel has the focus.
    await untilSaid(/^\d [A-Z][\w ]+, gridcell, selected, Q1/, () => press("c"));
    await reader.press("c", /^\d, gridcell, .*, row 4, column 3, [A-Z][\w ]+$/);
    await reader.press("c", /^[A-Z][\w ]+, gridcell, .*, row 4, column 3$/);
    await press("Shift+F10");
    await workbench.page.locator(".monaco-menu").waitFor();
    await reader.pressTo("ArrowDown", /^Filter by This Value, menuitem/);
    await reader.press("Escape", /row 4, column 3$/);
    await everythingHasAName();
  });

  it("4: filters responses by an answer and returns to the cell", async () => {
    // The key is a shortcut of VS Code, which learns late that the focus has come back from the menu.
    await untilSaid(/Filter form, Submitted after, textbox/, () => press("f"));
    await reader.pressTo("Tab", /^Add Condition, button, collapsed$/);
    await press("Enter");
    await type("how often");
    await reader.says(/^Q1 How often do you shop with us\?, option, selected/);
    await reader.press("Enter", /Values, textbox/);
    await reader.pressTo(
      "Tab",
      /Values group, 1 Every week, 265 responses, checkbox, not checked$/,
    );
    await press("Space");
    await hears("265 of 1,500 responses, newest first");
    await reader.says(/^1 Every week, 265 responses, checkbox, checked$/);
    await everythingHasAName();
    await reader.press("Escape", /Responses grid, Every week, gridcell.*row \d+, column 3$/);
  });

  it("5: sorts by a column and undoes the sorting", async () => {
    await press("Control+ArrowUp");
    await reader.press(
      "ArrowUp",
      /^Q1, How often do you shop with us\?, columnheader, Enter: sort$/,
    );
    await press("Enter");
    await hears("265 of 1,500 responses, by Q1, ascending");
    await reader.says(/columnheader, sorted ascending/);
    await press("Enter");
    await hears("265 of 1,500 responses, by Q1, descending");
    await press("Enter");
    await hears("265 of 1,500 responses, newest first");
    await press("Control+z");
    await hears(all);
    await reader.says(/columnheader/);
  });

  it("6: finds a text in the answers", async () => {
    await reader.press("Control+f", /Find search, Find, textbox/);
    await type("second till");
    await hears(/^Q6: .*second till.*, 1 of \d\d$/);
    await press("Enter");
    await hears(/^Q6: .*second till.*, 2 of \d\d$/);
    await everythingHasAName();
    await reader.press("Escape", /Responses grid, .*second till.*, gridcell.*, Q6, /);
  });

  it("7: opens a response and the next ones", async () => {
    await press("Control+Home", "Enter");
    await hears(/^Response \w+, 1 of 1,500$/);
    await press("n");
    await hears(/^Response \w+, 2 of 1,500$/);
    await everythingHasAName();
    await reader.pressTo("Tab", /Response \w+ complementary, Previous response, button, P$/);
    await reader.pressTo("Tab", /Answers, group/);
    await press("ArrowRight");
    await hears(/^Response \w+, 3 of 1,500$/);
    await reader.press("Escape", /Responses grid, \w+, gridcell, .*row 5, column 1$/);
  });

  it("opens the keyboard shortcuts and returns to the cell", async () => {
    await reader.press(
      "Alt+F1",
      /^Keyboard Shortcuts dialog, Keyboard Shortcuts, heading, level 2$/,
    );
    await reader.pressTo("Tab", /^Close, button$/);
    await everythingHasAName();
    await reader.press("Escape", /row 5, column 1$/);
  });

  it("8: filters by a bar of a question in the summary", async () => {
    await reader.pressTo("Tab", /^Views tablist, Responses, tab, selected$/);
    await reader.press("ArrowRight", /^Summary, tab, selected$/);
    await hears("Summary of 1,500 responses");
    await reader.press(
      "Control+f",
      /Summary tabpanel, Summary group, Find questions by name, text or answer, searchbox/,
    );
    await reader.pressTo("Tab", /Every week, 18\.1%, 265 of 1,468, button, not pressed$/);
    await press("Enter");
    await hears("Summary of 265 responses");
    await reader.says(/^Every week, 100\.0%, 265 of 265, button, pressed$/);
    await press("Enter");
    await hears("Summary of 1,500 responses");
    await everythingHasAName();
    assert.deepEqual(await reader.heard(), []);
  });

  it("9: moves through the charts of the fieldwork", async () => {
    await reader.pressTo("Shift+Tab", /Find questions by name/);
    await run("Survey Explorer: Focus on Surveys View");
    await open("Open Fieldwork", "responses");
    await saysOnceLoaded("Fieldwork loaded: 1,500 responses.");
    await reader.pressTo(
      "Tab",
      /Responses per day group, Mar \d+, 2025: \d+, button, not pressed$/,
    );
    await reader.press("ArrowRight", /^Mar \d+, 2025: \d+, button, not pressed$/);
    await reader.pressTo("Tab", /Collect groups, group$/);
    await reader.pressTo("Tab", /^All, button, pressed$/);
    await everythingHasAName();
  });

  it("10: exports the responses to a file", async () => {
    await untilSaid(/^Export 1,500 responses, .*option/, async () => {
      await reader.press("F1", /, (textbox|combobox|option)/);
      await type("Survey Explorer: Export Responses…");
      await reader.says(/Export New Responses…, .*option/);
      await reader.pressTo("ArrowDown", /Survey Explorer: Export Responses…, .*option/);
      await press("Enter");
      await reader.says(new RegExp(`${survey}.*option`));
      await press("Enter");
    });
    await reader.pressTo("ArrowDown", /^Format, .*option/);
    await reader.pressTo("ArrowUp", /^Export 1,500 responses/);
    await press("Enter");
    const file = join(folder, "journey.csv");
    await workbench.answerFile(file);
    await reader.hears(/^Info: Exported 1,500 responses to /);
    await textOnceWritten(`${file}.manifest.json`);
  });
});
