import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { response, secondOf, survey, surveyId, timeOf } from "./responses.ts";

/** What a client needs to reach a server. */
export interface Access {
  readonly baseUrl: string;
  readonly caFile: string;
  readonly spaceId: string;
  readonly apiKey: string;
}

export interface Server extends Access, AsyncDisposable {}

interface ReplayOptions {
  /** Before every answer. */
  readonly delayMs?: number;
}

/** The server that costs next to nothing. */
export function startReplay(
  folder: string,
  responses: number,
  { delayMs = 0 }: ReplayOptions = {},
): Promise<Server> {
  return start([
    join(import.meta.dirname, "replayServer.ts"),
    ...["--folder", folder],
    ...["--responses", String(responses)],
    ...["--delay", String(delayMs)],
  ]);
}

/** The local data space, with the same survey. */
export async function startDataSpace(folder: string, responses: number): Promise<Server> {
  const directory = join(folder, "data-space");
  await writeDataSpace(directory, responses);
  return start([
    join(import.meta.dirname, "../../src/service/main.ts"),
    "--json",
    ...["--directory", directory],
    ...["--state", folder],
  ]);
}

/** In the form of DATASPACE_FORMAT.md. */
async function writeDataSpace(directory: string, responses: number): Promise<void> {
  const folder = join(directory, "surveys", surveyId);
  await mkdir(folder, { recursive: true });
  const credentials = { label: "Bench", spaceId: "bench", apiKey: "bench-key" };
  await writeFile(join(directory, "dataspace.json"), JSON.stringify(credentials));
  await writeFile(join(folder, "survey.json"), JSON.stringify(survey));
  const groups = [{ collectGroupId: "g1", surveyId, label: "Web", channel: "PUBLIC_LINK" }];
  await writeFile(join(folder, "collect-groups.json"), JSON.stringify(groups));
  const file = createWriteStream(join(folder, "responses.ndjson"));
  for (let number = 0; number < responses; number++) {
    const finishedAt = timeOf(secondOf(number, responses));
    if (!file.write(`${JSON.stringify(response(number, finishedAt, true))}\n`)) {
      await once(file, "drain");
    }
  }
  file.end();
  await once(file, "finish");
}

/** A process of its own, which prints a line when it is ready and lives no longer than its standard input stays open. */
async function start(args: readonly string[]): Promise<Server> {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), "line"),
    exited.then(() => {
      throw new Error("A server of the bench did not start.");
    }),
  ])) as [string];
  const { baseUrl, caFile, spaceId, apiKey } = JSON.parse(line) as Access;
  const stop = async () => {
    child.stdin.end();
    await exited;
  };
  return { baseUrl, caFile, spaceId, apiKey, [Symbol.asyncDispose]: stop };
}
