import { cpSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileIn } from "../../src/copy/copyFolders.ts";
import { directCopies } from "../export/support/directCopies.ts";
import { targetFiles } from "../../src/export/targetFiles.ts";
import { apiVersions } from "../../src/model/survey.ts";
import { Random } from "../../src/service/sample/random.ts";
import { nodeSqlite } from "../../src/store/sqliteDriver.ts";
import { exportResponses } from "../export/support/exporting.ts";
import { startFaultyServer } from "./support/faultyServer.ts";
import { isWholeSuite, printTable, timeoutMs } from "./support/figures.ts";
import { clientOf, exportOptions, jobOf, type Job } from "./support/jobs.ts";
import { checkDone, withCase, rowsOf } from "./support/runs.ts";
import { WatchedDriver } from "./support/watchedDriver.ts";
import { temporaryFolder } from "../support/folders.ts";

const rounds = isWholeSuite ? 12 : 1;
const pages = isWholeSuite ? 12 : 4;
/**
 * Longest delay of an answer in milliseconds. The first answers are the slowest, so that pages have to wait for the survey.
 */
const maxDelay = isWholeSuite ? 20 : 5;

describe("export that is interrupted after any of its transactions", function () {
  this.timeout(timeoutMs);
  let resumed = 0;
  after(() => printTable("Transactions", [["resumed after one", resumed]]));

  for (const version of apiVersions) {
    it(`is resumed to the same bytes in ${version}`, async () => {
      for (let seed = 0; seed < rounds; seed++) {
        const job = jobOf(seed, pages, { version, lanes: 4, seed: 2 * seed + 1, older: undefined });
        await withCase(job, async () => {
          resumed += await resumeEach(job);
        });
      }
    });
  }
});

async function resumeEach(job: Job): Promise<number> {
  await using folder = await temporaryFolder();
  const random = new Random(job.seed);
  await using server = await startFaultyServer({
    ...job,
    rows: rowsOf(job),
    async watch(request, part) {
      if (part === "before") {
        await setTimeout(request < 2 ? maxDelay : random.below(maxDelay));
      }
    },
  });
  const export_ = (file: string, more = {}) =>
    exportResponses({ ...exportOptions(job, file, clientOf(server, job)), ...more });
  const whole = join(folder.path, "whole");
  await mkdir(whole);
  const left: string[] = [];
  const own = targetFiles(join(whole, "x")).partial;
  const driver = new WatchedDriver(nodeSqlite, (location) => {
    if (location === fileIn(own)) {
      const place = join(folder.path, `left${left.length}`);
      cpSync(own, targetFiles(join(place, "x")).partial, { recursive: true });
      left.push(place);
    }
  });
  const copies = directCopies(driver, join(folder.path, "copies"));
  const result = await export_(join(whole, "x"), { copies });
  await checkDone(job, join(whole, "x"), server, result);
  for (const [index, place] of left.entries()) {
    const file = join(place, "x");
    await withCase({ transaction: index }, async () => {
      // Free the lease: the process that holds it, this one, has not ended.
      const database = nodeSqlite.open(fileIn(targetFiles(file).partial));
      database.run("DELETE FROM part WHERE name = 'lease'");
      database.close();
      await checkDone(job, file, server, await export_(file, { resume: true }));
    });
    await rm(place, { recursive: true });
  }
  return left.length;
}
