import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { installPackages, npm, provision, type Progress } from "./install.ts";

/** A VS Code release, its package in npm, and the Node.js that its extension host is built for. */
export interface VsCodeRelease {
  readonly codeServer: string;
  readonly vscode: string;
  /** Exact version of Node.js to run it with. Undefined: the Node.js of this process. */
  readonly node?: string;
}

export const currentRelease: VsCodeRelease = { codeServer: "4.139.1", vscode: "1.139.1" };

/** The oldest release that `engines.vscode` allows. */
export const oldestRelease: VsCodeRelease = {
  codeServer: "4.103.2",
  vscode: "1.103.2",
  node: "22.23.3",
};

export interface VsCodeInstallation {
  readonly node: string;
  /** The folder that holds `out/server-main.js`. */
  readonly server: string;
}

export async function provisionVsCode(
  release: VsCodeRelease,
  progress: Progress,
): Promise<VsCodeInstallation> {
  const [server, node] = await Promise.all([
    provisionServer(release, progress),
    release.node === undefined ? process.execPath : provisionNode(release.node, progress),
  ]);
  return { server, node };
}

const inPackage = ["node_modules", "code-server", "lib", "vscode"];

async function provisionServer(release: VsCodeRelease, progress: Progress): Promise<string> {
  const folder = await provision(`vscode-${release.codeServer}`, async (staging) => {
    progress(`Installing VS Code ${release.vscode} (about 20 seconds, once)…`);
    await installPackages(staging, [`code-server@${release.codeServer}`]);
    const server = join(staging, ...inPackage);
    await npm(server, ["install", "--omit=dev"]);
    await replaceWatchdog(server);
  });
  return join(folder, ...inPackage);
}

/** Replaces the only native module that the extension host requires, which needs a compiler: ends it with its parent. */
const watchdog = `exports.start = (parent) => {
  setInterval(() => {
    try {
      process.kill(parent, 0);
    } catch {
      process.exit(87);
    }
  }, 1000).unref();
};
exports.exit = (code) => process.exit(code ?? 0);
`;

async function replaceWatchdog(server: string): Promise<void> {
  // Older releases have the package without the scope.
  const places = [join("@vscode", "native-watchdog"), "native-watchdog"];
  const module = places
    .map((name) => join(server, "node_modules", name))
    .find((path) => existsSync(path));
  if (module === undefined) {
    throw new Error("This VS Code has no native-watchdog where it is looked for.");
  }
  await writeFile(join(module, "index.js"), watchdog);
}

async function provisionNode(version: string, progress: Progress): Promise<string> {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const prefix = platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  const name = `${prefix}-${platform}-${process.arch}`;
  const folder = await provision(`node-${version}`, async (staging) => {
    progress(`Installing Node.js ${version}…`);
    await installPackages(staging, [`${name}@${version}`]);
  });
  const binary = process.platform === "win32" ? "node.exe" : "node";
  return join(folder, "node_modules", name, "bin", binary);
}
