import { strict as assert } from "node:assert";
import type * as vscode from "vscode";
import { extensions, window } from "vscode";
import type { SurveyExplorerApi } from "../../src/extension.ts";
import { eventually } from "../webview/support/eventually.ts";
import { closeAllEditors, run } from "./support/commands.ts";

const tabs = (): string[] =>
  window.tabGroups.all.flatMap((it: vscode.TabGroup) => it.tabs.map((tab) => tab.label));

describe("Opening a survey at a place", () => {
  let dataSpace: string;
  let surveyId: string;
  let title: string;
  let question: string;
  let responseId: string;

  before(async () => {
    ({ name: dataSpace } = await run<{ name: string }>("startLocalDataSpace"));
    const extension = extensions.getExtension<SurveyExplorerApi>("survey-explorer.survey-explorer");
    const client = await extension?.exports.client(dataSpace);
    assert.ok(client);
    for await (const running of client.listSurveys({ running: true })) {
      ({ surveyId } = running);
    }
    const survey = await client.getSurvey(surveyId);
    title = survey.label;
    question = survey.questions.at(-1)?.name ?? "";
    for await (const metadata of client.responseMetadata(surveyId)) {
      responseId = metadata.responseId ?? "";
    }
    assert.ok(question && responseId);
  });

  afterEach(() => closeAllEditors());
  after(() => run("stopLocalDataSpace", { dataSpace }));

  it("opens the structure at a question, and suggests names for an unknown question", async () => {
    const survey = { dataSpace, surveyId };
    await run("openSurvey", { ...survey, question });
    await run("openSurvey", { ...survey, question });
    assert.equal(tabs().length, 1);
    const error: unknown = await run("openSurvey", { ...survey, question: `${question}_` }).then(
      () => undefined,
      (it: unknown) => it,
    );
    assert.ok(error instanceof Error && "code" in error);
    assert.equal(error.code, "not-found");
    assert.ok(error.message.includes(`Similar names: ${question}`), error.message);
    assert.equal(tabs().length, 1);
  });

  it("opens the responses at a question, a response or a tab", async () => {
    const survey = { dataSpace, surveyId };
    const isShown = (label: string) =>
      eventually(`a tab ${label}`, async () => tabs().includes(label) || undefined);
    await run("openResponses", { ...survey, question, responseId });
    await isShown(`${title} · Responses`);
    await run("openResponses", { ...survey, question, view: "summary" });
    await isShown(`${title} · Summary`);
    await run("openResponses", { ...survey, view: "fieldwork" });
    await isShown(`${title} · Fieldwork`);
    await run("openResponses", { ...survey, question });
    await isShown(`${title} · Responses`);
    assert.equal(tabs().length, 1);
  });

  it("opens the responses and reports a missing response or question", async () => {
    const survey = { dataSpace, surveyId };
    const missing = { ...survey, responseId: "no-such-response" };
    await assert.rejects(run("openResponses", missing), /no-such-response/);
    await assert.rejects(run("openResponses", { ...survey, question: "nowhere" }), {
      code: "not-found",
    });
    await eventually("one tab", async () => tabs().length === 1 || undefined);
  });

  it("rejects a place that the tab cannot show", async () => {
    const survey = { dataSpace, surveyId };
    for (const place of [
      { question, view: "fieldwork" },
      { responseId, view: "summary" },
      { view: "nothing" },
      { question: "" },
    ]) {
      await assert.rejects(run("openResponses", { ...survey, ...place }), {
        code: "invalid-input",
      });
    }
    assert.deepEqual(tabs(), []);
  });
});
