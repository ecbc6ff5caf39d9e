import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { repository } from "../host/folders.ts";

const metafile = z.object({
  outputs: z.record(
    z.string(),
    z.object({
      bytes: z.number(),
      imports: z.array(z.object({ path: z.string(), kind: z.string() })),
    }),
  ),
});

/** Bytes of what VS Code reads to start the extension, as it was built last: all that needs no import(). */
export async function startSize(): Promise<number> {
  const text = await readFile(join(repository, "dist", "meta.json"), "utf8");
  const { outputs } = metafile.parse(JSON.parse(text));
  const files = new Set(["dist/extension.js"]);
  let size = 0;
  for (const file of files) {
    const { bytes = 0, imports = [] } = outputs[file] ?? {};
    size += bytes;
    for (const { path, kind } of imports) {
      if (kind === "import-statement") {
        files.add(path);
      }
    }
  }
  return size;
}
