// The process of a suite that runs in Node: see node-suite.ts.
import { existsSync } from "node:fs";
import Mocha from "mocha";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { repository } from "../host/folders.ts";
import { mochaOptions, runMocha } from "./mocha.ts";
import type { NodeTests } from "./node-suite.ts";

// The one writer of this argument is node-suite.ts.
const suite = JSON.parse(process.argv[2] ?? "") as NodeTests;

/** Shorter than what node-suite.ts allows. */
const patienceMs = 5000;

const mocha = new Mocha(mochaOptions(suite));
for (const file of suite.files) {
  mocha.addFile(join(repository, file));
}
mocha.rootHooks(await rootHooks(suite.files));
await mocha.loadFilesAsync();

// Without the parent nobody wants the outcome.
const exit = (): never => process.exit();
process.on("disconnect", exit);
const tally = await runMocha(mocha);
process.off("disconnect", exit);
process.send?.(tally, () => process.channel?.unref());
// Nothing is open any more. What is removed on the way out may take its time.
process.once("beforeExit", () => process.disconnect());
setTimeout(
  () => console.error("Still open:", process.getActiveResourcesInfo()),
  patienceMs,
).unref();

/** A folder of test/ may have root hooks of its own. */
async function rootHooks(files: readonly string[]): Promise<Mocha.RootHookObject> {
  const folders = new Set(files.map((file) => file.split("/")[1] ?? ""));
  const hooks: Mocha.RootHookObject = {};
  for (const folder of folders) {
    const module = join(repository, "test", folder, "support", "hooks.ts");
    if (existsSync(module)) {
      const { mochaHooks } = (await import(pathToFileURL(module).href)) as {
        mochaHooks: Mocha.RootHookObject;
      };
      Object.assign(hooks, mochaHooks);
    }
  }
  return hooks;
}
