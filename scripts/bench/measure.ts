import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { build, type BuildOptions } from "esbuild";
import type { DataSpaceAccess } from "../host/data-space.ts";
import type { Jobs } from "./jobs.ts";
import { Pages, type BenchSurvey } from "./survey.ts";

/** What all sections need. */
export interface Bench {
  /** Folder for files. Removed at the end. */
  readonly folder: string;
  readonly responses: number;
  /** How often each measurement is repeated. */
  readonly runs: number;
  /** Aborted when the bench is to end, which ends its processes. */
  readonly signal: AbortSignal;
}

/** Figures by name. `undefined` if a figure cannot be measured on this machine. */
export type Figures = Record<string, number | undefined>;

/** What a client needs to reach a server. */
export type Access = DataSpaceAccess;

const here = import.meta.dirname;

/** Bundles code as the extension ships it. Otherwise, Node's handling of TypeScript would be measured, too. */
export async function bundle(options: BuildOptions): Promise<string> {
  const fixed = { bundle: true, minify: true, platform: "node", logLevel: "error" } as const;
  const { outputFiles } = await build({ ...fixed, mainFields: ["module", "main"], ...options });
  return outputFiles?.[0]?.text ?? "";
}

export async function bundleJobs(outdir: string): Promise<void> {
  const jobs = { jobs: join(here, "jobs.ts") };
  const outExtension = { ".js": ".mjs" };
  await bundle({ entryPoints: jobs, outdir, format: "esm", outExtension });
  const worker = (room: string) => join(here, `../../src/${room}/worker.ts`);
  const workers = {
    tables: worker("table"),
    formats: worker("formats"),
    warehouse: worker("warehouse"),
    surveyIndex: worker("surveyIndex"),
  };
  await bundle({ entryPoints: workers, outdir, outExtension: { ".js": ".cjs" } });
}

/** Runs a job in a process of its own. */
export function job<Name extends keyof Jobs>(
  bench: Bench,
  name: Name,
  argument: Parameters<Jobs[Name]>[0],
): Promise<Awaited<ReturnType<Jobs[Name]>> & { readonly megabytes: number }> {
  const args = [join(bench.folder, "jobs.mjs"), name, JSON.stringify(argument)];
  // The same limit of V8's young generation as in the tables' worker.
  const young = name === "summary" ? ["--max-semi-space-size=8"] : [];
  return outputOf(bench, process.execPath, [...young, ...args]);
}

/** Runs a program, and returns the JSON that it prints. */
export async function outputOf<T>(
  { signal }: Bench,
  program: string,
  args: string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<T> {
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)(program, args, { signal, env });
  return JSON.parse(stdout) as T;
}

/** Runs all works in turn, several times, so that a slow moment affects all of them. @returns each work's median run */
export async function inTurns<T extends Record<string, { readonly seconds: number }>>(
  { runs }: Bench,
  works: { readonly [K in keyof T]: () => Promise<T[K]> },
): Promise<T> {
  const taken: T[] = [];
  for (let run = 0; run < runs; run++) {
    const turn: [string, unknown][] = [];
    for (const [name, work] of Object.entries<() => Promise<unknown>>(works)) {
      turn.push([name, await work()]);
    }
    taken.push(Object.fromEntries(turn) as T);
  }
  const middle = Object.keys(works).map((name) => {
    const sorted = taken
      .map((it) => it[name])
      .sort((a, b) => (a?.seconds ?? 0) - (b?.seconds ?? 0));
    return [name, sorted[Math.floor(runs / 2)]];
  });
  return Object.fromEntries(middle) as T;
}

export type Server = Access & AsyncDisposable;

/** Starts the server that needs hardly any time for its pages. @param delay milliseconds before every answer */
export async function startReplay(bench: Bench, responses: number, delay = 0): Promise<Server> {
  const folder = await mkdtemp(join(bench.folder, "server-"));
  return startServer([join(here, "server.ts"), String(responses), String(delay), folder]);
}

/** Starts a server that prints its access data when it is ready, and ends when its standard input closes. */
export async function startServer(args: string[]): Promise<Server> {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), "line"),
    ended,
  ])) as unknown[];
  if (typeof line !== "string") {
    throw new Error("A server of the bench did not start.");
  }
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  return { ...(JSON.parse(line) as Access), [Symbol.asyncDispose]: stop };
}

/** Writes the responses to a file, one per line. */
export async function writeItems(path: string, of: BenchSurvey, responses: number): Promise<void> {
  await using file = await open(path, "w");
  for (const body of new Pages(of, responses).bodies()) {
    // Split at the text that every item begins with: parsing millions of items would take too long.
    const items = body
      .toString()
      .slice(1, -1)
      .replaceAll('},{"parameterUid"', '}\n{"parameterUid"');
    await file.appendFile(`${items}\n`);
  }
}
