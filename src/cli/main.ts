#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cancelled } from "../client/waiting.ts";
import { shellTranslations } from "./language.ts";
import { runProgram } from "./program.ts";
import { exits } from "./usage.ts";

const here = new URL(".", import.meta.url);
// From its source it runs with that of the workers; built, they stand beside it.
const isSource = import.meta.url.endsWith(".ts");
const worker = (name: string): string =>
  fileURLToPath(new URL(isSource ? `../${name}/worker.ts` : `${name}.js`, here));

function versionOf(text: string): string {
  const read: unknown = JSON.parse(text);
  const isNamed = typeof read === "object" && read !== null && "version" in read;
  return isNamed ? String(read.version) : "";
}

// As in the workers: Node announces that node:sqlite is experimental.
process.removeAllListeners("warning");
process.on("warning", (it) => {
  if (it.name !== "ExperimentalWarning") {
    process.stderr.write(`${it.name}: ${it.message}\n`);
  }
});

const abort = new AbortController();
const args = process.argv.slice(2);
if (args[0] !== "serve") {
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      // Who asks twice does not want to wait for what can be resumed.
      if (abort.signal.aborted) {
        process.exit(exits.cancelled);
      }
      abort.abort(cancelled());
    });
  }
}
// Who reads has gone: nothing more can be said.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", () => process.exit(exits.failed));
}

const exit = await runProgram({
  args,
  environment: process.env,
  input: process.stdin,
  out: process.stdout,
  err: process.stderr,
  signal: abort.signal,
  programs: { tables: worker("table"), formats: worker("formats"), warehouse: worker("warehouse") },
  translations: shellTranslations(
    process.env,
    new URL("../../l10n/bundle.l10n.ko.json", import.meta.url),
  ),
  toolVersion: versionOf(readFileSync(new URL("../../package.json", import.meta.url), "utf8")),
});
// What is still open, such as a connection that is kept, must not hold up the end; what was written has to get out.
process.stdout.write("", () => process.stderr.write("", () => process.exit(exit)));
