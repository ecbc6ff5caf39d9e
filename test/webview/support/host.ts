import { Cleanup } from "../../../scripts/host/cleanup.ts";
import { startDataSpace, type DataSpaceAccess } from "../../../scripts/host/data-space.ts";
import { greeterFiles } from "../../../scripts/host/greeter.ts";
import { currentRelease, provisionVsCode } from "../../../scripts/host/provision.ts";
import { startServer, type VsCodeServer } from "../../../scripts/host/server.ts";

export interface Host {
  readonly server: VsCodeServer;
  /** The sample, which every window of this host has as {@link sampleName}. */
  readonly dataSpace: DataSpaceAccess;
}

export const sampleName = "Sample data space";

/** Whether folders are trusted, or windows are in Restricted Mode. */
export type Trust = "trusted" | "restricted";

const cleanup = new Cleanup();
const started = new Map<Trust, Promise<Host>>();

/** One VS Code server and one data space for the whole test run; the root hooks end them. */
export function host(trust: Trust = "trusted"): Promise<Host> {
  const found = started.get(trust) ?? start(trust === "trusted");
  started.set(trust, found);
  return found;
}

async function start(trusted: boolean): Promise<Host> {
  const dataSpace = await startDataSpace();
  cleanup.add(dataSpace.stop);
  const files = await greeterFiles(sampleName, dataSpace.access);
  const installation = await provisionVsCode(currentRelease, console.log);
  const server = await startServer(installation, { files, trusted });
  cleanup.add(server.stop);
  return { server, dataSpace: dataSpace.access };
}

export async function stopHost(): Promise<void> {
  await cleanup.run();
}
