import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { once } from "node:events";
import { join } from "node:path";
import { build } from "esbuild";
import { SurveyCopy } from "../../src/copy/surveyCopy.ts";
import type { TableFormat } from "../../src/model/tabular/tableForm.ts";
import { nodeSqlite } from "../../src/store/sqliteDriver.ts";
import { outputOf, type Bench, type Figure, type Section } from "./bench.ts";
import { copiedPages } from "./copiedPages.ts";
import type { FormatArgument, FormatWritten } from "./formatChild.ts";
import { ReplayedSurvey } from "./replayedSurvey.ts";
import { tell } from "./report.ts";
import { wide } from "./wideSurvey.ts";

interface UserScript {
  readonly name: string;
  readonly file: string;
  /** It holds everything in memory: beyond that it takes more than machines have. */
  readonly most: number;
}

const scripts: Readonly<Partial<Record<TableFormat, UserScript>>> = {
  csv: { name: "papaparse", file: "csv.mjs", most: Number.POSITIVE_INFINITY },
  xlsx: { name: "write-excel-file", file: "xlsx.mjs", most: 50_000 },
  parquet: { name: "hyparquet-writer alone", file: "parquet.mjs", most: 200_000 },
};

/** Megabytes that writing may take in all, at its peak. */
const mostMegabytes = 200;

/** Tables written from a copy, as an export does when it has read all, each once and in a process of its own. */
export async function formatsSection(bench: Bench): Promise<Section> {
  await bundle(bench.folder);
  const figures: Figure[] = [];
  const all = await writeItems(join(bench.folder, "items.ndjson"), bench.responses);
  const copy = keepItems(join(bench.folder, "format-copy", "responses.db"), bench.responses);
  for (const format of ["csv", "xlsx", "parquet", "sav"] as const) {
    const ours = await ourOwn(bench, format, copy);
    figures.push(...tell(figuresOf(format, ours, mostMegabytes)));
    const script = scripts[format];
    if (script) {
      const responses = Math.min(script.most, bench.responses);
      const items =
        responses === bench.responses
          ? all
          : await writeItems(join(bench.folder, "fewer.ndjson"), responses);
      const users = await byScript(bench, script, format, items);
      const name = `${script.name} (${responses.toLocaleString("en")} responses)`;
      const times = {
        name: `${format} rows a second ÷ ${script.name}`,
        value: rateOf(ours) / rateOf(users),
      };
      figures.push(...tell([...figuresOf(name, users), times]));
    }
  }
  const count = bench.responses.toLocaleString("en");
  return { title: `Tables of ${count} responses of 40 variables, from items on disk`, figures };
}

/** The conversion and its worker as the extension ships them. */
async function bundle(folder: string): Promise<void> {
  const common = { bundle: true, minify: true, platform: "node", logLevel: "error" } as const;
  await build({
    ...common,
    entryPoints: { formats: "src/formats/worker.ts" },
    outdir: folder,
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    mainFields: ["module", "main"],
  });
  await build({
    ...common,
    entryPoints: [join(import.meta.dirname, "formatChild.ts")],
    outdir: folder,
    format: "esm",
    outExtension: { ".js": ".mjs" },
  });
}

async function writeItems(file: string, responses: number): Promise<string> {
  const survey = new ReplayedSurvey(wide, responses);
  const output = createWriteStream(file);
  for (let offset: string | undefined, isLast = false; !isLast;) {
    const page = survey.page(new URLSearchParams(offset === undefined ? {} : { offset }));
    const text = Buffer.from(page.bytes).toString("utf8");
    page.release();
    const end = text.lastIndexOf("]");
    offset = /"offset":"(.+)"/.exec(text.slice(end))?.[1];
    isLast = offset === undefined;
    const items = text.slice(text.indexOf("[") + 1, end);
    // How every item begins; parsing millions of them would take longer than what is measured.
    if (!output.write(`${items.replaceAll('},{"parameterUid"', '}\n{"parameterUid"')}\n`)) {
      await once(output, "drain");
    }
  }
  output.end();
  await once(output, "finish");
  return file;
}

/** The same items as a copy. @returns its path */
function keepItems(file: string, responses: number): string {
  const copy = new SurveyCopy(nodeSqlite, { file, version: "v3", dataSpace: "Bench" });
  copy.takeLease();
  for (const page of copiedPages(responses)) {
    copy.addPage(page);
  }
  copy.finish(Date.now());
  copy.close();
  return file;
}

async function ourOwn(bench: Bench, format: TableFormat, copy: string): Promise<FormatWritten> {
  const target = join(bench.folder, `table.${format}`);
  const argument: FormatArgument = {
    program: join(bench.folder, "formats.cjs"),
    copy,
    target,
    format,
  };
  const written = await outputOf<FormatWritten>(bench, process.execPath, [
    join(bench.folder, "formatChild.mjs"),
    JSON.stringify(argument),
  ]);
  if (written.responses !== bench.responses) {
    throw new Error(`Of ${bench.responses} responses ${written.responses} were written.`);
  }
  await rm(target, { recursive: true });
  return written;
}

async function byScript(
  bench: Bench,
  { file }: UserScript,
  format: TableFormat,
  items: string,
): Promise<FormatWritten> {
  const target = join(bench.folder, `user.${format}`);
  const written = await outputOf<Omit<FormatWritten, "bytes">>(bench, process.execPath, [
    "--max-old-space-size=16000",
    join(import.meta.dirname, "user", file),
    items,
    target,
  ]);
  const { size: bytes } = await stat(target);
  await rm(target);
  return { ...written, bytes };
}

function rateOf({ responses, seconds }: FormatWritten): number {
  return responses / seconds;
}

function figuresOf(name: string, written: FormatWritten, atMost?: number): Figure[] {
  return [
    { name: `${name}, rows a second`, value: rateOf(written) },
    {
      name: `${name}, peak memory`,
      value: written.peakMegabytes,
      unit: "MB",
      ...(atMost === undefined ? {} : { atMost }),
    },
    { name: `${name}, size`, value: written.bytes / 1e6, unit: "MB" },
  ];
}
