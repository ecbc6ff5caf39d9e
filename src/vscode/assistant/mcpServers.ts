import * as vscode from "vscode";
import { SurveyError } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import type { CredentialStore } from "../connection/credentials.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import {
  readAssistantSettings,
  readDataSpaces,
  type DataSpaceSetting,
} from "../platform/settings.ts";
import { showWarning, t } from "../platform/window.ts";
import { levelOf } from "./editorToolHost.ts";

export interface McpServersOptions {
  readonly dataSpaces: Pick<DataSpaces, "setting">;
  readonly credentials: Pick<CredentialStore, "get">;
  /** The command line, with the one command that serves. */
  readonly program: string;
  readonly toldFolder: string;
  readonly version: string;
  /** Asks the person whether the server of a data space may have its key. */
  readonly agrees?: (dataSpace: string) => Promise<boolean>;
}

const labelStart = "Survey Explorer: ";

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
    const settings = readAssistantSettings();
    if (!settings.enabled || !settings.mcpServer || !vscode.workspace.isTrusted) {
      return [];
    }
    return readDataSpaces()
      .dataSpaces.filter(isServed)
      .filter(({ name }) => levelOf(settings, name) !== "nothing")
      .map((it) => this.#definition(it));
  }

  /** @returns undefined where the person does not agree */
  async resolve(
    server: vscode.McpServerDefinition,
  ): Promise<vscode.McpServerDefinition | undefined> {
    if (!(server instanceof vscode.McpStdioServerDefinition)) {
      return server;
    }
    const setting = this.#options.dataSpaces.setting(server.label.slice(labelStart.length));
    const found = await this.#options.credentials.get(setting);
    if (!found) {
      throw new SurveyError(
        "signed-out",
        localizable(
          'You are signed out of "{0}". Sign in, and start the server again.',
          setting.name,
        ),
      );
    }
    if (
      !this.#agreed.has(setting.name) &&
      !(await (this.#options.agrees ?? askPerson)(setting.name))
    ) {
      return undefined;
    }
    this.#agreed.add(setting.name);
    server.env = {
      ...server.env,
      SURVEY_EXPLORER_SPACE_ID: found.spaceId,
      SURVEY_EXPLORER_API_KEY: found.apiKey,
    };
    return server;
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
    return new vscode.McpStdioServerDefinition(
      `${labelStart}${name}`,
      process.execPath,
      args,
      // In the desktop the program is VS Code's own.
      { ELECTRON_RUN_AS_NODE: "1" },
      this.#options.version,
    );
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
