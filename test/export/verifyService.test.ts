import assert from "node:assert/strict";
import { readFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import { clientOf } from "../conformance/support/clients.ts";
import { exportResponses, verifyExport } from "./support/exporting.ts";
import { apiVersions } from "../../src/model/survey.ts";
import {
  response,
  serviceOfSuite,
  startService,
  writeDirectory,
  type TestService,
} from "../service/support/dataSpace.ts";
import { editItems, formats } from "./support/exported.ts";
import { needsFolder, realSurveys } from "../support/shared.ts";
import { folderOfEachTest, temporaryFolder } from "../support/folders.ts";

const toolVersion = "1";

/** More than two pages, four responses a second, two of which look the same if they have no ids. */
const responses = Array.from({ length: 2500 }, (_, number) => {
  const second = Math.floor(number / 4);
  const time = new Date(Date.UTC(2025, 2, 1) + second * 1000).toISOString().slice(0, 19);
  return response(`r${String(number).padStart(6, "0")}`, time, {
    serial: `S${number % 4 === 3 ? number - 1 : number}`,
    startedAt: time,
    collectGroupId: "g1",
    completedStatus: "COMPLETED",
  });
});

describe("verified exports from the local data space", () => {
  const folder = folderOfEachTest();

  const directory = writeDirectory({ surveys: [{ surveyId: "S1", responses }] });
  const service = serviceOfSuite(["--directory", directory]);

  for (const version of apiVersions) {
    for (const kind of ["responses", "metadata"] as const) {
      for (const format of formats) {
        it(`are complete, and are repaired after changes: ${kind} of ${version} as ${format}`, async () => {
          const file = join(folder, "x");
          const client = clientOf(service, version);
          await exportResponses({ client, kind, file, format, toolVersion });
          const whole = await readFile(file);
          assert.equal((await verifyExport({ client, file, toolVersion })).ok, true);
          await editItems(file, format, (items) => [
            // Two of the newest second, which may look the same, and the oldest are missing, and one is doubled.
            ...items.slice(2, 1500),
            items[1499] ?? "",
            ...items.slice(1500, -1),
          ]);
          const { missing, extra, doubled, ok, responses } = await verifyExport({
            client,
            file,
            repair: true,
            toolVersion,
          });
          assert.deepEqual(
            { missing, extra, doubled, ok, responses },
            { missing: 3, extra: 0, doubled: 1, ok: true, responses: 2500 },
          );
          assert.deepEqual(await readFile(file), whole);
        });
      }
    }
  }

  it("are compared with the data space of the same name at another address", async () => {
    const file = join(folder, "x");
    const kind = "responses";
    const client = clientOf(service, "v3");
    await exportResponses({ client, kind, file, format: "json", toolVersion });
    await using again = await startService([
      "--directory",
      writeDirectory({ surveys: [{ surveyId: "S1" }] }),
    ]);
    const empty = clientOf(again, "v3");
    const { extra } = await verifyExport({ client: empty, file, toolVersion });
    assert.equal(extra, 2500);
  });
});

describe("verified exports of real surveys", () => {
  let service: TestService | undefined;

  before(async function () {
    needsFolder(this, realSurveys);
    service = await startService(["--directory", realSurveys]);
  });
  after(() => service?.stop());

  for (const version of apiVersions) {
    it(`are complete, and are repaired after losing their end, in ${version}`, async () => {
      await using folder = await temporaryFolder();
      const client: SurveyClient = clientOf(service ?? assert.fail(), version);
      for await (const { surveyId } of client.listSurveys()) {
        const file = join(folder.path, surveyId);
        const kind = "responses";
        await exportResponses({ client, surveyId, kind, file, format: "json", toolVersion });
        const whole = await readFile(file);
        const { ok, responses } = await verifyExport({ client, file, toolVersion });
        assert.equal(ok, true);
        await truncate(file, Math.floor(whole.length * 0.7));
        const repaired = await verifyExport({ client, file, repair: true, toolVersion });
        assert.deepEqual([repaired.ok, repaired.responses], [true, responses]);
        assert.ok(repaired.missing > 0);
        assert.deepEqual(await readFile(file), whole);
      }
    });
  }
});
