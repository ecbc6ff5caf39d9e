// Loading the tables of a database, compared with writing a CSV file with the same rows.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { postgresPrograms } from "../../test/support/witnesses.ts";
import { runPostgres, serverAccount } from "../../test/warehouse/support/postgres.ts";
import { inTurns, job } from "./measure.ts";
import type { Bench, Figures } from "./measure.ts";

/** Maximum number of responses. More take minutes, and the ratio does not depend on it. */
const most = 100_000;

/** Measures loading a complete copy into a PostgreSQL with Debian's settings. */
export async function warehouse(bench: Bench): Promise<Figures> {
  const programs = postgresPrograms();
  if (spawnSync(join(programs, "postgres"), ["--version"]).status !== 0) {
    return { load: undefined };
  }
  const account = process.getuid?.() === 0 ? serverAccount() : undefined;
  const { folder } = bench;
  const responses = Math.min(most, bench.responses);
  const { file: copy } = await job(bench, "keep", { folder: join(folder, "kept"), responses });
  await using server = await runPostgres({ programs, account, isSmall: false });
  // Unlike the other servers, this one does not end with this process.
  bench.signal.addEventListener("abort", () => void server[Symbol.asyncDispose]());
  // Passed to the jobs' processes in the environment: a connection string must not be in arguments.
  process.env["BENCH_WAREHOUSE"] = server.connectionString;
  let tables = 0;
  const { csv, load } = await inTurns(bench, {
    csv: () =>
      job(bench, "convert", { folder, copy, target: join(folder, "x.csv"), format: "csv" }),
    load: () => job(bench, "load", { folder, copy, table: `run_${tables++}` }),
  });
  if (load.inserted !== responses) {
    throw new Error(`Of ${responses} responses ${load.inserted} were loaded.`);
  }
  return {
    load: load.seconds / csv.seconds,
    "load again, nothing new": load.again / csv.seconds,
    "load, s": load.seconds,
    "CSV, s": csv.seconds,
    "peak memory, MB": load.megabytes,
  };
}
