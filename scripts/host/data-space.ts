import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import * as z from "zod";
import { awaitedLine } from "./awaitedLine.ts";
import { repository } from "./folders.ts";

/** What a client needs to reach a running data space, as the service prints it. */
export const dataSpaceAccess = z.object({
  baseUrl: z.string(),
  caFile: z.string(),
  spaceId: z.string(),
  apiKey: z.string(),
});
export type DataSpaceAccess = Readonly<z.infer<typeof dataSpaceAccess>>;

export interface LocalDataSpace {
  readonly access: DataSpaceAccess;
  /** Resolves when the service has ended, for whatever reason. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface DataSpaceOptions {
  /** Options of `npm run serve`. */
  readonly args?: readonly string[];
  /** Folder that relative paths in `args` are relative to. */
  readonly cwd?: string;
}

const service = join(repository, "dist", "service.js");

/** Starts the built service. It ends with this process, because its standard input closes then. */
export async function startDataSpace({
  args = [],
  cwd = repository,
}: DataSpaceOptions = {}): Promise<LocalDataSpace> {
  const child = spawn(process.execPath, [service, "--json", ...args], {
    cwd,
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ended = once(child, "exit").then(() => undefined);
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
  };
  try {
    const line = await awaitedLine(child, /(.*)/, "The local data space did not start.");
    return { access: dataSpaceAccess.parse(JSON.parse(line)), ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
