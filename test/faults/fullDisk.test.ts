import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { directCopies } from "../export/support/directCopies.ts";
import { targetFiles } from "../../src/export/targetFiles.ts";
import { nodeSqlite, type SqliteDriver } from "../../src/store/sqliteDriver.ts";
import { exportResponses } from "../export/support/exporting.ts";
import { Random } from "../../src/service/sample/random.ts";
import { childCommand, outcomeOf } from "./support/child.ts";
import { startFaultyServer } from "./support/faultyServer.ts";
import { isWholeSuite, printTable, timeoutMs } from "./support/figures.ts";
import { SmallDriver, withRoom } from "./support/fullDisk.ts";
import { clientOf, exportOptions, jobOf, laneCounts, type Job } from "./support/jobs.ts";
import { checkDone, checkUntouched, withCase, rowsOf, surveyErrorOf } from "./support/runs.ts";
import { skip } from "../../scripts/testing/skip.ts";
import { temporaryFolder } from "../support/folders.ts";

const run = promisify(execFile);

const wanted = isWholeSuite
  ? { "file system": 35, "file size": 35, simulated: 40 }
  : { "file system": 1, "file size": 3, simulated: 9 };

describe("export to a full disk", function () {
  this.timeout(timeoutMs);
  const points = new Map<string, number>();
  const count = (point: string) => points.set(point, (points.get(point) ?? 0) + 1);
  after(() => printTable("Full disks, by kind and the file that did not fit", [...points]));

  it("reports a full file system, keeps the older file, and is resumed to the same bytes", async function () {
    if (!(await works("unshare", [...namespace, "true"]))) {
      skip(this, "no file system can be mounted: unshare -rm does not work");
    }
    await repeat(wanted["file system"], async (seed) => {
      const blocks = new Random(seed).below(6);
      // The disk is full at any point; or no file fits; or everything but the manifest fits.
      const [job, room] = (
        [
          [jobFor(seed), 1 + blocks],
          [jobFor(seed), 0],
          [{ ...jobFor(seed), rows: 2 }, 2],
        ] as const
      )[seed % 3] ?? [jobFor(seed), 1];
      return withCase({ ...job, room }, () => onSmallFileSystem(job, room, count));
    });
  });

  it("reports a reached limit on file sizes, keeps the older file, and is resumed to the same bytes", async function () {
    if (!(await works("prlimit", ["true"]))) {
      skip(this, "prlimit is not installed");
    }
    await repeat(wanted["file size"], async (seed) => {
      const job = jobFor(seed);
      return withCase(job, () => withLimit(job, count));
    });
  });

  it("reports a simulated full disk for files, keeps the older file, and is resumed to the same bytes", async () => {
    await repeat(wanted.simulated, async (seed) => {
      const job = jobFor(seed);
      return withCase(job, () => onFullDisk(job, count));
    });
  });

  it("reports a simulated full disk for the copy, keeps the older file, and is resumed to the same bytes", async () => {
    await repeat(wanted.simulated, async (seed) => {
      const job = jobFor(seed);
      return withCase(job, () => withoutRoomForCopy(job, count));
    });
  });
});

function jobFor(seed: number): Job {
  return jobOf(seed, 8, {
    lanes: laneCounts[seed % 4] ?? 1,
    older: seed % 2 === 0 ? "older" : undefined,
  });
}

/** Repeats until the disk was full `times` times. */
async function repeat(times: number, once: (seed: number) => Promise<boolean>): Promise<void> {
  for (let seed = 0, full = 0; full < times; seed++) {
    assert.ok(seed < 3 * times, "Too many disks were large enough.");
    full += Number(await once(seed));
  }
}

async function works(command: string, args: readonly string[]): Promise<boolean> {
  return run(command, args).then(
    () => true,
    () => false,
  );
}

function checkError(error: { readonly code: string; readonly message: string }): void {
  assert.equal(error.code, "file-fault", error.message);
  assert.match(error.message, /\bdisk\b/);
}

/** Namespaces in which an ordinary account may mount, too. */
const namespace = ["--user", "--map-root-user", "--mount"];

/** $1: folder, $2: kB, $3: content of an older file, $4 to $6: the export command, $7: the argument that resumes it. */
const inSmallFileSystem = `
  set -e
  mount -t tmpfs -o size=$2k tmpfs "$1/disk"
  [ -z "$3" ] || printf %s "$3" > "$1/disk/x"
  "$4" "$5" "$6" > "$1/first"
  [ ! -e "$1/disk/x" ] || cp "$1/disk/x" "$1/x"
  mount -o remount,size=64m "$1/disk"
  "$4" "$5" "$7" > "$1/second"
  mkdir "$1/done"
  cp -a "$1/disk/." "$1/done"`;

/** A real ENOSPC of a small file system, which is then enlarged. */
async function onSmallFileSystem(
  job: Job,
  room: number,
  count: (point: string) => void,
): Promise<boolean> {
  await using folder = await temporaryFolder();
  await using server = await startFaultyServer({ ...job, rows: rowsOf(job) });
  const disk = join(folder.path, "disk");
  await mkdir(disk);
  const task = { server, job, file: join(disk, "x"), copies: join(folder.path, "copies") };
  const [node = "", script = "", first = ""] = childCommand({ ...task, resume: false });
  const [, , second = ""] = childCommand({ ...task, resume: true });
  // Blocks of 4 kB. Not 0: a size of 0 means no limit.
  const blocks = Math.max(1, room + (job.older === undefined ? 0 : 1));
  const args = [folder.path, String(4 * blocks), job.older ?? "", node, script, first, second];
  await run("unshare", [...namespace, "sh", "-c", inSmallFileSystem, "sh", ...args]);
  const read = (name: string) => readFile(join(folder.path, name), "utf8");
  const { error } = outcomeOf(await read("first"));
  const { result } = outcomeOf(await read("second"));
  if (!error) {
    return false;
  }
  checkError(error);
  await checkUntouched(job, join(folder.path, "x"));
  assert.ok(result, "The export was not resumed.");
  await checkDone(job, join(folder.path, "done", "x"), server, result);
  count(`ENOSPC of a small file system, ${placeOf(error.message)}`);
  return true;
}

/** A real short write at the limit, followed by EFBIG, in a process with a limit on the size of its files. */
async function withLimit(job: Job, count: (point: string) => void): Promise<boolean> {
  await using folder = await temporaryFolder();
  const files = join(folder.path, "files");
  await mkdir(files);
  const file = join(files, "x");
  const rows = rowsOf(job);
  await using server = await startFaultyServer({ ...job, rows });
  // A transaction writes several pages of 16 kB.
  const limit = new Random(job.seed).below(20_000 + 60_000 * Math.ceil(rows.length / job.pageSize));
  if (job.older !== undefined) {
    await writeFile(file, job.older);
  }
  const copies = join(folder.path, "copies");
  const task = childCommand({ server, job, file, copies, resume: false });
  const { stdout } = await run("prlimit", [`--fsize=${limit}`, ...task]);
  const { error } = outcomeOf(stdout);
  if (!error) {
    return false;
  }
  checkError(error);
  await checkUntouched(job, file);
  const client = clientOf(server, job);
  const options = { ...exportOptions(job, file, client), resume: true };
  const { partial } = targetFiles(file);
  const left = await readdir(partial).catch(() => []);
  const sizes = await Promise.all(left.map(async (it) => (await stat(join(partial, it))).size));
  const largest = left[sizes.indexOf(Math.max(...sizes))] ?? "nothing";
  count(`EFBIG at a limit, when ${largest} was the largest`);
  await checkDone(job, file, server, await exportResponses(options));
  return true;
}

/** A simulated ENOSPC after a number of bytes in all files together, at any byte that an export writes. */
async function onFullDisk(job: Job, count: (point: string) => void): Promise<boolean> {
  await using folder = await temporaryFolder();
  await using server = await startFaultyServer({ ...job, rows: rowsOf(job) });
  const export_ = (file: string, resume: boolean) =>
    exportResponses({ ...exportOptions(job, file, clientOf(server, job)), resume });
  await mkdir(join(folder.path, "large"));
  const { bytes, value: result } = await withRoom(Infinity, () =>
    export_(join(folder.path, "large", "x"), false),
  );
  assert.ok(bytes > result.bytes, "The simulation did not see all bytes.");
  await mkdir(join(folder.path, "small"));
  const file = join(folder.path, "small", "x");
  if (job.older !== undefined) {
    await writeFile(file, job.older);
  }
  const random = new Random(job.seed);
  const rooms = [random.below(bytes), random.below(800), bytes - 1 - random.below(800)];
  const room = rooms[job.seed % 3] ?? 0;
  const { value: error } = await withRoom(room, () =>
    export_(file, false).then(() => undefined, surveyErrorOf),
  );
  if (error === undefined) {
    return false;
  }
  checkError(error);
  await checkUntouched(job, file);
  count(`ENOSPC simulated, ${placeOf(error.message)}`);
  await checkDone(job, file, server, await export_(file, true));
  return true;
}

/** A simulated SQLITE_FULL: the number of pages of the copy's database is limited. */
async function withoutRoomForCopy(job: Job, count: (point: string) => void): Promise<boolean> {
  await using folder = await temporaryFolder();
  await using server = await startFaultyServer({ ...job, rows: rowsOf(job) });
  const kept = join(folder.path, "copies");
  const export_ = (file: string, driver: SqliteDriver, resume: boolean) =>
    exportResponses({
      ...exportOptions(job, file, clientOf(server, job)),
      copies: directCopies(driver, kept),
      resume,
    });
  const large = new SmallDriver(nodeSqlite);
  await mkdir(join(folder.path, "large"));
  await export_(join(folder.path, "large", "x"), large, false);
  await mkdir(join(folder.path, "small"));
  const file = join(folder.path, "small", "x");
  if (job.older !== undefined) {
    await writeFile(file, job.older);
  }
  const room = 1 + new Random(job.seed).below(large.pages);
  const error = await export_(file, new SmallDriver(nodeSqlite, room), false).then(
    () => undefined,
    surveyErrorOf,
  );
  if (error === undefined) {
    return false;
  }
  checkError(error);
  await checkUntouched(job, file);
  count(`SQLITE_FULL simulated, ${placeOf(error.message)}`);
  await checkDone(job, file, server, await export_(file, nodeSqlite, true));
  return true;
}

/** Returns what was being written, judged by the error. */
function placeOf(message: string): string {
  return message.includes("x.manifest.json.written")
    ? "manifest"
    : message.includes("x.written")
      ? "file"
      : message.includes("x.partial")
        ? "copy"
        : "begin";
}
