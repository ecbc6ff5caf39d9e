import { strict as assert } from "node:assert";
import { once } from "node:events";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import { toolNames } from "../../src/assistant/toolNames.ts";
import { startShell } from "../cli/support/shell.ts";
import { startService, temporaryFolder, type TestService } from "../service/support/dataSpace.ts";

const program = join(import.meta.dirname, "../../src/cli/main.ts");
/** Of the built-in sample. */
const survey = "s0000cs";

const refused = z.looseObject({
  isError: z.literal(true),
  content: z.tuple([z.object({ type: z.literal("text"), text: z.string() })]),
});

describe("survey-explorer mcp, asked by the official client", function () {
  this.timeout(60_000);
  let service: TestService;
  let folder: string;
  const open: Client[] = [];

  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
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
    readonly transport: StdioClientTransport;
    /** What the server said beside the protocol. */
    readonly said: () => string;
  }

  async function connect(args: readonly string[] = [], agrees?: boolean): Promise<Connected> {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, "mcp", "--url", service.baseUrl, ...args],
      env: environment(),
      cwd: folder,
      stderr: "pipe",
    });
    let said = "";
    transport.stderr?.on("data", (it: Buffer) => (said += it.toString()));
    const capabilities = agrees === undefined ? {} : { elicitation: {} };
    const client = new Client({ name: "test", version: "1" }, { capabilities });
    if (agrees !== undefined) {
      client.setRequestHandler(ElicitRequestSchema, () => ({
        action: "accept",
        content: { share: agrees },
      }));
    }
    await client.connect(transport);
    open.push(client);
    return { client, transport, said: () => said };
  }

  const frequencies = { survey, question: "Q1" };

  it("lists all tools with what they take", async () => {
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

  it("answers as text and as data, by a hash of the same figures", async () => {
    const { client } = await connect();
    const listed = await client.callTool({ name: "list_surveys", arguments: {} });
    console.log(JSON.stringify(listed).slice(0, 3000));
    const structure = await client.callTool({ name: "read_structure", arguments: { survey } });
    console.log(JSON.stringify(structure).slice(0, 3000));
    const answer = await client.callTool({ name: "frequencies", arguments: frequencies });
    console.log(JSON.stringify(answer).slice(0, 3000));
  });
});
