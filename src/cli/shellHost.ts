import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  createSurveyClient,
  type SurveyClient,
  type SurveyClientOptions,
} from "../client/surveyClient.ts";
import type { CopyKey } from "../copy/copyFolders.ts";
import { copySpaceOf } from "../copy/copySpace.ts";
import { createFormats } from "../formats/formatsClient.ts";
import type { JobHost } from "../jobs/jobHost.ts";
import { SurveyError } from "../model/errors.ts";
import type { Translations } from "../model/words.ts";
import { withReadTable } from "../reports/readTable.ts";
import { createTableClient } from "../table/tableClient.ts";
import { createWarehouse } from "../warehouse/warehouseClient.ts";
import type { ShellSpace } from "./spaces.ts";

export interface ShellHostOptions {
  readonly spaces: readonly ShellSpace[];
  /** Folder where surveys' copies are kept. Undefined: none is kept. */
  readonly copies?: string | undefined;
  readonly programs: WorkerPaths;
  readonly translations: Translations;
  readonly toolVersion: string;
}

/** Paths of the workers' files. */
export interface WorkerPaths {
  readonly tables: string;
  readonly formats: string;
  readonly warehouse: string;
}

/** Hides Node's warning that node:sqlite is experimental, which is of no use to a person. */
const execArgv = ["--disable-warning=ExperimentalWarning"];

/** The shell as a host of jobs. `close` stops the workers and deletes temporary copies. */
export interface ShellHost extends JobHost {
  close(): Promise<void>;
}

/** Returns the options for a client of the data space. */
export function clientOptions({ credentials, ...space }: ShellSpace): SurveyClientOptions {
  const { name, baseUrl, version, ca, concurrency } = space;
  return {
    address: { name, baseUrl, version, ca },
    credentials: async () => credentials,
    request: { concurrency },
  };
}

export async function createShellHost(options: ShellHostOptions): Promise<ShellHost> {
  const { spaces, copies: kept, programs, translations, toolVersion } = options;
  const passing = kept === undefined ? await passingFolder() : undefined;
  const folder = passing ?? resolve(kept ?? "");
  const tables = createTableClient(programs.tables, folder, execArgv);
  const clients = new Map<string, SurveyClient>();

  const clientOf = (name: string): SurveyClient => {
    const space = spaces.find((it) => it.name === name);
    if (!space) {
      const names = spaces.map((it) => `"${it.name}"`).join(", ");
      throw SurveyError.of(
        "unknown-data-space",
        'There is no data space "{0}". Data spaces: {1}.',
        name,
        names,
      );
    }
    const client = clients.get(name) ?? createSurveyClient(clientOptions(space));
    clients.set(name, client);
    return client;
  };
  const keyOf = async (client: SurveyClient, surveyId: string): Promise<CopyKey> => ({
    space: (await copySpaceOf(client)).space,
    version: client.version,
    surveyId,
  });

  return {
    client: async (name) => clientOf(name),
    withCopies: async ({ client, surveyId, signal, onPause }, work) =>
      work({
        copies: tables.copies,
        copy:
          passing === undefined && surveyId !== undefined
            ? await keyOf(client, surveyId)
            : undefined,
        signal,
        onPause,
      }),
    withTable: async ({ dataSpace, surveyId }, reading, use) => {
      const client = clientOf(dataSpace);
      const key = await keyOf(client, surveyId);
      const close = (table: number): Promise<void> => tables.close(table);
      return withReadTable(tables, { ...reading, client, key, close }, use);
    },
    formats: createFormats(programs.formats, execArgv),
    warehouse: createWarehouse(programs.warehouse, execArgv),
    translations,
    toolVersion,
    close: async () => {
      await tables.dispose();
      if (passing !== undefined) {
        await rm(passing, { recursive: true, force: true });
      }
    },
  };
}

/** Makes a folder for copies that are removed at the end, even if a second signal ends the process without `close`. */
async function passingFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "survey-explorer-"));
  process.once("exit", () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // The process ends anyway.
    }
  });
  return folder;
}
