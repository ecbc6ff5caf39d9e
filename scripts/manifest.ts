// npm run manifest: writes what the code declares (commands, formats, tools, kinds of conditions) into package*.json and
// docs, the paths of operations into src/protocol/paths.ts, JSON Schemas of the extension's files into schemas, and a list of
// commands for tests.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import * as z from "zod";
import { repository } from "./host/folders.ts";
import { fileSchemas } from "./packaging/fileSchemas.ts";
import { manualPages } from "./packaging/manualPages.ts";
import { pathsModule } from "./packaging/paths.ts";
import { paletteText, withDeclarations, withDeclaredTexts } from "./packaging/manifest.ts";

const texts = z.record(z.string(), z.string());

async function read(file: string): Promise<string> {
  return readFile(join(repository, file), "utf8");
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await read(file));
}

async function write(file: string, content: string): Promise<void> {
  const path = join(repository, file);
  const options = await resolveConfig(path);
  await writeFile(path, await format(content, { ...options, filepath: path }));
}

async function writeJson(file: string, content: unknown): Promise<void> {
  await write(file, JSON.stringify(content, undefined, 2));
}

await writeJson("package.json", withDeclarations(await readJson("package.json")));
const korean = texts.parse(await readJson("l10n/bundle.l10n.ko.json"));
for (const [file, language, t] of [
  ["package.nls.json", "en", (text: string) => text],
  ["package.nls.ko.json", "ko", (text: string) => korean[text] ?? text],
] as const) {
  await writeJson(file, withDeclaredTexts(texts.parse(await readJson(file)), language, t));
}
for (const { url, schema } of fileSchemas) {
  await writeJson(url, schema);
}
for (const [file, withDeclared] of Object.entries(manualPages)) {
  await write(file, withDeclared(await read(file)));
}
await writeFile(join(repository, "test/unit/palette.golden.txt"), paletteText());
await write("src/protocol/paths.ts", pathsModule());
