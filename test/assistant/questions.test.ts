import assert from "node:assert/strict";
import { SurveyError } from "../../src/model/errors.ts";
import type { ToolName } from "../../src/assistant/toolNames.ts";
import { toolNames } from "../../src/assistant/toolNames.ts";
import { clientOf, served } from "../conformance/support/clients.ts";
import { call, readingOnce, testHost, type TestHost } from "./support/toolHosts.ts";
import { folderOfSuite } from "../support/folders.ts";

/**
 * A question that an analyst asks, the tool and input that answer it, and a similar input that means something else or
 * nothing.
 */
type Asked = readonly [question: string, tool: ToolName, input: object, nearMiss: object];

const cs = "s0000cs";
const ee = "s0000ee";
const bt = "s0000bt";
const us = "s0000us";

const of = (name: string, ...values: string[]) => ({ kind: "variable", name, is: "oneOf", values });
const field = (name: string, ...values: string[]) => ({ ...of(name, ...values), kind: "embedded" });
const where = (...conditions: object[]) => ({ conditions });
const between = (name: string, bounds: object) => ({
  kind: "variable",
  name,
  is: "between",
  ...bounds,
});

const analysts: readonly Asked[] = [
  ["Which data can you see?", "list_data_spaces", {}, { survey: cs }],
  ["What may I ask you?", "list_data_spaces", {}, { dataSpaces: true }],
  ["Which surveys do we have?", "list_surveys", {}, { space: "Sample" }],
  ["And in the sample?", "list_surveys", { dataSpace: "Sample" }, { dataSpace: "Smaple" }],
  ["Which are running?", "list_surveys", { running: true }, { running: "yes" }],
  ["Where did we ask about prices?", "find_question", { question: "prices" }, { text: "prices" }],
  ["Who asks for satisfaction?", "find_question", { question: "satisfied" }, { question: "" }],
  ["Any option called Lumina?", "find_question", { question: "Lumina" }, { question: ["Lumina"] }],
  [
    "Find age in the sample",
    "find_question",
    { question: "old are you", dataSpace: "Sample" },
    { question: "old are you", dataspace: "Sample" },
  ],
  [
    "What does the survey ask?",
    "read_structure",
    { survey: cs },
    { survey: "Customer satisfaction 2025" },
  ],
  [
    "What are the codes of Q1?",
    "read_structure",
    { survey: cs, question: "Q1" },
    { survey: cs, questions: ["Q1"] },
  ],
  [
    "Which questions are on satisfaction?",
    "read_structure",
    { survey: cs, block: "satisfaction" },
    { survey: cs, block: "Satisfacton" },
  ],
  [
    "Which brands can be chosen?",
    "read_structure",
    { survey: bt, question: "aware" },
    { survey: bt, question: "awareness" },
  ],
  [
    "Which groups were invited?",
    "read_structure",
    { survey: cs },
    { survey: cs, collectGroups: true },
  ],
  [
    "How satisfied are people?",
    "frequencies",
    { survey: cs, question: "Q3" },
    { survey: cs, question: "Overall, how satisfied" },
  ],
  [
    "How often do they shop?",
    "frequencies",
    { survey: cs, question: "Q1" },
    { survey: cs, question: "q1" },
  ],
  [
    "What did they buy?",
    "frequencies",
    { survey: cs, question: "Q2" },
    { survey: cs, question: ["Q2"] },
  ],
  [
    "What share of all bought clothing?",
    "frequencies",
    { survey: cs, question: "Q2", base: "all" },
    { survey: cs, question: "Q2", base: "total" },
  ],
  [
    "And of those asked?",
    "frequencies",
    { survey: cs, question: "Q2", base: "asked" },
    { survey: cs, question: "Q2", of: "asked" },
  ],
  [
    "How many customers are gold?",
    "frequencies",
    { survey: cs, question: "tier" },
    { survey: cs, question: "Customer tier" },
  ],
  [
    "How many in each region?",
    "frequencies",
    { survey: cs, question: "region" },
    { survey: cs, question: "regions" },
  ],
  [
    "Through which group did they come?",
    "frequencies",
    { survey: cs, question: "collectGroupId" },
    { survey: cs, question: "collectGroup" },
  ],
  [
    "How satisfied are women?",
    "frequencies",
    { survey: cs, question: "Q3", filter: where(of("gender", "F")) },
    { survey: cs, question: "Q3", filter: where(of("gender", "Female")) },
  ],
  [
    "How satisfied are people in the north?",
    "frequencies",
    { survey: cs, question: "Q3", filter: where(field("region", "N")) },
    { survey: cs, question: "Q3", filter: where(of("region", "N")) },
  ],
  [
    "And in the north or south?",
    "frequencies",
    { survey: cs, question: "Q3", filter: where(field("region", "N", "S")) },
    { survey: cs, question: "Q3", filter: { region: ["N", "S"] } },
  ],
  [
    "How satisfied are those under 30?",
    "frequencies",
    { survey: cs, question: "Q3", filter: where(between("age", { below: 30 })) },
    { survey: cs, question: "Q3", filter: where(between("age", { under: 30 })) },
  ],
  [
    "And from 30 to 49?",
    "frequencies",
    { survey: cs, question: "Q3", filter: where(between("age", { atLeast: 30, below: 50 })) },
    { survey: cs, question: "Q3", filter: where(between("age", { from: 30, to: 50 })) },
  ],
  [
    "How satisfied were people in March?",
    "frequencies",
    {
      survey: cs,
      question: "Q3",
      filter: { startDateTime: "2025-02-28T23:59:59", endDateTime: "2025-03-31T23:59:59" },
    },
    { survey: cs, question: "Q3", filter: { startDateTime: "2025-03", endDateTime: "2025-04" } },
  ],
  [
    "And after the first week?",
    "frequencies",
    { survey: cs, question: "Q3", filter: { startDateTime: "2025-03-17T00:00:00" } },
    { survey: cs, question: "Q3", filter: { after: "2025-03-17T00:00:00" } },
  ],
  [
    "How satisfied are those from the receipt?",
    "frequencies",
    { survey: cs, question: "Q3", filter: { collectGroupId: "g0000cs1" } },
    { survey: cs, question: "Q3", filter: { collectGroupId: "Link on the receipt" } },
  ],
  [
    "Who left out the price question?",
    "frequencies",
    { survey: cs, question: "gender", filter: where({ ...of("Q4_2"), missing: ["noAnswer"] }) },
    { survey: cs, question: "gender", filter: where({ ...of("Q4_2"), missing: ["unanswered"] }) },
  ],
  [
    "What do slow respondents say?",
    "frequencies",
    { survey: cs, question: "Q3", filter: { duration: { atLeast: 300 } } },
    { survey: cs, question: "Q3", filter: { duration: 300 } },
  ],
  [
    "What do promoters buy?",
    "frequencies",
    { survey: cs, question: "Q2", filter: where(of("NPS", "9", "10")) },
    { survey: cs, question: "Q2", filter: where(of("NPS", "9-10")) },
  ],
  [
    "Which brands do people know, weighted?",
    "frequencies",
    { survey: bt, question: "aware", weight: "weight" },
    { survey: bt, question: "aware", weight: true },
  ],
  [
    "Which brand would they choose?",
    "frequencies",
    { survey: bt, question: "preferred" },
    { survey: bt, question: "prefered" },
  ],
  [
    "Would staff stay?",
    "frequencies",
    { survey: ee, question: "stay" },
    { survey: ee, question: "stay", by: "department" },
  ],
  [
    "Could people complete the order?",
    "frequencies",
    { survey: us, question: "done" },
    { survey: us, column: "done" },
  ],
  [
    "What is the mean age?",
    "statistics",
    { survey: cs, question: "age" },
    { survey: cs, question: "age", base: "all" },
  ],
  [
    "How satisfied are they on average?",
    "statistics",
    { survey: cs, question: "Q3" },
    { survey: cs, question: "Q3", measure: "mean" },
  ],
  [
    "Mean recommendation by region?",
    "statistics",
    { survey: cs, question: "NPS", by: "region" },
    { survey: cs, question: "NPS", by: ["region"] },
  ],
  [
    "Median number of pages?",
    "statistics",
    { survey: us, question: "clicks" },
    { survey: us, question: "click" },
  ],
  [
    "Mean age of gold customers?",
    "statistics",
    { survey: cs, question: "age", filter: where(field("tier", "G")) },
    { survey: cs, question: "age", filter: [field("tier", "G")] },
  ],
  [
    "Mean intent, weighted?",
    "statistics",
    { survey: bt, question: "intent", weight: "weight" },
    { survey: bt, question: "intent", weight: "wieght" },
  ],
  [
    "Mean years in the company?",
    "statistics",
    { survey: ee, question: "tenure" },
    { survey: ee, question: "department" },
  ],
  [
    "Is the new checkout clicked less?",
    "statistics",
    { survey: us, question: "clicks", by: "variant" },
    { survey: us, question: "clicks", split: "variant" },
  ],
  [
    "How do men and women differ?",
    "cross_table",
    { survey: cs, question: "Q3", by: "gender" },
    { survey: cs, question: "Q3" },
  ],
  [
    "Satisfaction by tier?",
    "cross_table",
    { survey: cs, question: "Q3", by: "tier" },
    { survey: cs, question: "Q3", by: "tire" },
  ],
  [
    "How do satisfied and dissatisfied customers differ in what they buy?",
    "cross_table",
    { survey: cs, question: "Q2", by: "Q3" },
    { survey: cs, question: "Q2", by: "Q5" },
  ],
  [
    "Recommendation by how often they shop?",
    "cross_table",
    { survey: cs, question: "NPS", by: "Q1" },
    { survey: cs, question: "NPS", by: "NPS" },
  ],
  [
    "Satisfaction by group of invitation?",
    "cross_table",
    { survey: cs, question: "Q3", by: "collectGroupId" },
    { survey: cs, question: "Q3", by: "orderId" },
  ],
  [
    "Known brands by region, weighted?",
    "cross_table",
    { survey: bt, question: "aware", by: "region", weight: "weight" },
    { survey: bt, question: "aware", by: "region", weight: "panel" },
  ],
  [
    "Staying by department, of all?",
    "cross_table",
    { survey: ee, question: "stay", by: "department", base: "all" },
    { survey: ee, question: "stay", by: "department", base: "All" },
  ],
  [
    "Satisfaction by gender, only gold?",
    "cross_table",
    { survey: cs, question: "Q3", by: "gender", filter: where(field("tier", "G")) },
    { survey: cs, question: "Q3", by: "gender", where: where(field("tier", "G")) },
  ],
  ["How many responses came in?", "fieldwork", { survey: cs }, { survey: cs, question: "Q3" }],
  ["Did we reach the target?", "fieldwork", { survey: cs }, { survey: cs, target: 1500 }],
  [
    "On which days did people answer?",
    "fieldwork",
    { survey: ee },
    { survey: ee, filter: { startDateTime: "2025-05-01T00:00:00" } },
  ],
  [
    "What went wrong, in their words?",
    "open_answers",
    { survey: cs, question: "Q5" },
    { survey: cs, question: "age" },
  ],
  [
    "What did unhappy women write?",
    "open_answers",
    { survey: cs, question: "Q5", filter: where(of("gender", "F"), of("Q3", "1", "2")) },
    { survey: cs, question: "Q5", filter: where(of("gender", "F"), of("Q3", "low")) },
  ],
  [
    "What else did they buy?",
    "open_answers",
    { survey: cs, question: "Q2" },
    { survey: cs, question: "Q2", base: "all" },
  ],
  [
    "Write tonight's files.",
    "run_recipe",
    { file: "/data/nightly.survey.json" },
    { recipe: "nightly" },
  ],
  [
    "Only the second step.",
    "run_recipe",
    { file: "/data/nightly.survey.json", step: "2" },
    { file: "/data/nightly.survey.json", step: 2 },
  ],
];

describe("questions of analysts", () => {
  const folder = folderOfSuite();
  let door: TestHost;
  before(async () => {
    const clients = { Sample: clientOf(await served(), "v3") };
    door = readingOnce(testHost(folder, clients, { allowsTexts: async () => true }));
  });
  after(() => door.close());

  it("are at least 60, with at least two for each tool", () => {
    assert.ok(analysts.length >= 60, String(analysts.length));
    for (const name of toolNames) {
      assert.ok(analysts.filter(([, tool]) => tool === name).length >= 2, name);
    }
  });

  for (const [question, tool, input, nearMiss] of analysts) {
    it(`answers "${question}" with ${tool} and rejects a similar invalid call`, async () => {
      const { text, content } = await call(door, tool, input);
      assert.ok(text.length > 0 && text.length < 40_000);
      assert.ok(Object.keys(content).length > 0);
      await assert.rejects(call(door, tool, nearMiss), (error: unknown) => {
        assert.ok(error instanceof SurveyError, String(error));
        assert.ok(
          ["invalid-input", "unknown-data-space", "not-found"].includes(error.code),
          `${error.code}: ${error.message}`,
        );
        assert.match(error.message, /[.?]$/);
        return true;
      });
    });
  }
});
