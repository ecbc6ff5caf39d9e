import { dirname } from "node:path";
import * as vscode from "vscode";
import { SurveyError } from "../../model/errors.ts";
import type { CredentialStore } from "../connection/credentials.ts";
import {
  readAssistantSettings,
  readDataSpaces,
  type DataSpaceSetting,
} from "../platform/settings.ts";
import { confirmed, t } from "../platform/window.ts";
import { levelOf } from "./editorToolHost.ts";

export interface McpServersOptions {
  readonly credentials: Pick<CredentialStore, "get">;
  /** Path of the command line program, bundled with its command `mcp` alone. */
  readonly program: string;
  readonly disclosureFolder: string;
  readonly version: string;
  /** Asks the person whether the server of a data space may have its key. */
  readonly agrees?: (dataSpace: string) => Promise<boolean>;
}

function labelOf({ name }: Pick<DataSpaceSetting, "name">): string {
  return `Survey Explorer: ${name}`;
}

/** Returns the data spaces that have a server according to the settings. */
function offered(): DataSpaceSetting[] {
  const settings = readAssistantSettings();
  const isOn = settings.enabled && settings.mcpServer && vscode.workspace.isTrusted;
  return readDataSpaces().dataSpaces.filter(
    (it) => isOn && isServed(it) && levelOf(settings, it.name) !== "nothing",
  );
}

/**
 * A server of the Model Context Protocol for each data space, for clients other than VS Code's own chat. A server gets the
 * API key when it starts, after the person has agreed, and only through its environment.
 */
export class McpServers {
  readonly #options: McpServersOptions;
  readonly #agreed = new Set<string>();

  constructor(options: McpServersOptions) {
    this.#options = options;
  }

  /** Returns the servers that can be started. Local data spaces, and those that set routes or a proxy, have none. */
  list(): vscode.McpStdioServerDefinition[] {
    return offered().map((it) => this.#definition(it));
  }

  /**
   * Adds the credentials to a server. Reads the settings again, because a key is only for the address it was entered for.
   * @returns undefined if the person does not agree
   * @throws SurveyError "forbidden" if the settings do not offer the server, "signed-out" if there is no API key
   */
  async resolve(
    server: vscode.McpServerDefinition,
  ): Promise<vscode.McpServerDefinition | undefined> {
    const setting = offered().find((it) => labelOf(it) === server.label);
    if (!setting) {
      throw SurveyError.of(
        "forbidden",
        'The server "{0}" is not offered any more. Look at the settings {1}.',
        server.label,
        "surveyExplorer.assistant",
      );
    }
    const { name, baseUrl } = setting;
    const found = await this.#options.credentials.get(setting);
    if (!found) {
      throw SurveyError.of(
        "signed-out",
        'You are signed out of "{0}". Sign in, and start the server again.',
        name,
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
      ...["--told", this.#options.disclosureFolder],
      ...(caFile === undefined ? [] : ["--ca", caFile]),
    ];
    const server = new vscode.McpStdioServerDefinition(
      labelOf(setting),
      process.execPath,
      args,
      // In the desktop, `process.execPath` is VS Code itself: this makes it run as Node.
      { ELECTRON_RUN_AS_NODE: "1" },
      this.#options.version,
    );
    // The server runs only recipes below its working directory: without an open folder there are none.
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    server.cwd =
      folder?.uri.scheme === "file" ? folder.uri : vscode.Uri.file(dirname(this.#options.program));
    return server;
  }
}

/** Returns true if the arguments of the command line can describe the data space. */
function isServed({ name, routes, proxy }: DataSpaceSetting): boolean {
  return routes === undefined && proxy === undefined && !name.includes("=");
}

function askPerson(dataSpace: string): Promise<boolean> {
  return confirmed(
    t("Start a server that tells assistants figures of {0}?", dataSpace),
    t(
      "It gets the API key of the data space and does not pass it on. Your answer applies until the window is closed.",
    ),
    t("Start Server"),
  );
}
