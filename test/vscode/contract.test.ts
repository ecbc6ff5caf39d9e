import { strict as assert } from "node:assert";
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import * as vscode from "vscode";
import type { SurveyExplorerApi } from "../../src/extension.ts";
import { spellings } from "../client/support/spellings.ts";
import { eventually } from "../webview/support/eventually.ts";
import { filesBelow } from "./support/filesBelow.ts";
import { ForeignService, foreignResponse, foreignSurvey } from "./support/foreignService.ts";
import { skip } from "../../scripts/testing/skip.ts";
import { activated, closeAllEditors, run } from "./support/commands.ts";
import { folderOfSuite } from "../support/folders.ts";

const extensionId = "survey-explorer.survey-explorer";
const spaceId = "space-한국";
const apiKey = "키:with:colons/and+more";
const credentials = Buffer.from(`${spaceId}:${apiKey}`, "utf8")
  .toString("base64")
  .replace(/=+$/, "");
const authorization = `Basic ${credentials}`;

interface Exported {
  readonly file: string;
  readonly responses: number;
  readonly pages: number;
  readonly bytes: number;
  readonly sha256: string;
}

interface Kept {
  readonly responseId: string;
  readonly finishedAt: string;
  readonly variables: readonly { readonly name: string; readonly answer: unknown }[];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

describe("Extension contract", () => {
  let api: SurveyExplorerApi;
  let service: ForeignService;
  const folder = folderOfSuite();

  before(async () => {
    api = await activated();
    service = await ForeignService.start(authorization, 250);
    const { baseUrl, caFile } = service;
    await run("addDataSpace", { name: "Foreign", baseUrl, version: "v3", spaceId, apiKey, caFile });
  });

  after(async () => {
    await closeAllEditors();
    for (const { name, local } of api.dataSpaces()) {
      if (!local) {
        await run("removeDataSpace", { dataSpace: name });
      }
    }
    await run("stopLocalDataSpace", {});
    await service.stop();
  });

  it("registers every declared command", async () => {
    const manifest: unknown = vscode.extensions.getExtension(extensionId)?.packageJSON;
    const { contributes } = manifest as { contributes: { commands: { command: string }[] } };
    const registered = new Set(await vscode.commands.getCommands(true));
    for (const { command } of contributes.commands) {
      assert.ok(registered.has(command), command);
    }
  });

  it("provides a client to other extensions", async () => {
    assert.equal(api.apiVersion, 1);
    assert.ok(api.dataSpaces().some((it) => it.name === "Foreign" && it.version === "v3"));
    const client = await api.client("Foreign");
    const labels: string[] = [];
    for await (const survey of client.listSurveys()) {
      labels.push(survey.label);
    }
    assert.deepEqual(labels, [foreignSurvey.label]);
    const ids: (string | undefined)[] = [];
    for await (const response of client.responses("f1", {})) {
      ids.push(response.responseId);
    }
    assert.equal(new Set(ids).size, 250);
  });

  it("sends the reference's Authorization header for a key with colons and Korean letters", () => {
    assert.ok(service.authorizations.length > 0);
    assert.deepEqual([...new Set(service.authorizations)], [authorization]);
  });

  it("exports the responses of a foreign service byte for byte, newest first", async () => {
    const file = join(folder, "foreign.json");
    const result = await run<Exported>("exportResponses", {
      dataSpace: "Foreign",
      surveyId: "f1",
      file,
      format: "json",
    });
    const bytes = await readFile(file);
    const text = bytes.toString("utf8");
    assert.equal(result.file, file);
    assert.equal(result.responses, 250);
    assert.equal(result.bytes, bytes.length);
    assert.equal(result.sha256, createHash("sha256").update(bytes).digest("hex"));
    const content = JSON.parse(text) as { count: number; responses: { responseId: string }[] };
    assert.equal(content.count, 250);
    assert.deepEqual(
      content.responses.map((it) => it.responseId),
      Array.from({ length: 250 }, (_, index) => `r${String(249 - index).padStart(4, "0")}`),
    );
    for (let number = 0; number < 250; number++) {
      assert.ok(text.includes(foreignResponse(number)), `response ${number} byte for byte`);
    }
    assert.deepEqual((await readdir(folder)).sort(), [
      "foreign.json",
      "foreign.json.manifest.json",
    ]);
  });

  it("exports one collect group and a range as NDJSON to a Uri", async () => {
    const file = vscode.Uri.file(join(folder, "group.ndjson"));
    const result = await run<Exported>("exportResponses", {
      dataSpace: "Foreign",
      surveyId: "f1",
      file,
      format: "ndjson",
      collectGroupId: "g1",
      endDateTime: "2025-03-01T10:01:39",
    });
    const lines = (await readFile(file.fsPath, "utf8")).trimEnd().split("\n");
    assert.equal(result.responses, 50);
    assert.deepEqual(
      lines,
      Array.from({ length: 50 }, (_, index) => foreignResponse(99 - 2 * index)),
    );
  });

  it("trusts the certificates that VS Code trusts if no caFile is set", async function () {
    const file = process.env["SSL_CERT_FILE"];
    const http = vscode.workspace.getConfiguration("http");
    if (file === undefined || http.inspect("systemCertificatesNode")?.defaultValue === undefined) {
      skip(this, "this VS Code cannot be given a certificate authority for a test");
    }
    const [authority, certificate, key] = await Promise.all(
      ["", ".server", ".key"].map((it) => readFile(file + it, "utf8")),
    );
    const identity = { authority: authority ?? "", certificate: certificate ?? "", key: key ?? "" };
    const trusted = await ForeignService.start(authorization, 250, identity);
    try {
      const { baseUrl } = trusted;
      await run("addDataSpace", { name: "Trusted", baseUrl, version: "v3", spaceId, apiKey });
      const { responses } = await run<Exported>("exportResponses", {
        dataSpace: "Trusted",
        surveyId: "f1",
        file: join(folder, "trusted.ndjson"),
        format: "ndjson",
      });
      assert.equal(responses, 250);
      assert.deepEqual([...new Set(trusted.authorizations)], [authorization]);
    } finally {
      await trusted.stop();
    }
  });

  it("exports the structure and the metadata", async () => {
    const survey = { dataSpace: "Foreign", surveyId: "f1" };
    const structure = join(folder, "structure.json");
    await run("exportSurvey", { ...survey, file: structure });
    const content = JSON.parse(await readFile(structure, "utf8")) as {
      survey: typeof foreignSurvey;
      collectGroups: unknown[];
    };
    assert.deepEqual(content.survey, foreignSurvey);
    assert.equal(content.collectGroups.length, 1);
    const file = join(folder, "metadata.json");
    const metadata = await run<Exported>("exportMetadata", { ...survey, file, format: "json" });
    assert.equal(metadata.responses, 250);
  });

  it("overwrites an existing file only with `overwrite`", async () => {
    const file = join(folder, "kept.json");
    await writeFile(file, "mine");
    const argument = { dataSpace: "Foreign", surveyId: "f1", file, format: "json" };
    await assert.rejects(run("exportResponses", argument), /kept\.json/);
    assert.equal(await readFile(file, "utf8"), "mine");
    await run("exportResponses", { ...argument, overwrite: true });
    assert.notEqual(await readFile(file, "utf8"), "mine");
  });

  it("opens the structure and the responses of a survey in one tab each", async () => {
    await run("openSurvey", { dataSpace: "Foreign", surveyId: "f1" });
    await run("openResponses", { dataSpace: "Foreign", surveyId: "f1" });
    const labels = () =>
      vscode.window.tabGroups.all.flatMap((it) => it.tabs.map((tab) => tab.label));
    // The label of a tab comes back from the window, so it arrives late.
    const tabs = await eventually("two panels with the survey's title", async () => {
      const found = labels();
      const isShown = found.includes("Foreign survey");
      const ofSurvey = found.filter((it) => it.startsWith("Foreign survey"));
      return isShown && ofSurvey.length === 2 ? found : undefined;
    });
    await run("openSurvey", { dataSpace: "Foreign", surveyId: "f1" });
    assert.equal(labels().length, tabs.length);
    await run("openSummary", { dataSpace: "Foreign", surveyId: "f1" });
    await run("openFieldwork", { dataSpace: "Foreign", surveyId: "f1" });
    assert.equal(labels().length, tabs.length);
  });

  it("exports a summary as Markdown and as HTML", async () => {
    const survey = { dataSpace: "Foreign", surveyId: "f1" };
    for (const format of ["md", "html"]) {
      const file = join(folder, `summary.${format}`);
      await run("exportSummary", { ...survey, file, format });
      assert.match(await readFile(file, "utf8"), /Foreign survey/);
    }
  });

  describe("reports an error with advice if", () => {
    const survey = { dataSpace: "Foreign", surveyId: "f1" };

    it("the address is not https", async () => {
      await assert.rejects(
        run("addDataSpace", {
          name: "Plain",
          baseUrl: "http://127.0.0.1:1",
          version: "v3",
          spaceId,
          apiKey,
        }),
        /https:\/\//,
      );
      assert.ok(!api.dataSpaces().some((it) => it.name === "Plain"));
    });

    it("the name is taken", async () => {
      const { baseUrl } = service;
      await assert.rejects(
        run("addDataSpace", { name: "Foreign", baseUrl, version: "v3", spaceId, apiKey }),
        /Foreign.*already/,
      );
    });

    it("the data space does not exist", async () => {
      await assert.rejects(
        run("openSurvey", { ...survey, dataSpace: "Nowhere" }),
        /Nowhere.*Foreign/,
      );
    });

    it("the survey does not exist", async () => {
      const file = join(folder, "none.json");
      await assert.rejects(
        run("exportResponses", { ...survey, surveyId: "none", file, format: "json" }),
        /none/,
      );
      await assert.rejects(readFile(file), /ENOENT/);
    });

    it("an argument is invalid", async () => {
      await assert.rejects(
        run("exportResponses", { ...survey, file: "relative.json", format: "json" }),
        /file: .*absolute/,
      );
      await assert.rejects(
        run("exportResponses", { ...survey, file: 5, format: "json" }),
        /file: must be an absolute path or a Uri/,
      );
      await assert.rejects(
        run("exportResponses", { ...survey, format: "json" }),
        /file: must be an absolute path or a Uri/,
      );
      await assert.rejects(
        run("runRecipe", { file: join(folder, "x"), step: 0 }),
        /step: must not be less or shorter than 1/,
      );
      await assert.rejects(
        run("exportResponses", { ...survey, file: join(folder, "x"), format: "pdf" }),
        /format: .*json/,
      );
      await assert.rejects(
        run("exportResponses", {
          ...survey,
          file: join(folder, "x"),
          format: "json",
          startDateTime: "1 May",
        }),
        /startDateTime: .*2025-03-01T09:00:00/,
      );
      const time = "2025-03-01T09:00:00";
      const never = { format: "json", startDateTime: time, endDateTime: time };
      const many = { surveys: [survey], directory: folder };
      for (const [command, target] of [
        ["exportResponses", { ...survey, file: join(folder, "x") }],
        ["exportMetadata", { ...survey, file: join(folder, "x") }],
        ["exportSurveys", many],
      ] as const) {
        await assert.rejects(
          run(command, { ...target, ...never }),
          /endDateTime: must be later than startDateTime/,
        );
      }
    });

    it("the key is wrong, and keeps the previous key", async () => {
      const wrong = { dataSpace: "Foreign", spaceId, apiKey: "wrong-key-77" };
      await assert.rejects(run("signIn", wrong), (error: Error) => {
        assert.match(error.message, /Sign in/i);
        assert.ok(!error.message.includes("wrong-key-77"));
        return true;
      });
      const file = join(folder, "signed-in.json");
      const { responses } = await run<Exported>("exportResponses", {
        ...survey,
        file,
        format: "json",
      });
      assert.equal(responses, 250);
    });

    it("the data space is signed out", async () => {
      await run("signOut", { dataSpace: "Foreign" });
      const client = await api.client("Foreign");
      await assert.rejects(client.getSurvey("f1"), /sign in/i);
      await run("signIn", { dataSpace: "Foreign", spaceId, apiKey });
    });

    it("the certificate is not trusted", async () => {
      const { baseUrl } = service;
      await run("addDataSpace", { name: "Untrusted", baseUrl, version: "v3", spaceId, apiKey });
      const client = await api.client("Untrusted");
      await assert.rejects(client.getSurvey("f1"), /caFile/);
    });

    it("the service has stopped", async () => {
      const gone = await ForeignService.start(authorization, 1);
      const { baseUrl, caFile } = gone;
      await run("addDataSpace", { name: "Gone", baseUrl, version: "v3", spaceId, apiKey, caFile });
      const client = await api.client("Gone");
      await client.getSurvey("f1");
      await gone.stop();
      await assert.rejects(client.getSurvey("f1"), /"Gone" cannot be reached.*try again/);
    });
  });

  it("keeps the key out of all files that VS Code and exports write", async () => {
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    // Settings, storage and logs of this VS Code are beside the folder that it has open.
    const written = [dirname(workspace.uri.fsPath), folder];
    const files = (await Promise.all(written.map(filesBelow))).flat();
    // A file may disappear while it is looked at.
    const contents = await Promise.all(
      files.map((it) => readFile(it).catch(() => Buffer.alloc(0))),
    );
    assert.ok(
      contents.some((it) => it.includes(`"baseUrl": "${service.baseUrl}"`)),
      "the settings are among the checked files",
    );
    for (const [form, spelling] of spellings(spaceId, apiKey)) {
      const found = files.filter((_, index) => contents[index]?.includes(spelling));
      assert.deepEqual(found, [], `files that contain the key as ${form}`);
    }
  });

  it("exports the whole Big Five Inventory from a data space directory, newest first", async function () {
    const repository = vscode.extensions.getExtension(extensionId)?.extensionPath ?? "";
    const directory = resolve(repository, "../shared/data/real-surveys");
    const source = await readFile(
      join(directory, "surveys/s000000z8/responses.ndjson"),
      "utf8",
    ).catch(() => undefined);
    if (source === undefined) {
      skip(this, `there is no ${directory}`);
    }
    const { name } = await run<{ name: string }>("startLocalDataSpace", { directory });
    assert.equal(name, "Public survey data");
    const file = join(folder, "bfi.json");
    const survey = { dataSpace: name, surveyId: "s000000z8" };
    const { responses } = await run<Exported>("exportResponses", {
      ...survey,
      file,
      format: "json",
    });
    assert.equal(responses, 2800);
    const exported = JSON.parse(await readFile(file, "utf8")) as { responses: Kept[] };
    const answersOf = (it: Kept) => [
      it.responseId,
      it.finishedAt,
      ...it.variables.map((variable) => [variable.name, variable.answer]),
    ];
    const expected = source
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Kept)
      .sort((a, b) => compare(b.finishedAt, a.finishedAt) || compare(b.responseId, a.responseId));
    assert.deepEqual(exported.responses.map(answersOf), expected.map(answersOf));
    await run("stopLocalDataSpace", {});
  });

  it("starts the sample once, lists its surveys and stops it", async () => {
    const start = () => run<{ name: string; baseUrl: string }>("startLocalDataSpace", {});
    // Started twice at once, as by a double click.
    const [{ name, baseUrl }, second] = await Promise.all([start(), start()]);
    assert.deepEqual(second, { name, baseUrl });
    assert.match(baseUrl, /^https:\/\/127\.0\.0\.1:\d+/);
    assert.deepEqual(await start(), { name, baseUrl });
    assert.equal(api.dataSpaces().filter((it) => it.name === name).length, 1);
    const client = await api.client(name);
    const surveys: string[] = [];
    for await (const survey of client.listSurveys()) {
      surveys.push(survey.surveyId);
    }
    assert.ok(surveys.length >= 12);
    const running: string[] = [];
    for await (const survey of client.listSurveys({ running: true })) {
      running.push(survey.surveyId);
    }
    assert.ok(running.length > 0 && running.length < surveys.length);
    await run("stopLocalDataSpace", {});
    await assert.rejects(api.client(name), /There is no data space/);
  });
});
