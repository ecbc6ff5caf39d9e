// npm run bench [-- --only SECTION,…] [-- --responses N] [-- --runs N]: figures for people to read; nothing here fails
// because of one. Files are written where TMPDIR says: in memory, the disk has no part in the figures.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { activationSection } from "./bench/activation.ts";
import { bundleClients, type Bench, type Section } from "./bench/bench.ts";
import { fieldworkSection } from "./bench/fieldworkSection.ts";
import { formatsSection } from "./bench/formatsSection.ts";
import { hostLagSection, lagSection } from "./bench/lagSections.ts";
import { memorySection } from "./bench/memory.ts";
import { tableOf } from "./bench/report.ts";
import { panelSection } from "./bench/panelSection.ts";
import { scriptsSection } from "./bench/scripts.ts";
import { summarySection } from "./bench/summarySection.ts";
import {
  againSection,
  dataSpaceSection,
  replaySection,
  slowSection,
  smallSection,
} from "./bench/throughput.ts";
import { askedToEnd } from "./host/ending.ts";

// What else is worth a figure joins here.
const sections: Readonly<Record<string, (bench: Bench) => Promise<Section>>> = {
  activation: activationSection,
  dataSpace: dataSpaceSection,
  replay: replaySection,
  slow: slowSection,
  small: smallSection,
  again: againSection,
  scripts: scriptsSection,
  memory: memorySection,
  lag: lagSection,
  hostLag: hostLagSection,
  panel: panelSection,
  summary: summarySection,
  fieldwork: fieldworkSection,
  formats: formatsSection,
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
  const asked = askedToEnd().then(() => ending.abort());
  await Promise.race([measure(values.only.split(",")), asked]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
// A process that was just told to end may still write.
await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
// Servers end with this process.
process.exit();

async function measure(names: readonly string[]): Promise<void> {
  const bench: Bench = {
    folder,
    responses: count("responses", values.responses),
    runs: count("runs", values.runs),
    signal: ending.signal,
  };
  const chosen = names.map((name) => {
    const section = sections[name];
    if (!section) {
      throw new Error(`--only takes ${Object.keys(sections).join(", ")}, not "${name}".`);
    }
    return section;
  });
  await bundleClients(folder);
  const measured: Section[] = [];
  for (const section of chosen) {
    const figures = await section(bench);
    measured.push(figures);
    console.log(tableOf(figures));
  }
  console.log(JSON.stringify(measured));
}

function count(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new Error(`--${option} takes a number from 1, not "${text}".`);
  }
  return value;
}
