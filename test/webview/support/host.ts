import { Cleanup } from "../../../scripts/host/cleanup.ts";
import {
  startDataSpace,
  type DataSpaceAccess,
  type LocalDataSpace,
} from "../../../scripts/host/data-space.ts";
import { startExtensionFiles } from "../../../scripts/host/greeter.ts";
import type { VsCodeServer } from "../../../scripts/host/server.ts";
import { startWindowServer } from "./windowServer.ts";

export interface SampleServer {
  readonly server: VsCodeServer;
  /** Access to the sample, which every window of this host has as {@link sampleName}. */
  readonly dataSpace: DataSpaceAccess;
}

export const sampleName = "Sample data space";

/** Kind of server: with trusted folders, with windows in Restricted Mode, or with the sample in API v2. */
export type ServerKind = "trusted" | "restricted" | "v2";

const cleanup = new Cleanup();
let sample: Promise<LocalDataSpace> | undefined;
const started = new Map<ServerKind, Promise<SampleServer>>();

/** Returns the VS Code server of a kind, and the data space, both started once per test run; the root hooks end them. */
export function host(kind: ServerKind = "trusted"): Promise<SampleServer> {
  const found = started.get(kind) ?? start(kind);
  started.set(kind, found);
  return found;
}

async function start(kind: ServerKind): Promise<SampleServer> {
  sample ??= startSample();
  const { access } = await sample;
  const files = await startExtensionFiles(sampleName, access, kind === "v2" ? "v2" : "v3");
  const server = await startWindowServer({
    files,
    trusted: kind !== "restricted",
    // Only tests decide what is requested, and when.
    settings: { "surveyExplorer.view.indexSurveys": false },
  });
  cleanup.add(server.stop);
  return { server, dataSpace: access };
}

async function startSample(): Promise<LocalDataSpace> {
  const dataSpace = await startDataSpace();
  cleanup.add(dataSpace.stop);
  return dataSpace;
}

export async function stopHost(): Promise<void> {
  await cleanup.run();
}
