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

/** Questions about one survey, each with its input and the similar one. */
function about(
  survey: string,
  tool: ToolName,
  ...asked: readonly (readonly [question: string, input: object, nearMiss: object])[]
): Asked[] {
  return asked.map(([question, input, nearMiss]) => [
    question,
    tool,
    { survey, ...input },
    { survey, ...nearMiss },
  ]);
}

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
  ...about(
    cs,
    "read_structure",
    ["What does the survey ask?", {}, { survey: "Customer satisfaction 2025" }],
    ["What are the codes of Q1?", { question: "Q1" }, { questions: ["Q1"] }],
    ["Which questions are on satisfaction?", { block: "satisfaction" }, { block: "Satisfacton" }],
  ),
  ...about(bt, "read_structure", [
    "Which brands can be chosen?",
    { question: "aware" },
    { question: "awareness" },
  ]),
  ...about(cs, "read_structure", ["Which groups were invited?", {}, { collectGroups: true }]),
  ...about(
    cs,
    "frequencies",
    ["How satisfied are people?", { question: "Q3" }, { question: "Overall, how satisfied" }],
    ["How often do they shop?", { question: "Q1" }, { question: "q1" }],
    ["What did they buy?", { question: "Q2" }, { question: ["Q2"] }],
    [
      "What share of all bought clothing?",
      { question: "Q2", base: "all" },
      { question: "Q2", base: "total" },
    ],
    ["And of those asked?", { question: "Q2", base: "asked" }, { question: "Q2", of: "asked" }],
    ["How many customers are gold?", { question: "tier" }, { question: "Customer tier" }],
    ["How many in each region?", { question: "region" }, { question: "regions" }],
    [
      "Through which group did they come?",
      { question: "collectGroupId" },
      { question: "collectGroup" },
    ],
    [
      "How satisfied are women?",
      { question: "Q3", filter: where(of("gender", "F")) },
      { question: "Q3", filter: where(of("gender", "Female")) },
    ],
    [
      "How satisfied are people in the north?",
      { question: "Q3", filter: where(field("region", "N")) },
      { question: "Q3", filter: where(of("region", "N")) },
    ],
    [
      "And in the north or south?",
      { question: "Q3", filter: where(field("region", "N", "S")) },
      { question: "Q3", filter: { region: ["N", "S"] } },
    ],
    [
      "How satisfied are those under 30?",
      { question: "Q3", filter: where(between("age", { below: 30 })) },
      { question: "Q3", filter: where(between("age", { under: 30 })) },
    ],
    [
      "And from 30 to 49?",
      { question: "Q3", filter: where(between("age", { atLeast: 30, below: 50 })) },
      { question: "Q3", filter: where(between("age", { from: 30, to: 50 })) },
    ],
    [
      "How satisfied were people in March?",
      {
        question: "Q3",
        filter: { startDateTime: "2025-02-28T23:59:59", endDateTime: "2025-03-31T23:59:59" },
      },
      { question: "Q3", filter: { startDateTime: "2025-03", endDateTime: "2025-04" } },
    ],
    [
      "And after the first week?",
      { question: "Q3", filter: { startDateTime: "2025-03-17T00:00:00" } },
      { question: "Q3", filter: { after: "2025-03-17T00:00:00" } },
    ],
    [
      "How satisfied are those from the receipt?",
      { question: "Q3", filter: { collectGroupId: "g0000cs1" } },
      { question: "Q3", filter: { collectGroupId: "Link on the receipt" } },
    ],
    [
      "Who left out the price question?",
      { question: "gender", filter: where({ ...of("Q4_2"), missing: ["noAnswer"] }) },
      { question: "gender", filter: where({ ...of("Q4_2"), missing: ["unanswered"] }) },
    ],
    [
      "What do slow respondents say?",
      { question: "Q3", filter: { duration: { atLeast: 300 } } },
      { question: "Q3", filter: { duration: 300 } },
    ],
    [
      "What do promoters buy?",
      { question: "Q2", filter: where(of("NPS", "9", "10")) },
      { question: "Q2", filter: where(of("NPS", "9-10")) },
    ],
  ),
  ...about(
    bt,
    "frequencies",
    [
      "Which brands do people know, weighted?",
      { question: "aware", weight: "weight" },
      { question: "aware", weight: true },
    ],
    ["Which brand would they choose?", { question: "preferred" }, { question: "prefered" }],
  ),
  ...about(ee, "frequencies", [
    "Would staff stay?",
    { question: "stay" },
    { question: "stay", by: "department" },
  ]),
  ...about(us, "frequencies", [
    "Could people complete the order?",
    { question: "done" },
    { column: "done" },
  ]),
  ...about(
    cs,
    "statistics",
    ["What is the mean age?", { question: "age" }, { question: "age", base: "all" }],
    ["How satisfied are they on average?", { question: "Q3" }, { question: "Q3", measure: "mean" }],
    [
      "Mean recommendation by region?",
      { question: "NPS", by: "region" },
      { question: "NPS", by: ["region"] },
    ],
  ),
  ...about(us, "statistics", [
    "Median number of pages?",
    { question: "clicks" },
    { question: "click" },
  ]),
  ...about(cs, "statistics", [
    "Mean age of gold customers?",
    { question: "age", filter: where(field("tier", "G")) },
    { question: "age", filter: [field("tier", "G")] },
  ]),
  ...about(bt, "statistics", [
    "Mean intent, weighted?",
    { question: "intent", weight: "weight" },
    { question: "intent", weight: "wieght" },
  ]),
  ...about(ee, "statistics", [
    "Mean years in the company?",
    { question: "tenure" },
    { question: "department" },
  ]),
  ...about(us, "statistics", [
    "Is the new checkout clicked less?",
    { question: "clicks", by: "variant" },
    { question: "clicks", split: "variant" },
  ]),
  ...about(
    cs,
    "cross_table",
    ["How do men and women differ?", { question: "Q3", by: "gender" }, { question: "Q3" }],
    ["Satisfaction by tier?", { question: "Q3", by: "tier" }, { question: "Q3", by: "tire" }],
    [
      "How do satisfied and dissatisfied customers differ in what they buy?",
      { question: "Q2", by: "Q3" },
      { question: "Q2", by: "Q5" },
    ],
    [
      "Recommendation by how often they shop?",
      { question: "NPS", by: "Q1" },
      { question: "NPS", by: "NPS" },
    ],
    [
      "Satisfaction by group of invitation?",
      { question: "Q3", by: "collectGroupId" },
      { question: "Q3", by: "orderId" },
    ],
  ),
  ...about(bt, "cross_table", [
    "Known brands by region, weighted?",
    { question: "aware", by: "region", weight: "weight" },
    { question: "aware", by: "region", weight: "panel" },
  ]),
  ...about(ee, "cross_table", [
    "Staying by department, of all?",
    { question: "stay", by: "department", base: "all" },
    { question: "stay", by: "department", base: "All" },
  ]),
  ...about(cs, "cross_table", [
    "Satisfaction by gender, only gold?",
    { question: "Q3", by: "gender", filter: where(field("tier", "G")) },
    { question: "Q3", by: "gender", where: where(field("tier", "G")) },
  ]),
  ...about(
    cs,
    "fieldwork",
    ["How many responses came in?", {}, { question: "Q3" }],
    ["Did we reach the target?", {}, { target: 1500 }],
  ),
  ...about(ee, "fieldwork", [
    "On which days did people answer?",
    {},
    { filter: { startDateTime: "2025-05-01T00:00:00" } },
  ]),
  ...about(
    cs,
    "open_answers",
    ["What went wrong, in their words?", { question: "Q5" }, { question: "age" }],
    [
      "What did unhappy women write?",
      { question: "Q5", filter: where(of("gender", "F"), of("Q3", "1", "2")) },
      { question: "Q5", filter: where(of("gender", "F"), of("Q3", "low")) },
    ],
    ["What else did they buy?", { question: "Q2" }, { question: "Q2", base: "all" }],
  ),
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
