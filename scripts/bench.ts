// npm run bench [-- --only SECTION,…] [-- --responses N] [-- --runs N]: prints measured figures next to their aims. A missed
// aim is no failure. Files are written to TMPDIR. If that is in memory, the disk does not influence the figures.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { aims } from "./bench/aims.ts";
import * as exports_ from "./bench/exports.ts";
import { bundleJobs, type Bench, type Figures } from "./bench/measure.ts";
import { panel } from "./bench/panel.ts";
import * as tables from "./bench/tables.ts";
import { find, tree } from "./bench/tree.ts";
import { warehouse } from "./bench/warehouse.ts";
import { activation, hostLag, shell } from "./bench/window.ts";
import { terminationRequested } from "./host/ending.ts";

const sections: Readonly<Record<string, (bench: Bench) => Promise<Figures>>> = {
  activation,
  ...exports_,
  hostLag,
  shell,
  panel,
  tree,
  find,
  ...tables,
  warehouse,
};

const { values } = parseArgs({
  options: {
    only: { type: "string", default: Object.keys(sections).join(",") },
    responses: { type: "string", default: "1000000" },
    runs: { type: "string", default: "3" },
  },
});

const ending = new AbortController();
const folder = await mkdtemp(join(tmpdir(), "survey-explorer-bench-"));
try {
  await Promise.race([
    measure(values.only.split(",")),
    terminationRequested().then(() => ending.abort()),
  ]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
// Retry: processes that are about to end may still write files.
await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
// The servers' processes end with this one.
process.exit();

async function measure(names: readonly string[]): Promise<void> {
  const [responses, runs] = [count("responses"), count("runs")];
  const chosen = names.map((name) => {
    const section = sections[name];
    if (!section) {
      throw new Error(`--only takes ${Object.keys(sections).join(", ")}, not "${name}".`);
    }
    return { name, section };
  });
  await bundleJobs(folder);
  const measured: Record<string, Figures> = {};
  for (const { name, section } of chosen) {
    const figures = await section({ folder, responses, runs, signal: ending.signal });
    measured[name] = figures;
    console.log(tableOf(name, figures));
  }
  console.log(JSON.stringify(measured));
}

function count(option: "responses" | "runs"): number {
  const value = Number(values[option]);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new Error(`--${option} takes a number from 1, not "${values[option]}".`);
  }
  return value;
}

/** Returns a section's figures as text, each with its baseline and its aim. */
function tableOf(section: string, figures: Figures): string {
  const rows = Object.entries(figures).map(([figure, value]) => {
    const [, , direction, aim = 0, unit = "", baseline] =
      aims.find((it) => it[0] === section && it[1] === figure) ?? [];
    if (value === undefined) {
      return [figure, "not here", ""];
    }
    const digits = Math.abs(value) < 100 ? 2 : 0;
    const number = value.toLocaleString("en", { maximumFractionDigits: digits });
    const isMet = direction === "≤" ? value <= aim : value >= aim;
    const told = `${direction} ${aim} ${unit}`.trim();
    return [
      baseline === undefined ? figure : `${figure} (beside ${baseline})`,
      `${number} ${unit}`.trim(),
      direction === undefined ? "" : `aim ${told}: ${isMet ? "met" : "not met"}`,
    ];
  });
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map(([figure = "", value = "", aim = ""]) =>
    `  ${figure.padEnd(widths[0] ?? 0)}  ${value.padStart(widths[1] ?? 0)}  ${aim}`.trimEnd(),
  );
  return [section, ...lines, ""].join("\n");
}
