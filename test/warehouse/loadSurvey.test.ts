import { strict as assert } from "node:assert";
import { join } from "node:path";
import type { ExportCopies } from "../../src/export/exportCopies.ts";
import { SurveyError } from "../../src/model/errors.ts";
import type { Warehouse } from "../../src/warehouse/calls.ts";
import { loadSurvey } from "../../src/warehouse/loadSurvey.ts";
import { clientOf } from "../client/support/clients.ts";
import { copiesIn } from "../export/support/exporting.ts";
import { folderOfEachTest } from "../support/folders.ts";
import { serveSurvey } from "./support/liveSurvey.ts";
import { someResponses } from "./support/loading.ts";

describe("load of a survey", () => {
  const folder = folderOfEachTest();

  async function load(warehouse: Warehouse, failing: (copies: ExportCopies) => ExportCopies) {
    await using server = await serveSurvey("v3", someResponses("v3", 5));
    return await loadSurvey({
      client: clientOf(server, "v3"),
      copies: failing(copiesIn(join(folder, "copies"))),
      copy: { space: "space", version: "v3", surveyId: "S1" },
      surveyId: "S1",
      fresh: "all",
      warehouse,
      connection: "WAREHOUSE",
      environment: { WAREHOUSE: "postgresql://localhost/x" },
    });
  }

  const inUse = () => Promise.reject(SurveyError.of("file-fault", "Another program is using it."));

  it("succeeds if the tables are complete and its copy cannot replace the survey's", async () => {
    const rows = {
      tables: ["s"],
      inserted: 5,
      replaced: 0,
      removed: 0,
      responses: 5,
      warnings: [],
    };
    const warehouse: Warehouse = {
      load: async () => ({ ...rows, endDateTime: "2025-03-01T09:00:00" }),
    };
    const { inserted } = await load(warehouse, (copies) => ({ ...copies, adoptCopy: inUse }));
    assert.equal(inserted, 5);
  });

  it("says why the tables could not be filled, not that its copy cannot be read", async () => {
    let isOver = false;
    const warehouse: Warehouse = {
      load: () => {
        isOver = true;
        return Promise.reject(SurveyError.of("warehouse-fault", "The database is full."));
      },
    };
    const loading = load(warehouse, (copies) => ({
      ...copies,
      copyState: (copy) => (isOver ? inUse() : copies.copyState(copy)),
    }));
    await assert.rejects(loading, { code: "warehouse-fault", message: "The database is full." });
  });
});
