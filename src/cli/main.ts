#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import { allCommands as commands } from "./allCommands.ts";
import { runProcess } from "./process.ts";
import { shellTexts } from "./shellTexts.ts";

// If run from source, use the workers' sources. Once built, the workers are in the same folder.
const isSource = import.meta.url.endsWith(".ts");
const worker = (name: string): string =>
  fileURLToPath(new URL(isSource ? `../${name}/worker.ts` : `${name}.js`, import.meta.url));

await runProcess({
  commands,
  programs: { tables: worker("table"), formats: worker("formats"), warehouse: worker("warehouse") },
  root: new URL("../../", import.meta.url),
  shellTexts,
});
