import { readFile, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import * as z from "zod";
import * as vscode from "vscode";
import { invalidInput, SurveyError } from "../../model/errors.ts";
import { apiVersions, type ApiVersion } from "../../model/survey.ts";
import { LocalService, type ReadyService } from "./localService.ts";
import { lazy } from "../../model/lazy.ts";
import { StoredList } from "../platform/storedList.ts";

const remembered = lazy(() =>
  z.strictObject({
    name: z.string(),
    directory: z.string().optional(),
    /** API version to use. A local data space answers in all versions. Default: "v3". */
    version: z.enum(apiVersions).optional(),
  }),
);
type Remembered = z.infer<ReturnType<typeof remembered>>;

/**
 * The data spaces that this extension serves from this machine. Their names and directories are stored in the global state,
 * so that they are started again when needed after a window reload. Addresses and keys are kept in memory only.
 */
export class LocalDataSpaces implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #log: vscode.LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #stored: StoredList<Remembered>;
  readonly #services = new Map<string, LocalService>();
  #starting: Promise<unknown> = Promise.resolve();

  readonly onDidChange = this.#changed.event;

  constructor(context: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
    this.#context = context;
    this.#stored = new StoredList(context.globalState, "localDataSpaces", remembered);
    this.#log = log;
  }

  get #remembered(): Remembered[] {
    const known = this.#stored.list();
    return known.filter(({ name }, at) => known.findIndex((it) => it.name === name) === at);
  }

  names(): string[] {
    return this.#remembered.map((it) => it.name);
  }

  isSample(name: string): boolean {
    return this.#remembered.some((it) => it.name === name && it.directory === undefined);
  }

  version(name: string): ApiVersion {
    return this.#remembered.find((it) => it.name === name)?.version ?? "v3";
  }

  async setVersion(name: string, version: ApiVersion): Promise<void> {
    await this.#remember(
      this.#remembered.map((it) => (it.name === name ? { ...it, version } : it)),
    );
  }

  /** Starts serving the directory (default: the sample), unless it is running already. @param taken names not to use */
  start(
    directory: string | undefined,
    taken: readonly string[],
  ): Promise<{ name: string; baseUrl: string }> {
    // One start after the other, so that two starts of one directory at once give one data space.
    const path = withoutSlash(directory);
    const started = this.#starting.then(() => this.#start(path, taken));
    this.#starting = started.catch(() => undefined);
    return started;
  }

  async #start(directory: string | undefined, taken: readonly string[]) {
    if (directory !== undefined) {
      await requireDirectory(directory);
    }
    const known = this.#remembered.find((it) => withoutSlash(it.directory) === directory);
    const name = known?.name ?? unique(await labelOf(directory), [...taken, ...this.names()]);
    const { baseUrl } = await this.#launch(name, directory).ready;
    if (!known) {
      await this.#remember([
        ...this.#remembered,
        { name, ...(directory === undefined ? {} : { directory }) },
      ]);
    }
    return { name, baseUrl };
  }

  /** Returns address and credentials of a stored local data space. Starts it if it is not running. */
  async address(name: string): Promise<ReadyService> {
    const known = this.#remembered.find((it) => it.name === name);
    if (!known) {
      throw SurveyError.of("unknown-data-space", 'There is no local data space "{0}".', name);
    }
    return this.#launch(name, known.directory).ready;
  }

  /** Returns the address of a local data space; `undefined` if it is not running. */
  async runningAt(name: string): Promise<string | undefined> {
    const ready = await this.#services.get(name)?.ready.catch(() => undefined);
    return ready?.baseUrl;
  }

  /** Stops and forgets a local data space. Default: all of them. @returns the names of those that were there */
  async stop(name?: string): Promise<readonly string[]> {
    const known = this.names();
    // Another window may have forgotten what this one still serves.
    const isThere = (it: string) => known.includes(it) || this.#services.has(it);
    const stopped = name === undefined ? known : [name].filter(isThere);
    for (const it of stopped) {
      this.#services.get(it)?.stop();
      this.#services.delete(it);
    }
    await this.#remember(this.#remembered.filter((it) => !stopped.includes(it.name)));
    return stopped;
  }

  dispose(): void {
    for (const service of this.#services.values()) {
      service.stop();
    }
    this.#services.clear();
    this.#changed.dispose();
  }

  #launch(name: string, directory: string | undefined): LocalService {
    const running = this.#services.get(name);
    if (running) {
      return running;
    }
    const service: LocalService = new LocalService({
      program: this.#context.asAbsolutePath(join("dist", "service.js")),
      stateDirectory: join(this.#context.globalStorageUri.fsPath, "local-data-space"),
      directory,
      log: (line) => this.#log.warn(`${name}: ${line}`),
      onEnd: () => {
        if (this.#services.get(name) === service) {
          this.#services.delete(name);
          this.#log.info(`${name}: the local data space has ended.`);
        }
      },
    });
    this.#services.set(name, service);
    return service;
  }

  async #remember(value: Remembered[]): Promise<void> {
    await this.#stored.set(value);
    this.#changed.fire();
  }
}

/** Returns the path by which a directory is recognised, with a slash at its end or without. */
function withoutSlash(directory: string | undefined): string | undefined {
  return directory === undefined ? undefined : resolve(directory);
}

async function requireDirectory(directory: string): Promise<void> {
  const found = await stat(join(directory, "dataspace.json")).catch(() => undefined);
  if (!found?.isFile()) {
    throw invalidInput(
      "{0} is not a data space directory: it has no file dataspace.json. Choose the folder that contains it.",
      directory,
    );
  }
}

async function labelOf(directory: string | undefined): Promise<string> {
  if (directory === undefined) {
    return vscode.l10n.t("Sample data space");
  }
  try {
    const content: unknown = JSON.parse(await readFile(join(directory, "dataspace.json"), "utf8"));
    const { label } = z.object({ label: z.string().trim().min(1).max(100) }).parse(content);
    return label;
  } catch {
    // The service reports what is wrong with the file; here only a name is needed.
    return basename(directory);
  }
}

function unique(name: string, taken: readonly string[]): string {
  let candidate = name;
  for (let number = 2; taken.includes(candidate); number++) {
    candidate = `${name} (${number})`;
  }
  return candidate;
}
