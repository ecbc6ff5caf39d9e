import * as vscode from "vscode";
import { toolNames, toolPrefix } from "../../assistant/toolNames.ts";
import { logFailure } from "../platform/log.ts";
import type { AssistantTools } from "./assistantTools.ts";
import type { McpServers } from "./mcpServers.ts";

/** The parts of `vscode.lm` that are used. Other editors built from VS Code's source may lack some or all of them. */
type Models = Partial<
  Pick<typeof vscode.lm, "registerTool" | "registerMcpServerDefinitionProvider">
>;

const mcpSetting = "surveyExplorer.assistant.mcpServer";

export interface AssistantParts {
  readonly tools: AssistantTools;
  readonly servers: McpServers;
}

/** Registers the tools and the servers. @param load called when a tool is used, or a server is offered */
export function registerTools(
  load: () => Promise<AssistantParts>,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const models: Models | undefined = (vscode as { readonly lm?: Models }).lm;
  const serversChanged = new vscode.EventEmitter<void>();
  const registered = [
    ...toolNames.map((name) =>
      models?.registerTool?.<object>(`${toolPrefix}${name}`, {
        prepareInvocation: async ({ input }) => (await load()).tools.prepare(name, input),
        invoke: async ({ input }, token) => (await load()).tools.invoke(name, input, token),
      }),
    ),
    models?.registerMcpServerDefinitionProvider?.("surveyExplorer", {
      onDidChangeMcpServerDefinitions: serversChanged.event,
      // VS Code calls this when a window opens: load nothing if the servers are turned off.
      provideMcpServerDefinitions: async () => (isWanted() ? (await load()).servers.list() : []),
      resolveMcpServerDefinition: async (server) => {
        try {
          return await (await load()).servers.resolve(server);
        } catch (error) {
          logFailure(log, "Starting an MCP server", error);
          throw error;
        }
      },
    }),
  ];
  return vscode.Disposable.from(
    serversChanged,
    vscode.workspace.onDidGrantWorkspaceTrust(() => serversChanged.fire()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (
        event.affectsConfiguration("surveyExplorer.assistant") ||
        (isWanted() && event.affectsConfiguration("surveyExplorer.dataSpaces"))
      ) {
        serversChanged.fire();
      }
    }),
    ...registered.filter((it) => it !== undefined),
  );
}

function isWanted(): boolean {
  return vscode.workspace.getConfiguration().get<unknown>(mcpSetting) === true;
}
