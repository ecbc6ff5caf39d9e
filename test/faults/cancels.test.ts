import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exportResponses } from "../export/support/exporting.ts";
import { Random } from "../../src/service/sample/random.ts";
import { answerParts, startFaultyServer } from "./support/faultyServer.ts";
import { isWholeSuite, printTable, timeoutMs } from "./support/figures.ts";
import { clientOf, exportOptions, jobOf, laneCounts, type Job } from "./support/jobs.ts";
import { checkDone, checkUntouched, withCase, rowsOf, surveyErrorOf } from "./support/runs.ts";
import { temporaryFolder } from "../support/folders.ts";

const wanted = isWholeSuite ? 200 : 12;
const pages = 12;

describe("cancelled export", function () {
  this.timeout(timeoutMs);
  const delays: number[] = [];
  after(() =>
    printTable("Cancels", [
      ["cancelled, then resumed", delays.length],
      ["median in ms", Math.round(median(delays))],
      ["slowest in ms", Math.round(Math.max(...delays))],
    ]),
  );

  it(`ends at once at any of ${wanted} moments without writing a file, and is resumed to the same bytes`, async () => {
    for (let seed = 0; delays.length < wanted; seed++) {
      assert.ok(seed < 3 * wanted, "Too many exports ended before they could be cancelled.");
      const job = jobOf(seed, pages, { lanes: laneCounts[seed % 4] ?? 1 });
      const delay = await withCase(job, () => cancelAndResume(job));
      delays.push(...(delay === undefined ? [] : [delay]));
    }
  });
});

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * Cancels an export, and resumes it. After the cancel the service answers nothing, so an export that waits for an answer
 * never ends. How many milliseconds the end takes depends on the machine, and is only reported.
 * @returns the milliseconds from the cancel to the end; `undefined` if the export was complete before
 */
async function cancelAndResume(job: Job): Promise<number | undefined> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "x");
  if (job.older !== undefined) {
    await writeFile(file, job.older);
  }
  const random = new Random(job.seed);
  const moment = { request: random.below(pages + 2), part: answerParts[random.below(4)] };
  const abort = new AbortController();
  let answerAgain = (): void => undefined;
  const ended = new Promise<void>((resolve) => (answerAgain = resolve));
  let cancelledAt = 0;
  await using server = await startFaultyServer({
    ...job,
    rows: rowsOf(job),
    async watch(request, part) {
      if (request === moment.request && part === moment.part) {
        cancelledAt = performance.now();
        abort.abort();
      }
      if (abort.signal.aborted) {
        await ended;
      }
    },
  });
  const options = exportOptions(job, file, clientOf(server, job));
  const error = await exportResponses({ ...options, signal: abort.signal }).then(
    () => undefined,
    surveyErrorOf,
  );
  const delay = performance.now() - cancelledAt;
  answerAgain();
  if (error === undefined) {
    return undefined;
  }
  assert.equal(error.code, "cancelled", error.message);
  await checkUntouched(job, file);
  await checkDone(job, file, server, await exportResponses({ ...options, resume: true }));
  return delay;
}
