import { strict as assert } from "node:assert";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import { FiguresStore } from "../../src/assistant/figuresStore.ts";
import { toolNames } from "../../src/assistant/toolNames.ts";
import { runShell, startShell } from "../cli/support/shell.ts";
import type { Service } from "../../src/service/service.ts";
import { clientOf, served } from "../conformance/support/clients.ts";
import { temporaryFolder } from "../service/support/dataSpace.ts";
import { programs } from "../support/programs.ts";

/** A survey of the built-in sample. */
const survey = "s0000cs";

const content = z.tuple([z.object({ type: z.literal("text"), text: z.string() })]);
const refused = z.looseObject({ isError: z.literal(true), content });
const answered = z.looseObject({
  isError: z.literal(false).optional(),
  content,
  structuredContent: z.unknown(),
});
const figures = z.looseObject({
  hash: z.string(),
  n: z.number().nullable(),
  values: z.array(z.looseObject({ code: z.string(), count: z.number().nullable() })),
});

describe("survey-explorer mcp with the official client", () => {
  let service: Service;
  let folder: string;
  const open: Client[] = [];

  before(async () => {
    service = await served();
  });
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((it) => it.close()));
  });

  const environment = (): Record<string, string> => ({
    PATH: process.env["PATH"] ?? "",
    NODE_OPTIONS: "--disable-warning=ExperimentalWarning",
    SURVEY_EXPLORER_CA: service.caFile,
    SURVEY_EXPLORER_SPACE_ID: service.spaceId,
    SURVEY_EXPLORER_API_KEY: service.apiKey,
    SURVEY_EXPLORER_STATE: folder,
  });

  interface Connected {
    readonly client: Client;
    /** The messages shown to the person. */
    readonly asked: readonly string[];
  }

  async function connect(args: readonly string[] = [], agrees?: boolean): Promise<Connected> {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [programs.cli, "mcp", "--url", service.baseUrl, ...args],
      env: environment(),
      cwd: folder,
      stderr: "ignore",
    });
    const asked: string[] = [];
    const capabilities = agrees === undefined ? {} : { elicitation: {} };
    const client = new Client({ name: "test", version: "1" }, { capabilities });
    if (agrees !== undefined) {
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
        asked.push(params.message);
        return { action: "accept", content: { share: agrees } };
      });
    }
    await client.connect(transport);
    open.push(client);
    return { client, asked };
  }

  /** Counts the values of a question, response by response. */
  async function counted(question: string): Promise<Map<string, number>> {
    const client = clientOf(service, "v3");
    const counts = new Map<string, number>();
    for await (const response of client.responses(survey, {})) {
      for (const { value } of response.variables.find((it) => it.name === question)?.answer ?? []) {
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
    }
    return counts;
  }

  const frequencies = { survey, question: "Q1" };

  it("lists all tools with descriptions and input schemas", async () => {
    const { client } = await connect();
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map((it) => it.name),
      toolNames,
    );
    for (const { name, description = "", inputSchema, annotations } of tools) {
      assert.ok(description.length > 40, name);
      assert.equal(inputSchema.type, "object");
      assert.equal(inputSchema["additionalProperties"], false, name);
      assert.equal(annotations?.readOnlyHint, name !== "run_recipe", name);
    }
  });

  it("answers as text and as structured content with the counts of the responses", async () => {
    const { client } = await connect();
    const answer = answered.parse(
      await client.callTool({ name: "frequencies", arguments: frequencies }),
    );
    const { values, n, hash } = figures.parse(answer.structuredContent);
    const naive = await counted("Q1");
    assert.deepEqual(
      values.map(({ code, count }) => [code, count]),
      values.map(({ code }) => [code, naive.get(code)]),
    );
    assert.equal(
      n,
      [...naive.values()].reduce((sum, it) => sum + it, 0),
    );
    assert.ok(answer.content[0].text.includes(hash));
    const kept = await new FiguresStore(join(folder, "told")).find(hash);
    assert.deepEqual([kept?.surveyId, kept?.question], [survey, "Q1"]);
  });

  it("reports reading progress on request", async () => {
    const { client } = await connect();
    const told: string[] = [];
    await client.callTool({ name: "frequencies", arguments: frequencies }, undefined, {
      onprogress: ({ message = "" }) => told.push(message),
    });
    assert.ok(told.length > 0);
    assert.match(told.at(-1) ?? "", /^[\d,]+ responses loaded\.$/);
  });

  it("stops a cancelled call and serves the next one", async () => {
    const { client } = await connect();
    const abort = new AbortController();
    const asked = client.callTool({ name: "frequencies", arguments: frequencies }, undefined, {
      signal: abort.signal,
      onprogress: () => abort.abort("enough"),
    });
    await assert.rejects(asked, /enough/);
    const { content } = answered.parse(await client.callTool({ name: "list_data_spaces" }));
    assert.ok(content[0].text.includes(new URL(service.baseUrl).host));
  });

  it("explains invalid arguments, insufficient levels and unknown names or tools", async () => {
    const { client } = await connect(["--allow", "structure"]);
    for (const [name, args, pattern] of [
      ["frequencies", { survey, qestion: "Q1" }, /Did you mean "question"/],
      ["frequencies", frequencies, /needs "figures"/],
      ["read_structure", { survey: "s0000c" }, /s0000c/],
      ["run_recipe", { file: "../other.survey-recipe.json" }, /no recipe in the folder/],
    ] as const) {
      const { content } = refused.parse(await client.callTool({ name, arguments: args }));
      assert.match(content[0].text, pattern);
    }
    await assert.rejects(client.callTool({ name: "drop_table" }), /no tool "drop_table"/);
  });

  it("runs a recipe only if the structure may be told", async () => {
    const step = { kind: "structure", dataSpace: new URL(service.baseUrl).host, survey };
    const steps = [{ ...step, file: "s.json" }];
    await writeFile(join(folder, "r.survey-recipe.json"), JSON.stringify({ version: 1, steps }));
    const run = { name: "run_recipe", arguments: { file: "r.survey-recipe.json" } };
    const { client: silent } = await connect(["--allow", "nothing"]);
    const { content } = refused.parse(await silent.callTool(run));
    assert.match(content[0].text, /"nothing" of the data space .*needs "structure"\. .*--allow/);
    assert.ok(!existsSync(join(folder, "s.json")));
    const { client } = await connect(["--allow", "structure"]);
    answered.parse(await client.callTool(run));
    assert.ok(existsSync(join(folder, "s.json")));
  });

  it("withholds counts below the least count", async () => {
    const { client } = await connect(["--least-count", "400"]);
    const { structuredContent } = answered.parse(
      await client.callTool({ name: "frequencies", arguments: frequencies }),
    );
    const counts = figures.parse(structuredContent).values.map((it) => it.count);
    assert.ok(counts.includes(null));
    assert.ok(counts.every((it) => it === null || it >= 400));
  });

  describe("open answers", () => {
    const texts = { name: "open_answers", arguments: { survey, question: "Q5" } };

    it("are refused without permission", async () => {
      const { client } = await connect([], true);
      const { content } = refused.parse(await client.callTool(texts));
      assert.match(content[0].text, /needs "texts"/);
    });

    it("are refused with an explanation if the client cannot ask the person", async () => {
      const { client } = await connect(["--allow", "texts"]);
      const { content } = refused.parse(await client.callTool(texts));
      assert.match(content[0].text, /elicitation/);
    });

    it("are refused if the person declines", async () => {
      const { client, asked } = await connect(["--allow", "texts"], false);
      refused.parse(await client.callTool(texts));
      assert.match(asked[0] ?? "", /^Share what people wrote .*\d+ texts to Q5/);
    });

    it("are shared after one question to the person per survey", async () => {
      const { client, asked } = await connect(["--allow", "texts"], true);
      const first = answered.parse(await client.callTool(texts));
      assert.ok(z.object({ texts: z.array(z.string()).min(1) }).parse(first.structuredContent));
      answered.parse(await client.callTool(texts));
      assert.equal(asked.length, 1);
    });
  });

  describe("raw messages", () => {
    const initialize = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "bytes", version: "1" },
      },
    };
    const call = (id: number, name: string, args: object) => ({
      ...{ jsonrpc: "2.0", id, method: "tools/call" },
      params: { name, arguments: args },
    });
    const message = z.looseObject({ jsonrpc: z.literal("2.0"), id: z.number().optional() });

    it("writes only protocol messages and no secrets, and exits at the end of its input", async () => {
      const { child, ended } = startShell(["mcp", "--url", service.baseUrl], {
        access: service,
        cwd: folder,
        input: null,
        environment: { SURVEY_EXPLORER_STATE: folder },
      });
      const lines = createInterface(child.stdout);
      const answers = lines[Symbol.asyncIterator]();
      for (const sent of [
        initialize,
        call(2, "list_data_spaces", {}),
        call(3, "frequencies", { survey: "nowhere", question: "Q1" }),
        call(4, "fieldwork", { survey }),
      ]) {
        child.stdin.write(`${JSON.stringify(sent)}\n`);
        const answer: IteratorResult<string, undefined> = await answers.next();
        assert.equal(message.parse(JSON.parse(answer.value ?? "")).id, sent.id);
      }
      child.stdin.end();
      const { code, out, err } = await ended;
      assert.equal(code, 0, err);
      for (const line of out.trimEnd().split("\n")) {
        message.parse(JSON.parse(line));
      }
      assert.match(err, /Shared by fieldwork .*s0000cs/);
      for (const secret of [service.apiKey, service.spaceId]) {
        assert.ok(!out.includes(secret) && !err.includes(secret));
      }
    });

    it("continues after an invalid line", async () => {
      const { child, ended } = startShell(["mcp", "--url", service.baseUrl], {
        access: service,
        cwd: folder,
        input: `no JSON\n{"jsonrpc":"1.0"}\n${JSON.stringify(initialize)}\n`,
        environment: { SURVEY_EXPLORER_STATE: folder },
      });
      const { code, out } = await ended;
      assert.equal(code, 0);
      assert.equal(message.parse(JSON.parse(out)).id, 1);
      assert.equal(child.exitCode, 0);
    });

    it("does not start if credentials are missing or requested from its input", async () => {
      const run = (...args: string[]) =>
        runShell(["mcp", "--url", service.baseUrl, ...args], { cwd: folder });
      for (const { code, out, err } of [await run(), await run("--credentials", "-")]) {
        assert.deepEqual([code, out], [2, ""]);
        assert.match(err, /SURVEY_EXPLORER_SPACE_ID|environment variables/);
      }
    });
  });
});
