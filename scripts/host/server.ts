import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { awaitedLine } from "./awaitedLine.ts";
import { linkBuiltins } from "./builtins.ts";
import type { VsCodeInstallation } from "./provision.ts";
import { run } from "./run.ts";
import { spawnSupervised } from "./supervised.ts";

export type Settings = Readonly<Record<string, unknown>>;

export interface ServerOptions {
  readonly settings?: Settings;
  /** Files for the data directory, by their path in it. Only this user can read them. */
  readonly files?: Readonly<Record<string, string>>;
  /** Whether folders are trusted. If not, windows are in Restricted Mode. Default: true. */
  readonly trusted?: boolean;
  /**
   * Folder of an extension to link as installed, or a .vsix to install. If undefined, windows can load an extension under
   * development, but VS Code shows no notifications.
   */
  readonly installed?: string;
  /** Names of the built-in extensions that VS Code has. Default: all. */
  readonly builtins?: readonly string[];
  /** Environment variables in addition to those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface VsCodeServer {
  readonly url: URL;
  /** An empty folder to open. */
  readonly folder: string;
  /** Path of a workspace file with that folder and another one. */
  readonly workspace: string;
  /** Resolves when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Adds to the settings that every window of this server has. */
  readonly changeSettings: (settings: Settings) => Promise<void>;
  /** Ends the server and all processes that it started, and removes its data directory. */
  readonly stop: () => Promise<void>;
}

const machineSettings = join("data", "Machine", "settings.json");

/** Turns off what would distract from the extension, use the network, or differ from a desktop VS Code. */
const quietSettings: Settings = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "chat.commandCenter.enabled": false,
  // AI features take half a second of processor time in each window.
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  // The browser is on this machine, so no port needs to be forwarded. On a busy machine, VS Code warns about twenty ports.
  "remote.autoForwardPorts": false,
  // Otherwise, VS Code keeps searching all processes for ports.
  "remote.autoForwardPortsSource": "output",
  "update.showReleaseNotes": false,
  // In a browser, VS Code saves files a second after an edit; on a desktop, it does not.
  "files.autoSave": "off",
  "window.autoDetectColorScheme": false,
};

export async function startServer(
  installation: VsCodeInstallation,
  {
    settings = {},
    files = {},
    trusted = true,
    installed,
    builtins,
    environment = {},
  }: ServerOptions = {},
): Promise<VsCodeServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), "survey-explorer-"));
  const [folder, another] = [join(dataFolder, "workspace"), join(dataFolder, "another")];
  await Promise.all([mkdir(folder), mkdir(another)]);
  const workspace = "two.code-workspace";
  await writeFiles(dataFolder, {
    ...files,
    [machineSettings]: settingsText(settings),
    [workspace]: JSON.stringify({ folders: [{ path: folder }, { path: another }] }),
  });
  const flags = trusted ? ["--disable-workspace-trust"] : [];
  if (builtins !== undefined) {
    const builtinFolder = join(dataFolder, "builtin");
    await linkBuiltins(builtins, installation, builtinFolder);
    flags.push("--builtin-extensions-dir", builtinFolder);
  }
  if (installed === undefined) {
    // The workbench of a release build loads extensions under development only with this flag.
    flags.push("--enable-smoke-test-driver");
  } else if (installed.endsWith(".vsix")) {
    const install = ["--install-extension", installed, "--server-data-dir", dataFolder];
    try {
      await run(installation.node, [serverEntry(installation), ...install], {
        env: cleanEnvironment(),
      });
    } catch (error) {
      await rm(dataFolder, { recursive: true });
      throw error;
    }
  } else {
    await mkdir(join(dataFolder, "extensions"), { recursive: true });
    await symlink(installed, join(dataFolder, "extensions", "installed"), "junction");
  }

  const supervisor = superviseServer(installation, dataFolder, flags, environment);
  const ended = once(supervisor, "exit").then(() => undefined);
  const stop = async (): Promise<void> => {
    supervisor.stdin?.end();
    await ended;
  };
  try {
    const port = await awaitedLine(
      supervisor,
      /^Extension host agent listening on (\d+)/,
      "The VS Code server ended before it was ready.",
    );
    return {
      url: new URL(`http://localhost:${port}/`),
      folder,
      workspace: join(dataFolder, workspace),
      ended,
      changeSettings: (changed) =>
        writeFiles(dataFolder, { [machineSettings]: settingsText({ ...settings, ...changed }) }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function serverEntry({ server }: VsCodeInstallation): string {
  return join(server, "out", "server-main.js");
}

function superviseServer(
  installation: VsCodeInstallation,
  dataFolder: string,
  flags: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  return spawnSupervised(
    installation.node,
    [
      serverEntry(installation),
      ...["--host", "127.0.0.1", "--port", "0"],
      ...["--server-data-dir", dataFolder],
      ...["--telemetry-level", "off"],
      "--without-connection-token",
      "--accept-server-license-terms",
      ...flags,
      "--force-disable-user-env",
    ],
    { env: { ...cleanEnvironment(), ...environment }, removes: dataFolder },
  );
}

/** Removes variables that VS Code's terminal and debugger set, and that a second VS Code would take as its own. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(VSCODE_|ELECTRON_|NODE_OPTIONS$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

function settingsText(settings: Settings): string {
  return JSON.stringify({ ...quietSettings, ...settings }, undefined, 2);
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { mode: 0o600 });
  }
}
