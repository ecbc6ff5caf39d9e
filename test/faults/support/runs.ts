import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { SurveyClient } from "../../../src/client/surveyClient.ts";
import { exportResponses, type ExportResult } from "../../export/support/exporting.ts";
import { readManifest } from "../../../src/export/manifest.ts";
import { SurveyError } from "../../../src/model/errors.ts";
import { Random } from "../../../src/service/sample/random.ts";
import { apiKey } from "../../client/support/clients.ts";
import { LeapingClock } from "./clock.ts";
import { faults, type FaultKind } from "./faults.ts";
import { longestWait, startFaultyServer, type FaultyServer, type Script } from "./faultyServer.ts";
import { figures } from "./figures.ts";
import { clientOf, exportOptions, type Job } from "./jobs.ts";
import { expectedBytes, makeRows, type Row } from "./rows.ts";
import { temporaryFolder } from "../../support/folders.ts";

/** An export that needs more makes no progress. */
const maxResumes = 300;
const startOfTime = Date.UTC(2025, 2, 27);

export function rowsOf(job: Job): Row[] {
  return makeRows(new Random(job.seed), { ...job, count: job.rows });
}

/** Exports, and resumes until the export is complete. @throws what is wrong with the export, naming the job */
export async function exportFromFaultyServer(
  job: Job,
  script: Omit<Script, "seed">,
): Promise<void> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "x");
  const clock = new LeapingClock(startOfTime, job.seed);
  const isImpatient = script.kinds.some((it) => faults[it].isSlow);
  await using server = await startFaultyServer({
    ...job,
    rows: rowsOf(job),
    script: { ...script, seed: job.seed },
    clock,
  });
  try {
    const what = { ...job, ...script, history: server.history };
    await withCase(what, async () => {
      if (job.older !== undefined) {
        await writeFile(file, job.older);
      }
      // An impatient client may also time out because the machine is busy.
      const always: readonly FaultKind[] = isImpatient ? ["timeout"] : [];
      const { wasTakenUp, ...result } = await exportAndResume(job, file, server, always, () =>
        clientOf(server, job, { isImpatient, clock, log: server.onLog }),
      );
      await checkDone(job, file, server, result, wasTakenUp || server.wasReadWithoutEnd);
      assert.deepEqual(server.tooEarly, [], "Requests came before the time set by Retry-After.");
      assert.ok(clock.longest <= longestWait, `The client waited ${clock.longest} ms.`);
      figures.exports++;
      figures.pages += result.pages;
    });
  } finally {
    figures.requests += server.requests.length;
    figures.deletedAnchors += server.deletedAnchors;
    for (const [kind, count] of server.given) {
      figures.given.set(kind, (figures.given.get(kind) ?? 0) + count);
    }
  }
}

async function exportAndResume(
  job: Job,
  file: string,
  server: FaultyServer,
  always: readonly FaultKind[],
  newClient: () => SurveyClient,
): Promise<ExportResult & { readonly wasTakenUp: boolean }> {
  let pauses = 0;
  for (let run = 0; run <= maxResumes; run++) {
    const before = server.history.length;
    // The survey is requested beside the pages, and pages are requested ahead: any fault of this run may have ended the
    // export.
    const last = () => [...server.history.slice(before), ...always];
    const onPause = async (reason: SurveyError) => {
      checkFailure(reason, last());
      server.forgetWaits();
      figures.pauses++;
      assert.ok(++pauses <= maxResumes, "The export makes no progress.");
    };
    try {
      const options = exportOptions(job, file, newClient());
      const attended = job.isAttended ? { onPause } : {};
      const result = await exportResponses({ ...options, ...attended, resume: run > 0 });
      return { ...result, wasTakenUp: run > 0 || pauses > 0 };
    } catch (error) {
      checkFailure(error, last());
      await checkUntouched(job, file);
      figures.resumes++;
    }
    server.forgetWaits();
  }
  return assert.fail("The export makes no progress.");
}

/** @throws the value itself if it is no SurveyError */
export function surveyErrorOf(thrown: unknown): SurveyError {
  if (!(thrown instanceof SurveyError)) {
    throw thrown;
  }
  return thrown;
}

function checkFailure(thrown: unknown, last: readonly FaultKind[]): void {
  const error = surveyErrorOf(thrown);
  assert.ok(!error.message.includes(apiKey), "The API key is in the message.");
  const codes = new Set(last.flatMap((it) => faults[it].codes));
  assert.ok(
    codes.has(error.code),
    `${error.code} is not an expected error after ${last.join("; ")}: ${error.message}`,
  );
}

/** Asserts that the file with the final name is the older one, or is not there if there was none. */
export async function checkUntouched({ older }: Job, file: string): Promise<void> {
  const found = await readFile(file, "utf8").catch(() => undefined);
  assert.equal(found, older, "A failed export changed the file.");
}

type Truth = Pick<FaultyServer, "survey" | "rows" | "optional">;

/** Asserts that the file is what it must be, to the last byte. */
export async function checkContent(job: Job, file: string, server: Truth, wasTakenUp = false) {
  const content = await readFile(file);
  const { version, format } = job;
  const { bytes, rows, endDateTime } = expectedBytes(content, {
    version,
    format,
    wasTakenUp,
    survey: server.survey,
    rows: server.rows,
    optional: server.optional,
  });
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  assert.equal(createHash("sha256").update(content).digest("hex"), sha256);
  return { responses: rows, bytes: bytes.length, sha256, endDateTime };
}

/** Asserts that the file, the result and the manifest are right, and that nothing else is left. */
export async function checkDone(
  job: Job,
  file: string,
  server: Truth,
  result: ExportResult,
  wasTakenUp = false,
): Promise<void> {
  const { endDateTime, ...expected } = await checkContent(job, file, server, wasTakenUp);
  const { responses, bytes, sha256, pages } = result;
  assert.deepEqual({ responses, bytes, sha256 }, expected);
  assert.equal(pages > 0, responses > 0);
  const manifest = await readManifest(`${file}.manifest.json`);
  assert.equal(manifest.sha256, sha256);
  assert.equal(manifest.responses, responses);
  assert.equal(manifest.range?.endDateTime, endDateTime);
  const name = basename(file);
  assert.deepEqual((await readdir(dirname(file))).toSorted(), [name, `${name}.manifest.json`]);
  assert.equal(Reflect.get({}, "polluted"), undefined, "A prototype was changed.");
}

/** Runs a check. @throws what is wrong, with the case in which it is wrong */
export async function withCase<T>(what: object, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${message}\n  in ${JSON.stringify(what)}`, { cause });
  }
}
