import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as z from "zod";
import { programs } from "../../support/programs.ts";

const folder = mkdtempSync(join(tmpdir(), "survey-explorer-test-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

// All services of a test run share this folder, so that certificates are made once.
const stateFolder = join(folder, "state");

/** Makes an empty folder that is removed when the tests end. */
export function temporaryFolder(): string {
  return mkdtempSync(join(folder, "folder-"));
}

const readyLine = z.strictObject({
  ready: z.literal(true),
  baseUrl: z.string(),
  caFile: z.string(),
  spaceId: z.string(),
  apiKey: z.string(),
});

const failedLine = z.strictObject({
  ready: z.literal(false),
  error: z.strictObject({ code: z.string(), message: z.string() }),
  text: z.looseObject({}),
});

/** The real service, in a process of its own. */
export interface TestService extends AsyncDisposable {
  readonly baseUrl: string;
  readonly caFile: string;
  /** The certificate to trust, as PEM. */
  readonly ca: string;
  readonly spaceId: string;
  readonly apiKey: string;
  readonly process: ChildProcess;
  /** Stops the service as its parent process does, and waits for its end. */
  stop(): Promise<void>;
}

/**
 * Starts the service with these arguments and waits until it is ready. It listens on a free port and keeps its certificates
 * out of the home folder.
 * @param environment variables added to those of this process
 * @throws Error with what it wrote to its standard error, if it ends before it is ready
 */
export async function startService(
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<TestService> {
  const child = spawnService(["--json", ...args], environment);
  let complaints = "";
  child.stderr.on("data", (it: Buffer) => (complaints += it.toString()));
  const ended = once(child, "exit");
  const failed = ended.then(([code]) => {
    throw new Error(`The service ended with code ${String(code)}: ${complaints}`);
  });
  const line = await Promise.race([
    once(createInterface(child.stdout), "line").then(([it]) => String(it)),
    failed,
  ]);
  const first: unknown = JSON.parse(line);
  const { baseUrl, caFile, spaceId, apiKey } = failedLine.safeParse(first).success
    ? await failed
    : readyLine.parse(first);
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
  };
  const ca = readFileSync(caFile, "utf8");
  return {
    baseUrl,
    caFile,
    ca,
    spaceId,
    apiKey,
    process: child,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Starts the service as `startService` does, for the tests of the suite. Its fields are set before they run. */
export function serviceOfSuite(args: readonly string[] = []): TestService {
  const service = {} as TestService;
  before(async () => {
    Object.assign(service, await startService(args));
  });
  after(() => service.stop());
  return service;
}

/** Starts the service with exactly these arguments, and `--state`. */
export function spawnService(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  return spawn(process.execPath, [programs.service, "--state", stateFolder, ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
}

/** Runs the service until it ends by itself. */
export async function runService(
  args: readonly string[],
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawnService(args);
  let out = "";
  let err = "";
  child.stdout.on("data", (it: Buffer) => (out += it.toString()));
  child.stderr.on("data", (it: Buffer) => (err += it.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, err };
}

/** Content of a data space directory. A text or bytes become a file unchanged, any other value as JSON. */
export interface DirectorySpec {
  readonly dataspace?: unknown;
  readonly surveys: readonly SurveySpec[];
}

export interface SurveySpec {
  readonly surveyId: string;
  /** Default: a survey with only its id and a label. */
  readonly survey?: unknown;
  readonly collectGroups?: unknown;
  /** Lines, or the bytes of the whole file. */
  readonly responses?: readonly unknown[] | Uint8Array;
}

/** Writes a data space directory that is removed when the tests end. @returns its path */
export function writeDirectory(spec: DirectorySpec): string {
  const directory = temporaryFolder();
  const write = (path: string, content: unknown) => {
    const file = join(directory, path);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, asFile(content));
  };
  write("dataspace.json", spec.dataspace ?? { label: "Test", spaceId: "space", apiKey: "key" });
  for (const { surveyId, survey, collectGroups, responses } of spec.surveys) {
    const at = `surveys/${surveyId}`;
    write(`${at}/survey.json`, survey ?? { surveyId, label: `Survey ${surveyId}` });
    write(`${at}/collect-groups.json`, collectGroups ?? []);
    write(
      `${at}/responses.ndjson`,
      responses instanceof Uint8Array
        ? responses
        : (responses ?? []).map((it) => `${asFile(it).toString()}\n`).join(""),
    );
  }
  return directory;
}

/** Returns a response with the required fields. Its id is also its serial, because v1 and v2 show only that. */
export function response(
  responseId: string,
  finishedAt = "2025-03-01T09:00:00",
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return { responseId, serial: responseId, finishedAt, ...more };
}

/** Returns `count` responses, a minute apart, oldest first: `r000001` and on. */
export function responses(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.UTC(2025, 2, 1) + index * 60_000).toISOString().slice(0, 19);
    return response(`r${String(index + 1).padStart(6, "0")}`, at);
  });
}

function asFile(content: unknown): string | Uint8Array {
  return typeof content === "string" || content instanceof Uint8Array
    ? content
    : JSON.stringify(content);
}
