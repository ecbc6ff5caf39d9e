// npm start: opens VS Code with Survey Explorer and a running data space. See --help.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join, resolve } from "node:path";
import open from "open";
import * as z from "zod";
import { parseJsonText } from "../src/model/jsonText.ts";
import { parseOptions } from "../src/service/options.ts";
import { build } from "./host/build.ts";
import { Cleanup } from "./host/cleanup.ts";
import { startDataSpace } from "./host/data-space.ts";
import { terminationRequested } from "./host/ending.ts";
import { repository } from "./host/folders.ts";
import { startExtensionFiles } from "./host/greeter.ts";
import { currentRelease, provisionVsCode } from "./host/provision.ts";
import { startServer } from "./host/server.ts";
import { workbenchUrl } from "./host/workbench.ts";

const usage = `npm start [-- option…]

Opens VS Code in the browser with Survey Explorer and a local data space with sample surveys.

  --no-open           only print the address
  --directory DIR     serve this data space directory instead of the sample
  …                   any other option of npm run serve`;

/** Folder in which the person ran npm. Paths are relative to it, although npm runs scripts in the repository's folder. */
const here = process.env["INIT_CWD"] ?? process.cwd();

await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  if (args.includes("--help")) {
    console.log(usage);
    return;
  }
  const cleanup = new Cleanup();
  const ending = new AbortController();
  const asked = terminationRequested().then(() => {
    ending.abort();
    return "\nEnding…";
  });
  try {
    console.log(await Promise.race([asked, run(args, cleanup, ending.signal)]));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
  await cleanup.run();
  process.exit();
}

/** Resolves when something that was started has ended by itself. @returns the text to print */
async function run(
  args: readonly string[],
  cleanup: Cleanup,
  signal: AbortSignal,
): Promise<string> {
  const serviceArgs = args.filter((arg) => arg !== "--no-open");
  const name = await dataSpaceName(serviceArgs);
  console.log("Building the extension…");
  const [installation] = await Promise.all([provisionVsCode(currentRelease, console.log), build()]);
  console.log("Starting the data space…");
  const dataSpace = await startDataSpace({ args: serviceArgs, cwd: here });
  cleanup.add(dataSpace.stop);
  const files = await startExtensionFiles(name, dataSpace.access);
  const server = await startServer(installation, { files, installed: repository });
  cleanup.add(server.stop);
  const target = workbenchUrl(server);
  const address = await redirectTo(target, cleanup);
  signal.throwIfAborted();
  console.log(`Survey Explorer is ready. Open ${address}`);
  console.log("Ctrl-C ends it.");
  if (hasDisplay() && !args.includes("--no-open")) {
    await open(address);
  }
  return Promise.race([
    dataSpace.ended.then(() => "The data space has ended."),
    server.ended.then(() => "VS Code has ended."),
  ]);
}

async function dataSpaceName(serviceArgs: readonly string[]): Promise<string> {
  const { directory } = parseOptions(serviceArgs);
  if (directory === undefined) {
    return "Sample data space";
  }
  const folder = resolve(here, directory);
  return (await directoryLabel(folder)) ?? basename(folder);
}

/** Returns the label in dataspace.json, or `undefined` if it cannot be read. The service reports invalid directories. */
async function directoryLabel(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, "dataspace.json"), "utf8").catch(() => "");
  return z.object({ label: z.string().min(1) }).safeParse(parseJsonText(text)).data?.label;
}

/** Starts a server that redirects a short address to the long one. @returns the short address */
async function redirectTo(target: URL, cleanup: Cleanup): Promise<string> {
  const redirect = createServer((request, response) => {
    const status = request.url === "/" ? 302 : 404;
    response.writeHead(status, status === 302 ? { location: target.href } : {}).end();
  });
  await once(redirect.listen(0, "127.0.0.1"), "listening");
  cleanup.add(async () => {
    redirect.close();
    redirect.closeAllConnections();
  });
  const { port } = redirect.address() as AddressInfo;
  return `http://127.0.0.1:${port}/`;
}

function hasDisplay(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform !== "linux" || Boolean(DISPLAY) || Boolean(WAYLAND_DISPLAY);
}
