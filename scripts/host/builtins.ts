import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { VsCodeInstallation } from "./provision.ts";

/** What starts an extension in every window, or with whatever is opened there. */
const always: ReadonlySet<unknown> = new Set(["*", "onStartupFinished", "onLanguage"]);

/**
 * Links in a folder to VS Code's built-in extensions, but for those that start by themselves, such as Git and Copilot: they take
 * a fifth of the processor time of a window.
 */
export async function linkWaitingBuiltins(
  { server }: VsCodeInstallation,
  folder: string,
): Promise<void> {
  const builtins = join(server, "extensions");
  await mkdir(folder);
  for (const name of await readdir(builtins)) {
    const manifest = join(builtins, name, "package.json");
    // Beside them lie files of the one who packed VS Code.
    if (existsSync(manifest) && !startsByItself(await readFile(manifest, "utf8"))) {
      await symlink(join(builtins, name), join(folder, name), "junction");
    }
  }
}

function startsByItself(manifest: string): boolean {
  const { activationEvents = [] } = JSON.parse(manifest) as { activationEvents?: unknown[] };
  return activationEvents.some((it) => always.has(it));
}
