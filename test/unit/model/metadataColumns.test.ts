import assert from "node:assert/strict";
import { structureColumns } from "../../../src/model/grid.ts";
import { fieldsNotProvided, metadataLabel } from "../../../src/model/metadataColumns.ts";
import { apiVersions, type ApiVersion } from "../../../src/model/survey.ts";
import { answered, question, surveyOf, tableOf } from "./tabular/support.ts";

/*
 * The only test that lists the columns of metadata. People's scripts read files by these names and in this order, so a
 * column may be added, but none renamed, moved or removed. Other tests take the list from the source.
 */

const common = "serial:text collectGroupId:text";
const times = "startedAt:text finishedAt:text";
const exported: Readonly<Record<ApiVersion, Record<"responses" | "metadata", string>>> = {
  v1: { responses: `${common} ${times}`, metadata: `answerUid:text ${common} ${times}` },
  v2: { responses: `${common} ${times}`, metadata: `answerUid:text ${common} ${times}` },
  v3: {
    responses: `responseId:text ${common} completedStatus:text ${times} parameterUid:text`,
    metadata: `responseId:text ${common} completedStatus:text ${times} parameterUid:text`,
  },
};

const older = "serial finishedAt Q1 startedAt collectGroupId";
const grid: Readonly<Record<ApiVersion, string>> = {
  v1: older,
  v2: older,
  v3: "serial finishedAt Q1 startedAt completedStatus collectGroupId responseId",
};
const notProvided: Readonly<Record<ApiVersion, string>> = {
  v1: "Status, Response ID",
  v2: "Status, Response ID",
  v3: "",
};

describe("metadata columns", () => {
  for (const apiVersion of apiVersions) {
    const survey = surveyOf([question("Q1")], { apiVersion });

    it(`have these names and this order in tables of ${apiVersion}, always as text`, () => {
      for (const kind of ["responses", "metadata"] as const) {
        const { columns } = tableOf(survey, [answered({}, [], { serial: "007" })], {}, { kind });
        const facts = columns.filter((it) => it.origin?.kind === "metadata");
        assert.equal(
          facts.map((it) => `${it.name}:${it.type}`).join(" "),
          exported[apiVersion][kind],
        );
        assert.deepEqual(columns.slice(0, facts.length), facts, "they come first");
      }
    });

    it(`have this order in the grid of ${apiVersion}, beside the questions`, () => {
      const names = structureColumns(survey).map((it) => it.name);
      assert.equal(names.join(" "), grid[apiVersion]);
    });

    it(`are named by their labels if ${apiVersion} does not provide them`, () => {
      const labels = fieldsNotProvided(apiVersion).map((it) => metadataLabel(it, (text) => text));
      assert.equal(labels.join(", "), notProvided[apiVersion]);
    });
  }
});
