import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { repository } from "../host/folders.ts";

const metafile = z.object({
  outputs: z.record(
    z.string(),
    z.object({
      bytes: z.number(),
      entryPoint: z.string().optional(),
      imports: z.array(z.object({ path: z.string(), kind: z.string() })),
    }),
  ),
});

/** Modules loaded at the start: the first in every window, the second only if the extension has been used before. */
export const startEntries = ["src/extension.ts", "src/vscode/main.ts"];

/** Returns the size, in bytes, of the built files for these modules and all that they import statically. */
export async function startSize(entries: readonly string[] = startEntries): Promise<number> {
  const text = await readFile(join(repository, "dist", "meta.json"), "utf8");
  const { outputs } = metafile.parse(JSON.parse(text));
  const isEntry = ({ entryPoint = "" }) => entries.includes(entryPoint);
  const files = new Set(Object.keys(outputs).filter((it) => isEntry(outputs[it] ?? {})));
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
