import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import type { Fresh } from "../../src/export/fresh.ts";
import type { ItemFormat } from "../../src/model/tabular/tableForm.ts";
import type { Access } from "./servers.ts";

/** What every section of figures works with. */
export interface Bench {
  /** For files; goes at the end. */
  readonly folder: string;
  readonly responses: number;
  /** How often what is compared is measured. */
  readonly runs: number;
  /** Aborted when the bench is to end: its processes end with it. */
  readonly signal: AbortSignal;
}

export interface Figure {
  readonly name: string;
  /** Absent where it could not be measured: `note` says why. */
  readonly value?: number;
  readonly unit?: string;
  /** What it should be at most. */
  readonly atMost?: number;
  /** What it should be at least. */
  readonly atLeast?: number;
  readonly note?: string;
}

export interface Section {
  readonly title: string;
  readonly figures: readonly Figure[];
}

/** What a process that downloads and throws away tells. */
export interface Discarded {
  readonly seconds: number;
  /** Of the process, which other work on the machine does not change much. */
  readonly cpuSeconds: number;
  readonly pages: number;
  readonly bytes: number;
}

/** What a process that exports tells. */
export interface Exported {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
  readonly responses: number;
  readonly bytes: number;
  /** Pages of responses that were asked for. */
  readonly asked: number;
  /** How late the event loop was, where it was asked for. */
  readonly lag?: Lag;
}

/** In milliseconds. */
export interface Lag {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface DiscardArgument extends Access {
  readonly operation: "responses" | "metadata";
}

export interface ExportArgument extends Access {
  readonly file: string;
  /** What src/table/worker.ts is built to, and where it keeps copies. */
  readonly program: string;
  readonly copies: string;
  readonly format?: ItemFormat;
  /** Absent: the survey's own copy is not kept. */
  readonly fresh?: Fresh;
  /** Requests at once; absent: as the extension does by itself. */
  readonly lanes?: number | undefined;
  readonly watchLag?: boolean;
}

const run = promisify(execFile);

/** Bundles the client processes as the extension ships: otherwise Node's handling of TypeScript would be measured along. */
export async function bundleClients(folder: string): Promise<void> {
  await build({
    entryPoints: ["exportChild", "discard"].map((it) => join(import.meta.dirname, `${it}.ts`)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  await build({
    entryPoints: { tables: join(import.meta.dirname, "../../src/table/worker.ts") },
    outdir: folder,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    minify: true,
    platform: "node",
    format: "cjs",
    mainFields: ["module", "main"],
    logLevel: "error",
  });
}

export function discard(bench: Bench, argument: DiscardArgument): Promise<Discarded> {
  return outputOf(bench, process.execPath, [
    join(bench.folder, "discard.mjs"),
    JSON.stringify(argument),
  ]);
}

/** @throws if the export has not as many responses as it should */
export async function exportOnce(
  bench: Bench,
  { baseUrl, caFile, spaceId, apiKey }: Access,
  expected: number,
  choices: Pick<ExportArgument, "lanes" | "watchLag" | "format" | "fresh"> = {},
): Promise<Exported> {
  const file = join(bench.folder, "export.json");
  const places = {
    file,
    program: join(bench.folder, "tables.cjs"),
    copies: join(bench.folder, "copies"),
  };
  const argument: ExportArgument = { baseUrl, caFile, spaceId, apiKey, ...places, ...choices };
  const exported = await outputOf<Exported>(bench, process.execPath, [
    join(bench.folder, "exportChild.mjs"),
    JSON.stringify(argument),
  ]);
  await rm(file);
  if (exported.responses !== expected) {
    throw new Error(`Of ${expected} responses ${exported.responses} were exported.`);
  }
  return exported;
}

/** The JSON that a program prints. */
export async function outputOf<T>(
  { signal }: Bench,
  program: string,
  args: readonly string[],
): Promise<T> {
  const { stdout } = await run(program, args, { signal });
  return JSON.parse(stdout) as T;
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
