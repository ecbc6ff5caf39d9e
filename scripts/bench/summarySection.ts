import { join } from "node:path";
import { build } from "esbuild";
import { median, outputOf, type Bench, type Figure, type Section } from "./bench.ts";
import type { SummaryArgument, SummaryTimes } from "./summaryChild.ts";

/** Milliseconds. */
const aims = { first: 200, whole: 3000, change: 1000 };

/** The summary of 40 questions, as the panels' worker makes it. */
export async function summarySection(bench: Bench): Promise<Section> {
  await build({
    entryPoints: [join(import.meta.dirname, "summaryChild.ts")],
    outdir: bench.folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  const argument: SummaryArgument = {
    folder: join(bench.folder, "summary"),
    responses: bench.responses,
    runs: bench.runs,
  };
  const times = await outputOf<SummaryTimes>(bench, process.execPath, [
    // As much as the tables' worker has, see `youngMegabytes`.
    "--max-semi-space-size=8",
    join(bench.folder, "summaryChild.mjs"),
    JSON.stringify(argument),
  ]);
  const plain = median(times.plain);
  const beside = (name: string, taken: readonly number[], atMost: number): Figure[] => [
    { name, value: median(taken), unit: "ms", atMost },
    { name: "  most", value: Math.max(...taken), unit: "ms" },
    { name: "  ratio to a plain pass", value: median(taken) / plain },
  ];
  return {
    title: `Summary of ${bench.responses.toLocaleString("en")} kept responses, 40 questions`,
    figures: [
      { name: "plain pass over the vectors of all questions", value: plain, unit: "ms" },
      ...beside("first question, nothing in memory", times.first, aims.first),
      ...beside("all questions, nothing in memory", times.cold, aims.whole),
      ...beside("all questions after a change of the filter", times.filtered, aims.change),
      ...beside("all questions, split by another one", times.split, aims.whole),
      ...beside("all questions, weighted", times.weighted, aims.change),
      { name: "memory of the process", value: times.megabytes, unit: "MB" },
    ],
  };
}
