import assert from "node:assert/strict";
import type { ResponsesMessage, ResponsesRequest } from "../support/panelMessages.ts";
import { defaultColumnLayout } from "../../../src/model/columnLayout.ts";
import { columnKey, type Column, type Row } from "../../../src/model/grid.ts";
import { oneLine } from "../../../src/model/oneLine.ts";
import { hostileTexts } from "../support/hostile.ts";
import { PanelBrowser, type PanelPage } from "../support/panelPage.ts";
import { responsesState, subject } from "./fixtures.ts";
import { ResponsesHost } from "./responsesHost.ts";

type Panel = PanelPage<ResponsesMessage, ResponsesRequest>;

const serial: Column = { kind: "metadata", name: "serial", text: "", options: [] };
const group: Column = { kind: "metadata", name: "collectGroupId", text: "", options: [] };

/** A column for each text, which is its name, label, type and block, the label of its options, and a code. */
function columnsOf(texts: readonly string[]): Column[] {
  return [
    serial,
    ...texts.map((text): Column => ({
      kind: "variable",
      name: text,
      text,
      type: text,
      block: text,
      options: [
        { name: "c1", label: text },
        { name: text, label: text },
      ],
    })),
  ];
}

/** Columns of responses of which each has one text in all of them but the group. */
const answered: readonly Column[] = [
  serial,
  group,
  { kind: "variable", name: "written", text: "Written", options: [] },
  {
    kind: "variable",
    name: "chosen",
    text: "Chosen",
    options: [
      { name: "c1", label: "One" },
      { name: "c2", label: "Two" },
    ],
  },
  { kind: "embedded", name: "data", text: "Data", options: [] },
];

function rowsOf(texts: readonly string[]): Row[] {
  return texts.map((text, id) => ({
    id,
    cells: [
      [{ value: text }],
      [{ value: String(id) }],
      [{ value: text }],
      [{ value: "c1", etcValue: text }, { value: text }],
      [{ value: text }],
    ],
  }));
}

function groupsOf(texts: readonly string[]) {
  const [like] = responsesState().collectGroups;
  assert(like);
  return texts.map((label, index) => ({ ...like, collectGroupId: String(index), label }));
}

/** Elements and attributes that were in the panel at any time. */
class Inventory {
  readonly seen = new Set<string>();
  readonly #panel: Panel;

  constructor(panel: Panel) {
    this.#panel = panel;
  }

  async take(): Promise<void> {
    const found = await this.#panel.page.evaluate(() => [
      ...new Set(
        [...document.querySelectorAll("body *")].flatMap((it) => [
          it.localName,
          ...it.getAttributeNames().map((name) => `${it.localName} ${name}`),
        ]),
      ),
    ]);
    found.forEach((it) => this.seen.add(it));
  }

  /** Returns the texts of all elements that match, as they are in the document. */
  async texts(selector: string): Promise<string[]> {
    return this.#panel.page
      .locator(selector)
      .evaluateAll((all) => all.map((it) => it.textContent.trim()));
  }
}

/** Returns the texts that were not found, for a failed assertion to show. */
function without(texts: readonly string[], found: Iterable<string>): string[] {
  const all = new Set(found);
  return texts.filter((it) => !all.has(it.trim()));
}

describe("Hostile texts", () => {
  const browser = new PanelBrowser();

  const hostile = hostileTexts();
  // Texts without anything harmful, to compare with.
  const harmless = Array.from({ length: 60 }, (_, index) => `Text ${index}`);

  /** Shows both sets of texts. Hostile ones must not cause any element, attribute or request that harmless ones do not. */
  async function compare(
    show: (panel: Panel, texts: readonly string[], inventory: Inventory) => Promise<void>,
    size: { readonly width: number; readonly height: number },
  ): Promise<void> {
    const seen: ReadonlySet<string>[] = [];
    for (const texts of [harmless, hostile]) {
      // Few pixels, because nobody looks at what is painted.
      await using panel = await browser.responses({ ...size, scale: 0.2 });
      const inventory = new Inventory(panel);
      await show(panel, texts, inventory);
      await inventory.take();
      seen.push(new Set([...inventory.seen, ...panel.requests()]));
    }
    const [ours, theirs] = seen;
    assert.deepEqual(
      [...(theirs ?? [])].filter((it) => ours?.has(it) !== true),
      [],
    );
  }

  it("are plain text in the grid's headers, the columns dialog, the detail pane and the list of columns", async () => {
    await compare(
      async (panel, texts, inventory) => {
        const { page } = panel;
        const columns = columnsOf(texts);
        const host = await ResponsesHost.start(panel, {
          columns,
          layout: {
            ...defaultColumnLayout,
            widths: Object.fromEntries(columns.map((it) => [columnKey(it), 60])),
          },
          collectGroups: [],
          rows: [
            {
              id: 0,
              cells: [
                [{ value: "S1" }],
                ...texts.map((text) => [{ value: "c1", etcValue: text }, { value: text }]),
              ],
            },
          ],
        });
        const names = new Set<string>();
        const labels = new Set<string>();
        const blocks = new Set<string>();
        const tooltips = new Set<string>();
        const cells = new Set<string>();
        const width = columns.length * 60;
        for (let left = 0; left < width; left += 5000) {
          await page.locator(".grid").evaluate((it, to) => it.scrollTo(to, 0), left);
          await panel.painted();
          (await inventory.texts(".header-name")).forEach((it) => names.add(it));
          (await inventory.texts(".header-text")).forEach((it) => labels.add(it));
          (await inventory.texts(".group-cell")).forEach((it) => blocks.add(it));
          for (const title of await page
            .locator(".grid-header, [role=gridcell]")
            .evaluateAll((all) => all.map((it) => (it as HTMLElement).title))) {
            tooltips.add(title);
          }
          for (const mode of ["Codes", "Labels", "Both"]) {
            await page.getByRole("radio", { name: mode }).check();
            await panel.painted();
            await inventory.take();
            (await inventory.texts("[role=gridcell]")).forEach((it) => cells.add(it));
          }
        }
        assert.deepEqual(without(texts, names), []);
        // Neighbours that share a stem show only the end of their labels; the tooltip has the whole label.
        const ends = [...labels].flatMap((it) => (it.startsWith("… ") ? [it.slice(2)] : []));
        assert.deepEqual(
          without(texts, labels).filter((it) => !ends.some((end) => it.trim().endsWith(end))),
          [],
        );
        assert.deepEqual(without(texts, blocks), []);
        const told = [...tooltips].join("\n");
        assert.deepEqual(
          texts.filter((it) => !told.includes(it)),
          [],
        );
        const shown = [...cells].join("\n");
        assert.deepEqual(
          texts.filter((it) => !shown.includes(`${it}: "${it}"`)),
          [],
        );

        await panel.button("Columns").click();
        await inventory.take();
        assert.deepEqual(without(texts, await inventory.texts(".columns-name")), []);
        assert.deepEqual(without(texts, await inventory.texts(".columns-text")), []);
        assert.deepEqual(without(texts, await inventory.texts(".columns-group")), []);
        await panel.press("Escape");

        await panel.button("Response details").click();
        await host.idle();
        await inventory.take();
        assert.deepEqual(without(texts, await inventory.texts(".detail-text")), []);
        assert.deepEqual(without(texts, await inventory.texts(".detail-question .code")), []);
        assert.deepEqual(without(texts, await inventory.texts(".detail-section")), []);
        assert.deepEqual(without(texts, await inventory.texts(".other-text")), []);
        const options = (await inventory.texts(".choices li")).join("\n");
        assert.deepEqual(
          texts.filter((it) => !options.includes(it.trim())),
          [],
        );
        await panel.button("Response details").click();

        await panel.button("Filter").click();
        await panel.button("Add Condition").click();
        await inventory.take();
        const listed = texts.slice(0, 199);
        assert.deepEqual(without(listed, await inventory.texts(".picker-option .code")), []);
        assert.deepEqual(without(listed, await inventory.texts(".picker-option .quiet")), []);
        assert.deepEqual(without(listed, await inventory.texts(".picker-group")), []);
        await panel.press("Escape", "Escape");
      },
      { width: 6000, height: 700 },
    );
  });

  it("are plain text in the grid's cells, lists of values, chips and the search", async () => {
    await compare(
      async (panel, texts, inventory) => {
        const { page } = panel;
        const host = await ResponsesHost.start(panel, {
          columns: answered,
          collectGroups: groupsOf(texts),
          rows: rowsOf(texts),
        });
        const cells = new Map<string, Set<string>>();
        for (let top = 0; top < texts.length * 24; top += 4000) {
          await page.locator(".grid").evaluate((it, to) => it.scrollTo(0, to), top);
          await panel.painted();
          await host.idle();
          for (const mode of ["Codes", "Both", "Labels"]) {
            await page.getByRole("radio", { name: mode }).check();
            await panel.painted();
            await inventory.take();
            for (const column of ["0", "1", "2", "3", "4"]) {
              const seen = cells.get(column) ?? new Set();
              cells.set(column, seen);
              const found = await inventory.texts(`[role=gridcell][data-column="${column}"]`);
              found.forEach((it) => seen.add(it));
            }
          }
        }
        for (const column of ["0", "1", "2", "4"]) {
          assert.deepEqual(without(texts, cells.get(column) ?? []), [], `column ${column}`);
        }
        const chosen = texts.map((it) => `One: "${it}" · ${it}`);
        assert.deepEqual(without(chosen, cells.get("3") ?? []), []);

        await panel.button("Filter").click();
        const options = await inventory.texts("[name=collectGroupId] option");
        assert.deepEqual(without(texts, options), []);
        await page.getByRole("combobox", { name: "Collect group" }).selectOption("3");
        await host.idle();
        await inventory.take();
        assert.deepEqual(await inventory.texts(".chip-edit"), [texts[3]?.trim()]);
        await panel.button("Clear All Filters").click();
        await host.idle();
        for (const [name, column] of [
          ["written", "variable:written"],
          ["data", "embedded:data"],
        ] as const) {
          await panel.button("Add Condition").click();
          await page.keyboard.type(name);
          await panel.press("Enter");
          await host.idle();
          await page.locator(`[data-condition="${column}"]`).waitFor();
          await inventory.take();
          assert.deepEqual(without(texts, await inventory.texts(".value-label")), []);
        }
        await panel.button("Close").click();

        // One chip for each text.
        const conditions = texts.map((text) => ({
          kind: "variable" as const,
          name: `q ${text}`,
          is: "contains" as const,
          text,
        }));
        await host.show({ filter: { conditions } });
        await inventory.take();
        const chips = await inventory.texts(".chip-edit");
        assert.deepEqual(
          chips,
          texts.map((it) => `q ${it} contains “${it}”`.trim()),
        );
        await host.show({ filter: {} });

        await panel.press("Control+f");
        for (const text of texts.filter((_, index) => index % 80 === 0)) {
          await page.locator(".find-text").fill(text);
          await page
            .getByText(/^\d+ of \d|^No results$/)
            .first()
            .waitFor();
          await host.idle();
          await inventory.take();
        }
        await panel.press("Escape");
      },
      { width: 1280, height: 4600 },
    );
  });

  it("are plain text as title, data space name, sort order and failure", async () => {
    await compare(
      async (panel, texts, inventory) => {
        await ResponsesHost.start(panel, { columns: answered, rows: rowsOf(texts.slice(0, 3)) });
        const state = responsesState();
        const { content } = state;
        assert(content);
        const unlike: string[] = [];
        for (let first = 0; first < texts.length; first += 50) {
          const some = texts.slice(first, first + 50);
          const messages = some.map((text) => ({
            ...state,
            // One line, as the host sends it, because it is also the title of the tab.
            title: oneLine(text),
            error: { message: text },
            sort: { column: text, direction: "ascending" as const },
            subject: { ...subject, dataSpace: text },
            content: {
              ...content,
              ...{ view: 1, matching: 3, loaded: 3 },
              source: { ...content.source, dataSpace: text },
            },
          }));
          // Does not wait for each to be painted, because there are many.
          const seen = await panel.page.evaluate(async (all) => {
            const textOf = (selector: string) =>
              document.querySelector(selector)?.textContent ?? "";
            const texts: string[][] = [];
            for (const message of all) {
              postMessage({ event: "state", value: message });
              const element = document.querySelector("responses-panel");
              await new Promise((resolve) => {
                addEventListener("message", resolve, { once: true });
              });
              await (element as unknown as { updateComplete: Promise<unknown> }).updateComplete;
              const others = [".foot", ".counts", "[role=alert]"].map(textOf);
              texts.push([document.title, textOf("h1"), ...others]);
            }
            return texts;
          }, messages);
          unlike.push(
            ...some.filter((text, index) => {
              const [title, heading, ...others] = seen[index] ?? [];
              return (
                title !== oneLine(text) ||
                heading?.trimStart().startsWith(oneLine(text)) !== true ||
                !others.every((it) => it.includes(text))
              );
            }),
          );
          await inventory.take();
        }
        assert.deepEqual(unlike, []);
      },
      { width: 1280, height: 800 },
    );
  });
});
