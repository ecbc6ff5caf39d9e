import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { programs } from "../../support/programs.ts";

/** The service that a command asks, and the credentials for it. */
export interface ShellAccess {
  readonly baseUrl: string;
  readonly caFile: string;
  readonly spaceId: string;
  readonly apiKey: string;
}

export interface ShellOptions {
  readonly access?: ShellAccess | undefined;
  /** Working directory. */
  readonly cwd: string;
  /** Text sent to standard input, which is then closed; null: it stays open. Default: empty. */
  readonly input?: string | null | undefined;
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Program and arguments that start the command, such as `prlimit`. */
  readonly before?: readonly string[] | undefined;
}

export interface ShellEnd {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunningShell {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<ShellEnd>;
}

/** Starts a command as a nightly job would: without a terminal, and with only the given environment. */
export function startShell(
  args: readonly string[],
  { access, cwd, input = "", environment = {}, before = [] }: ShellOptions,
): RunningShell {
  const [command = "", ...rest] = [...before, process.execPath, programs.cli, ...args];
  const { PATH = "", HOME = "", NODE_OPTIONS = "", NODE_COMPILE_CACHE } = process.env;
  const child = spawn(command, rest, {
    cwd,
    env: {
      PATH,
      HOME,
      NODE_OPTIONS: `${NODE_OPTIONS} --disable-warning=ExperimentalWarning`,
      ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
      ...(access && {
        SURVEY_EXPLORER_CA: access.caFile,
        SURVEY_EXPLORER_SPACE_ID: access.spaceId,
        SURVEY_EXPLORER_API_KEY: access.apiKey,
      }),
      ...environment,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (it: Buffer) => (out += it.toString()));
  child.stderr.on("data", (it: Buffer) => (err += it.toString()));
  // The process may end before it has read anything.
  child.stdin.on("error", () => undefined);
  if (input !== null) {
    child.stdin.end(input);
  }
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, out, err }));
  return { child, ended };
}

export function runShell(args: readonly string[], options: ShellOptions): Promise<ShellEnd> {
  return startShell(args, options).ended;
}
