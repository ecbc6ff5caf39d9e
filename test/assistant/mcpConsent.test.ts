import { strict as assert } from "node:assert";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import { FiguresStore } from "../../src/assistant/figuresStore.ts";
import { serveTools } from "../../src/assistant/mcpServer.ts";
import type { Tool } from "../../src/assistant/tool.ts";
import { openAnswers } from "../../src/assistant/openAnswers.ts";
import { folderOfEachTest } from "../support/folders.ts";
import { eventually } from "../webview/support/eventually.ts";
import { testHost } from "./support/toolHosts.ts";

const request = { dataSpace: "Panel", surveyId: "S1", survey: "One", question: "Q1", texts: 12 };

describe("consent by the Model Context Protocol", () => {
  const folder = folderOfEachTest();
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(ends.splice(0).map((it) => it()));
  });

  /** Connects a client whose person answers when `answer` resolves. */
  async function connect(answer: () => Promise<boolean>) {
    const door = testHost(folder, {});
    /** Calls that are waiting for consent. */
    const waiting = new Set<object>();
    const asking: Tool = {
      ...openAnswers,
      input: z.strictObject({}),
      run: async (host, _, call) => {
        waiting.add(call);
        try {
          return { text: String(await host.allowsTexts(request, call.signal)), content: {} };
        } finally {
          waiting.delete(call);
        }
      },
    };
    const [input, output] = [new PassThrough(), new PassThrough()];
    const served = serveTools({
      tools: [asking],
      host: door.host,
      figures: new FiguresStore(join(folder, "told")),
      instructions: "",
      ...{ input, output },
      signal: new AbortController().signal,
      onFault: () => undefined,
    });
    const client = new Client(
      { name: "test", version: "1" },
      { capabilities: { elicitation: {} } },
    );
    const asked: string[] = [];
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      asked.push(params.message);
      return { action: "accept", content: { share: await answer() } };
    });
    await client.connect(new StdioServerTransport(output, input));
    ends.push(async () => {
      await client.close();
      input.end();
      await served;
      await door.close();
    });
    const call = (options = {}) => client.callTool({ name: asking.name }, undefined, options);
    return { call, asked, waiting };
  }

  it("is asked for once if two calls need it at the same time", async () => {
    const agreed = Promise.withResolvers<boolean>();
    const { call, asked, waiting } = await connect(() => agreed.promise);
    const answers = Promise.all([call(), call()]);
    await eventually("both calls", async () => waiting.size === 2);
    agreed.resolve(true);
    for (const { content } of await answers) {
      assert.deepEqual(content, [{ type: "text", text: "true" }]);
    }
    assert.equal(asked.length, 1);
  });

  it("is asked for again after the only call that waited for it was cancelled", async () => {
    const abort = new AbortController();
    const { call, asked, waiting } = await connect(() =>
      asked.length > 1 ? Promise.resolve(true) : new Promise(() => undefined),
    );
    const cancelled = assert.rejects(call({ signal: abort.signal }));
    await eventually("the question", async () => asked.length === 1);
    abort.abort();
    await cancelled;
    await eventually("the end of the call", async () => waiting.size === 0);
    const { content } = await call();
    assert.deepEqual(content, [{ type: "text", text: "true" }]);
    assert.equal(asked.length, 2);
  });
});
