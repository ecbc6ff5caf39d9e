import assert from "node:assert/strict";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { exclusively } from "../../src/store/lockFile.ts";
import { folderOfEachTest } from "../support/folders.ts";

describe("lock file", () => {
  const folder = folderOfEachTest();

  it("is held by one task at a time, even if many find the same abandoned lock", async () => {
    const longAgo = new Date(Date.now() - 60_000);
    let most = 0;
    for (let round = 0; round < 5; round++) {
      const lock = join(folder, `${round}.lock`);
      await writeFile(lock, "killed");
      await utimes(lock, longAgo, longAgo);
      let running = 0;
      const work = async () => {
        most = Math.max(most, ++running);
        for (let turn = 0; turn < 20; turn++) {
          await setImmediate();
        }
        running--;
      };
      const tasks: Promise<void>[] = [];
      for (let number = 0; number < 10; number++) {
        tasks.push(exclusively(lock, work, (cause) => new Error("No lock.", { cause })));
        await setImmediate();
      }
      await Promise.all(tasks);
    }
    assert.equal(most, 1);
    assert.deepEqual(await readdir(folder), []);
  });

  it("is taken from a process that was killed before the clock was set back", async () => {
    const lock = join(folder, "lock");
    const later = new Date(Date.now() + 3_600_000);
    await writeFile(lock, "killed");
    await utimes(lock, later, later);
    await exclusively(
      lock,
      async () => undefined,
      (cause) => new Error("No lock.", { cause }),
    );
    assert.deepEqual(await readdir(folder), []);
  });
});
