import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";

export const surveyId = "bench";

export interface RunningDataSpace extends AsyncDisposable {
  readonly baseUrl: string;
  readonly caFile: string;
  readonly spaceId: string;
  readonly apiKey: string;
}

/** Writes a data space of one survey (DATASPACE_FORMAT.md), its answers about 2 kB each as the service sends them. */
export async function writeDataSpace(directory: string, responses: number): Promise<void> {
  const folder = join(directory, "surveys", surveyId);
  await mkdir(folder, { recursive: true });
  const credentials = { label: "Bench", spaceId: "bench", apiKey: "bench-key" };
  await writeFile(join(directory, "dataspace.json"), JSON.stringify(credentials));
  await writeFile(join(folder, "survey.json"), JSON.stringify(survey()));
  const groups = [{ collectGroupId: "g1", surveyId, label: "Web", channel: "PUBLIC_LINK" }];
  await writeFile(join(folder, "collect-groups.json"), JSON.stringify(groups));
  const file = createWriteStream(join(folder, "responses.ndjson"));
  const random = seeded(20_250_327);
  for (let number = 0; number < responses; number++) {
    if (!file.write(`${JSON.stringify(response(number, random))}\n`)) {
      await once(file, "drain");
    }
  }
  file.end();
  await once(file, "finish");
}

/** Starts the service on the directory, in a process of its own. */
export async function startDataSpace(directory: string): Promise<RunningDataSpace> {
  const main = join(import.meta.dirname, "../../src/service/main.ts");
  const child = spawn(process.execPath, [main, "--json", "--directory", directory], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), "line"),
    once(child, "exit").then(() => {
      throw new Error("The local data space did not start.");
    }),
  ])) as [string];
  const { baseUrl, caFile, spaceId, apiKey } = JSON.parse(line) as RunningDataSpace;
  return { baseUrl, caFile, spaceId, apiKey, [Symbol.asyncDispose]: () => stop(child) };
}

/** The service ends when its standard input does. */
async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.stdin?.end();
  await Promise.race([exited, delay(5_000, undefined, { ref: false })]);
  child.kill();
}

const questions = 5;

function survey() {
  const options = ["Not at all", "A little", "Somewhat", "Much", "Very much"];
  return {
    surveyId,
    label: "Bench survey",
    questions: Array.from({ length: questions }, (_, index) => ({
      name: `Q${index + 1}`,
      type: "SingleChoice",
      label: `<p>How much do you <b>agree</b> with statement ${index + 1}?</p>`,
      options: options.map((label, code) => ({ name: String(code + 1), label: `<p>${label}</p>` })),
    })),
    embeddedData: [{ name: "source", label: "Source" }],
    blocks: [],
    collectGroups: [{ collectGroupId: "g1", label: "Web", state: "RUNNING" }],
    createdAt: "2025-01-01T00:00:00",
    updatedAt: "2025-01-01T00:00:00",
  };
}

function response(number: number, random: () => number) {
  // Three in a second, so that border seconds occur.
  const finishedAt = timeOf(Math.floor(number / 3));
  return {
    parameterUid: `p${number}`,
    responseId: `r${String(number).padStart(8, "0")}`,
    serial: `s${number}`,
    collectGroupId: "g1",
    completedStatus: "COMPLETED",
    startedAt: finishedAt,
    finishedAt,
    embeddedData: [{ name: "source", value: random() < 0.5 ? "mail" : "web" }],
    variables: Array.from({ length: questions }, (_, index) => ({
      name: `Q${index + 1}`,
      answer: [{ value: String(1 + Math.floor(random() * 5)) }],
    })),
  };
}

/** The second's time in the service's form. UTC in and UTC out, so no zone comes in. */
function timeOf(second: number): string {
  return new Date(Date.UTC(2025, 0, 1) + second * 1000).toISOString().slice(0, 19);
}

/** Numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
