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
    const manifest = await readFile(join(builtins, name, "package.json"), "utf8").catch(
      () => undefined,
    );
    // Beside them lie files of the one who packed VS Code.
    const { activationEvents = [] } = JSON.parse(manifest ?? `{"activationEvents":["*"]}`) as {
      activationEvents?: unknown[];
    };
    if (!activationEvents.some((it) => always.has(it))) {
      await symlink(join(builtins, name), join(folder, name), "junction");
    }
  }
}
