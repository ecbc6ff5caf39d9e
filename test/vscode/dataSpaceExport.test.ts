import { strict as assert } from "node:assert";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { SurveyExplorerApi } from "../../src/extension.ts";
import type { TestServer } from "../client/support/testServer.ts";
import { foreignStructure, startForeignSpace } from "../export/support/foreignSpace.ts";
import { activated, run } from "./support/commands.ts";
import { folderOfSuite } from "../support/folders.ts";

const dataSpace = "Whole";
const apiKey = "key-of-the-service";
const surveys = [
  { surveyId: "one", responses: 11 },
  { surveyId: "../two", responses: 3 },
];

describe("Data space export", () => {
  let api: SurveyExplorerApi;
  let service: TestServer;
  const folder = folderOfSuite();

  before(async () => {
    api = await activated();
    service = await startForeignSpace({ surveys });
    const caFile = join(folder, "ca.pem");
    await writeFile(caFile, service.ca);
    // A route of one version does not apply to another.
    const routes = { listSurveys: "/v1/somewhere-else" };
    const address = { baseUrl: service.baseUrl, version: "v1", caFile, routes };
    await run("addDataSpace", { name: dataSpace, ...address, spaceId: "space", apiKey });
  });

  after(async () => {
    await run("stopLocalDataSpace", {});
    await run("removeDataSpace", { dataSpace });
    await service[Symbol.asyncDispose]();
  });

  it("writes a directory that opens as a local data space with the same content", async () => {
    const directory = join(folder, "all");
    const result = await run<object>("exportDataSpace", {
      dataSpace,
      directory: vscode.Uri.file(directory),
    });
    assert.deepEqual(result, { directory, surveys: 2, responses: 14 });
    const { name } = await run<{ name: string }>("startLocalDataSpace", { directory });
    assert.equal(name, `${dataSpace} (2)`);
    const client = await api.client(name);
    const ids: string[] = [];
    for await (const { surveyId } of client.listSurveys()) {
      ids.push(surveyId);
      const survey = Buffer.from(await client.rawSurvey(surveyId)).toString();
      assert.equal(survey, foreignStructure(surveyId));
    }
    assert.deepEqual(ids.sort(), surveys.map((it) => it.surveyId).sort());
    const files = await readdir(directory, { recursive: true, withFileTypes: true });
    for (const it of files.filter((file) => file.isFile())) {
      assert.ok(!(await readFile(join(it.parentPath, it.name))).includes(apiKey), it.name);
    }
  });

  it("exports selected surveys, and rejects invalid arguments before it writes", async () => {
    const directory = join(folder, "chosen");
    await assert.rejects(
      run("exportDataSpace", { dataSpace, surveyIds: ["one", "none"], directory }),
      /"none"/,
    );
    await assert.rejects(
      run("exportDataSpace", { dataSpace, surveyIds: [], directory }),
      /surveyIds/,
    );
    await assert.rejects(run("exportDataSpace", { dataSpace, directory: "chosen" }), /directory/);
    assert.ok(!(await readdir(folder)).includes("chosen"));
    const result = await run("exportDataSpace", { dataSpace, surveyIds: ["one"], directory });
    assert.deepEqual(result, { directory, surveys: 1, responses: 11 });
    await assert.rejects(
      run("exportDataSpace", { dataSpace, surveyIds: ["one"], directory }),
      /is a data space directory already/,
    );
  });
});
