import { build } from "esbuild";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../host/folders.ts";

const source = join(repository, "test", "vscode", "neighbour");

/** Returns the files, by name, of the tests' extension that uses this one, as they are installed. */
export async function dependentExtensionFiles(): Promise<Record<string, string>> {
  const built = await build({
    entryPoints: [join(source, "extension.ts")],
    bundle: true,
    write: false,
    platform: "node",
    target: "node22",
    format: "cjs",
    external: ["vscode"],
    logLevel: "warning",
  });
  return {
    "package.json": await readFile(join(source, "package.json"), "utf8"),
    "extension.cjs": built.outputFiles[0]?.text ?? "",
  };
}

/** Name of that extension's folder among VS Code's installed extensions. */
export const neighbourFolder = "survey-explorer.neighbour-0.0.0";
