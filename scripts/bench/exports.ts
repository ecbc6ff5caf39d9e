// Exports, compared with the minimum of work: requesting the same pages and discarding them.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ExportChoices } from "./jobs.ts";
import { inTurns, job, outputOf, startReplay, startServer, writeItems } from "./measure.ts";
import type { Access, Bench, Figures } from "./measure.ts";
import { narrow, secondOf, timeOf } from "./survey.ts";

const slowMs = 100;
/** Maximum number of responses for some sections. More take minutes, and the ratios do not depend on it. */
const most = 200_000;
const here = import.meta.dirname;

/** Runs an export. @throws Error if it does not have the expected number of responses */
async function exportOnce(bench: Bench, access: Access, expected: number, choices?: ExportChoices) {
  const exported = await job(bench, "export", { access, folder: bench.folder, ...choices });
  if (exported.responses !== expected) {
    throw new Error(`Of ${expected} responses ${exported.responses} were exported.`);
  }
  return exported;
}

async function besideThrowingAway(
  bench: Bench,
  access: Access,
  exportsOnce: () => ReturnType<typeof exportOnce>,
  times = 1,
) {
  // Warm up: the first pages take a server longer than the others.
  await job(bench, "discard", { access });
  const taken = await inTurns(bench, {
    away: () => job(bench, "discard", { access, times }),
    exported: exportsOnce,
  });
  const figures: Figures = {
    "JSON export": taken.exported.seconds / taken.away.seconds,
    "peak memory": taken.exported.megabytes,
    "JSON export, s": taken.exported.seconds,
    "throwing away, s": taken.away.seconds,
    "throwing away, peak memory, MB": taken.away.megabytes,
  };
  return { ...taken, figures };
}

/** Measures exports from a server that needs hardly any time for its pages. */
export async function replay(
  bench: Bench,
  { responses } = bench,
  delay = 0,
  choices?: ExportChoices,
): Promise<Figures> {
  await using server = await startReplay(bench, responses, delay);
  const exportsOnce = () => exportOnce(bench, server, responses, choices);
  return (await besideThrowingAway(bench, server, exportsOnce, choices?.times)).figures;
}

export function slow(bench: Bench): Promise<Figures> {
  const responses = Math.min(most, bench.responses);
  return replay(bench, { ...bench, responses }, slowMs, { lanes: 8 });
}

/** Measures exports of typical sizes: a process's first export, and its third, as in an editor that is open all day. */
export async function small(bench: Bench): Promise<Figures> {
  const figures: Figures = {};
  for (const responses of [2_000, 5_000, 20_000, 60_000]) {
    for (const times of [1, 3]) {
      const measured = await replay(bench, { ...bench, responses }, slowMs, { times });
      const name = `${responses.toLocaleString("en")} responses${times > 1 ? ", third time" : ""}`;
      figures[name] = measured["JSON export"];
      figures[`${name}, throwing away, s`] = measured["throwing away, s"];
    }
  }
  return figures;
}

/** Measures exporting a survey again in another format, when the whole survey is in the copy and nothing is new. */
export async function again(bench: Bench): Promise<Figures> {
  const responses = Math.min(most, bench.responses);
  await using server = await startReplay(bench, responses);
  const { figures, exported } = await besideThrowingAway(bench, server, async () => {
    await exportOnce(bench, server, responses, { format: "ndjson", fresh: "all" });
    return exportOnce(bench, server, responses, { format: "json", fresh: "new" });
  });
  return { "pages of responses asked for": exported.pages, ...figures };
}

/** Measures exports from the local data space. */
export async function dataSpace(bench: Bench): Promise<Figures> {
  const directory = join(bench.folder, "data-space");
  const folder = join(directory, "surveys", narrow.surveyId);
  await mkdir(folder, { recursive: true });
  const write = (file: string, content: object) => writeFile(file, JSON.stringify(content));
  const keys = { label: "Bench", spaceId: "bench", apiKey: "bench-key" };
  await write(join(directory, "dataspace.json"), keys);
  await write(join(folder, "survey.json"), narrow.survey);
  await write(join(folder, "collect-groups.json"), narrow.collectGroups);
  await writeItems(join(folder, "responses.ndjson"), narrow, bench.responses);
  const service = [join(here, "../../src/service/main.ts"), "--json", "--directory", directory];
  await using server = await startServer([...service, "--state", bench.folder]);
  const exportsOnce = () => exportOnce(bench, server, bench.responses);
  const { figures, away } = await besideThrowingAway(bench, server, exportsOnce);
  const metadata = await job(bench, "discard", { access: server, what: "/metadata" });
  return {
    ...figures,
    "pages of 1,000 responses a second": away.pages / away.seconds,
    "pages of 1,000 metadata a second": metadata.pages / metadata.seconds,
  };
}

/** Compares an export with scripts that people without an exporter would write. */
export async function scripts(bench: Bench): Promise<Figures> {
  const responses = Math.min(most / 2, bench.responses);
  await using server = await startReplay(bench, responses);
  const { baseUrl, caFile, spaceId, apiKey } = server;
  const args = [
    baseUrl,
    caFile,
    spaceId,
    apiKey,
    narrow.surveyId,
    join(bench.folder, "script.json"),
  ];
  const script = (program: string, name: string) => () =>
    outputOf<{ seconds: number }>(bench, program, [join(here, "user", name), ...args]);
  const node = script(process.execPath, "download.mjs");
  const python = script("python3", "download.py");
  const hasPython = await python().then(Boolean, () => false);
  const ours = () => exportOnce(bench, server, responses);
  const taken = await inTurns(bench, { ours, node, python: hasPython ? python : node });
  return {
    "Node script": taken.node.seconds / taken.ours.seconds,
    "Python script": hasPython ? taken.python.seconds / taken.ours.seconds : undefined,
    "JSON export, s": taken.ours.seconds,
  };
}

/** Measures whether memory grows with the survey's size. */
export async function memory(bench: Bench): Promise<Figures> {
  const peaks: number[] = [];
  for (const responses of [bench.responses, 3 * bench.responses]) {
    await using server = await startReplay(bench, responses);
    peaks.push((await exportOnce(bench, server, responses)).megabytes);
  }
  const [smaller = Number.NaN, larger = Number.NaN] = peaks;
  return { "peak memory": larger, growth: larger - smaller };
}

/** Measures the event loop's lag during an export, and while the same pages are discarded over as many connections. */
export async function lag(bench: Bench): Promise<Figures> {
  await using server = await startReplay(bench, bench.responses);
  const one = await exportOnce(bench, server, bench.responses, { lanes: 1 });
  const eight = await exportOnce(bench, server, bench.responses, { lanes: 8 });
  const ends = Array.from({ length: 9 }, (_, eighth) =>
    timeOf(secondOf((eighth / 8) * bench.responses, bench.responses)),
  );
  const ranges = ends.slice(1).map((end, at) => `&startDateTime=${ends[at]}&endDateTime=${end}`);
  const away = await job(bench, "discard", { access: server, ranges });
  return {
    "1 lane, 99th percentile": one.lag,
    "8 lanes, 99th percentile": eight.lag,
    "8 connections thrown away, 99th percentile, ms": away.lag,
    "8 connections thrown away, peak memory, MB": away.megabytes,
  };
}
