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

  /** What it looks like on the disk just now. */
  async stateOf(entry: PastExport): Promise<ExportState> {
    const disk = await onDisk(entry.file);
    return stateOf(entry, disk, this.#isRunning(entry, disk));
  }

  /**
   * Keeps the export in the list while it runs and after. One that leaves nothing to go on from is not kept; what the list
   * had for the file stands there again.
   */
  async during<T>(
    begun: BegunExport,
    work: (reached: (responses: number) => void) => Promise<T>,
    finished: (result: T) => Promise<Partial<PastExport>>,
  ): Promise<T> {
    const { file } = begun;
    if (this.#running.has(file)) {
      // It will be refused; the one that runs stays in the list as it is.
      return work(() => undefined);
    }
    const before = this.get(file);
    let reached = before?.done ? undefined : before?.reached;
    this.#running.add(file);
    await this.put({ ...begun, pid: process.pid, reached });
    let after: PastExport | undefined;
    try {
      const result = await work((responses) => (reached = responses));
      after = { ...begun, ...(await finished(result)) };
      return result;
    } catch (error) {
      const { leftAt } = await onDisk(file);
      after = leftAt === undefined ? before : { ...begun, reached };
      throw error;
    } finally {
      this.#running.delete(file);
      await (after ? this.put(after) : this.remove(file));
    }
  }

  /** Puts the entry in, in place of one for the same file. */
  async put(...entries: readonly PastExport[]): Promise<void> {
    await this.#write((list) => withExports(list, entries));
  }

  /** Keeps what a comparison with the data space found of an export in the list. @param more what a repair changed */
  async compared(
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

  /** Empties the list but for what runs. @returns what was in it */
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

  // Read again for every change: another window may have written in the meantime.
  async #write(change: (list: PastExport[]) => PastExport[]): Promise<void> {
    await this.#state.update(pastExportsKey, change(this.list()));
    this.#changed.fire();
  }

  /** Here, or in another window, whose process writes on this machine too. */
  #isRunning({ file, pid }: PastExport, { leftAt }: OnDisk): boolean {
    if (this.#running.has(file)) {
      return true;
    }
    const isOther = pid !== undefined && pid !== process.pid;
    // The number alone may be that of any process since: an export that runs also writes.
    return isOther && leftAt !== undefined && Date.now() - leftAt < quiet && isAlive(pid);
  }
}

/** Milliseconds after which a file that nobody has written to counts as left alone. */
const quiet = 600_000;

async function onDisk(file: string): Promise<OnDisk> {
  const { partial, written } = targetFiles(file);
  const [changedAt, leftAt, isOfBefore] = await Promise.all([
    changed(file),
    Promise.all([partial, written].map(lastChanged)).then(latest),
    stat(partial).then(
      (it) => it.isFile(),
      () => false,
    ),
  ]);
  return { changedAt, leftAt, isOfBefore };
}

/** Of a folder, when any of its files was: it does not change with them. */
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
