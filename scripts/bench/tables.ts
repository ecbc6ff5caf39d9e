// What is made from stored responses: summaries, fieldwork, tables in files.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { TableFormat } from "../../src/formats/kinds/formats.ts";
import { inTurns, job, outputOf, startReplay, writeItems } from "./measure.ts";
import type { Bench, Figures } from "./measure.ts";
import { median } from "./statistics.ts";
import { wide } from "./survey.ts";

/** Measures the summary of 40 questions, as the panels' worker makes it. */
export async function summary(bench: Bench): Promise<Figures> {
  const argument = { folder: join(bench.folder, "kept"), responses: bench.responses };
  await job(bench, "keep", argument);
  const runs: Figures[] = [];
  for (let run = 0; run < bench.runs; run++) {
    runs.push(await job(bench, "summary", argument));
  }
  const of = (name: string) => median(runs.map((it) => it[name] ?? Number.NaN));
  return Object.fromEntries(Object.keys(runs[0] ?? {}).map((name) => [name, of(name)]));
}

/** Measures fieldwork: its figures, and reading all metadata. */
export async function fieldwork(bench: Bench): Promise<Figures> {
  const { responses } = bench;
  await using access = await startReplay(bench, responses);
  const { away, read } = await inTurns(bench, {
    away: () => job(bench, "discard", { access, what: "/metadata" }),
    read: () => job(bench, "fieldwork", { access, responses }),
  });
  const { seconds, megabytes: _, ...figures } = read;
  return { ...figures, "reading all": seconds / away.seconds, "throwing away, s": away.seconds };
}

/** Formats, and the maximum number of responses for the library that users would choose: it keeps all rows in memory. */
const formatsAndMost: readonly (readonly [TableFormat, number | undefined])[] = [
  ["csv", 200_000],
  ["xlsx", 50_000],
  ["parquet", 200_000],
  ["sav", undefined],
];

/** Measures writing each format once from a copy, as an export does when it has read all responses. */
export async function formats(bench: Bench): Promise<Figures> {
  const { folder, responses } = bench;
  const { file: copy } = await job(bench, "keep", { folder: join(folder, "kept"), responses });
  const figures: Figures = {};
  for (const [format, most] of formatsAndMost) {
    const target = join(folder, `table.${format}`);
    const ours = await job(bench, "convert", { folder, copy, target, format });
    figures[`${format}, peak memory`] = ours.megabytes;
    figures[`${format}, rows a second`] = ours.responses / ours.seconds;
    if (most !== undefined) {
      const [items, count] = [join(folder, "items.ndjson"), Math.min(most, responses)];
      await writeItems(items, wide, count);
      const args = [join(import.meta.dirname, "user/table.mjs"), format, items, target];
      const memory = "--max-old-space-size=16000";
      const theirs = await outputOf<typeof ours>(bench, process.execPath, [memory, ...args]);
      figures[`${format}, rows a second of the library`] = count / theirs.seconds;
      figures[`${format}, peak memory of the library, MB`] = theirs.megabytes;
    }
    await rm(target, { recursive: true });
  }
  return figures;
}
