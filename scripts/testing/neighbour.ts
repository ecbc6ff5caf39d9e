import { build } from "esbuild";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../host/folders.ts";

const source = join(repository, "test", "vscode", "neighbour");

/** The extension of the tests that uses ours, as it is installed: by the names of its files. */
export async function neighbourFiles(): Promise<Record<string, string>> {
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

/** A folder that VS Code takes for the installed extension. */
export const neighbourFolder = "survey-explorer.neighbour-0.0.0";
