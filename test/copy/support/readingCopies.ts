import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SurveyClient } from "../../../src/client/surveyClient.ts";
import { readCopy, type ReadCopyOptions, type ReadOutcome } from "../../../src/copy/readCopy.ts";
import type { SurveyCopy } from "../../../src/copy/surveyCopy.ts";
import type { CopyFacts } from "../../../src/copy/readableCopy.ts";
import type { ApiVersion } from "../../../src/model/survey.ts";
import { nodeSqlite, type SqliteDriver } from "../../../src/store/sqliteDriver.ts";
import { copyIn, fileIn, textsIn, writtenTexts } from "./copiedPages.ts";

const folders: string[] = [];

after(() => folders.splice(0).forEach((it) => rmSync(it, { recursive: true, force: true })));

/** A copy on disk. Each reading uses it as a separate process would. */
export class SharedCopy {
  /** Called before each commit; if it throws, the process that reads counts as ended. */
  onWrite: () => void = () => undefined;
  readonly #folder: string;
  readonly #client: SurveyClient;
  readonly #version: ApiVersion;

  constructor(folder: string, client: SurveyClient) {
    this.#folder = folder;
    this.#client = client;
    this.#version = client.version;
  }

  read(options: Partial<ReadCopyOptions> = {}): Promise<ReadOutcome> {
    const copy = copyIn(this.#process(), this.#folder, this.#version);
    const reading = readCopy({
      source: this.#client,
      copy,
      surveyId: "S1",
      kind: "responses",
      survey: Promise.resolve({}),
      signal: new AbortController().signal,
      ...options,
    });
    return reading.finally(() => copy.close());
  }

  /** Items in the order in which they arrived. */
  get items(): string[] {
    return this.#look(textsIn);
  }

  /** Items, sorted. */
  get json(): string[] {
    return this.items.sort();
  }

  get written(): string[] {
    return this.#look((copy) => writtenTexts(copy));
  }

  get facts(): CopyFacts {
    return this.#look((copy) => copy.facts);
  }

  /** Marks the service as one that has to be read by a single lane. */
  beSingleLane(): void {
    this.#look((copy) => copy.reset(true));
  }

  /** Removes the lease, as if the process that holds it had ended. */
  forgetLease(): void {
    // Creates the file if the process ended before it existed.
    this.#look(() => undefined);
    const database = nodeSqlite.open(fileIn(this.#folder));
    database.run("DELETE FROM part WHERE name = 'lease'");
    database.close();
  }

  #look<T>(look: (copy: SurveyCopy) => T): T {
    const copy = copyIn(nodeSqlite, this.#folder, this.#version);
    try {
      copy.hasChanged();
      return look(copy);
    } finally {
      copy.close();
    }
  }

  #process(): SqliteDriver {
    const own = nodeSqlite;
    let hasEnded: Error | undefined;
    return {
      ...own,
      open: (location) => {
        const database = own.open(location);
        const [transaction, exec] = [
          database.transaction.bind(database),
          database.exec.bind(database),
        ];
        // Durability on a power failure is not tested.
        database.exec = (sql) => exec(sql.replace("synchronous = NORMAL", "synchronous = OFF"));
        database.transaction = (kind, work) =>
          transaction(kind, () => {
            const result = work();
            if (kind === "IMMEDIATE") {
              try {
                if (hasEnded) {
                  throw hasEnded;
                }
                this.onWrite();
              } catch (error) {
                hasEnded = error as Error;
                throw error;
              }
            }
            return result;
          });
        return database;
      },
    };
  }
}

export async function readingCopies(client: SurveyClient): Promise<SharedCopy> {
  const folder = await mkdtemp(join(tmpdir(), "survey-explorer-copies-"));
  folders.push(folder);
  return new SharedCopy(folder, client);
}
