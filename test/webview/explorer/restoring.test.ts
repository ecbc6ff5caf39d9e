import { setTimeout } from "node:timers/promises";
import { Workbench } from "../support/workbench.ts";

const survey = "Customer satisfaction 2025";
const group = "Link on the receipt";

/** Patterns for the ends of the editors' titles. */
const editors = {
  structure: new RegExp(`${survey}$`),
  responses: /· Responses$/,
  responseUrls: /· Response URLs$/,
} as const;
type Editor = keyof typeof editors;

describe("Panels restored while the window starts", () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ kind: "v2" });
    const item = (await workbench.waitForTree()).getByRole("treeitem", {
      name: new RegExp(survey),
    });
    await item.dblclick();
    await shows("structure");
    await workbench.chooseFromContextMenu(item, "Open Responses");
    await shows("responses");
    await workbench.runCommand("Survey Explorer: Create Response URLs…");
    await workbench.choose(survey);
    await workbench.choose(group);
    await shows("responseUrls");
    await workbench.waitUntilStored(/survey-explorer-structure/);
    await workbench.waitUntilStored(/"collectGroupId":"/);
  });

  after(() => workbench.close());

  const tab = (editor: Editor) =>
    workbench.page.locator(".tabs-container").getByRole("tab", { name: editors[editor] });

  async function shows(editor: Editor): Promise<void> {
    const frame = await workbench.webviewFrame(editor, editor === "responseUrls" ? group : survey);
    const content = {
      structure: frame.getByRole("heading", { name: survey }).first(),
      responses: frame.getByRole("gridcell").first(),
      responseUrls: frame.getByRole("columnheader", { name: "orderId" }),
    };
    await content[editor].waitFor();
  }

  for (const seed of [1, 2]) {
    it(`show their content even if they are switched while loading (seed ${seed})`, async () => {
      const random = numbers(seed);
      await tab("responseUrls").click();
      await shows("responseUrls");
      await workbench.reload();
      await tab("responses").waitFor();
      const all = Object.keys(editors) as Editor[];
      let front: Editor = "responseUrls";
      for (let switches = 0; switches < 5; switches++) {
        // Most pauses are short, because the extension is running after a second or two.
        await setTimeout(random() ** 2 * 1500);
        front = all.filter((it) => it !== front)[Math.floor(random() * 2)] ?? front;
        await tab(front).click();
      }
      for (const editor of [front, ...all.filter((it) => it !== front)]) {
        await tab(editor).click();
        await shows(editor);
      }
    });
  }
});

/** Returns a generator of numbers from 0 to 1, the same ones for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
