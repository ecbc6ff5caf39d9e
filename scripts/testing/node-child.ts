// The process in which a suite runs in Node: see node-suite.ts.
import { existsSync } from "node:fs";
import Mocha from "mocha";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { repository } from "../host/folders.ts";
import { mochaOptions, runMocha } from "./mocha.ts";
import type { NodeTests } from "./node-suite.ts";

// Not checked: only node-suite.ts passes this argument.
const suite = JSON.parse(process.argv[2] ?? "") as NodeTests;

/** Milliseconds after the tests until open resources are listed. Less than node-suite.ts waits for them to close. */
const patienceMs = 5000;

const mocha = new Mocha(mochaOptions(suite));
for (const file of suite.files) {
  mocha.addFile(join(repository, file));
}
mocha.rootHooks(await rootHooks(suite.files));
await mocha.loadFilesAsync();

// Exit if the parent has ended: nobody needs the result.
const exit = (): never => process.exit();
process.on("disconnect", exit);
const tally = await runMocha(mocha);
process.off("disconnect", exit);
process.send?.(tally, () => process.channel?.unref());
// At this point, nothing is open any more. Disconnect before the exit handlers, which may take long to remove files.
process.once("beforeExit", () => process.disconnect());
setTimeout(
  () => console.error("Still open:", process.getActiveResourcesInfo()),
  patienceMs,
).unref();

/** Returns the root hooks of the files' folders in test/, which each may have its own. */
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
