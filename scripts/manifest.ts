// npm run manifest: writes what commands, formats and tools declare (src/vscode/*/commands.ts, src/formats/kinds,
// src/assistant) into package*.json, JSON Schemas of the extension's files into schemas, the paths of operations into
// src/protocol/paths.ts, and a list of commands for tests.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import * as z from "zod";
import { repository } from "./host/folders.ts";
import { fileSchemas } from "./packaging/fileSchemas.ts";
import { pathsModule } from "./packaging/paths.ts";
import { paletteText, withDeclarations, withDeclaredTexts } from "./packaging/manifest.ts";

const texts = z.record(z.string(), z.string());

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(repository, file), "utf8"));
}

async function writeFormatted(file: string, text: string): Promise<void> {
  const path = join(repository, file);
  const options = await resolveConfig(path);
  await writeFile(path, await format(text, { ...options, filepath: path }));
}

function writeJson(file: string, content: unknown): Promise<void> {
  return writeFormatted(file, JSON.stringify(content, undefined, 2));
}

await writeJson("package.json", withDeclarations(await readJson("package.json")));
const korean = texts.parse(await readJson("l10n/bundle.l10n.ko.json"));
const written: Readonly<Record<string, string>>[] = [];
for (const [file, t] of [
  ["package.nls.json", (text: string) => text],
  ["package.nls.ko.json", (text: string) => korean[text] ?? text],
] as const) {
  const all = withDeclaredTexts(texts.parse(await readJson(file)), t);
  written.push(all);
  await writeJson(file, all);
}
for (const { url, schema } of fileSchemas) {
  await writeJson(url, schema);
}
await writeFormatted("src/protocol/paths.ts", pathsModule());
await writeFile(join(repository, "test/unit/palette.golden.txt"), paletteText(...written));
