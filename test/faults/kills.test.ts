import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exportResponses } from "../export/support/exporting.ts";
import { Random } from "../../src/service/sample/random.ts";
import { temporaryFolder } from "../export/support/surveyServer.ts";
import { childCommand } from "./support/child.ts";
import { answerParts, startFaultyServer } from "./support/faultyServer.ts";
import { isWhole, printTable } from "./support/figures.ts";
import { clientOf, exportOptions, jobOf, laneCounts, type Job } from "./support/jobs.ts";
import { checkContent, checkDone, naming, rowsOf } from "./support/runs.ts";

const wanted = isWhole ? 200 : 4;
const pages = 12;

/** When the process is killed. */
type Moment =
  | { readonly at: "answer"; readonly request: number; readonly part: (typeof answerParts)[number] }
  /** It said so many pages. */
  | { readonly at: "progress"; readonly pages: number }
  /** Something happened to a file, so many times. */
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
          ["x.partial", 1 + random.below(2 * pages)],
          ["x.journal", 1 + random.below(pages)],
          ["x.manifest.json.partial", 1],
          ["x.manifest.json", 1],
          ["x", 1],
        ] as const
      )[random.below(5)] ?? ["x", 1];
      return { at: "file", name, times };
    }
  }
}

describe("an export whose process is killed", function () {
  this.timeout(isWhole ? 1_200_000 : 60_000);
  const figures = { kills: 0, complete: 0, answer: 0, progress: 0, file: 0 };
  after(() =>
    printTable("Kills", [
      ["kill -9, then resumed", figures.kills],
      ["  while an answer was on its way", figures.answer],
      ["  after progress was told", figures.progress],
      ["  when a file was touched", figures.file],
      ["  when the file had its final name already", figures.complete],
    ]),
  );

  it(`at any of ${wanted} moments is resumed to the same bytes`, async () => {
    for (let seed = 0; figures.kills < wanted; seed++) {
      assert.ok(seed < 3 * wanted, "Too many ended before they could be killed.");
      const moment = momentOf(new Random(seed));
      const job = jobOf(seed, pages, { lanes: laneCounts[seed % 4] ?? 1 });
      await naming({ ...job, moment }, async () => {
        const { wasKilled, wasComplete } = await killAndResume(job, moment);
        figures.kills += Number(wasKilled);
        figures[moment.at] += Number(wasKilled);
        figures.complete += Number(wasKilled && wasComplete);
      });
    }
  });
});

async function killAndResume(job: Job, moment: Moment) {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "x");
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
  const [node = "", ...args] = childCommand({ server, job, file, resume: false });
  const watching = new AbortController();
  let touched = 0;
  watch(folder.path, { signal: watching.signal }, (_, name) => {
    touched += Number(moment.at === "file" && moment.name === name);
    if (moment.at === "file" && touched === moment.times) {
      void kill();
    }
  });
  const child = spawn(node, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  kill = async () => {
    child.kill("SIGKILL");
    return ended;
  };
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString();
    if (moment.at === "progress" && said.split("page").length > moment.pages) {
      void kill();
    }
  });
  await ended;
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
  return { wasKilled: child.signalCode === "SIGKILL", wasComplete };
}
