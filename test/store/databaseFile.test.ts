import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { skip } from "../../scripts/testing/skip.ts";
import { DatabaseFile, movedToTrash, removeTrash } from "../../src/store/databaseFile.ts";
import { nodeSqlite } from "../../src/store/sqliteDriver.ts";
import { localizable } from "../../src/model/localizable.ts";
import { temporaryFolder } from "../support/folders.ts";

/** The locks of all processes, as Linux lists them. */
const lockList = "/proc/locks";

function databaseIn(folder: string): DatabaseFile {
  return new DatabaseFile(nodeSqlite, join(folder, "inside", "some.db"), {
    version: 1,
    create: (database) => database.exec("CREATE TABLE item (id); PRAGMA user_version = 1"),
    fault: (path, reason) => localizable("{0}: {1}", path, reason),
  });
}

describe("database file", () => {
  it("keeps the locks that others of this process have on it when it is opened and closed", async function () {
    await using folder = await temporaryFolder();
    const [one, other] = [1, 2].map(() => databaseIn(folder.path));
    assert.ok(one && other);
    const readOf = (it: DatabaseFile) => it.read((database) => database.all("SELECT * FROM item"));
    assert.deepEqual(readOf(one), []);
    const inode = statSync(one.path).ino;
    const locks = () =>
      readFileSync(lockList, "utf8")
        .split("\n")
        .filter((it) => it.includes(`:${inode} `))
        .map((it) => it.replace(/^\d+: /, ""));
    if (!existsSync(lockList) || locks().length === 0) {
      skip(this, `${lockList} does not list the locks of files`);
    }
    const before = locks();
    assert.deepEqual(readOf(other), []);
    assert.deepEqual(locks(), before);
    other.close();
    assert.deepEqual(locks(), before);
    one.close();
    assert.deepEqual(locks(), []);
  });
});

describe("removing a folder", () => {
  it("removes only what has the name of a folder to be removed", async () => {
    await using folder = await temporaryFolder();
    const other = join(folder.path, "other");
    mkdirSync(other);
    assert.throws(() => removeTrash(other), TypeError);
    assert.ok(existsSync(other));
    const trash = movedToTrash(other);
    assert.ok(trash !== undefined && existsSync(trash));
    removeTrash(trash);
    assert.deepEqual(readdirSync(folder.path), []);
  });
});
