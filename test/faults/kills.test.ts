import assert from "node:assert/strict";
import { watch } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { exportResponses } from "../export/support/exporting.ts";
import { Random } from "../../src/service/sample/random.ts";
import { pagesIn, startChild } from "./support/child.ts";
import { answerParts, startFaultyServer } from "./support/faultyServer.ts";
import { isWholeSuite, printTable, timeoutMs } from "./support/figures.ts";
import { clientOf, exportOptions, jobOf, laneCounts, type Job } from "./support/jobs.ts";
import { addSeconds } from "./support/rows.ts";
import { checkContent, checkDone, checkUntouched, withCase, rowsOf } from "./support/runs.ts";
import { temporaryFolder } from "../support/folders.ts";

const wanted = isWholeSuite ? 200 : 4;
const wantedWhenRead = isWholeSuite ? 40 : 4;
const pages = 12;
/** The overlap, in seconds, that is read again into a complete copy (src/copy/overlap.ts). */
const overlapSeconds = 600;

/** The moment at which the process is killed. */
type Moment =
  | { readonly at: "answer"; readonly request: number; readonly part: (typeof answerParts)[number] }
  /** When the child has reported this number of pages. */
  | { readonly at: "progress"; readonly pages: number }
  /** When something has happened to a file this number of times. */
  | { readonly at: "file"; readonly name: string; readonly times: number };

function momentOf(random: Random): Moment {
  switch (random.pick([55, 20, 25])) {
    case 0: {
      const part = answerParts[random.below(answerParts.length)] ?? "body";
      return { at: "answer", request: random.below(pages + 2), part };
    }
    case 1:
      return { at: "progress", pages: 1 + random.below(pages) };
    default: {
      const [name, times] = (
        [
          ["x.partial", 1],
          ["x.partial/responses.db", 1 + random.below(3)],
          ["x.partial/responses.db-wal", 1 + random.below(4 * pages)],
          ["x.partial/responses.db-wal", 1 + random.below(4 * pages)],
          ["x.written", 1 + random.below(3)],
          ["x.manifest.json.written", 1],
          ["x.manifest.json", 1],
          ["x", 1],
        ] as const
      )[random.below(8)] ?? ["x", 1];
      return { at: "file", name, times };
    }
  }
}

describe("export whose process is killed", function () {
  this.timeout(timeoutMs);
  const figures = { kills: 0, complete: 0, whenRead: 0, answer: 0, progress: 0, file: 0 };
  after(() =>
    printTable("Kills", [
      ["kill -9, then resumed", figures.kills],
      ["  during an answer", figures.answer],
      ["  after a progress report", figures.progress],
      ["  after a file was changed", figures.file],
      ["  after the file had its final name", figures.complete],
      ["kill -9 after everything was read", figures.whenRead],
    ]),
  );

  it(`is resumed to the same bytes after a kill at any of ${wanted} moments`, async () => {
    for (let seed = 0; figures.kills < wanted; seed++) {
      assert.ok(seed < 3 * wanted, "Too many exports ended before they could be killed.");
      const moment = momentOf(new Random(seed));
      const job = jobOf(seed, pages, { lanes: laneCounts[seed % 4] ?? 1 });
      await withCase({ ...job, moment }, async () => {
        const { wasKilled, wasComplete } = await killAndResume(job, moment);
        figures.kills += Number(wasKilled);
        figures[moment.at] += Number(wasKilled);
        figures.complete += Number(wasKilled && wasComplete);
      });
    }
  });

  it(`is resumed without reading again after ${wantedWhenRead} kills between the complete copy and the renamed file`, async () => {
    for (let seed = 0; seed < wantedWhenRead; seed++) {
      const { pageSize, ...job } = jobOf(seed, pages, { lanes: laneCounts[seed % 4] ?? 1 });
      const stopAt = seed % 2 === 0 ? "whole" : "written";
      const wanted = { ...job, pageSize, rows: pageSize * pages - 5 };
      await withCase({ ...wanted, stopAt }, () => killWhenRead(wanted, stopAt));
      figures.whenRead++;
    }
  });
});

/** Returns the path of the file, in a folder of its own, and a folder for copies. */
async function foldersIn(folder: string): Promise<{ file: string; copies: string }> {
  const files = join(folder, "files");
  await mkdir(files);
  return { file: join(files, "x"), copies: join(folder, "copies") };
}

async function killAndResume(job: Job, moment: Moment) {
  await using folder = await temporaryFolder();
  const { file, copies } = await foldersIn(folder.path);
  if (job.older !== undefined) {
    await writeFile(file, job.older);
  }
  let kill = async () => undefined as unknown;
  await using server = await startFaultyServer({
    ...job,
    rows: rowsOf(job),
    async watch(request, part) {
      if (moment.at === "answer" && moment.request === request && moment.part === part) {
        await kill();
      }
    },
  });
  const watching = new AbortController();
  let touched = 0;
  watch(dirname(file), { signal: watching.signal, recursive: true }, (_, name) => {
    touched += Number(moment.at === "file" && moment.name === name);
    if (moment.at === "file" && touched === moment.times) {
      void kill();
    }
  });
  const child = startChild({ server, job, file, copies, resume: false }, (said) => {
    if (moment.at === "progress" && pagesIn(said) >= moment.pages) {
      void kill();
    }
  });
  kill = child.kill;
  const { wasKilled } = await child.ended;
  watching.abort();
  kill = async () => undefined;
  const found = await readFile(file, "utf8").catch(() => undefined);
  const wasComplete = found !== job.older;
  if (wasComplete) {
    await checkContent(job, file, server);
  }
  const client = clientOf(server, job);
  const options = { ...exportOptions(job, file, client), overwrite: true };
  const result = await exportResponses({ ...options, resume: true });
  await checkDone(job, file, server, result);
  return { wasKilled, wasComplete };
}

/** Kills an export whose copy is complete. The resumed export may only ask for what is new. */
async function killWhenRead(job: Job, stopAt: "whole" | "written"): Promise<void> {
  await using folder = await temporaryFolder();
  const { file, copies } = await foldersIn(folder.path);
  if (job.older !== undefined) {
    await writeFile(file, job.older);
  }
  await using server = await startFaultyServer({ ...job, rows: rowsOf(job) });
  const child = startChild({ server, job, file, copies, resume: false, stopAt }, (said) => {
    if (said.includes("stopped")) {
      void child.kill();
    }
  });
  const { wasKilled } = await child.ended;
  assert.ok(wasKilled, "The export ended before it could be killed.");
  await checkUntouched(job, file);
  const before = server.requests.length;
  const options = exportOptions(job, file, clientOf(server, job));
  const result = await exportResponses({ ...options, resume: true });
  await checkDone(job, file, server, result);
  const newest = server.rows[0]?.finishedAt ?? "";
  const asked = server.requests.slice(before).filter(({ url }) => url.pathname.includes("resp"));
  assert.ok(asked.length > 0);
  for (const { url } of asked) {
    const since = url.searchParams.get("startDateTime") ?? "";
    assert.ok(since >= addSeconds(newest, -overlapSeconds), `${url.search} was requested again.`);
  }
}
