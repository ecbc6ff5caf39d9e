import { strict as assert } from "node:assert";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { TestServer } from "../client/support/testServer.ts";
import { eventually } from "../webview/support/eventually.ts";
import { startLiveServer, type LiveItem } from "../export/support/liveServer.ts";
import { addDataSpace, closeAllEditors, run } from "./support/commands.ts";
import { folderOfSuite } from "../support/folders.ts";

/** Responses as v1 and v2 send them: without an id, and two of them the same. */
const items: LiveItem[] = [0, 1, 1, 2].map((number, order) => ({
  finishedAt: `2025-03-01T10:00:0${number}`,
  order,
  json: `{ "serial":"s${number}","finishedAt":"2025-03-01T10:00:0${number}","answers":[{"name":"Q","rank":1,"answer":[{"num":9007199254740993}]}]}`,
}));
const newestFirst = items.map((it) => it.json).toReversed();

for (const version of ["v1", "v2"] as const) {
  describe(`Data space of API ${version}`, () => {
    const dataSpace = `Older ${version}`;
    let server: TestServer;
    const folder = folderOfSuite();

    before(async () => {
      server = await startLiveServer({ version, items, lastPage: "empty" });
      const credentials = { spaceId: "space", apiKey: "key" };
      await addDataSpace({ name: dataSpace, version, ...credentials }, server, folder);
    });
    after(async () => {
      await closeAllEditors();
      await run("removeDataSpace", { dataSpace });
      await server[Symbol.asyncDispose]();
    });

    it("opens a survey and its responses by command", async () => {
      await run("openSurvey", { dataSpace, surveyId: "S1" });
      await run("openResponses", { dataSpace, surveyId: "S1" });
      // The window gets the title a little later than we do.
      await eventually("two panels with the survey's title", async () => {
        const tabs = vscode.window.tabGroups.all.flatMap((it) => it.tabs);
        const labels = tabs.map((it) => it.label).join();
        return labels === "Live,Live · Responses" ? labels : undefined;
      });
    });

    it("exports the structure, responses and metadata as sent", async () => {
      const survey = join(folder, "survey.json");
      await run("exportSurvey", { dataSpace, surveyId: "S1", file: survey });
      assert.match(await readFile(survey, "utf8"), /"survey":\{ "surveyId":"S1","title":"Live"\}/);
      for (const command of ["exportResponses", "exportMetadata"]) {
        const file = join(folder, `${command}.ndjson`);
        const target = { dataSpace, surveyId: "S1", file, format: "ndjson" };
        const { responses } = await run<{ responses: number }>(command, target);
        assert.equal(responses, items.length);
        assert.deepEqual((await readFile(file, "utf8")).trimEnd().split("\n"), newestFirst);
      }
    });

    it("rejects unavailable options and names the version that has them", async () => {
      const file = join(folder, "lacking.json");
      const target = { dataSpace, surveyId: "S1", file, format: "json" };
      await assert.rejects(run("exportResponses", { ...target, variables: ["Q"] }), {
        message: new RegExp(`not available in API ${version}.*to v3`),
      });
      const parameterField = "ANSWERS";
      const exporting = run<{ responses: number }>("exportResponses", {
        ...target,
        parameterField,
      });
      if (version === "v1") {
        await assert.rejects(exporting, { message: /not available in API v1.*to v2/ });
      } else {
        assert.equal((await exporting).responses, items.length);
      }
    });

    it("is rejected if a route lacks a required parameter", async () => {
      const { baseUrl } = server;
      const setting = { name: "Wrong", baseUrl, version, spaceId: "s", apiKey: "k" };
      await assert.rejects(run("addDataSpace", { ...setting, routes: { getSurvey: "/x" } }), {
        message: /surveyId/,
      });
    });
  });
}
