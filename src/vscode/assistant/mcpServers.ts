import { dirname } from "node:path";
import * as vscode from "vscode";
import { SurveyError } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import type { CredentialStore } from "../connection/credentials.ts";
import {
  readAssistantSettings,
  readDataSpaces,
  type DataSpaceSetting,
} from "../platform/settings.ts";
import { showWarning, t } from "../platform/window.ts";
import { levelOf } from "./editorToolHost.ts";

export interface McpServersOptions {
  readonly credentials: Pick<CredentialStore, "get">;
  /** The command line, with the one command that serves. */
  readonly program: string;
  readonly toldFolder: string;
  readonly version: string;
  /** Asks the person whether the server of a data space may have its key. */
  readonly agrees?: (dataSpace: string) => Promise<boolean>;
}

function labelOf({ name }: Pick<DataSpaceSetting, "name">): string {
  return `Survey Explorer: ${name}`;
}

/** What the settings have a server for. */
function offered(): DataSpaceSetting[] {
  const settings = readAssistantSettings();
  const isOn = settings.enabled && settings.mcpServer && vscode.workspace.isTrusted;
  return readDataSpaces().dataSpaces.filter(
    (it) => isOn && isServed(it) && levelOf(settings, it.name) !== "nothing",
  );
}

/**
 * A server of the Model Context Protocol for each data space, for clients beside VS Code's own chat. Keys are handed to one
 * when it is started, after the person has agreed, and only by its environment.
 */
export class McpServers {
  readonly #options: McpServersOptions;
  readonly #agreed = new Set<string>();

  constructor(options: McpServersOptions) {
    this.#options = options;
  }

  /** Those that can be started; data spaces with routes or a proxy of their own, and local ones, have none. */
  list(): vscode.McpStdioServerDefinition[] {
    return offered().map((it) => this.#definition(it));
  }

  /**
   * As the settings are now: a key is for the address that it was entered for.
   * @returns undefined where the person does not agree
   * @throws SurveyError where the server is offered no longer, or nobody is signed in
   */
  async resolve(
    server: vscode.McpServerDefinition,
  ): Promise<vscode.McpServerDefinition | undefined> {
    const setting = offered().find((it) => labelOf(it) === server.label);
    if (!setting) {
      throw new SurveyError(
        "forbidden",
        localizable(
          'The server "{0}" is not offered any more. Look at the settings {1}.',
          server.label,
          "surveyExplorer.assistant",
        ),
      );
    }
    const { name, baseUrl } = setting;
    const found = await this.#options.credentials.get(setting);
    if (!found) {
      throw new SurveyError(
        "signed-out",
        localizable('You are signed out of "{0}". Sign in, and start the server again.', name),
      );
    }
    const key = JSON.stringify([name, baseUrl]);
    if (!this.#agreed.has(key) && !(await (this.#options.agrees ?? askPerson)(name))) {
      return undefined;
    }
    this.#agreed.add(key);
    const resolved = this.#definition(setting);
    resolved.env["SURVEY_EXPLORER_SPACE_ID"] = found.spaceId;
    resolved.env["SURVEY_EXPLORER_API_KEY"] = found.apiKey;
    return resolved;
  }

  #definition(setting: DataSpaceSetting): vscode.McpStdioServerDefinition {
    const { name, baseUrl, version, caFile } = setting;
    const settings = readAssistantSettings();
    const args = [
      this.#options.program,
      "mcp",
      ...["--data-space", `${name}=${baseUrl}#${version}`],
      ...["--allow", levelOf(settings, name)],
      ...["--least-count", String(settings.leastCount)],
      ...["--told", this.#options.toldFolder],
      ...(caFile === undefined ? [] : ["--ca", caFile]),
    ];
    const server = new vscode.McpStdioServerDefinition(
      labelOf(setting),
      process.execPath,
      args,
      // In the desktop the program is VS Code's own.
      { ELECTRON_RUN_AS_NODE: "1" },
      this.#options.version,
    );
    // Recipes are run below it: without a folder there are none.
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    server.cwd =
      folder?.uri.scheme === "file" ? folder.uri : vscode.Uri.file(dirname(this.#options.program));
    return server;
  }
}

/** What the command line can be told of. */
function isServed({ name, routes, proxy }: DataSpaceSetting): boolean {
  return routes === undefined && proxy === undefined && !name.includes("=");
}

async function askPerson(dataSpace: string): Promise<boolean> {
  const start = vscode.l10n.t("Start Server");
  const chosen = await showWarning(
    t("Start a server that tells assistants figures of {0}?", dataSpace),
    {
      modal: true,
      detail: t(
        "It is given the API key of the data space, and keeps it to itself. Your answer holds until the window is closed.",
      ),
    },
    start,
  );
  return chosen === start;
}
