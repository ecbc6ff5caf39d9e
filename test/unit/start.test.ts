import { strict as assert } from "node:assert";
import { build } from "esbuild";
import { join } from "node:path";
import { allCommands } from "../../src/vscode/commands/all.ts";

const root = join(import.meta.dirname, "../..");

/** Files that are needed only when a person does something: they have to be loaded by import(). */
const later =
  /^node_modules\/(htmlparser2|entities|papaparse)\/|^src\/(analysis|charts)\/|^src\/(client\/surveyClient|protocol\/v\w+|messages\/decode|export\/(export|verify|source)\w*)\.ts$|^src\/vscode\/(\w+\/\w*(Panel|Command|Commands)|exports\/(exporting|exportTree|exportDialog\w*|runExport))\.ts$/;

describe("extension start", () => {
  it("imports few files and no packages for registration", async () => {
    const importers = await importersFrom("src/extension.ts");
    assert.ok(importers.size < 15, [...importers.keys()].join(" "));
    const others = [...importers.keys()].filter((it) => !it.startsWith("src/"));
    assert.deepEqual(others, []);
  });

  it("imports nothing statically that is needed only later", async () => {
    const importers = await importersFrom("src/vscode/main.ts");
    assert.ok(importers.size > 50, String(importers.size));
    const early = [...importers].filter(([file]) => later.test(file));
    assert.deepEqual(early, []);
  });

  it("has nothing of what commands say to the manifest and the manual", async () => {
    const { outputFiles } = await bundled("src/vscode/main.ts");
    const code = outputFiles.map((it) => it.text).join("\n");
    const names = Object.keys(allCommands).filter((it) => !it.startsWith("responses."));
    assert.deepEqual(
      names.filter((it) => !code.includes(`${it}:`)),
      [],
    );
    const declared = Object.values(allCommands).flatMap(({ title, argument = title.ko }) => [
      title.ko,
      argument,
    ]);
    assert.deepEqual(
      declared.filter((it) => code.includes(it)),
      [],
    );
  });
});

/**
 * Returns the files that a file imports, directly or through others, each with the file that imports it, to tell where to
 * look.
 */
async function importersFrom(entry: string): Promise<Map<string, string>> {
  const { metafile } = await bundled(entry);
  const importers = new Map([[entry, "VS Code"]]);
  for (const file of importers.keys()) {
    for (const { path, kind, external } of metafile.inputs[file]?.imports ?? []) {
      if (kind !== "dynamic-import" && external !== true && !importers.has(path)) {
        importers.set(path, file);
      }
    }
  }
  return importers;
}

async function bundled(entry: string) {
  return build({
    entryPoints: [join(root, entry)],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    charset: "utf8",
    outdir: "dist",
    external: ["vscode"],
    mainFields: ["module", "main"],
    logLevel: "error",
  });
}
