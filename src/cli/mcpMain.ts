// The part of the command line that the extension ships, for clients of the Model Context Protocol. It uses the extension's
// workers.
import { fileURLToPath } from "node:url";
import { mcpCommand as commands } from "./mcpCommand.ts";
import { runProcess } from "./process.ts";

const worker = (name: string): string => fileURLToPath(new URL(`${name}.js`, import.meta.url));

await runProcess({
  commands,
  programs: {
    tables: worker("tables"),
    formats: worker("formats"),
    warehouse: worker("warehouse"),
  },
  root: new URL("../", import.meta.url),
});
