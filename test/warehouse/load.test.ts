import assert from "node:assert/strict";
import type { ApiVersion } from "../../src/model/survey.ts";
import type { LiveItem } from "../export/support/liveServer.ts";
import { temporaryFolder } from "../export/support/surveyServer.ts";
import { serveSurvey, submitted } from "./support/liveSurvey.ts";
import { LoadedSurvey } from "./support/loading.ts";
import { startPostgres, type PostgresServer } from "./support/postgres.ts";

function some(version: ApiVersion, count: number): LiveItem[] {
  return Array.from({ length: count }, (_, number) =>
    submitted(version, {
      number,
      answers: {
        Q1: [String(1 + (number % 2))],
        ...(number % 3 === 0 ? {} : { Q2: number % 5 === 0 ? ["1", "3"] : ["2"] }),
        ...(number % 4 === 0 ? { Q3: [`text ${number % 7}`] } : {}),
        ...(number % 6 === 0 ? { Q4: [`${number / 4}`] } : {}),
      },
      embedded: number % 9 === 0 ? { source: "mail" } : {},
    }),
  );
}

describe("a survey in the tables of a database", function () {
  this.timeout(120_000);
  let postgres: PostgresServer;
  before(async function () {
    postgres = await startPostgres(this);
  });
  after(() => postgres?.[Symbol.asyncDispose]());

  for (const version of ["v1", "v2", "v3"] as const) {
    it(`is what an export of ${version} is, and stays so when responses come, go and change`, async () => {
      await using folder = await temporaryFolder();
      const survey = new LoadedSurvey(postgres, version, folder.path, `changes_${version}`);
      await survey.create();
      const items = some(version, 250);
      {
        await using server = await serveSurvey(version, items);
        const { inserted, replaced, removed, responses, tables } = await survey.load(server);
        assert.deepEqual({ inserted, replaced, removed, responses }, { inserted: 250, replaced: 0, removed: 0, responses: 250 });
        assert.equal(tables[0], `changes_${version}.answers`);
        await survey.check(server);
      }
    });
  }
});
