import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runShell, type ShellEnd } from "../cli/support/shell.ts";
import { apiKey, spaceId } from "../client/support/clients.ts";
import { serveSurvey } from "./support/liveSurvey.ts";
import { LoadedSurvey, someResponses } from "./support/loading.ts";
import { password, startPostgres, type PostgresServer } from "./support/postgres.ts";
import { temporaryFolder } from "../support/folders.ts";

describe("load step of a recipe", () => {
  let postgres: PostgresServer;
  before(async function () {
    postgres = await startPostgres(this);
  });
  after(() => postgres[Symbol.asyncDispose]());

  it("updates tables from the shell without printing the password", async () => {
    await using folder = await temporaryFolder();
    const survey = new LoadedSurvey(postgres, "v3", folder.path, "by recipe");
    await survey.create();
    const caFile = join(folder.path, "ca.pem");
    const recipe = {
      version: 1,
      steps: [
        {
          ...{ kind: "load", dataSpace: "acme", survey: "S1", connection: "WAREHOUSE" },
          ...{ schema: survey.schema, table: survey.table },
        },
      ],
    };
    await writeFile(join(folder.path, "load.survey-recipe.json"), JSON.stringify(recipe));
    const load = async (count: number, environment: Record<string, string>): Promise<ShellEnd> => {
      await using server = await serveSurvey("v3", someResponses("v3", count));
      await writeFile(caFile, server.ca);
      const access = { baseUrl: server.baseUrl, caFile, spaceId, apiKey };
      const spaces = ["--data-space", `acme=${server.baseUrl}#v3`, "--copies", survey.copies];
      const args = ["run", "load.survey-recipe.json", ...spaces, "--json"];
      const ended = await runShell(args, { access, cwd: folder.path, environment });
      assert.ok(![ended.out, ended.err].some((it) => it.includes(password)));
      if (ended.code === 0) {
        await survey.check(server);
      }
      return ended;
    };
    const WAREHOUSE = postgres.connectionString;
    const none = await load(30, {});
    assert.equal(none.code, 1, none.err);
    assert.match(none.out, /The environment variable WAREHOUSE is empty or not set/);
    const first = await load(300, { WAREHOUSE });
    assert.equal(first.code, 0, first.err);
    assert.match(first.out, /"inserted": ?300\b/);
    const second = await load(320, { WAREHOUSE });
    assert.equal(second.code, 0, second.err);
    assert.match(second.out, /"inserted": ?20\b/);
  });
});
