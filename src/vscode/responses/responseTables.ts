import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import * as vscode from "vscode";
import { createTableClient, type TableClient } from "../../table/tableClient.ts";
import {
  copyFile,
  copyOnDisk,
  folderName,
  isCopyFolder,
  type CopyKey,
} from "../../copy/copyFolders.ts";
import type { SurveyClient } from "../../client/surveyClient.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { DisposableStore } from "../platform/disposables.ts";
import { logFailure } from "../platform/log.ts";
import { readPreferences, type Preferences } from "../platform/settings.ts";
import { copySpaceOf, type CopySpace } from "../../copy/copySpace.ts";
import { TableSpaces } from "./tableSpaces.ts";

function keepCopies(): Preferences["view"]["keepCopies"] {
  return readPreferences().view.keepCopies;
}

/** Milliseconds that the worker stays alive after its last use, in case another panel is opened. */
const afterLastUse = 5000;

/** A user of tables, such as a panel that shows one. */
export interface TableUser {
  /** Stops reading into tables of the data space, or into all if `undefined`: they are about to be emptied. */
  stopReading?(space: string | undefined): Promise<void>;
  /** Called when the tables have been emptied. */
  cleared?(space: string | undefined): void;
}

export interface ResponseTablesOptions {
  /** The worker's program. */
  readonly program: string;
  /** Folder of the tables. */
  readonly folder: string;
  readonly state: vscode.Memento;
  readonly dataSpaces: DataSpaces;
  /** Returns tables that the disk limit does not remove or count, and that stay even if the settings keep no copies. */
  readonly spared: () => readonly CopyKey[];
  readonly log: vscode.LogOutputChannel;
}

/**
 * The responses that are kept on this machine, for all panels of the window. One worker holds them, and lives while it is
 * used. Tables of a data space that is signed out are removed at once, those of one that the settings lack after 30 days.
 */
export class ResponseTables implements vscode.Disposable {
  readonly #options: ResponseTablesOptions;
  readonly #spaces: TableSpaces;
  readonly #store = new DisposableStore();
  readonly #clearing: ((space: string | undefined) => Promise<void>)[] = [];
  readonly #users = new Set<TableUser>();
  /** Names of the data spaces that this window has been signed in to. */
  readonly #reached = new Set<string>();
  readonly #client: TableClient;
  #ending: ReturnType<typeof setTimeout> | undefined;
  #isDisposed = false;
  #tidying: Promise<void> = Promise.resolve();

  constructor(options: ResponseTablesOptions) {
    const { dataSpaces, log, state, program, folder } = options;
    this.#options = options;
    this.#client = createTableClient(program, folder);
    this.#spaces = new TableSpaces(state);
    const logged = (what: string, work: Promise<void>): void => {
      work.catch((error: unknown) => logFailure(log, what, error));
    };
    const tidy = () => logged("Removing cached responses", this.tidy());
    logged(
      "Removing copies of data spaces that are gone",
      this.#inTurn(() => this.#removeLongGone()),
    );
    this.#store.add(dataSpaces.onDidChange(tidy));
    tidy();
    const drop = () => logged("Removing copies", this.removeUnkeptCopies());
    this.#store.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("surveyExplorer.view.keepCopies")) {
          drop();
        }
      }),
    );
    drop();
  }

  /** Returns the client of the tables, for use until `release` is called with the same user. Starts the worker. */
  use(user: TableUser): TableClient {
    clearTimeout(this.#ending);
    this.#users.add(user);
    this.#client.start();
    return this.#client;
  }

  /** Passes the client to work that nothing needs to stop. */
  async using<T>(work: (client: TableClient) => Promise<T>): Promise<T> {
    const user: TableUser = {};
    try {
      return await work(this.use(user));
    } finally {
      this.release(user);
    }
  }

  release(user: TableUser): void {
    this.#users.delete(user);
    if (this.#users.size === 0 && !this.#isDisposed) {
      clearTimeout(this.#ending);
      this.#ending = setTimeout(() => this.#end(), afterLastUse);
    }
  }

  /** Closes a table. @param temporaryKey key of the table if its copy is to be removed, unless it is spared */
  async close(table: number, temporaryKey?: CopyKey): Promise<void> {
    const { spared, log } = this.#options;
    try {
      if (!this.#isDisposed) {
        await this.#client.close(table);
        await (keepCopies() === "never"
          ? this.#client.removeClosed(spared())
          : temporaryKey && this.#client.removeClosed(spared(), temporaryKey));
      }
    } catch (error) {
      logFailure(log, "Closing a table of responses", error);
    }
  }

  async keyOf(client: SurveyClient, surveyId: string): Promise<CopyKey> {
    return { space: await this.spaceOf(client), version: client.version, surveyId };
  }

  /** Returns the ID under which data of the data space is kept, and notes it so that the data can be removed later. */
  async spaceOf(client: SurveyClient): Promise<string> {
    const space = await copySpaceOf(client);
    this.#spaces.add(space).catch((error: unknown) => {
      logFailure(this.#options.log, "Noting where responses are cached", error);
    });
    this.#reached.add(space.dataSpace);
    return space.space;
  }

  /** Returns the key if the settings let an export leave a copy, otherwise `undefined`. */
  async keyForExport(client: SurveyClient, surveyId: string): Promise<CopyKey | undefined> {
    const key = await this.keyOf(client, surveyId);
    const isKept = this.has(key);
    return { always: key, opened: isKept ? key : undefined, never: undefined }[keepCopies()];
  }

  /** Returns the key if the settings keep copies of opened surveys only and there is none yet, otherwise `undefined`. */
  passing(key: CopyKey): CopyKey | undefined {
    return keepCopies() === "opened" && !this.has(key) ? key : undefined;
  }

  /** Returns true if the table exists, even if it is empty. */
  has(key: CopyKey): boolean {
    return existsSync(copyFile(this.#options.folder, key));
  }

  /** Removes copies beyond the size that the settings allow. */
  async limit(): Promise<void> {
    // A call would start the worker again that was just ended.
    if (this.#isDisposed) {
      return;
    }
    const { folder, spared } = this.#options;
    const kept = spared().filter((it) => this.has(it));
    const bytes = kept.map((it) => {
      const name = folderName(it);
      return copyOnDisk(join(folder, name), name)?.bytes ?? 0;
    });
    const most = bytes.reduce((sum, it) => sum + it, readPreferences().view.cacheSize * 1_000_000);
    if (kept.length === 0 || (await this.#client.size()) > most) {
      await this.#client.limit(most, kept);
    }
  }

  /** Removes the tables of the data space, or all. @returns bytes that were freed */
  async clear(dataSpace?: string): Promise<number> {
    if (dataSpace === undefined) {
      const freed = await this.#clear(undefined);
      await this.#spaces.remove(this.#spaces.list());
      return freed;
    }
    return this.#remove(this.#spaces.list().filter((it) => it.dataSpace === dataSpace));
  }

  /** Registers a callback that removes what is kept beside the tables of a data space, or of all, when these are removed. */
  onClear(clear: (space: string | undefined) => Promise<void>): void {
    this.#clearing.push(clear);
  }

  /** Removes tables of data spaces that are signed out, or replaced by another one with the same name. */
  tidy(): Promise<void> {
    return this.#inTurn(() => this.#tidy());
  }

  /** Removes copies that the settings do not keep: left by a crash, or kept for a reason that does not apply any more. */
  async removeUnkeptCopies(): Promise<void> {
    const { folder, spared } = this.#options;
    const names = await readdir(folder).catch(() => []);
    if (keepCopies() === "never" && names.some(isCopyFolder)) {
      await this.using((client) => client.removeClosed(spared()));
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#store.dispose();
    clearTimeout(this.#ending);
    this.#end();
  }

  /** Tidies one at a time, because several changes often come together. */
  #inTurn(tidy: () => Promise<void>): Promise<void> {
    this.#tidying = this.#tidying.catch(() => undefined).then(tidy);
    return this.#tidying;
  }

  async #removeLongGone(): Promise<void> {
    const { dataSpaces } = this.#options;
    await this.#remove(await this.#spaces.longGone((it) => dataSpaces.isKnown(it)));
  }

  async #tidy(): Promise<void> {
    const { log } = this.#options;
    const removed: CopySpace[] = [];
    for (const it of this.#spaces.list()) {
      // Keep a data space that cannot be checked, and check the others.
      const isThere = await this.#isThere(it).catch((error: unknown) => {
        logFailure(log, `Looking for the data space ${it.dataSpace}`, error);
        return true;
      });
      if (!isThere) {
        removed.push(it);
      }
    }
    await this.#remove(removed);
  }

  async #isThere({ dataSpace, origin, space }: CopySpace): Promise<boolean> {
    const { dataSpaces } = this.#options;
    const reachable = await dataSpaces.reachableOrigin(dataSpace);
    const listed = dataSpaces.list().find((it) => it.name === dataSpace);
    if (!listed) {
      // A mistake in the settings must not cost what is kept.
      return true;
    }
    if (listed.local && reachable !== origin) {
      // Each window serves a local data space at its own address.
      return isServed(origin);
    }
    if (reachable === undefined && !this.#reached.has(dataSpace)) {
      // This need not be a sign-out: VS Code may have lost the key, as it does in a browser whenever the window is reloaded.
      return listed.baseUrl !== undefined && new URL(listed.baseUrl).origin === origin;
    }
    if (reachable !== origin) {
      return false;
    }
    this.#reached.add(dataSpace);
    const now = await copySpaceOf(await dataSpaces.client(dataSpace));
    return now.space === space;
  }

  async #remove(removed: readonly CopySpace[]): Promise<number> {
    if (removed.length === 0) {
      return 0;
    }
    await this.#spaces.remove(removed);
    // A data space that has two names keeps its tables until both are gone.
    const left = new Set(this.#spaces.list().map((it) => it.space));
    const spaces = new Set(removed.map((it) => it.space).filter((it) => !left.has(it)));
    let freed = 0;
    for (const space of spaces) {
      freed += await this.#clear(space).catch(async (error: unknown) => {
        // Note it again, so that the next `tidy` retries.
        await this.#spaces.add(...removed.filter((it) => it.space === space));
        throw error;
      });
    }
    return freed;
  }

  #clear(space: string | undefined): Promise<number> {
    return this.using(async (client) => {
      await Promise.all([...this.#users].map(async (it) => it.stopReading?.(space)));
      const before = await client.size();
      await client.clear(space);
      const freed = before - (await client.size());
      this.#users.forEach((it) => it.cleared?.(space));
      await Promise.all(this.#clearing.map((it) => it(space)));
      return Math.max(0, freed);
    });
  }

  #end(): void {
    this.#client.dispose().catch((error: unknown) => {
      logFailure(this.#options.log, "Closing the cached responses", error);
    });
  }
}

/** Returns true if something listens at the address, which is on this machine. */
async function isServed(origin: string): Promise<boolean> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
