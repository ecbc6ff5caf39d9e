import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { VsCodeInstallation } from "./provision.ts";

/** Built-in extensions with themes, and those that show JSON and Markdown, which the extension writes. */
export const fewBuiltins: readonly string[] = [
  "theme-defaults",
  "theme-seti",
  "json",
  "json-language-features",
  "markdown-basics",
  "markdown-language-features",
];

/**
 * Creates a folder with links to some of VS Code's built-in extensions. Loading all hundred takes a quarter of the processor
 * time of opening a window.
 */
export async function linkBuiltins(
  names: readonly string[],
  { server }: VsCodeInstallation,
  folder: string,
): Promise<void> {
  await mkdir(folder);
  for (const name of names) {
    await symlink(join(server, "extensions", name), join(folder, name), "junction");
  }
}
