import assert from "node:assert/strict";
import { metadataColumns, metadataNames } from "../../src/model/metadataColumns.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import { tableScan, type Table } from "../../src/model/tabular/table.ts";
import { defaultTableForm } from "../../src/model/tabular/tableForm.ts";
import type { Service } from "../../src/service/service.ts";
import { collect } from "../client/support/collect.ts";
import { clientOf, served } from "./support/clients.ts";
import { needsFolder, realSurveys } from "../support/shared.ts";

/** The names of its options are their ranks, so codes are the same in every version. */
const surveyId = "s000000z8";

/** Columns that v1 and v2 do not have. */
const newer: readonly string[] = metadataNames.filter(
  (it) => !metadataColumns[it].versions.includes("v2"),
);

async function tableOf(service: Service, version: ApiVersion): Promise<[Table, unknown[][]]> {
  const client = clientOf(service, version);
  const survey = await client.getSurvey(surveyId);
  const collectGroups = await client.listCollectGroups(surveyId);
  const responses = await collect(client.responses(surveyId));
  const scan = tableScan({ survey, collectGroups, kind: "responses" });
  scan.add(responses);
  const table = scan.table({ ...defaultTableForm, cells: "both" });
  return [table, responses.flatMap((it) => table.rowsOf(it))];
}

describe("tables of a survey in v1, v2 and v3", () => {
  it("have the same columns and rows, except columns that a version does not provide", async function () {
    needsFolder(this, realSurveys);
    const service = await served(realSurveys);
    const tables = await Promise.all(apiVersions.map((it) => tableOf(service, it)));
    const [v1, v2, v3] = tables.map(([{ columns }, rows]) => {
      const places = [...columns.keys()].filter((it) => !newer.includes(columns[it]?.name ?? ""));
      return {
        columns: places.map((it) => {
          const { origin, label, ...rest } = columns[it] ?? assert.fail();
          // v1 and v2 identify questions by rank, and have no labels of embedded data.
          const isEmbedded = origin?.kind === "embedded";
          return { ...rest, part: origin?.part, label: isEmbedded ? "" : label };
        }),
        rows: rows.map((row) => places.map((it) => row[it])),
      };
    });
    assert.deepEqual(v1, v3);
    assert.deepEqual(v2, v3);
    assert.ok((v3?.rows.length ?? 0) > 2000);
  });
});
