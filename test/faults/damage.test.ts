import assert from "node:assert/strict";
import { cp, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { folderName, type CopyKey } from "../../src/copy/copyFolders.ts";
import {
  copiesIn,
  exportResponses,
  type ExportResponsesOptions,
} from "../export/support/exporting.ts";
import { directCopies } from "../export/support/directCopies.ts";
import { freshness } from "../../src/export/fresh.ts";
import { readManifest, type Manifest } from "../../src/export/manifest.ts";
import { targetFiles } from "../../src/export/targetFiles.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import { Random } from "../../src/service/sample/random.ts";
import { nodeSqlite } from "../../src/store/sqliteDriver.ts";
import { lengthTable } from "../export/support/tables.ts";
import { pagesIn, startChild } from "./support/child.ts";
import { damages, mustBeFound, type DamageKind } from "./support/damage.ts";
import { startFaultyServer, type FaultyServer } from "./support/faultyServer.ts";
import { isWholeSuite, printTable, timeoutMs } from "./support/figures.ts";
import { clientOf, jobOf, type Job } from "./support/jobs.ts";
import { withCase, rowsOf, surveyErrorOf } from "./support/runs.ts";
import { WatchedDriver } from "./support/watchedDriver.ts";
import { temporaryFolder } from "../support/folders.ts";

const formats = ["json", "ndjson", "csv"] as const;
type Format = (typeof formats)[number];
const pages = 14;
/** Number of moments at which the export of a version and format is broken off, and of damages to what each of them left. */
const [moments, edits] = isWholeSuite ? [4, 100] : [1, 5];
/** Number of damages to a survey's copy, per version. */
const editsOfCopy = isWholeSuite ? 100 : 5;
/** Number of damages to a copy while it is in use, per version. */
const editsInUse = isWholeSuite ? 100 : 5;

const kinds = Object.keys(damages) as DamageKind[];

/** How often each kind of damage was done, and how often it was reported. */
class Counts {
  readonly #counts = new Map<DamageKind, { done: number; said: number }>();

  add(kind: DamageKind, isSaid: boolean): void {
    const { done, said } = this.#counts.get(kind) ?? { done: 0, said: 0 };
    this.#counts.set(kind, { done: done + 1, said: said + Number(isSaid) });
  }

  print(title: string): void {
    const rows = [...this.#counts].map(([kind, it]) => [kind, `${it.said}/${it.done}`] as const);
    printTable(title, rows);
  }
}

describe("damaged copy of an unfinished export", function () {
  this.timeout(timeoutMs);
  const counts = new Counts();
  after(() => counts.print("Damaged, then resumed: reported as damaged"));

  for (const [first, version] of apiVersions.entries()) {
    for (const [second, format] of formats.entries()) {
      it(`is resumed to the same bytes in ${version} as ${format}`, async () => {
        const job = jobFor(version);
        await using folder = await temporaryFolder();
        await using server = await startFaultyServer({ ...job, rows: rowsOf(job) });
        const run = (file: string, more: Partial<ExportResponsesOptions> = {}) =>
          exported(server, job, file, { ...ofFormat(format), ...more });
        const whole = await run(join(folder.path, "whole"));
        for (let moment = 0; moment < moments; moment++) {
          const wanted = ((moment + 1) * pages) / (moments + 1);
          const left = await leaveUnfinished(server, job, folder.path, wanted);
          for (let edit = 0; edit < edits; edit++) {
            const seed = ((first * formats.length + second) * moments + moment) * edits + edit;
            const random = new Random(seed);
            const kind = kinds[seed % kinds.length] ?? "cut";
            const place = join(folder.path, "damaged");
            await rm(place, { recursive: true, force: true });
            const wasKilled = random.chance(0.5) || kind.startsWith("log");
            await cp(wasKilled ? left.byKill : left.byCancel, place, { recursive: true });
            const file = join(place, "x");
            const what = damages[kind](targetFiles(file).partial, random);
            await withCase({ version, format, moment, seed, kind, wasKilled, what }, async () => {
              const { warnings, ...found } = await run(file, { resume: true });
              assert.deepEqual({ ...found, warnings: [] }, { ...whole, warnings: [] });
              assert.deepEqual((await readdir(place)).toSorted(), ["x", "x.manifest.json"]);
              const isSaid = warnings.some((it) => /(was|were) damaged/.test(it));
              assert.ok(
                isSaid || !mustBeFound(kind, what, ["state", "note"]),
                "The damage was not found or not reported.",
              );
              counts.add(kind, isSaid);
            });
          }
        }
      });
    }
  }
});

describe("damaged copy of a survey", function () {
  this.timeout(timeoutMs);
  const counts = new Counts();
  after(() => counts.print("A survey's copy damaged, then exported: reported as damaged"));

  for (const [index, version] of apiVersions.entries()) {
    it(`is exported with the responses of the service or not at all in ${version}`, async () => {
      const job = jobFor(version);
      const key: CopyKey = { space: "S", version, surveyId: "S1" };
      await using folder = await temporaryFolder();
      await using server = await startFaultyServer({ ...job, rows: rowsOf(job) });
      const kept = join(folder.path, "kept");
      const whole = await exported(server, job, join(folder.path, "whole"), {
        copies: copiesIn(kept),
        copy: key,
      });
      for (let edit = 0; edit < editsOfCopy; edit++) {
        const seed = index * editsOfCopy + edit;
        const random = new Random(seed);
        const kind = kinds[seed % kinds.length] ?? "cut";
        const format = formats[random.below(formats.length)] ?? "json";
        const place = join(folder.path, "damaged");
        await rm(place, { recursive: true, force: true });
        await cp(kept, join(place, "kept"), { recursive: true });
        const what = damages[kind](join(place, "kept", folderName(key)), random);
        const run = (name: string, fresh: "new" | "none", its: Format = "json") =>
          exported(server, job, join(place, name), {
            ...ofFormat(its),
            copies: copiesIn(join(place, "kept")),
            copy: key,
            fresh,
          });
        await withCase({ version, format, seed, kind, what }, async () => {
          let isRefused = false;
          if (random.chance(0.5)) {
            // Exports the copy as it is: if the damage is found, there must be no file.
            const found = await run("x", "none").catch(surveyErrorOf);
            if (found instanceof Error) {
              isRefused = true;
              assert.match(found.code, /^(invalid-input|file-fault)$/);
              assert.ok(!(await readdir(place)).includes("x"), "A file was written.");
            } else {
              assert.deepEqual(found.content, whole.content);
            }
            await rm(join(place, "x"), { force: true });
            await rm(join(place, "x.manifest.json"), { force: true });
          }
          await run("y", "new", format);
          const { content, facts, warnings } = await run("x", "new");
          assert.deepEqual(content, whole.content);
          assert.deepEqual({ ...facts, fresh: "all" }, whole.facts);
          assert.deepEqual(warnings, []);
          const again = await run("z", "none");
          assert.deepEqual(again.content, whole.content);
          const { warnings: said } = await readManifest(join(place, "y.manifest.json"));
          const isSaid = isRefused || said.some((it) => it.includes("was damaged"));
          assert.ok(
            isSaid || !mustBeFound(kind, what, ["state"]),
            "The damage was not found or not reported.",
          );
          counts.add(kind, isSaid);
        });
      }
    });
  }
});

describe("copy that is damaged during an export", function () {
  this.timeout(timeoutMs);
  const counts = new Counts();
  after(() => counts.print("Damaged while it was read, compared or written: reported as damaged"));

  for (const [index, version] of apiVersions.entries()) {
    it(`never leads to a wrong file in ${version}`, async () => {
      const job = jobFor(version);
      const key: CopyKey = { space: "S", version, surveyId: "S1" };
      await using folder = await temporaryFolder();
      await using server = await startFaultyServer({ ...job, rows: rowsOf(job) });
      const kept = join(folder.path, "kept");
      const whole = await exported(server, job, join(folder.path, "whole"), {
        copies: copiesIn(kept),
        copy: key,
      });
      const place = join(folder.path, "damaged");
      /** @param onTransaction called before each transaction with the folder of its copy */
      const run = (
        name: string,
        { format = "json", ...more }: Partial<ExportResponsesOptions>,
        onTransaction: (copy: string) => void = () => undefined,
      ) => {
        const driver = new WatchedDriver(
          nodeSqlite,
          () => undefined,
          (_, location) => onTransaction(dirname(location)),
        );
        return exported(server, job, join(place, name), {
          format,
          table: format === "csv" ? lengthTable(undefined, {}, driver) : undefined,
          copies: directCopies(driver, join(place, "kept")),
          copy: key,
          ...more,
        });
      };
      for (let edit = 0; edit < editsInUse; edit++) {
        const seed = index * editsInUse + edit;
        const random = new Random(seed);
        const kind = kinds[seed % kinds.length] ?? "cut";
        const format = formats[random.below(formats.length)] ?? "json";
        const fresh = freshness[random.below(freshness.length)] ?? "new";
        await rm(place, { recursive: true, force: true });
        await cp(kept, join(place, "kept"), { recursive: true });
        let transactions = 0;
        const expected = await run("x", { fresh, format }, () => transactions++);
        const moment = random.below(transactions);
        let begun = 0;
        let what: unknown;
        await withCase({ version, format, fresh, seed, kind, moment, transactions }, async () => {
          const found = await run("y", { fresh, format }, (copy) => {
            if (begun++ === moment) {
              what = damages[kind](copy, random);
            }
          }).catch(surveyErrorOf);
          const isRefused = found instanceof Error;
          if (isRefused) {
            assert.match(
              found.code,
              fresh === "none" ? /^(invalid-input|file-fault)$/ : /^file-fault$/,
            );
            assert.ok(!(await readdir(place)).includes("y"), "A file was written.");
          }
          const again = { fresh: fresh === "none" ? "new" : fresh, resume: true, format } as const;
          const { content } = isRefused ? await run("y", again) : found;
          assert.deepEqual(content, expected.content);
          const { content: next } = await run("z", { fresh: "new" });
          assert.deepEqual(next, whole.content);
          counts.add(kind, isRefused || found.warnings.some((it) => /(was|were) damaged/.test(it)));
        }).catch((error: unknown) => {
          throw new Error(`${String(error)}\n  ${JSON.stringify(what)}`, { cause: error });
        });
      }
    });
  }
});

function jobFor(version: ApiVersion): Job {
  return jobOf(7, pages, {
    version,
    kind: "responses",
    cursor: "position",
    pageSize: 17,
    rows: 17 * pages - 5,
  });
}

function ofFormat(format: Format): Pick<ExportResponsesOptions, "format" | "table"> {
  return { format, table: format === "csv" ? lengthTable() : undefined };
}

interface FileOfExport {
  readonly content: Buffer;
  /** The manifest without times, names, and how the service was asked. */
  readonly facts: Partial<Manifest>;
  readonly warnings: readonly string[];
}

async function exported(
  server: FaultyServer,
  job: Job,
  file: string,
  more: Partial<ExportResponsesOptions>,
): Promise<FileOfExport> {
  await exportResponses({
    client: clientOf(server, job),
    kind: job.kind,
    file,
    format: "json",
    lanes: 4,
    minLanes: 4,
    ...more,
  });
  const {
    pages: _,
    startedAt,
    finishedAt,
    asOf,
    warnings,
    ...facts
  } = await readManifest(`${file}.manifest.json`);
  return { content: await readFile(file), facts, warnings };
}

/** Breaks exports off after some pages. @returns folders with what a killed and a cancelled export left */
async function leaveUnfinished(
  server: FaultyServer,
  job: Job,
  folder: string,
  wanted: number,
): Promise<{ readonly byKill: string; readonly byCancel: string }> {
  const [byKill, byCancel] = [join(folder, "killed"), join(folder, "cancelled")];
  for (const place of [byKill, byCancel]) {
    await rm(place, { recursive: true, force: true });
    await mkdir(place);
  }
  const copies = join(folder, "copies");
  const task = { server, job, file: join(byKill, "x"), copies, resume: false };
  const child = startChild(task, (said) => {
    if (pagesIn(said) >= wanted) {
      void child.kill();
    }
  });
  assert.ok((await child.ended).wasKilled, "The export ended before it could be killed.");
  const leaving = new AbortController();
  const broken = exported(server, job, join(byCancel, "x"), {
    signal: leaving.signal,
    onProgress: (it) => {
      if (it.pages >= wanted) {
        leaving.abort();
      }
    },
  });
  assert.equal(surveyErrorOf(await broken.catch((it: unknown) => it)).code, "cancelled");
  return { byKill, byCancel };
}
