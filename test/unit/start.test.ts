import { strict as assert } from "node:assert";
import { build } from "esbuild";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** What nobody needs before they do something: it is imported by import(). */
const later =
  /^node_modules\/(htmlparser2|entities|papaparse)\/|^src\/(analysis|charts)\/|^src\/(client\/surveyClient|protocol\/v\w+|messages\/decode|export\/(export|verify|source)\w*)\.ts$|^src\/vscode\/(\w+\/\w*(Panel|Command|Commands)|exports\/(exporting|exportTree|exportDialog\w*|runExport))\.ts$/;

describe("the start of the extension", () => {
  it("imports nothing that can wait", async () => {
    const { metafile } = await build({
      entryPoints: [join(root, "src/extension.ts")],
      absWorkingDir: root,
      bundle: true,
      write: false,
      metafile: true,
      platform: "node",
      format: "esm",
      outdir: "dist",
      external: ["vscode"],
      mainFields: ["module", "main"],
      logLevel: "error",
    });
    // For each file, by which it came: that is what tells where to look.
    const importers = new Map([["src/extension.ts", "VS Code"]]);
    for (const file of importers.keys()) {
      for (const { path, kind } of metafile.inputs[file]?.imports ?? []) {
        if (kind !== "dynamic-import" && !importers.has(path)) {
          importers.set(path, file);
        }
      }
    }
    assert.ok(importers.size > 50, String(importers.size));
    const early = [...importers].filter(([file]) => later.test(file));
    assert.deepEqual(early, []);
  });
});
