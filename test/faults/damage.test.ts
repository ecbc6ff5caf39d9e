import assert from "node:assert/strict";
import { cp, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { exportResponses, type ExportResponsesOptions } from "../export/support/exporting.ts";
import { targetFiles } from "../../src/export/targetFiles.ts";
import { apiVersions } from "../../src/model/survey.ts";
import { Random } from "../../src/service/sample/random.ts";
import { temporaryFolder } from "../export/support/surveyServer.ts";
import { lengthTable } from "../export/support/tables.ts";
import { damages, type DamageKind } from "./support/damage.ts";
import { startFaultyServer } from "./support/faultyServer.ts";
import { isWhole, printTable } from "./support/figures.ts";
import { clientOf, jobOf } from "./support/jobs.ts";
import { naming, rowsOf, surveyErrorOf } from "./support/runs.ts";

const formats = ["json", "ndjson", "csv"] as const;
const pages = 14;
/** In how many places the export of a version and format is broken off, and how often what it left is damaged then. */
const [moments, edits] = isWhole ? [4, 100] : [1, 5];

const kinds = Object.keys(damages) as DamageKind[];

describe("what an unfinished export left, when it is damaged", function () {
  this.timeout(isWhole ? 1_200_000 : 60_000);
  const counts = new Map<string, number>();

  after(() => printTable("Damaged, then resumed", [...counts]));

  for (const [first, version] of apiVersions.entries()) {
    for (const [second, format] of formats.entries()) {
      it(`is resumed to the same bytes in ${version} as ${format}`, async () => {
        const job = jobOf(7, pages, {
          version,
          kind: "responses",
          cursor: "position",
          pageSize: 17,
          rows: 17 * pages - 5,
        });
        await using folder = await temporaryFolder();
        await using server = await startFaultyServer({ ...job, rows: rowsOf(job) });
        const run = async (file: string, more: Partial<ExportResponsesOptions> = {}) => {
          await exportResponses({
            client: clientOf(server, job),
            surveyId: "S1",
            kind: job.kind,
            file,
            format,
            table: format === "csv" ? lengthTable() : undefined,
            lanes: 4,
            leastLanes: 4,
            toolVersion: "1",
            ...more,
          });
          return { content: await readFile(file), facts: await factsOf(file) };
        };
        const whole = await run(join(folder.path, "whole"));
        for (let moment = 0; moment < moments; moment++) {
          const left = join(folder.path, `left${moment}`);
          await mkdir(left);
          const leaving = new AbortController();
          const broken = run(join(left, "x"), {
            signal: leaving.signal,
            onProgress: (it) => {
              if (it.pages >= ((moment + 1) * pages) / (moments + 1)) {
                leaving.abort();
              }
            },
          });
          assert.equal(surveyErrorOf(await broken.catch((it: unknown) => it)).code, "cancelled");
          for (let edit = 0; edit < edits; edit++) {
            const seed = ((first * formats.length + second) * moments + moment) * edits + edit;
            const random = new Random(seed);
            const kind = kinds[seed % kinds.length] ?? "lineLost";
            const place = join(folder.path, "damaged");
            await rm(place, { recursive: true, force: true });
            await cp(left, place, { recursive: true });
            const file = join(place, "x");
            const what = await damages[kind](targetFiles(file), random);
            await naming({ version, format, moment, seed, kind, what }, async () => {
              assert.deepEqual(await run(file, { resume: true }), whole);
              assert.deepEqual((await readdir(place)).toSorted(), ["x", "x.manifest.json"]);
            });
            counts.set(kind, (counts.get(kind) ?? 0) + 1);
          }
        }
      });
    }
  }
});

/** What the manifest says but for times, names and how the service was asked. */
async function factsOf(file: string): Promise<unknown> {
  const manifest = JSON.parse(await readFile(`${file}.manifest.json`, "utf8")) as object;
  const {
    file: _,
    pages: __,
    startedAt,
    finishedAt,
    warnings,
    ...facts
  } = manifest as Record<string, unknown>;
  return facts;
}
