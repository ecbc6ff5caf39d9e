import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { repository } from "./folders.ts";

/** What a client needs to reach a running local data space. */
export interface DataSpaceAccess {
  readonly baseUrl: string;
  readonly caFile: string;
  readonly spaceId: string;
  readonly apiKey: string;
}

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
    return { access: await readyAccess(child), ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readyAccess(child: ChildProcess): Promise<DataSpaceAccess> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) {
    throw new Error("The output of the local data space is not piped.");
  }
  const said: string[] = [];
  stderr.setEncoding("utf8").on("data", (text: string) => {
    said.push(text);
    said.splice(0, said.length - 50);
  });
  const lines = createInterface({ input: stdout });
  const line = once(lines, "line").then(([text]) => parseAccess(String(text)));
  const failed = once(lines, "close").then(() => {
    throw new Error(`The local data space did not start.\n${said.join("").trim()}`);
  });
  return Promise.race([line, failed]);
}

function parseAccess(line: string): DataSpaceAccess {
  const ready: unknown = JSON.parse(line);
  if (typeof ready !== "object" || ready === null) {
    throw new Error("The local data space did not say where it is.");
  }
  const text = (name: keyof DataSpaceAccess): string => {
    const value: unknown = Reflect.get(ready, name);
    if (typeof value !== "string") {
      throw new Error(`The local data space did not say its ${name}.`);
    }
    return value;
  };
  return {
    baseUrl: text("baseUrl"),
    caFile: text("caFile"),
    spaceId: text("spaceId"),
    apiKey: text("apiKey"),
  };
}
