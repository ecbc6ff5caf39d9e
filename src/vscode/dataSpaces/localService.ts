import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import * as z from "zod";
import { SurveyError } from "../../model/errors.ts";
import { parseJsonText } from "../../model/jsonText.ts";
import { localizable, type LocalizableText } from "../../model/localizable.ts";
import { localizableText } from "../../model/localizableSchema.ts";
import { lazy } from "../../model/lazy.ts";

const readyLine = lazy(() =>
  z.object({
    ready: z.literal(true),
    baseUrl: z.string(),
    caFile: z.string(),
    spaceId: z.string(),
    apiKey: z.string(),
  }),
);
const failedLine = lazy(() => z.object({ ready: z.literal(false), text: localizableText() }));
const firstLine = lazy(() => z.discriminatedUnion("ready", [readyLine(), failedLine()]));
export type ReadyService = Omit<z.infer<ReturnType<typeof readyLine>>, "ready">;

export interface LocalServiceOptions {
  /** Path of the bundled service. */
  readonly program: string;
  /** Folder in which the service keeps its certificate authority. */
  readonly stateDirectory: string;
  /** A data space directory. Default: the built-in sample. */
  readonly directory?: string | undefined;
  readonly log: (line: string) => void;
  readonly onEnd: () => void;
}

/** A local data space in its own process. That ends on `stop`, or when this process ends and its standard input closes. */
export class LocalService {
  readonly ready: Promise<ReadyService>;
  readonly #process: ChildProcessWithoutNullStreams;
  #complaints = "";

  constructor(options: LocalServiceOptions) {
    const directory = options.directory === undefined ? [] : ["--directory", options.directory];
    this.#process = spawn(
      process.execPath,
      [options.program, "--json", "--state", options.stateDirectory, ...directory],
      { env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" }, windowsHide: true },
    );
    createInterface(this.#process.stderr).on("line", (line) => {
      // Skip Node's warning that node:sqlite is experimental.
      if (!/ExperimentalWarning|--trace-warnings/.test(line)) {
        this.#complaints = `${this.#complaints}${line}\n`.slice(-2000);
        options.log(line);
      }
    });
    // A process that cannot be spawned has no "exit".
    this.#process.once("close", () => options.onEnd());
    this.ready = this.#awaitReady();
    // Whoever awaits `ready` gets the error; if nobody does, the rejection must not count as unhandled.
    this.ready.catch(() => undefined);
  }

  stop(): void {
    this.#process.stdin.end();
    this.#process.kill();
  }

  #awaitReady(): Promise<ReadyService> {
    return new Promise((resolve, reject) => {
      const fail = (reason: string | LocalizableText, cause?: unknown) =>
        reject(
          new SurveyError(
            "local-data-space",
            localizable("The local data space could not start: {0}", reason),
            { cause },
          ),
        );
      this.#process.once("error", (error) => fail(error.message, error));
      this.#process.once("close", (code) =>
        fail(this.#complaints.trim() || localizable("it ended with code {0}.", String(code))),
      );
      createInterface(this.#process.stdout).once("line", (line) => {
        const { data: first } = firstLine().safeParse(parseJsonText(line));
        if (first?.ready) {
          resolve(first);
        } else {
          // Do not quote the line, because it may contain the key.
          fail(first?.text ?? localizable("it answered in an unexpected form."));
        }
      });
    });
  }
}
