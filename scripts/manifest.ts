// npm run manifest: writes the commands that features declare (src/vscode/*/commands.ts) into package.json.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "./host/folders.ts";
import { withCommands } from "./packaging/manifest.ts";

const file = join(repository, "package.json");
const manifest = withCommands(JSON.parse(await readFile(file, "utf8")));
await writeFile(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
