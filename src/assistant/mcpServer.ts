import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
  type ServerNotification,
  type ServerRequest,
  type Tool as ListedTool,
} from "@modelcontextprotocol/sdk/types.js";
import type { Readable, Writable } from "node:stream";
import { cancelled } from "../client/waiting.ts";
import { invalidInput, textOf } from "../model/errors.ts";
import { inEnglish, inEnglishOf } from "../model/localizable.ts";
import { callTool, toolSchema } from "./toolJob.ts";
import type { FiguresStore } from "./figuresStore.ts";
import type { Tool, ToolCall } from "./tool.ts";
import { TextsConsent } from "./textsConsent.ts";
import type { TextsRequest, ToolHost } from "./toolHost.ts";

export interface McpOptions {
  readonly tools: readonly Tool[];
  /** The server implements `allowsTexts` itself, by asking the person through the client. */
  readonly host: Omit<ToolHost, "allowsTexts">;
  readonly figures: FiguresStore;
  /** Tells models when to use which tool. */
  readonly instructions: string;
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
  /** Called with errors outside of tool calls. */
  readonly onFault: (error: Error) => void;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** How long to wait for the person's consent, in milliseconds. */
const patience = 600_000;

/** Serves tools by the Model Context Protocol until the input ends or the signal is aborted. */
export async function serveTools(options: McpOptions): Promise<void> {
  const { tools, host, instructions, input, output, signal, onFault } = options;
  const { server } = new McpServer(
    { name: "survey-explorer", title: "Survey Explorer", version: host.toolVersion },
    { capabilities: { tools: {} }, instructions },
  );
  const consent = new TextsConsent((request, stop) => asks(server, request, stop));
  const allowsTexts: ToolHost["allowsTexts"] = (request, stop) => consent.allows(request, stop);
  const asking: ToolHost = { ...host, allowsTexts };
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = tools.find((it) => it.name === params.name);
    if (!tool) {
      throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}".`);
    }
    return answered(tool, { ...options, host: asking }, params.arguments, extra);
  });
  server.onerror = onFault;
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  const end = (): void => void server.close().catch(onFault);
  input.once("end", end).once("close", end);
  signal.addEventListener("abort", end, { once: true });
  await server.connect(new StdioServerTransport(input, output));
  if (signal.aborted) {
    end();
  }
  await ended;
}

function listed(tool: Tool): ListedTool {
  const writes = tool.name === "run_recipe";
  return {
    name: tool.name,
    title: inEnglish(tool.title),
    description: tool.description,
    inputSchema: toolSchema(tool),
    annotations: {
      title: inEnglish(tool.title),
      readOnlyHint: !writes,
      destructiveHint: writes,
      idempotentHint: !writes,
      openWorldHint: false,
    },
  };
}

/** Runs a tool. Returns its errors as answers, because the text of an error tells a model how to go on. */
async function answered(
  tool: Tool,
  parts: { readonly host: ToolHost; readonly figures: FiguresStore },
  given: unknown,
  extra: Extra,
): Promise<CallToolResult> {
  const abort = new AbortController();
  const stop = (): void => abort.abort(cancelled());
  extra.signal.addEventListener("abort", stop, { once: true });
  try {
    const call = { signal: abort.signal, onProgress: progressBy(extra) };
    const { text, content } = await callTool(tool, parts, given, call);
    return { content: [{ type: "text", text }], structuredContent: content };
  } catch (error) {
    return {
      content: [{ type: "text", text: inEnglishOf(parts.host.translations, textOf(error)) }],
      isError: true,
    };
  } finally {
    extra.signal.removeEventListener("abort", stop);
  }
}

function progressBy({ _meta: meta, sendNotification }: Extra): ToolCall["onProgress"] {
  const progressToken = meta?.progressToken;
  let progress = 0;
  return (step) => {
    if (progressToken !== undefined) {
      progress++;
      const params = { progressToken, progress, message: inEnglish(step) };
      // Ignore failures: the client may have disconnected.
      sendNotification({ method: "notifications/progress", params }).catch(() => undefined);
    }
  };
}

/** Asks the person for consent. @returns true if they agree @throws SurveyError if the client cannot ask them */
async function asks(
  server: McpServer["server"],
  { dataSpace, survey, question, texts }: TextsRequest,
  signal: AbortSignal,
): Promise<boolean> {
  if (!server.getClientCapabilities()?.elicitation) {
    throw invalidInput(
      "What people wrote is handed on only when a person agrees, and this client cannot ask them (elicitation). Use one that can, or the tools in VS Code.",
    );
  }
  const answer = await server.elicitInput(
    {
      message: `Share what people wrote with the assistant? ${texts} texts to ${question} of the survey "${survey}" in the data space "${dataSpace}". E-mail addresses, phone numbers, links, card and identity numbers are removed. Your answer holds for this survey until the server ends.`,
      requestedSchema: {
        type: "object",
        properties: {
          share: { type: "boolean", title: "Share the texts of this survey", default: false },
        },
        required: ["share"],
      },
    },
    { signal, timeout: patience },
  );
  return answer.action === "accept" && answer.content?.["share"] === true;
}
