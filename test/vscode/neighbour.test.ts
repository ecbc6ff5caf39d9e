import { strict as assert } from "node:assert";
import * as vscode from "vscode";
import type { SurveyExplorerApi } from "../../api/survey-explorer.d.ts";
import type { Neighbour } from "./neighbour/extension.ts";
import { run } from "./support/commands.ts";

describe("Another extension", () => {
  let neighbour: Neighbour;
  let explorer: SurveyExplorerApi;
  let dataSpace: string;

  before(async () => {
    ({ name: dataSpace } = await run<{ name: string }>("startLocalDataSpace"));
    const extension = vscode.extensions.getExtension<Neighbour>("survey-explorer.neighbour");
    assert.ok(extension);
    neighbour = await extension.activate();
    const own = vscode.extensions.getExtension<SurveyExplorerApi>(
      "survey-explorer.survey-explorer",
    );
    assert.ok(own?.isActive);
    explorer = own.exports;
  });

  after(() => run("stopLocalDataSpace"));

  it("lists the running surveys of all data spaces", async () => {
    const client = await explorer.client(dataSpace);
    const [all, running]: [string[], string[]] = [[], []];
    for await (const { label } of client.listSurveys()) {
      all.push(`${dataSpace}: ${label}`);
    }
    for await (const { label } of client.listSurveys({ running: true })) {
      running.push(`${dataSpace}: ${label}`);
    }
    const lines = await neighbour.runningSurveys();
    assert.deepEqual(
      lines.filter((it) => it.startsWith(dataSpace)),
      running,
    );
    assert.ok(running.length > 0 && running.length < all.length);
  });

  it("counts the answers to a question and can be cancelled", async () => {
    const client = await explorer.client(dataSpace);
    let subject: { dataSpace: string; surveyId: string; question: string } | undefined;
    const wanted = new Map<string, number>();
    for await (const { surveyId } of client.listSurveys()) {
      const { questions } = await client.getSurvey(surveyId);
      const question = questions.find((it) => it.type === "SingleChoice")?.name;
      for await (const { variables } of client.responses(surveyId)) {
        const answers = variables.filter((it) => it.name === question).flatMap((it) => it.answer);
        answers.forEach((it) => wanted.set(it.value, (wanted.get(it.value) ?? 0) + 1));
      }
      if (question !== undefined && wanted.size > 0) {
        subject = { dataSpace, surveyId, question };
        break;
      }
    }
    assert.ok(subject);
    const source = new vscode.CancellationTokenSource();
    const counts = await neighbour.countAnswers(subject, source.token);
    assert.deepEqual(new Map([...counts].filter(([, it]) => it > 0)), wanted);
    const cancelled = neighbour.countAnswers(subject, source.token);
    source.cancel();
    await assert.rejects(cancelled, { code: "cancelled" });
    await assert.rejects(neighbour.countAnswers({ ...subject, dataSpace: "none" }, source.token), {
      code: "unknown-data-space",
    });
  });
});
