// Jobs that are measured in a process of their own. Arguments: a job's name, and its argument as JSON. Prints the result.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import * as https from "node:https";
import { join } from "node:path";
import { fieldworkFigures } from "../../src/analysis/fieldworkFigures.ts";
import { FieldworkTally } from "../../src/analysis/fieldworkTally.ts";
import { v3Mapper } from "../../src/client/mappers/v3.ts";
import { PageReader } from "../../src/client/pageReader.ts";
import { createSurveyClient } from "../../src/client/surveyClient.ts";
import { CopyDirectory } from "../../src/copy/copyDirectory.ts";
import { exportResponses } from "../../src/export/exportResponses.ts";
import { createFormats } from "../../src/formats/formatsClient.ts";
import { columnKey } from "../../src/model/grid.ts";
import type { SummaryQuery } from "../../src/model/summary.ts";
import type { TableFormat } from "../../src/formats/kinds/formats.ts";
import { defaultTableForm } from "../../src/model/tabular/tableForm.ts";
import { nodeSqlite } from "../../src/store/sqliteDriver.ts";
import { CopyRows } from "../../src/table/copyRows.ts";
import { TableRegistry } from "../../src/table/tableRegistry.ts";
import { createTableClient } from "../../src/table/tableClient.ts";
import { decodeVector } from "../../src/table/vector.ts";
import { FieldworkReading } from "../../src/vscode/fieldwork/fieldworkReading.ts";
import { createWarehouse } from "../../src/warehouse/warehouseClient.ts";
import { findJob } from "./findJob.ts";
import type { Access } from "./measure.ts";
import { median, watchLag } from "./statistics.ts";
import { filters, narrow, Pages, wide } from "./survey.ts";

/** Undefined options have the extension's defaults. Without `fresh`, the survey's copy is not kept. */
export type ExportChoices = Partial<
  Pick<Parameters<typeof exportResponses>[0], "fresh" | "lanes" | "format">
> &
  Times;
type ExportArgument = ExportChoices & { readonly access: Access; readonly folder: string };

interface Times {
  /** How often the work is done. Only the last time is measured, when V8 has compiled code that runs often. Default: 1. */
  readonly times?: number;
}

interface Discarding extends Times {
  readonly access: Access;
  readonly what?: "" | "/metadata";
  /** Query strings for time ranges. Each is read over a connection of its own. Default: the whole survey. */
  readonly ranges?: readonly string[];
}

const wideKey = { space: "bench", version: "v3", surveyId: wide.surveyId } as const;
const columns = wide.names.map((name) => columnKey({ kind: "variable", name }));

async function milliseconds(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function lastOf<T>(times = 1, work: () => Promise<T>) {
  for (let before = 1; before < times; before++) {
    await work();
  }
  const started = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - started) / 1000 };
}

async function clientOf({ baseUrl, caFile, ...key }: Access, lanes?: number, onPage = () => 0) {
  const ca = await readFile(caFile, "utf8");
  return createSurveyClient({
    address: { name: "Bench", baseUrl, version: "v3", ca },
    credentials: async () => key,
    request: { concurrency: lanes },
    log: ({ operation }) => (operation === "getResponses" ? onPage() : undefined),
  });
}

/** Returns what describes the copy of the survey with 40 questions, which `keep` has made. */
function itemsIn(file: string) {
  const survey = v3Mapper.survey(JSON.parse(JSON.stringify(wide.survey)));
  const collectGroups = wide.collectGroups.map(({ collectGroupId, label }) => ({
    collectGroupId,
    label,
  }));
  const [version, kind] = ["v3", "responses"] as const;
  return {
    source: { version, dataSpace: "Bench", survey, collectGroups, kind },
    items: { file, version, wanted: { kind, query: {} } },
  };
}

const jobs = {
  /** Requests the same pages over one keep-alive connection per range and discards them. The baseline of other figures. */
  async discard({ access, what = "", ranges = [""], times }: Discarding) {
    const { baseUrl, caFile, spaceId, apiKey } = access;
    const ca = await readFile(caFile);
    const agent = new https.Agent({ ca, keepAlive: true, maxSockets: ranges.length });
    const key = Buffer.from(`${spaceId}:${apiKey}`).toString("base64").replace(/=+$/, "");
    const options = { agent, headers: { authorization: `Basic ${key}` } };
    const address = `${baseUrl}/v3/surveys/${narrow.surveyId}/responses${what}?size=1000`;
    let pages = 0;
    const discardRange = async (range: string) => {
      for (let offset: string | undefined = ""; offset !== undefined; pages++) {
        const url = `${address}${range}${offset === "" ? "" : `&offset=${offset}`}`;
        const [answer] = (await once(https.get(url, options), "response")) as [IncomingMessage];
        let last: Buffer = Buffer.alloc(0);
        answer.on("data", (chunk: Buffer) => {
          last = chunk.length >= 300 ? chunk : Buffer.concat([last.subarray(-300), chunk]);
        });
        await once(answer, "end");
        offset = /"offset"\s*:\s*"([^"]*)"\s*\}?\s*$/.exec(last.toString("latin1"))?.[1];
      }
    };
    const lag = watchLag();
    const { seconds } = await lastOf(times, async () => {
      pages = 0;
      await Promise.all(ranges.map(discardRange));
    });
    return { seconds, pages, lag: lag() };
  },

  async export({ access, folder, fresh, lanes, format = "json", times }: ExportArgument) {
    let pages = 0;
    const client = await clientOf(access, lanes, () => pages++);
    const tables = createTableClient(join(folder, "tables.cjs"), join(folder, "copies"));
    // The export dialog has used the worker before an export starts, so it runs already.
    await tables.size();
    const lag = watchLag();
    const { surveyId } = narrow;
    const { seconds, result } = await lastOf(times, () =>
      exportResponses({
        ...{ client, surveyId, copies: tables.copies, kind: "responses", overwrite: true, format },
        ...{ toolVersion: "bench", file: join(folder, "export.json"), lanes },
        ...(fresh && { copy: { space: "bench", version: "v3", surveyId }, fresh }),
      }),
    );
    await tables.dispose();
    return { seconds, responses: result.responses, pages, lag: lag() };
  },

  /** Stores the survey with 40 questions in a copy, as a panel does. */
  async keep({ folder, responses }: { folder: string; responses: number }) {
    const copies = new CopyDirectory(nodeSqlite, folder);
    const copy = copies.open(wideKey, "Bench");
    copy.hasChanged();
    if (copy.loaded !== responses) {
      const kept = new CopyRows(copy);
      const json = (value: object) => Buffer.from(JSON.stringify(value));
      kept.putStructure(json(wide.survey), json(wide.collectGroups));
      copy.takeLease();
      const reader = new PageReader("v3", "Bench");
      let read = 0;
      for (const body of new Pages(wide, responses).bodies()) {
        const items = reader.rawItems(body);
        read += items.length;
        const window = { id: 0, position: {}, lastSecond: { items: [] }, isRead: false, read };
        const trail = { position: {}, marks: [`${read}`] };
        copy.addPage({ body, items, window, trail }, kept.beforeCommit);
      }
      copy.finish(Date.now());
    }
    copies.close(copy);
    return { file: copy.path };
  },

  /** Measures the summaries of all questions, and a plain pass over the same columns. */
  async summary({ folder, responses }: { folder: string; responses: number }) {
    const copies = new CopyDirectory(nodeSqlite, folder);
    const kept = new CopyRows(copies.open(wideKey, "Bench"));
    const plain = await milliseconds(() =>
      kept.reading(() => {
        let sum = 0;
        for (const bytes of columns.flatMap((it) => [...kept.vectors(it, "values", 0)])) {
          const vector = bytes && decodeVector(bytes);
          for (const code of vector?.kind === "cells" ? vector.codes : []) {
            sum += code;
          }
        }
        return sum;
      }),
    );
    copies.close(kept.copy);
    const tables = new TableRegistry(nodeSqlite, folder, 1);
    const { table } = tables.open(wideKey, "Bench");
    const whole = (query: Omit<SummaryQuery, "columns">) =>
      milliseconds(async () => {
        // The panel asks for four columns at a time.
        for (let from = 0; from < columns.length; from += 4) {
          const part = { ...query, columns: columns.slice(from, from + 4) };
          const { summaries, matching } = await tables.summarise(table, part);
          const isFiltered = Object.keys(query.filter).length > 0;
          if (summaries.length !== 4 || matching < responses !== isFiltered) {
            throw new Error(`${summaries.length} columns of ${matching} responses.`);
          }
        }
      });
    const filter = {};
    const one = { columns: columns.slice(0, 1), filter };
    const first = await milliseconds(() => tables.summarise(table, one));
    const all = first + (await whole({ filter }));
    const filtered: number[] = [];
    for (const it of filters(responses)) {
      filtered.push(await whole({ filter: it }));
    }
    const weight = columnKey({ kind: "embedded", name: "weight" });
    return {
      "plain pass, ms": plain,
      "first question": first,
      "all questions": all,
      "after a change of the filter": median(filtered),
      "after a change of the filter, longest, ms": Math.max(...filtered),
      "split by another question": await whole({ filter, split: columns[2] }),
      weighted: await whole({ filter, weight }),
    };
  },

  async convert({
    folder,
    copy,
    ...wanted
  }: Record<"folder" | "copy" | "target", string> & { format: TableFormat }) {
    const formats = createFormats(join(folder, "formats.cjs"));
    const items = itemsIn(copy);
    const started = performance.now();
    const { description } = await formats.convert({
      ...items,
      ...{
        ...wanted,
        form: defaultTableForm,
        toolVersion: "bench",
        createdAt: new Date(0).toISOString(),
      },
    });
    return { seconds: (performance.now() - started) / 1000, responses: description.responses };
  },

  /** Loads the survey into the database that BENCH_WAREHOUSE names, and then again, when nothing is new. */
  async load({ folder, copy, table }: Record<"folder" | "copy" | "table", string>) {
    const warehouse = createWarehouse(join(folder, "warehouse.cjs"));
    const [variable, form, asOf] = ["BENCH_WAREHOUSE", defaultTableForm, new Date(0).toISOString()];
    const connectionString = process.env[variable] ?? "";
    const told = { variable, connectionString, structureHash: undefined };
    const job = { ...itemsIn(copy), ...told, form, asOf, table, surveyId: wide.surveyId };
    const loading = { signal: new AbortController().signal, onProgress: () => undefined };
    const started = performance.now();
    const { inserted } = await warehouse.load(job, loading);
    const seconds = (performance.now() - started) / 1000;
    const again = await milliseconds(() => warehouse.load(job, loading));
    return { seconds, inserted, again: again / 1000 };
  },

  /** Measures the figures of metadata in memory, counting the same metadata by day, and reading all metadata. */
  async fieldwork({ access, responses }: { access: Access; responses: number }) {
    const pages = [...new Pages(narrow, Math.min(responses, 100_000), true).bodies()];
    const metadata = pages.flatMap((it) => JSON.parse(it.toString()) as { finishedAt: string }[]);
    const each = (take: (item: { finishedAt: string }) => void) => {
      for (let number = 0; number < responses; number++) {
        take(metadata[number % metadata.length] ?? { finishedAt: "" });
      }
    };
    const days = new Map<string, number>();
    const plain = await milliseconds(() =>
      each(({ finishedAt }) => {
        const day = finishedAt.slice(0, 10);
        days.set(day, (days.get(day) ?? 0) + 1);
      }),
    );
    const tally = new FieldworkTally();
    each((it) => tally.add(it));
    const scope = { scope: {}, rule: { share: 1 / 3 } };
    const query = { ...scope, groups: narrow.collectGroups, isComplete: true };
    const figures = await milliseconds(() => fieldworkFigures(tally, query));
    const client = await clientOf(access);
    let [first, counted] = [Number.NaN, 0];
    const lag = watchLag();
    const begun = performance.now();
    const reading = new FieldworkReading({
      surveyId: narrow.surveyId,
      client: async () => client,
      view: { ...scope, interval: 0 },
      onAnswer: ({ fieldwork }) => {
        first = Number.isNaN(first) && fieldwork ? performance.now() - begun : first;
        counted = fieldwork?.all.responses ?? counted;
      },
      onFailure: (error) => console.error(error),
      errorOf: (error) => ({ message: String(error) }),
    });
    reading.setVisible(true);
    await reading.refresh();
    const seconds = (performance.now() - begun) / 1000;
    if (counted !== responses) {
      throw new Error(`Of ${responses} responses ${counted} were counted.`);
    }
    const measured = { figures, "counting by day, ms": plain, "first figures": first };
    return { ...measured, "lag, 99th percentile": lag(), seconds };
  },

  async find({ access, folder }: { access: Access; folder: string }) {
    return findJob(await clientOf(access, 1), folder);
  },
};

export type Jobs = typeof jobs;

const [name, argument] = process.argv.slice(2);
const named: Readonly<Record<string, ((argument: never) => Promise<object>) | undefined>> = jobs;
const came = await named[name ?? ""]?.(JSON.parse(argument ?? "") as never);
// On Linux, use VmHWM: maxRSS includes the memory that the parent had when it started this process.
const status = await readFile("/proc/self/status", "utf8").catch(() => "");
const peak = /^VmHWM:\s*(\d+) kB/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS;
console.log(JSON.stringify({ ...came, megabytes: Number(peak) / 1024 }));
