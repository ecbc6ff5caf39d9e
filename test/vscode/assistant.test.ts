import { strict as assert } from "node:assert";
import * as vscode from "vscode";
import * as z from "zod";
import { toolNames, toolPrefix, type ToolName } from "../../src/assistant/toolNames.ts";
import type { SurveyExplorerApi } from "../../src/extension.ts";
import { matchesFilter, type ResponseFilter } from "../../src/model/responseFilter.ts";
import { eventually } from "../webview/support/eventually.ts";
import { closeAllEditors, run } from "./support/commands.ts";

/** Of the built-in sample. */
const survey = "s0000cs";

const frequencies = z.looseObject({
  survey: z.literal(survey),
  base: z.string(),
  hash: z.string(),
  asOf: z.iso.datetime(),
  n: z.number().nullable(),
  values: z.array(z.object({ code: z.string(), label: z.string(), count: z.number().nullable() })),
});

interface Answer {
  readonly text: string;
  readonly content: unknown;
}

async function ask(name: ToolName, input: object): Promise<Answer> {
  const result = await vscode.lm.invokeTool(`${toolPrefix}${name}`, {
    toolInvocationToken: undefined,
    input,
  });
  const [text, content] = result.content;
  assert.ok(text instanceof vscode.LanguageModelTextPart);
  assert.ok(content instanceof vscode.LanguageModelTextPart);
  return { text: text.value, content: JSON.parse(content.value) };
}

const tabs = (): string[] =>
  vscode.window.tabGroups.all.flatMap((it) => it.tabs.map((tab) => tab.label));

async function set(name: string, value: unknown): Promise<void> {
  const settings = vscode.workspace.getConfiguration("surveyExplorer.assistant");
  await settings.update(name, value, vscode.ConfigurationTarget.Global);
}

describe("Tools for assistants", function () {
  this.timeout(120_000);
  let api: SurveyExplorerApi;
  let dataSpace: string;

  before(async () => {
    const extension = vscode.extensions.getExtension<SurveyExplorerApi>(
      "survey-explorer.survey-explorer",
    );
    assert.ok(extension);
    api = await extension.activate();
    ({ name: dataSpace } = await run<{ name: string }>("startLocalDataSpace"));
  });

  afterEach(async () => {
    for (const name of ["enabled", "sharing", "openAnswers", "leastCount"]) {
      await set(name, undefined);
    }
    await closeAllEditors();
  });

  after(async () => {
    await run("stopLocalDataSpace");
  });

  /** Counted one by one. */
  async function counted(question: string, filter: ResponseFilter): Promise<Map<string, number>> {
    const client = await api.client(dataSpace);
    const counts = new Map<string, number>();
    for await (const response of client.responses(survey, {})) {
      if (matchesFilter(filter, response)) {
        const answer = response.variables.find((it) => it.name === question)?.answer ?? [];
        for (const { value } of answer) {
          counts.set(value, (counts.get(value) ?? 0) + 1);
        }
      }
    }
    return counts;
  }

  it("are there for all who ask, with what they take", () => {
    const ours = vscode.lm.tools.filter((it) => it.name.startsWith(toolPrefix));
    assert.deepEqual(
      ours.map((it) => it.name).sort(),
      toolNames.map((it) => `${toolPrefix}${it}`).sort(),
    );
    for (const { name, description, inputSchema, tags } of ours) {
      assert.ok(description.length > 40, name);
      assert.equal(z.looseObject({ type: z.string() }).parse(inputSchema).type, "object", name);
      assert.deepEqual(tags, ["surveys"], name);
    }
  });

  it("answer with the figures of the responses, and a hash by which the same summary opens", async () => {
    const filter: ResponseFilter = {
      conditions: [{ kind: "variable", name: "gender", is: "oneOf", values: ["F"], missing: [] }],
    };
    const { text, content } = await ask("frequencies", { survey, question: "Q3", filter });
    const figures = frequencies.parse(content);
    const naive = await counted("Q3", filter);
    assert.ok(figures.values.length >= 5);
    for (const { code, count } of figures.values) {
      if (count !== null) {
        assert.equal(count, naive.get(code) ?? 0, code);
      }
    }
    assert.ok(figures.values.filter((it) => it.count !== null).length >= 3);
    assert.ok(text.includes(figures.hash));
    const link = /\]\((\S+:\/\/survey-explorer\.survey-explorer\/figures\?hash=\w+)\)/.exec(
      text,
    )?.[1];
    assert.ok(link);
    for (const [command, argument] of [
      ["showFigures", { hash: figures.hash }],
      ["openLink", { link }],
      ["showFigures", { dataSpace, surveyId: survey, question: "Q3", filter, base: "all" }],
    ] as const) {
      await run(command, argument);
      const title = "Customer satisfaction 2025 · Summary";
      await eventually(`a tab ${title}`, async () => tabs().includes(title) || undefined);
      await closeAllEditors();
    }
  });

  it("say what to do about a hash that nobody knows", async () => {
    await assert.rejects(run("showFigures", { hash: "0123456789abcdef" }), {
      code: "not-found",
      message: /Ask the assistant/,
    });
    assert.deepEqual(tabs(), []);
  });

  it("tell no more of a data space than the person allows", async () => {
    await set("sharing", { [dataSpace]: "structure" });
    await ask("read_structure", { survey });
    await assert.rejects(ask("frequencies", { survey, question: "Q3" }), /sharing/);
    await set("sharing", { [dataSpace]: "nothing" });
    await assert.rejects(ask("list_surveys", {}), /sharing/);
    const listed = z.looseObject({ dataSpaces: z.array(z.looseObject({ level: z.string() })) });
    const { content } = await ask("list_data_spaces", {});
    assert.deepEqual(
      listed.parse(content).dataSpaces.map((it) => it.level),
      ["nothing"],
    );
    await set("sharing", { [dataSpace]: "a word that is none" });
    await assert.rejects(ask("list_surveys", {}), /sharing/);
  });

  it("hand on what people wrote only where the person agrees", async () => {
    const texts = { survey, question: "Q5" };
    await assert.rejects(ask("open_answers", texts), /sharing/);
    await set("sharing", { [dataSpace]: "texts" });
    await set("openAnswers", false);
    await assert.rejects(ask("open_answers", texts), /sharing/);
    // Nobody is there to agree.
    await set("openAnswers", true);
    await assert.rejects(ask("open_answers", texts));
  });

  it("can be turned off", async () => {
    await set("enabled", false);
    await assert.rejects(ask("list_data_spaces", {}), /surveyExplorer\.assistant\.enabled/);
  });

  it("keep counts below the person's limit to themselves", async () => {
    await set("leastCount", 400);
    await run("forgetTold", { dataSpace, surveyId: survey });
    const { content } = await ask("frequencies", { survey, question: "Q1" });
    const { values } = frequencies.parse(content);
    assert.ok(values.some((it) => it.count === null));
    assert.ok(values.every((it) => it.count === null || it.count >= 400));
    await run("forgetTold", { dataSpace, surveyId: survey });
  });

  it("end when they are cancelled", async () => {
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    const asked = vscode.lm.invokeTool(
      `${toolPrefix}frequencies`,
      { toolInvocationToken: undefined, input: { survey, question: "Q1" } },
      source.token,
    );
    await assert.rejects(Promise.resolve(asked));
  });

  it("find questions by what they ask", async () => {
    const { content } = await eventually("a question that was found", async () => {
      const answer = await ask("find_question", { text: "recommend friend" });
      return answer.text.includes("NPS") ? answer : undefined;
    });
    assert.ok(JSON.stringify(content).includes(survey));
  });
});
