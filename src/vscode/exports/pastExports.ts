import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { targetFiles } from "../../export/targetFiles.ts";
import { pastExportsKey } from "./pastExportsKey.ts";
import {
  decodeExports,
  stateOf,
  withExports,
  type ExportState,
  type OnDisk,
  type PastExport,
} from "./pastExport.ts";

/** What a caller knows of an export when it begins. */
export type BegunExport = Omit<PastExport, "pid" | "reached" | "done" | "verification">;

/** The exports of this user on this machine, in VS Code's global state, which all windows share. */
export class PastExports implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #running = new Set<string>();

  readonly onDidChange = this.#changed.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Newest first. */
  list(): PastExport[] {
    return decodeExports(this.#state.get(pastExportsKey));
  }

  get(file: string): PastExport | undefined {
    return this.list().find((it) => it.file === file);
  }

  /** Returns the state of an export from the files that are on disk. */
  async stateOf(entry: PastExport): Promise<ExportState> {
    const disk = await onDisk(entry.file);
    return stateOf(entry, disk, this.#isRunning(entry, disk));
  }

  /**
   * Keeps the export in the list while it runs and after. If it fails and leaves nothing to continue from, the entry that
   * the list had for the file before, if any, is restored. If another process was writing the file, its entry stays as it is
   * unless this export succeeds.
   */
  async track<T>(
    begun: BegunExport,
    work: (reached: (responses: number) => void) => Promise<T>,
    finished: (result: T) => Promise<Partial<PastExport>>,
  ): Promise<T> {
    const { file } = begun;
    if (this.#running.has(file)) {
      // The work will be refused. Leave the entry of the running export as it is.
      return work(() => undefined);
    }
    const before = this.get(file);
    let reached = before?.done ? undefined : before?.reached;
    this.#running.add(file);
    const isElsewhere = before !== undefined && isWrittenElsewhere(before, await onDisk(file));
    if (!isElsewhere) {
      await this.put({ ...begun, pid: process.pid, reached });
    }
    let after: PastExport | undefined;
    try {
      const result = await work((responses) => (reached = responses));
      after = { ...begun, ...(await finished(result)) };
      return result;
    } catch (error) {
      const { leftAt } = await onDisk(file);
      const left = leftAt === undefined ? before : { ...begun, reached };
      // What is there is of the other process, which may have finished meanwhile.
      after = isElsewhere ? this.get(file) : left;
      throw error;
    } finally {
      this.#running.delete(file);
      await (after ? this.put(after) : this.remove(file));
    }
  }

  /** Adds the entries, which replace those for the same files. */
  async put(...entries: readonly PastExport[]): Promise<void> {
    await this.#write((list) => withExports(list, entries));
  }

  /** Stores the outcome of a comparison in the export's entry. @param more returns the fields that a repair has changed */
  async recordComparison(
    file: string,
    found: Omit<NonNullable<PastExport["verification"]>, "at" | "changedAt">,
    more: (entry: PastExport) => Partial<PastExport> = () => ({}),
  ): Promise<void> {
    const { changedAt } = await onDisk(file);
    const { ok, missing, extra, doubled } = found;
    await this.#write((list) =>
      list.map((it) =>
        it.file === file && changedAt !== undefined
          ? {
              ...it,
              ...more(it),
              verification: { at: Date.now(), changedAt, ok, missing, extra, doubled },
            }
          : it,
      ),
    );
  }

  async remove(file: string): Promise<void> {
    await this.#write((list) => list.filter((it) => it.file !== file));
  }

  /** Removes all exports that are not running from the list. @returns the removed entries */
  async clear(): Promise<PastExport[]> {
    const list = this.list();
    const states = await Promise.all(list.map((it) => this.stateOf(it)));
    const removed = list.filter((_, index) => states[index] !== "running");
    const files = new Set(removed.map((it) => it.file));
    await this.#write((now) => now.filter((it) => !files.has(it.file)));
    return removed;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  // Reads the list again for every change, because another window may have written it.
  async #write(change: (list: PastExport[]) => PastExport[]): Promise<void> {
    await this.#state.update(pastExportsKey, change(this.list()));
    this.#changed.fire();
  }

  /** Returns true if this or another process on this machine is writing the export. */
  #isRunning(entry: PastExport, disk: OnDisk): boolean {
    return this.#running.has(entry.file) || isWrittenElsewhere(entry, disk);
  }
}

function isWrittenElsewhere({ pid }: PastExport, { leftAt }: OnDisk): boolean {
  const isOther = pid !== undefined && pid !== process.pid;
  // Another process may have got the same ID since, so the files must have been written recently, too.
  return isOther && leftAt !== undefined && Date.now() - leftAt < quiet && isAlive(pid);
}

/** Milliseconds without a write after which an export does not count as running. */
const quiet = 600_000;

async function onDisk(file: string): Promise<OnDisk> {
  const { partial, written } = targetFiles(file);
  const [changedAt, leftAt, isFromOlderVersion] = await Promise.all([
    changed(file),
    Promise.all([partial, written].map(lastChanged)).then(latest),
    stat(partial).then(
      (it) => it.isFile(),
      () => false,
    ),
  ]);
  return { changedAt, leftAt, isFromOlderVersion };
}

/** Returns a file's modification time, or the newest of a folder and its files: writing to them does not change its own. */
async function lastChanged(path: string): Promise<number | undefined> {
  const names = await readdir(path).catch(() => []);
  return latest(await Promise.all([path, ...names.map((it) => join(path, it))].map(changed)));
}

async function changed(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}

function latest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((it) => it !== undefined);
  return known.length > 0 ? Math.max(...known) : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
