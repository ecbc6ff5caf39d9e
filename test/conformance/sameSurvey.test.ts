import assert from "node:assert/strict";
import { fieldsNotProvided } from "../../src/model/metadataColumns.ts";
import type { Service } from "../../src/service/service.ts";
import { collect } from "../client/support/collect.ts";
import { response, writeDirectory } from "../service/support/dataSpace.ts";
import { clientOf, serve, served } from "./support/clients.ts";
import { compare, listed, reasons, shownBy, type Comparison } from "./support/sameSurvey.ts";
import { needsFolder, realSurveys } from "../support/shared.ts";

const options = (...names: string[]) => names.map((name) => ({ name, label: `<b>${name}</b>` }));

const mixed = {
  surveyId: "mixed",
  label: "Mixed",
  questions: [
    { name: "ranked", type: "SingleChoice", label: "1 to 3", options: options("1", "2", "3") },
    {
      name: "coded",
      type: "SingleChoice",
      label: "<p>Codes</p>",
      options: options("a", "b", "99"),
    },
    { name: "several", type: "MULTI_SELECT", label: "Several", options: options("x", "y", "z") },
    { name: "age", type: "Number", label: "How old?", options: [] },
    { name: "why", type: "LongText", label: "Why?" },
    { name: "nobody", type: "LongText", label: "Never asked", options: options("n") },
  ],
  embeddedData: [
    { name: "tier", label: "Tier", options: [{ name: "g", label: "Gold" }] },
    { name: "note", label: "Note" },
  ],
};
const answers = (name: string, ...answer: object[]) => ({ name, answer });
const mixedResponses = [
  [
    answers("ranked", { value: "2" }),
    answers("coded", { value: "99", etcValue: "other" }),
    answers("several", { value: "z" }, { value: "x", etcValue: "" }),
    answers("age", { value: "41" }),
    answers("why", { value: "because & so\n" }),
  ],
  [
    answers("age", { value: "007" }),
    answers("ranked", { value: "77" }),
    answers("coded", { value: "none", etcValue: "free" }),
    { ...answers("gone", { value: "g" }), type: "Old", label: "Gone", options: [{ value: "g" }] },
  ],
  [
    answers("age", { value: "12345678901234567890" }),
    answers("several"),
    answers("why", { value: "3" }),
  ],
  [answers("age", { value: "-0.5" }), answers("coded", { value: "a" }, { value: "b" })],
  [],
].map((variables, index) =>
  response(`r${index}`, `2025-03-01T09:00:0${index}`, {
    variables,
    completedStatus: "COMPLETED",
    embeddedData: [
      [{ name: "tier", value: "g" }],
      [
        { name: "note", value: "1" },
        { name: "note", value: "2" },
      ],
      [{ name: "extra", value: "e", valueLabel: "Extra" }],
      [{ name: "tier" }],
      [],
    ][index],
  }),
);

/** Compares the survey in v1 and in v2 with v3. Both differ from it in the same cells. */
async function compareAll(service: Service, surveyId: string): Promise<Comparison> {
  const newest = await shownBy(clientOf(service, "v3"), surveyId);
  const [v1, v2] = [
    compare(newest, await shownBy(clientOf(service, "v1"), surveyId)),
    compare(newest, await shownBy(clientOf(service, "v2"), surveyId)),
  ];
  assert.deepEqual(v1, v2);
  return v1;
}

function tell(label: string, comparison: Comparison): void {
  const { codebook, grid } = comparison;
  console.log(
    `      ${label}: ${codebook} cells of the codebook and ${grid} of the grid; differing:`,
  );
  for (const [reason, count] of Object.entries(listed(comparison))) {
    console.log(`        ${count} × ${reason}`);
  }
}

describe("codebook and grid of a survey in v1, v2 and v3", () => {
  it("differ only in the listed cells", async () => {
    const directory = writeDirectory({
      surveys: [{ surveyId: "mixed", survey: mixed, responses: mixedResponses }],
    });
    const service = await serve(directory, "absent");
    try {
      const comparison = await compareAll(service, "mixed");
      tell("Mixed", comparison);
      assert.deepEqual(listed(comparison), {
        [reasons.noColumn]: fieldsNotProvided("v2").length,
        // Seven options whose name differs from their rank, and the three cells that contain one of them.
        [reasons.code]: 10,
        [reasons.name]: 1,
        // Type, text and option of the question "gone".
        [reasons.onlyInResponses]: 3,
        [reasons.embeddedLabel]: 2,
        // The values "Gold" and "Extra".
        [reasons.valueLabels]: 2,
        [reasons.otherText]: 1,
        [reasons.lastValue]: 1,
      });
    } finally {
      await service.close();
    }
  });

  for (const [label, directory] of [
    ["The sample", undefined],
    ["Real surveys", realSurveys],
  ] as const) {
    it(`differ only for the listed reasons in every survey of ${label.toLowerCase()}`, async function () {
      if (directory !== undefined) {
        needsFolder(this, directory);
      }
      const service = await served(directory);
      const surveys = await collect(clientOf(service, "v3").listSurveys());
      for (const { surveyId, label: title } of surveys) {
        tell(title, await compareAll(service, surveyId));
      }
      assert.ok(surveys.length > 0);
    });
  }
});
