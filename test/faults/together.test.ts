import assert from "node:assert/strict";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Fresh } from "../../src/export/fresh.ts";
import { apiVersions } from "../../src/model/survey.ts";
import { Random } from "../../src/service/sample/random.ts";
import { copiesIn, exportResponses } from "../export/support/exporting.ts";
import { readInto, tablesIn } from "../table/support/filledTables.ts";
import { outcomeOf, pagesIn, startChild } from "./support/child.ts";
import { startFaultyServer, type FaultyServer } from "./support/faultyServer.ts";
import { isWholeSuite, printTable, timeoutMs } from "./support/figures.ts";
import { clientOf, exportOptions, jobOf, keyOf, type Job } from "./support/jobs.ts";
import { checkDone, withCase, rowsOf } from "./support/runs.ts";
import { temporaryFolder } from "../support/folders.ts";

const wanted = isWholeSuite ? 30 : 3;
const pages = 12;
const maxDelay = 30;

describe("two processes that use one copy of a survey at once", function () {
  this.timeout(timeoutMs);
  let killed = 0;
  after(() =>
    printTable("Two processes with one copy", [
      ["exported together", wanted],
      ["  of which one was killed", killed],
      ["exported while a panel read", wanted],
    ]),
  );

  it(`both export all responses of the service, ${wanted} times`, async () => {
    for (let seed = 0; seed < wanted; seed++) {
      const job = jobOf(seed, pages, {
        version: apiVersions[seed % 3] ?? "v3",
        kind: "responses",
        lanes: 4,
        older: undefined,
      });
      const isKilled = seed % 3 === 2;
      const other = seed % 2 === 0 ? "new" : "all";
      await withCase({ ...job, isKilled, other }, () => exportTogether(job, other, isKilled));
      killed += Number(isKilled);
    }
  });

  it(`export and show all responses of the service, ${wanted} times`, async () => {
    for (let seed = 0; seed < wanted; seed++) {
      const job = jobOf(seed, pages, {
        version: apiVersions[seed % 3] ?? "v3",
        kind: "responses",
        lanes: 4,
        older: undefined,
      });
      const fresh = seed % 2 === 0 ? "new" : "all";
      await withCase({ ...job, fresh }, () => exportWhileShown(job, fresh));
    }
  });
});

/** Starts a server with random delays, so that requests overtake each other. */
function startUnevenServer(job: Job): Promise<FaultyServer> {
  const random = new Random(job.seed);
  return startFaultyServer({
    ...job,
    rows: rowsOf(job),
    async watch(_, part) {
      if (part === "before") {
        await setTimeout(random.below(maxDelay));
      }
    },
  });
}

async function exportWhileShown(job: Job, fresh: Fresh): Promise<void> {
  await using folder = await temporaryFolder();
  await using server = await startUnevenServer(job);
  const copies = join(folder.path, "copies");
  const files = join(folder.path, "files");
  await mkdir(files);
  const tables = tablesIn(copies);
  try {
    const { table } = tables.open(keyOf(job), "Faulty");
    const client = clientOf(server, job);
    const show = async () => {
      while ((await readInto(tables, table, client)) !== "complete") {
        // The other process holds the lease.
        await setTimeout(maxDelay);
      }
    };
    const file = join(files, "x");
    const child = startChild({ server, job, file, copies, resume: false, fresh });
    const [{ said }] = await Promise.all([child.ended, show()]);
    const { result, error } = outcomeOf(said);
    await checkDone(job, file, server, result ?? assert.fail(error?.message));
    await show();
    assert.equal((await tables.view(table, { filter: {} })).loaded, server.rows.length);
  } finally {
    tables.closeAll();
  }
}

async function exportTogether(job: Job, other: Fresh, isKilled: boolean): Promise<void> {
  await using folder = await temporaryFolder();
  const random = new Random(job.seed);
  await using server = await startUnevenServer(job);
  const copies = join(folder.path, "copies");
  const fileOf = async (name: string): Promise<string> => {
    await mkdir(join(folder.path, name));
    return join(folder.path, name, "x");
  };
  const [one, two, three] = [await fileOf("one"), await fileOf("two"), await fileOf("three")];
  const task = { server, job, copies, resume: false };
  const last = 1 + random.below(pages / 2);
  const first = startChild({ ...task, file: one, fresh: "new" }, (said) => {
    if (isKilled && pagesIn(said) >= last) {
      void first.kill();
    }
  });
  const second = startChild({ ...task, file: two, fresh: other });
  const [{ said }, { said: also }] = await Promise.all([first.ended, second.ended]);
  const { result, error } = outcomeOf(also);
  await checkDone(job, two, server, result ?? assert.fail(error?.message));
  const here = (file: string, fresh: Fresh) =>
    exportResponses({
      ...exportOptions(job, file, clientOf(server, job)),
      copies: copiesIn(copies),
      copy: keyOf(job),
      fresh,
    });
  const { result: its, error: failure } = outcomeOf(said);
  const wasKilled = isKilled && !its;
  await checkDone(
    job,
    one,
    server,
    its ?? (wasKilled ? await here(one, "new") : assert.fail(failure?.message)),
  );
  const before = server.requests.length;
  await checkDone(job, three, server, await here(three, "none"));
  assert.equal(server.requests.length, before, "The service was requested.");
  assert.equal((await readdir(copies)).length, 1);
}
