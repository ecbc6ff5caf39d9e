import { strict as assert } from "node:assert";
import { dirname, join } from "node:path";
import type { FiguresQuery } from "../../../src/assistant/figuresQuery.ts";
import { FiguresStore } from "../../../src/assistant/figuresStore.ts";
import { eventually } from "../support/eventually.ts";
import { host, sampleName } from "../support/host.ts";
import { Workbench } from "../support/workbench.ts";

/** A survey of the sample. */
const survey = { surveyId: "s0000cs", label: "Customer satisfaction 2025" };

const storage = "data/User/globalStorage/survey-explorer.survey-explorer";

const query: FiguresQuery = {
  dataSpace: sampleName,
  surveyId: survey.surveyId,
  question: "Q3",
  by: "Q1",
  filter: {
    conditions: [{ kind: "variable", name: "gender", is: "oneOf", values: ["F"], missing: [] }],
  },
  base: "all",
};

describe("Figures told to an assistant, in VS Code", () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.shared();
  });
  after(() => workbench.close());

  const show = async (text: string): Promise<void> => {
    await workbench.runCommand("Survey Explorer: Show These Figures…");
    const input = workbench.page.locator(".quick-input-widget input[type=text]");
    await eventually("the typed text", async () => {
      await input.fill(text);
      return (await input.inputValue()) === text || undefined;
    });
    await input.press("Enter");
  };

  it("open by their hash with question, split, filter and base", async () => {
    await workbench.waitForTree();
    const { server } = await host();
    const told = join(dirname(server.workspace), storage, "told");
    await new FiguresStore(told).keep("0123456789abcdef", query);
    await show("0123456789abcdef");
    const frame = await workbench.webviewFrame("responses", survey.label);
    const heading = frame.locator("summary-question h3").filter({ hasText: "Q3" });
    await eventually(
      "the focus on the question",
      async () =>
        (await heading.first().evaluate((it) => it === document.activeElement)) || undefined,
    );
    // The question stays in sight while the line about the split and the bars arrive.
    const question = frame.locator('summary-question[data-key="variable:Q3"]');
    await question.locator(".question-body").waitFor();
    await frame.getByText("Split by Q1").waitFor();
    const page = frame.locator(".summary-page");
    await eventually("the question at the top of the page", async () => {
      const [of, within] = [await question.boundingBox(), await page.boundingBox()];
      const isAtTop = of !== null && within !== null && Math.abs(of.y - within.y) < 2;
      return isAtTop ? true : undefined;
    });
    await workbench.screenshot("figures-told");
    await workbench.waitUntilStored(
      /"tab":"summary","summary":\{"base":"all",("\w+":(true|false),)*"split":"variable:Q1"/,
    );
    await workbench.waitUntilStored(
      /"filter":\{"conditions":\[\{"kind":"variable","name":"gender"/,
    );
    assert.ok((await frame.locator("summary-question").count()) > 1);
  });

  it("are reported as unknown if the hash is unknown", async () => {
    await show("fedcba9876543210");
    const { page } = workbench;
    await page.locator('.statusbar-item[id="status.notifications"]').click();
    const told = page
      .locator(".notification-list-item")
      .filter({ hasText: "No figures are known" });
    await told.waitFor();
    await workbench.runCommand("Notifications: Clear All Notifications");
  });
});
