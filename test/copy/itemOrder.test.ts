import assert from "node:assert/strict";
import fs from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import type Mocha from "mocha";
import { skip } from "../../scripts/testing/skip.ts";
import { fileIn } from "../../src/copy/copyFolders.ts";
import { CopyDirectory } from "../../src/copy/copyDirectory.ts";
import { SurveyCopy } from "../../src/copy/surveyCopy.ts";
import { Random } from "../../src/service/sample/random.ts";
import { nodeSqlite } from "../../src/store/sqliteDriver.ts";
import {
  copyIn,
  itemOf,
  numbersDown,
  pageOf,
  timeAt,
  windowAt,
  writtenTexts,
} from "./support/copiedPages.ts";
import { folderOfEachTest, temporaryFolder } from "../support/folders.ts";

interface Item {
  readonly number: number;
  readonly second: number;
}

const textOf = ({ number, second }: Item): string => itemOf(number, second);

/** Returns one item a second, newest first. */
const down = (from: number, count: number): Item[] =>
  numbersDown(from, count).map((it) => ({ number: it, second: it }));

/** Returns the numbers of the items in the order in which they are written. */
function numbersOf(copy: SurveyCopy, range?: Parameters<SurveyCopy["items"]>[0]): number[] {
  return writtenTexts(copy, range).map((it) =>
    Number((JSON.parse(it) as { responseId: string }).responseId.slice(1)),
  );
}

describe("order of a copy's items", () => {
  const folder = folderOfEachTest();
  let copy: SurveyCopy;
  beforeEach(async () => {
    copy = copyIn(nodeSqlite, folder);
    copy.takeLease();
  });
  afterEach(async () => {
    copy.close();
  });

  function keep(items: readonly Item[], window = 0): void {
    copy.addPage(pageOf(items.map(textOf), windowAt(0, { id: window })));
  }

  it("is by time, regardless of the order in which windows were read", () => {
    keep(down(1000, 300), 0);
    keep(down(400, 200), 1);
    keep(down(700, 300), 0);
    keep(down(200, 200), 1);
    assert.deepEqual(numbersOf(copy), numbersDown(1000, 1000));
  });

  it("is the order of arrival within a second that is split between pages of a window", () => {
    keep([...down(30, 10), { number: 500, second: 20 }]);
    keep([501, 499, 502].map((number) => ({ number, second: 20 })));
    keep([{ number: 1, second: 20 }, ...down(19, 5)]);
    const shared = [500, 501, 499, 502, 1];
    assert.deepEqual(numbersOf(copy), [...numbersDown(30, 10), ...shared, ...numbersDown(19, 5)]);
  });

  it("puts late responses found by a refresh at their time, before known responses of the same second", () => {
    keep(down(3000, 900));
    keep(down(2100, 900));
    keep(down(1200, 900));
    copy.finish(0);
    const late = [2999, 2550, 2550, 2100].map((second, at) => ({ number: 9000 - at, second }));
    keep([...down(3010, 10), ...late]);
    assert.deepEqual(numbersOf(copy), [
      ...numbersDown(3010, 11),
      ...[9000, ...numbersDown(2999, 449)],
      ...[8999, 8998, ...numbersDown(2550, 450)],
      ...[8997, ...numbersDown(2100, 1800)],
    ]);
  });

  it("puts the newest second of a refresh before known responses of that second", () => {
    keep(down(20, 20));
    copy.finish(0);
    keep([22, 21].map((second) => ({ number: second, second })));
    copy.finish(0);
    keep([{ number: 100, second: 22 }]);
    assert.deepEqual(numbersOf(copy), [100, ...numbersDown(22, 22)]);
  });

  it("is by time for disordered pages that overlap others, and by arrival for other disordered pages", () => {
    const mixed = [5, 9, 7].map((it) => ({ number: it, second: it }));
    keep(mixed);
    assert.deepEqual(numbersOf(copy), [5, 9, 7]);
    copy.finish(0);
    keep(down(8, 3));
    assert.deepEqual(numbersOf(copy), [9, 8, 7, 7, 6, 5]);
  });

  it("is the order of arrival for a single lane, with the newest reading first", () => {
    copy.reset(true);
    keep([3, 9, 1].map((it) => ({ number: it, second: it })));
    keep([8, 2].map((it) => ({ number: it, second: it })));
    assert.deepEqual(numbersOf(copy), [3, 9, 1, 8, 2]);
    copy.finish(0);
    keep([{ number: 4, second: 4 }]);
    assert.deepEqual(numbersOf(copy), [4, 3, 9, 1, 8, 2]);
  });

  it("puts an item without a time after the one before it, and pages without times last", () => {
    const timeless = (number: number): string => `{"responseId":"r${number}"}`;
    copy.addPage(pageOf([timeless(1), timeless(2)]));
    copy.addPage(pageOf([itemOf(10), timeless(3), itemOf(8)]));
    copy.finish(0);
    copy.addPage(pageOf([itemOf(11), itemOf(9)]));
    assert.deepEqual(numbersOf(copy), [11, 10, 3, 9, 8, 1, 2]);
  });

  it("equals that of a naive sort for random overlapping pages", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = new Random(seed);
      copy.reset(false);
      const kept: (Item & { reading: number; place: number })[] = [];
      let number = 0;
      for (let reading = 0; reading < 4; reading++) {
        let second = 200 + random.below(100);
        for (let page = random.below(5); page > 0; page--) {
          const items = Array.from({ length: 1 + random.below(30) }, () => {
            second -= random.below(3);
            return { number: number++, second };
          });
          keep(items);
          kept.push(...items.map((it) => ({ ...it, reading, place: it.number })));
        }
        copy.finish(0);
      }
      kept.sort((a, b) => b.second - a.second || b.reading - a.reading || a.place - b.place);
      assert.deepEqual(
        numbersOf(copy),
        kept.map((it) => it.number),
        `seed ${seed}`,
      );
    }
  });

  it("skips pages outside a range", () => {
    keep(down(300, 100));
    keep(down(200, 100));
    keep(down(100, 100));
    const range = { after: timeAt(100), until: timeAt(200) };
    assert.deepEqual(numbersOf(copy, range), numbersDown(200, 100));
    assert.deepEqual(numbersOf(copy, { after: timeAt(199) }), numbersDown(300, 200));
    assert.deepEqual(numbersOf(copy, { until: timeAt(0) }), []);
  });

  it("cannot be read on after the copy was reset by another process", () => {
    keep(down(2000, 1000));
    keep(down(1000, 1000));
    const changed = { code: "file-fault", message: /was changed by another window/ };
    const other = copyIn(nodeSqlite, folder);
    const items = copy.items();
    assert.equal(items.next().done, false);
    copy.addPage(pageOf([itemOf(2001)]));
    assert.equal(items.next().done, false);
    copy.releaseLease();
    other.takeLease();
    other.reset(false);
    other.close();
    assert.throws(() => [...items], changed);
  });
});

describe("adopting a copy", () => {
  const folder = folderOfEachTest();

  const key = { space: "space", version: "v3", surveyId: "S" } as const;

  /** Makes a copy of two items in the folder, and closes it. */
  function makeCopy(own: string): void {
    const place = { file: fileIn(own), version: key.version, dataSpace: "Space" };
    const next = new SurveyCopy(nodeSqlite, place);
    next.takeLease();
    next.addPage(pageOf([itemOf(2), itemOf(1)]));
    next.finish(7);
    next.close();
  }

  it("is on the disk before it replaces the copy, and its name afterwards", async () => {
    await using folder = await temporaryFolder();
    const copies = new CopyDirectory(nodeSqlite, folder.path);
    const own = join(folder.path, "x.json.partial");
    makeCopy(own);
    const synced: string[] = [];
    const { fsyncSync } = fs;
    fs.fsyncSync = (file) => {
      fsyncSync(file);
      const moment = copies.list().length === 0 ? "before" : "after";
      synced.push(`${fs.fstatSync(file).isDirectory() ? "names" : "file"} ${moment}`);
    };
    syncBuiltinESMExports();
    try {
      copies.adopt(own, key);
    } finally {
      fs.fsyncSync = fsyncSync;
      syncBuiltinESMExports();
    }
    const names = process.platform === "win32" ? [] : ["names before", "names after"];
    assert.deepEqual(synced, ["file before", ...names]);
  });

  it("replaces the copy for everyone who has it open, and fails their unfinished iteration", async () => {
    const [copies, elsewhere] = [1, 2].map(() => new CopyDirectory(nodeSqlite, folder));
    assert.ok(copies && elsewhere);
    const old = copies.open(key, "Space");
    old.takeLease();
    for (const newest of [600, 300]) {
      old.addPage(pageOf(numbersDown(newest, 300).map((it) => itemOf(it))));
    }
    const there = elsewhere.open(key, "Space");
    assert.equal(there.hasChanged(), false);
    const items = there.items();
    items.next();
    const own = join(folder, "x.json.partial");
    makeCopy(own);
    copies.adopt(own, key);
    assert.throws(() => [...items], { code: "file-fault" });
    for (const copy of [old, there]) {
      assert.equal(copy.hasChanged(), true);
      assert.deepEqual(numbersOf(copy), [2, 1]);
      assert.equal(copy.facts.asOf, 7);
    }
    assert.equal(copies.list().length, 1);
    [old, there].forEach((it) => it.close());
  });

  it("from another disk replaces the copy, too", async function () {
    await using elsewhere = await folderOnAnotherDisk(this, folder);
    const copies = new CopyDirectory(nodeSqlite, folder);
    const old = copies.open(key, "Space");
    assert.equal(
      old.read(() => old.loaded),
      0,
    );
    const own = join(elsewhere.path, "x.json.partial");
    makeCopy(own);
    copies.adopt(own, key);
    old.hasChanged();
    assert.deepEqual(numbersOf(old), [2, 1]);
    copies.close(old);
    assert.deepEqual(await readdir(elsewhere.path), []);
    assert.equal((await readdir(folder)).length, 1);
  });

  it("keeps the survey's copy if there is no other one", async () => {
    const copies = new CopyDirectory(nodeSqlite, folder);
    const old = copies.open(key, "Space");
    old.takeLease();
    old.addPage(pageOf([itemOf(3)]));
    assert.throws(() => copies.adopt(join(folder, "none"), key), { code: "file-fault" });
    old.hasChanged();
    assert.deepEqual(numbersOf(old), [3]);
    copies.close(old);
  });
});

/** Linux has a file system in memory there. */
const anotherDisk = "/dev/shm";

async function folderOnAnotherDisk(test: Mocha.Context, folder: string) {
  const device = (await stat(anotherDisk).catch(() => undefined))?.dev;
  if (device === undefined || device === (await stat(folder)).dev) {
    skip(test, `${anotherDisk} is not another disk`);
  }
  const path = await mkdtemp(join(anotherDisk, "survey-explorer-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
