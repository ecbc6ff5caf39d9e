import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

// A lock this old was left by a process that ended while it had it: what the lock guards takes less than a second. So was one
// that is this far in the future: the clock was set back.
const staleMilliseconds = 15_000;
const retryMilliseconds = 25;

/**
 * Runs the work while no other process does so with the same lock file.
 * @param fault returns the error to throw if the file cannot be created
 */
export async function exclusively<T>(
  lock: string,
  work: () => Promise<T>,
  fault: (cause: unknown) => Error,
): Promise<T> {
  const owner = randomUUID();
  while (!(await take(lock, owner, fault))) {
    await setTimeout(retryMilliseconds);
  }
  const release = () => leave(lock, owner);
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

async function take(
  lock: string,
  owner: string,
  fault: (cause: unknown) => Error,
): Promise<boolean> {
  try {
    const file = await open(lock, "wx", 0o600);
    try {
      await file.writeFile(owner);
    } catch (error) {
      // On a full disk. Others would take the file for a lock that somebody has.
      await rm(lock, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) {
      throw fault(error);
    }
  }
  if (await isStale(lock)) {
    await removeStale(lock, owner, fault);
  }
  return false;
}

async function isStale(lock: string): Promise<boolean> {
  const found = await stat(lock).catch(() => undefined);
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) > staleMilliseconds;
}

/** Removes the lock under a lock of its own: otherwise another process could do so first, and its new lock be removed. */
async function removeStale(
  lock: string,
  owner: string,
  fault: (cause: unknown) => Error,
): Promise<void> {
  const removal = `${lock}.stale`;
  if (await take(removal, owner, fault)) {
    try {
      if (await isStale(lock)) {
        await rm(lock, { force: true });
      }
    } finally {
      leave(removal, owner);
    }
  }
}

/** Removes the lock, unless it has expired and another process has taken it. */
function leave(lock: string, owner: string): void {
  try {
    if (readFileSync(lock, "utf8") === owner) {
      rmSync(lock, { force: true });
    }
  } catch {
    // It is gone already.
  }
}
