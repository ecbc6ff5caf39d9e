import { strict as assert } from "node:assert";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import * as z from "zod";
import { FiguresStore } from "../../src/assistant/figuresStore.ts";
import { TextsConsent } from "../../src/assistant/textsConsent.ts";
import type { ToolHost } from "../../src/assistant/toolHost.ts";
import { toolNames, toolPrefix, type ToolName } from "../../src/assistant/toolNames.ts";
import type { SurveyExplorerApi } from "../../src/extension.ts";
import { matchesFilter, type ResponseFilter } from "../../src/model/responseFilter.ts";
import { AssistantTools } from "../../src/vscode/assistant/assistantTools.ts";
import { editorToolHost, type ToolHostParts } from "../../src/vscode/assistant/editorToolHost.ts";
import { McpServers } from "../../src/vscode/assistant/mcpServers.ts";
import { eventually } from "../webview/support/eventually.ts";
import { activated, closeAllEditors, run } from "./support/commands.ts";

/** A survey of the built-in sample. */
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

describe("Assistant tools", () => {
  let api: SurveyExplorerApi;
  let dataSpace: string;
  let log: vscode.LogOutputChannel;

  before(async () => {
    api = await activated();
    log = vscode.window.createOutputChannel("Test of assistants", { log: true });
    ({ name: dataSpace } = await run<{ name: string }>("startLocalDataSpace"));
  });

  afterEach(async () => {
    for (const name of ["enabled", "sharing", "openAnswers", "leastCount", "mcpServer"]) {
      await set(name, undefined);
    }
    await closeAllEditors();
  });

  after(async () => {
    log.dispose();
    await run("stopLocalDataSpace");
  });

  /** Counts the answers to a question response by response. */
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

  it("are all registered with a description, an input schema and a tag", () => {
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

  it("return the figures of the responses and a hash that opens the same summary", async () => {
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

  it("reject an unknown figures hash, advise asking the assistant and open no tab", async () => {
    await assert.rejects(run("showFigures", { hash: "0123456789abcdef" }), {
      code: "not-found",
      message: /Ask the assistant/,
    });
    assert.deepEqual(tabs(), []);
  });

  it("respect the sharing level of a data space, and share nothing if the setting is invalid", async () => {
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
    for (const wrong of [{ [dataSpace]: "a word that is none" }, "texts", ["texts"]]) {
      await set("sharing", wrong);
      await assert.rejects(ask("list_surveys", {}), /sharing/);
    }
  });

  it("tell nothing if the smallest count that may be told cannot be read", async () => {
    await set("sharing", { [dataSpace]: "figures" });
    for (const wrong of ["10", 0, 7.5]) {
      await set("leastCount", wrong);
      await assert.rejects(ask("frequencies", { survey, question: "Q3" }), /sharing/);
    }
  });

  it("share open answers only with the person's consent", async () => {
    const texts = { survey, question: "Q5" };
    await assert.rejects(ask("open_answers", texts), /sharing/);
    await set("sharing", { [dataSpace]: "texts" });
    for (const off of [false, "false"]) {
      await set("openAnswers", off);
      await assert.rejects(ask("open_answers", texts), /sharing/);
    }
    // No person is there to agree.
    await set("openAnswers", true);
    await assert.rejects(ask("open_answers", texts));
  });

  it("ask for consent to share texts once per survey, and again after a refusal", async () => {
    const asked: string[] = [];
    const answers = [false, true, true];
    const consent = new TextsConsent(async ({ surveyId, texts }) => {
      asked.push(`${surveyId} ${texts}`);
      return answers.shift() ?? false;
    });
    const { signal } = new AbortController();
    const request = { dataSpace, surveyId: "S1", survey: "One", question: "Q1", texts: 12 };
    assert.equal(await consent.allows(request, signal), false);
    assert.deepEqual(
      await Promise.all([consent.allows(request, signal), consent.allows(request, signal)]),
      [true, true],
    );
    assert.equal(await consent.allows({ ...request, question: "Q2", texts: 3 }, signal), true);
    assert.equal(await consent.allows({ ...request, surveyId: "S2" }, signal), true);
    assert.deepEqual(asked, ["S1 12", "S1 12", "S2 12"]);
    await assert.rejects(consent.allows({ ...request, surveyId: "S3" }, AbortSignal.abort()), {
      code: "cancelled",
    });
  });

  it("state before a call which data will be shared, and reject calls in Restricted Mode", async () => {
    const options = {
      host: {} as ToolHost,
      figures: new FiguresStore(tmpdir()),
      isEnabled: () => true,
      extensionId: "survey-explorer.survey-explorer",
      log,
    };
    const trusted = new AssistantTools({ ...options, isTrusted: () => true });
    const { confirmationMessages } = trusted.prepare("frequencies", {
      survey: "S1",
      question: "<b>",
    });
    assert.ok(confirmationMessages?.message instanceof vscode.MarkdownString);
    assert.match(confirmationMessages.message.value, /answers to \\<b\\> in the survey S1/);
    assert.equal(trusted.prepare("frequencies", { survey: "S1" }).confirmationMessages, undefined);
    const restricted = new AssistantTools({ ...options, isTrusted: () => false });
    assert.equal(restricted.prepare("list_surveys", {}).confirmationMessages, undefined);
    const { token } = new vscode.CancellationTokenSource();
    await assert.rejects(restricted.invoke("list_data_spaces", {}, token), /Restricted Mode/);
  });

  it("log each shared answer on one line, without its content", () => {
    const lines: string[] = [];
    const told = { info: (line: string) => lines.push(line) };
    const host = editorToolHost({ log: told } as unknown as ToolHostParts);
    host.shared({
      tool: "frequencies",
      dataSpace: "Panel\n[x]",
      surveyId: "S1",
      what: "Counts of Q1",
    });
    host.shared({ tool: "list_data_spaces", what: "Names of data spaces" });
    assert.deepEqual(lines, [
      "Shared with an assistant · frequencies · Panel [x] · S1 · Counts of Q1",
      "Shared with an assistant · list_data_spaces · Names of data spaces",
    ]);
  });

  it("reject calls if surveyExplorer.assistant.enabled is false", async () => {
    for (const off of [false, "false"]) {
      await set("enabled", off);
      await assert.rejects(ask("list_data_spaces", {}), /surveyExplorer\.assistant\.enabled/);
    }
  });

  it("withhold counts below the configured least count", async () => {
    await set("leastCount", 400);
    await run("forgetTold", { dataSpace, surveyId: survey });
    const { content } = await ask("frequencies", { survey, question: "Q1" });
    const { values } = frequencies.parse(content);
    assert.ok(values.some((it) => it.count === null));
    assert.ok(values.every((it) => it.count === null || it.count >= 400));
    await run("forgetTold", { dataSpace, surveyId: survey });
  });

  it("run only recipes in the folders of the window", async () => {
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    const folder = join(workspace.uri.fsPath, "assistant");
    await mkdir(folder);
    try {
      const step = { kind: "structure", dataSpace, survey, file: "structure.json" };
      const recipe = join(folder, "told.survey-recipe.json");
      await writeFile(recipe, JSON.stringify({ version: 1, steps: [step] }));
      const file = "assistant/told.survey-recipe.json";
      await set("sharing", { [dataSpace]: "nothing" });
      await assert.rejects(ask("run_recipe", { file }), /sharing/);
      await set("sharing", undefined);
      const { content } = await ask("run_recipe", { file });
      const written = join(folder, "structure.json");
      assert.deepEqual(content, { steps: [{ ok: true, file: written }] });
      assert.ok((await stat(written)).size > 0);
      for (const other of [`../${file}`, "/etc/x.survey-recipe.json", "assistant/structure.json"]) {
        await assert.rejects(ask("run_recipe", { file: other }), /no recipe in a folder/, other);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("reject a cancelled call", async () => {
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    const asked = vscode.lm.invokeTool(
      `${toolPrefix}frequencies`,
      { toolInvocationToken: undefined, input: { survey, question: "Q1" } },
      source.token,
    );
    await assert.rejects(Promise.resolve(asked));
  });

  it("find a question by its text", async () => {
    const { content } = await eventually("the question among the results", async () => {
      const answer = await ask("find_question", { question: "recommend friend" });
      return answer.text.includes("NPS") ? answer : undefined;
    });
    assert.ok(JSON.stringify(content).includes(survey));
  });

  describe("as MCP servers", () => {
    const settings = () => vscode.workspace.getConfiguration("surveyExplorer");
    const entry = (name: string, more: object = {}) => ({
      ...{ name, baseUrl: "https://api.example.com", version: "v2", ...more },
    });
    const secret = "a-key-that-is-nowhere";
    const servers = (agrees: boolean, isSignedIn = true) =>
      new McpServers({
        credentials: {
          get: async () => (isSignedIn ? { spaceId: "space", apiKey: secret } : undefined),
        },
        program: "/dist/mcp.js",
        disclosureFolder: "/told",
        version: "1",
        agrees: async () => agrees,
      });

    beforeEach(async () => {
      const list = [
        entry("Panel"),
        entry("Staff"),
        entry("Proxied", { proxy: "http://proxy.example.com" }),
      ];
      await settings().update("dataSpaces", list, vscode.ConfigurationTarget.Global);
    });
    afterEach(() => settings().update("dataSpaces", undefined, vscode.ConfigurationTarget.Global));

    it("are listed only if enabled, each with the sharing level of its data space and without the key", async () => {
      assert.deepEqual(servers(true).list(), []);
      await set("mcpServer", true);
      await set("sharing", { Staff: "nothing", Panel: "texts" });
      await set("openAnswers", false);
      const [server, ...others] = servers(true).list();
      assert.deepEqual(others, []);
      assert.equal(server?.label, "Survey Explorer: Panel");
      assert.equal(server.command, process.execPath);
      assert.deepEqual(server.args, [
        ...["/dist/mcp.js", "mcp", "--data-space", "Panel=https://api.example.com#v2"],
        ...["--allow", "figures", "--least-count", "5", "--told", "/told"],
      ]);
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      assert.equal(server.cwd?.fsPath, folder?.uri.fsPath);
      assert.ok(!JSON.stringify(server).includes(secret));
      await set("enabled", false);
      assert.deepEqual(servers(true).list(), []);
    });

    it("get the key in their environment at start, only while signed in and after consent", async () => {
      await set("mcpServer", true);
      const [server] = servers(true).list();
      assert.ok(server);
      assert.equal(await servers(false).resolve(server), undefined);
      await assert.rejects(servers(true, false).resolve(server), { code: "signed-out" });
      assert.ok(!JSON.stringify(server).includes(secret));
      const resolved = await servers(true).resolve(server);
      assert.ok(resolved instanceof vscode.McpStdioServerDefinition);
      assert.deepEqual(resolved.env, {
        ELECTRON_RUN_AS_NODE: "1",
        SURVEY_EXPLORER_SPACE_ID: "space",
        SURVEY_EXPLORER_API_KEY: secret,
      });
      assert.ok(!JSON.stringify(resolved.args).includes(secret));
    });

    it("read the address and the sharing level of their data space again at start", async () => {
      await set("mcpServer", true);
      const [server] = servers(true).list();
      assert.ok(server);
      const moved = [entry("Panel", { baseUrl: "https://new.example.com" })];
      await settings().update("dataSpaces", moved, vscode.ConfigurationTarget.Global);
      const resolved = await servers(true).resolve(server);
      assert.ok(resolved instanceof vscode.McpStdioServerDefinition);
      assert.ok(resolved.args.includes("Panel=https://new.example.com#v2"));
      await set("sharing", { Panel: "nothing" });
      await assert.rejects(servers(true).resolve(server), { code: "forbidden" });
    });
  });
});
