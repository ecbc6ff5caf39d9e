import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { build, type BuildOptions } from "esbuild";
import type { Jobs } from "./jobs.ts";
import { Pages, type BenchSurvey } from "./survey.ts";

/** What every section works with. */
export interface Bench {
  /** For files; goes at the end. */
  readonly folder: string;
  readonly responses: number;
  /** How often what is compared is measured. */
  readonly runs: number;
  /** Aborted when the bench is to end: its processes end with it. */
  readonly signal: AbortSignal;
}

/** By name; `undefined` where it could not be measured here. */
export type Figures = Record<string, number | undefined>;

/** What a client needs to reach a server. */
export interface Access {
  readonly baseUrl: string;
  readonly caFile: string;
  readonly spaceId: string;
  readonly apiKey: string;
}

const here = import.meta.dirname;

/** As the extension ships: otherwise Node's handling of TypeScript would be measured along. */
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

/** In a process of its own. */
export function job<Name extends keyof Jobs>(
  bench: Bench,
  name: Name,
  argument: Parameters<Jobs[Name]>[0],
): Promise<Awaited<ReturnType<Jobs[Name]>> & { readonly megabytes: number }> {
  const args = [join(bench.folder, "jobs.mjs"), name, JSON.stringify(argument)];
  // As much for what is new as the tables' worker has.
  const young = name === "summary" ? ["--max-semi-space-size=8"] : [];
  return outputOf(bench, process.execPath, [...young, ...args]);
}

/** The JSON that a program prints. */
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

/** Each in turn, so that a slow moment of the machine hits all. @returns of each the run that took the median time */
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

/** The server that costs next to nothing. */
export async function startReplay(bench: Bench, responses: number, delay = 0): Promise<Server> {
  const folder = await mkdtemp(join(bench.folder, "server-"));
  return startServer([join(here, "server.ts"), String(responses), String(delay), folder]);
}

/** A process that prints how to reach it when it is ready, and lives no longer than its standard input stays open. */
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

/** One item a line. */
export async function writeItems(path: string, of: BenchSurvey, responses: number): Promise<void> {
  await using file = await open(path, "w");
  for (const body of new Pages(of, responses).bodies()) {
    // How every item begins; parsing millions of them would take longer than what is measured.
    const items = body
      .toString()
      .slice(1, -1)
      .replaceAll('},{"parameterUid"', '}\n{"parameterUid"');
    await file.appendFile(`${items}\n`);
  }
}
