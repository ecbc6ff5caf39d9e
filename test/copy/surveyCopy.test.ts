import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { SurveyCopy } from "../../src/copy/surveyCopy.ts";
import { SurveyError } from "../../src/model/errors.ts";
import { Random } from "../../src/service/sample/random.ts";
import { nodeSqlite, SqliteDatabase, type SqliteDriver } from "../../src/store/sqliteDriver.ts";
import {
  copyIn,
  fileIn,
  itemOf,
  numbersDown,
  pageOf,
  textsIn,
  timeAt,
  windowAt,
  writtenTexts,
} from "./support/copiedPages.ts";
import { skip } from "../../scripts/testing/skip.ts";
import { folderOfEachTest, temporaryFolder } from "../support/folders.ts";

/** Items whose bytes parsing and writing anew would change. */
const strange = {
  v3: [
    String.raw`{ "responseId":"a","finishedAt":"2026-01-01T00:00:09", "unknown":1.000000000000000000001,"variables":[]}`,
    String.raw`{"responseId":"b","finishedAt":"2026-01-01T00:00:08","variables":[{"name":"Q\u00e9 \ud83d\ude00 한","answer":[{"value":"\u0000 \"answer\":[","etcValue":null}]}]}`,
    String.raw`{"responseId":"c","variables":null,"embeddedData":[{"name":"__proto__","value":"1e400"}]}`,
    `{"responseId":"d","variables":[{"name":"Q1","answer":[{"value":"${"long ".repeat(100_000)}"}]}]}`,
  ],
  v2: [
    `{"serial":"1","finishedAt":"2026-01-01T00:00:09","parameters":{"__proto__":12345678901234567890,"a":"b"},"answers":[{"rank":1,"answer":[{"num":1.50}]}]}`,
    `{"serial":"2","answers":[{"name":"Q1","rank":1,"answer":[{"num":2,"str":"other"}]},{"rank":2,"answer":[]}]}`,
  ],
  v1: [`{"serial":"1" , "answers" : [ ] }`, `{"serial":"1" , "answers" : [ ] }`],
} as const;

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

describe("copy of a survey", () => {
  const folder = folderOfEachTest();
  const opened: SurveyCopy[] = [];
  const open = (version: "v1" | "v2" | "v3" = "v3", holder?: string): SurveyCopy => {
    const copy = copyIn(nodeSqlite, folder, version, holder);
    opened.push(copy);
    copy.hasChanged();
    return copy;
  };
  /** Opens a copy and takes its lease. */
  const taken = (version?: "v1" | "v2" | "v3"): SurveyCopy => {
    const copy = open(version);
    assert.ok(copy.takeLease());
    return copy;
  };
  afterEach(async () => {
    opened.splice(0).forEach((it) => it.close());
  });

  for (const version of ["v1", "v2", "v3"] as const) {
    it(`stores items byte for byte in ${version}`, () => {
      const copy = taken(version);
      copy.addPage(pageOf(strange[version]));
      assert.equal(copy.loaded, strange[version].length);
      copy.addPage(pageOf(strange[version].toReversed()));
      const all = [...strange[version], ...strange[version].toReversed()];
      assert.deepEqual(textsIn(copy), all);
      copy.close();
      assert.deepEqual(textsIn(open(version)), all);
    });
  }

  it("stores pages of any size in the order of arrival", () => {
    const copy = taken();
    const items: string[] = [];
    for (const size of [1, 2500, 0, 17, 1000]) {
      const page = numbersDown(10_000 - items.length, size).map((it) => itemOf(it));
      items.push(...page);
      copy.addPage(pageOf(page));
      assert.equal(copy.loaded, items.length);
    }
    assert.deepEqual(
      copy.pages.map((it) => [it.first, it.rows, it.newest, it.oldest, it.inOrder]),
      [
        [0, 1, timeAt(10_000), timeAt(10_000), true],
        [1, 2500, timeAt(9999), timeAt(7500), true],
        [2501, 17, timeAt(7499), timeAt(7483), true],
        [2518, 1000, timeAt(7482), timeAt(6483), true],
      ],
    );
    assert.deepEqual(textsIn(copy), items);
  });

  it("stores nothing of a page whose transaction fails, and counts duplicates", () => {
    const copy = taken();
    copy.addPage({ ...pageOf([itemOf(9)]), doubled: 2 });
    assert.throws(
      () =>
        copy.addPage({ ...pageOf([itemOf(8)]), doubled: 7 }, () => {
          throw new Error("no");
        }),
      { message: "no" },
    );
    copy.addPage({ ...pageOf([]), doubled: 3 });
    assert.deepEqual(textsIn(copy), [itemOf(9)]);
    assert.deepEqual([copy.facts.doubled, copy.pages.length], [5, 1]);
  });

  it("stores the structure, and changes only if the structure differs", () => {
    const copy = open();
    assert.equal(copy.structure, undefined);
    const [survey, groups] = [bytesOf(`{ "surveyId":"S"}`), bytesOf("[ ]")];
    copy.putStructure(survey, groups);
    const other = open();
    assert.deepEqual(other.structure, { survey, collectGroups: groups });
    copy.putStructure(survey, groups);
    assert.equal(other.hasChanged(), false);
    copy.putStructure(bytesOf(`{"surveyId":"S"}`), groups);
    assert.equal(other.hasChanged(), true);
    assert.equal(other.structureNumber, 2);
    assert.equal(other.hasChanged(), false);
  });

  it("keeps the state of a reading until it is finished", () => {
    const copy = taken();
    assert.deepEqual(copy.storedWindows(), []);
    assert.deepEqual([copy.loaded, copy.newest, copy.facts.singleLane], [0, undefined, false]);
    const newer = windowAt(3, { id: 0, from: timeAt(50), position: { cursor: "c" } });
    const items = numbersDown(102, 3).map((it) => itemOf(it));
    copy.addPage(pageOf(items, newer));
    const older = windowAt(2, { id: 4, to: timeAt(50), from: timeAt(20), isRead: true });
    const below = numbersDown(50, 2).map((it) => itemOf(it));
    copy.addPage(pageOf(below, older));
    const oldest = windowAt(0, { id: 2, to: timeAt(20) });
    copy.putWindows([oldest]);
    copy.close();
    const again = taken();
    assert.equal(again.facts.isWhole, false);
    assert.deepEqual(again.storedWindows(), [
      {
        state: newer,
        recent: numbersDown(102, 3).map((it) => ({ id: `r${it}`, finishedAt: timeAt(it) })),
        trail: [{ position: { cursor: "c" }, marks: ["3"] }],
      },
      { state: older, recent: [], trail: [{ position: {}, marks: ["2"] }] },
      { state: oldest, recent: [], trail: [] },
    ]);
    assert.deepEqual([again.newest, again.loaded, again.facts.singleLane], [timeAt(102), 5, false]);
    again.finish(4711);
    assert.deepEqual(again.storedWindows(), []);
    assert.deepEqual([again.facts.isWhole, again.facts.asOf], [true, 4711]);
    again.addPage(pageOf([itemOf(103)]));
    assert.deepEqual([again.facts.isWhole, again.facts.asOf], [false, 4711]);
    assert.equal(again.pages.at(-1)?.reading, 1);
  });

  it("is as of the last confirmation, but not of a time before which the clock was set back", () => {
    const copy = taken();
    const now = Date.now();
    copy.finish(now - 2000);
    copy.confirm(now - 1000);
    assert.equal(copy.facts.asOf, now - 1000);
    // An export that began earlier confirms it later.
    copy.confirm(now - 1500);
    assert.equal(copy.facts.asOf, now - 1000);
    copy.finish(now + 3_600_000);
    copy.confirm(now);
    assert.equal(copy.facts.asOf, now);
  });

  it("starts a refresh ten minutes before the newest response, or at a given time", () => {
    const copy = taken();
    assert.equal(copy.overlap(), undefined);
    copy.addPage(pageOf([301, 300, 299].map((it) => itemOf(it))));
    copy.addPage(pageOf([900, 899].map((it) => itemOf(it))));
    const after = (numbers: readonly number[]) =>
      numbers.map((it) => ({ time: timeAt(it), key: `r${it}` }));
    assert.deepEqual(copy.overlap(), { since: timeAt(300), known: after([900, 899, 301]) });
    assert.deepEqual(copy.overlap(timeAt(298)), {
      since: timeAt(298),
      known: after([900, 899, 301, 300, 299]),
    });
  });

  it("starts a refresh at the newest thousand responses, including the whole last second", () => {
    const copy = taken();
    copy.addPage(pageOf(numbersDown(1999, 600).map((it) => itemOf(it, Math.floor(it / 10)))));
    copy.addPage(pageOf(numbersDown(1399, 600).map((it) => itemOf(it, Math.floor(it / 10)))));
    copy.finish(0);
    const { since, known } = copy.overlap() ?? { since: "", known: [] };
    assert.equal(since, timeAt(99));
    assert.equal(known.length, 1000);
    copy.addPage(pageOf(numbersDown(5000, 1500).map((it) => itemOf(it, 500))));
    copy.finish(0);
    const last = copy.overlap();
    assert.equal(last?.since, timeAt(499));
    assert.equal(last.known.length, 1500);
  });

  it("identifies items without IDs by their bytes", () => {
    const copy = taken("v1");
    const item = `{"serial":"1","finishedAt":"${timeAt(5)}","answers":[]}`;
    copy.addPage(pageOf([item, item]));
    copy.finish(0);
    const keys = copy.overlap()?.known.map((it) => it.key) ?? [];
    assert.equal(keys.length, 2);
    assert.match(keys[0] ?? "", /^[\w-]{43}$/);
    assert.equal(keys[0], keys[1]);
  });

  it("is emptied by a reset and gets a new epoch", () => {
    const copy = taken();
    const other = open();
    copy.putStructure(bytesOf(`{"surveyId":"S"}`), bytesOf("[]"));
    copy.addPage({ ...pageOf([itemOf(9)]), doubled: 1 });
    assert.equal(other.hasChanged(), true);
    const { epoch: before } = other.facts;
    copy.reset(true);
    assert.equal(copy.loaded, 0);
    const { epoch, ...facts } = copy.facts;
    assert.deepEqual(facts, {
      ...{ loaded: 0, newest: undefined, pages: 0, trails: 0, readAt: 0, asOf: 0 },
      ...{ doubled: 0, withoutId: 0, isDisordered: false, isUnproved: false },
      ...{ isWhole: false, wholeVersion: undefined, singleLane: true },
    });
    copy.addPage(pageOf([itemOf(7)]));
    assert.equal(other.hasChanged(), true);
    assert.notEqual(epoch, before);
    assert.equal(other.facts.epoch, epoch);
    assert.deepEqual(textsIn(other), [itemOf(7)]);
    assert.ok(other.structure);
  });

  it("is written by one reader at a time, which has the lease", () => {
    const copy = taken();
    const other = open();
    assert.equal(other.takeLease(), false);
    const lost = { code: "cancelled" };
    assert.throws(() => other.addPage(pageOf([itemOf(1)])), lost);
    assert.throws(() => other.renewLease(), lost);
    assert.throws(() => other.finish(0), lost);
    assert.throws(() => other.reset(false), lost);
    other.releaseLease();
    copy.renewLease();
    copy.releaseLease();
    assert.ok(other.takeLease());
    other.close();
    assert.ok(copy.takeLease(), "Closing the copy releases the lease.");
    copy.releaseLease();
    assert.ok(other.takeLease());
    assert.throws(() => copy.addPage(pageOf([itemOf(1)])), lost);
    assert.equal(other.loaded, 0);
  });

  it("distinguishes a lease of the same holder from that of another one", () => {
    const copy = open("v3", "one");
    const [same, other] = [open("v3", "one"), open("v3", "other")];
    assert.ok(copy.takeLease());
    assert.equal(same.isLeaseElsewhere(), false);
    assert.equal(other.isLeaseElsewhere(), true);
    copy.releaseLease();
    assert.equal(other.isLeaseElsewhere(), false);
  });

  it("gives the lease to another reader if it was not renewed for a minute", () => {
    const copy = taken();
    const other = open();
    const { now } = Date;
    try {
      Date.now = () => now() + 60_000;
      assert.ok(other.takeLease());
    } finally {
      Date.now = now;
    }
    // The clock is a minute behind again, and no lease can reach that far into the future.
    assert.ok(copy.takeLease());
    assert.throws(() => other.renewLease(), { code: "cancelled" });
  });

  it("gives the lease to another reader if the process that had it has ended", () => {
    taken();
    const other = open();
    const ended = spawnSync(process.execPath, ["--version"]);
    const { pid } = process;
    assert.equal(other.takeLease(), false);
    try {
      Object.defineProperty(process, "pid", { value: ended.pid });
      opened[0]?.renewLease();
    } finally {
      Object.defineProperty(process, "pid", { value: pid });
    }
    assert.ok(other.takeLease());
  });

  it("is accessible to this account only", function () {
    if (process.platform === "win32") {
      skip(this, "Windows has no file modes");
    }
    taken().addPage(pageOf([itemOf(1)]));
    const own = dirname(fileIn(folder));
    assert.equal(statSync(own).mode & 0o777, 0o700);
    for (const name of readdirSync(own)) {
      assert.equal(statSync(join(own, name)).mode & 0o777, 0o600, name);
    }
  });

  it("opens if another process creates it at the same moment", () => {
    const busy = new Error("database is locked");
    let isBusy = true;
    const other: SqliteDriver = {
      faultOf: (error) => (error === busy ? "busy" : nodeSqlite.faultOf(error)),
      open: (location) => {
        const database = nodeSqlite.open(location);
        return new SqliteDatabase({
          exec: (sql) => {
            if (isBusy && sql.includes("journal_mode")) {
              isBusy = false;
              throw busy;
            }
            database.exec(sql);
          },
          prepare: (sql) => ({
            get: (...values) => database.get(sql, ...values),
            all: (...values) => database.all(sql, ...values),
            run: (...values) => database.run(sql, ...values),
          }),
          close: () => database.close(),
        });
      },
    };
    const copy = copyIn(other, folder);
    opened.push(copy);
    assert.ok(copy.takeLease());
    assert.equal(isBusy, false);
  });

  for (const [how, damage] of [
    ["truncated", (file: string) => truncateSync(file, 40_000)],
    ["not a database", (file: string) => writeFileSync(file, "not a database".repeat(10_000))],
    [
      "overwritten",
      (file: string) => {
        const all = readFileSync(file);
        all.fill(0x5a, 16_384);
        writeFileSync(file, all);
      },
    ],
  ] as const) {
    it(`starts again if the file is ${how}`, () => {
      const copy = taken();
      for (let page = 0; page < 5; page++) {
        copy.addPage(pageOf(numbersDown(page * 200 + 200, 200).map((it) => itemOf(it))));
      }
      copy.close();
      damage(fileIn(folder));
      const again = open();
      assert.throws(() => again.itemsAt([999]), { code: "file-fault" });
      assert.equal(again.loaded, 0);
      assert.ok(again.takeLease());
      again.addPage(pageOf([itemOf(1)]));
      assert.deepEqual(textsIn(again), [itemOf(1)]);
    });
  }

  it("starts again if the file has another format version", () => {
    const copy = taken();
    copy.addPage(pageOf([itemOf(1)]));
    copy.close();
    const database = nodeSqlite.open(fileIn(folder));
    database.exec("PRAGMA user_version = 4711");
    database.close();
    assert.equal(open().loaded, 0);
  });

  it("starts again if another process moved the file away", () => {
    const copy = taken();
    copy.addPage(pageOf([itemOf(1)]));
    const { epoch } = copy.facts;
    renameSync(dirname(fileIn(folder)), join(folder, "trash"));
    assert.throws(() => copy.addPage(pageOf([itemOf(2)])), { code: "cancelled" });
    assert.equal(copy.hasChanged(), true);
    assert.equal(copy.loaded, 0);
    assert.notEqual(copy.facts.epoch, epoch);
    copy.takeLease();
    copy.addPage(pageOf([itemOf(3)]));
    assert.deepEqual(textsIn(open()), [itemOf(3)]);
  });

  it("reports why it cannot be stored", () => {
    writeFileSync(join(folder, "copy"), "a file where the folder would be");
    assert.throws(() => open(), { code: "file-fault", message: /cannot be kept in / });
  });
});

describe("damaged copy", () => {
  it("returns its original items or starts again, whichever byte is damaged", async () => {
    await using folder = await temporaryFolder();
    const copy = copyIn(nodeSqlite, folder.path);
    const random = new Random(15);
    // Text that cannot be compressed fills the file, so that almost every byte of it matters.
    const noise = () =>
      Array.from({ length: 40 }, () => random.below(2 ** 30).toString(36)).join("");
    copy.takeLease();
    copy.putStructure(bytesOf(`{"surveyId":"S"}`), bytesOf("[]"));
    for (let page = 5; page > 0; page--) {
      const items = numbersDown(page * 200, 200).map((it) => itemOf(it, it, noise()));
      copy.addPage(pageOf(items, windowAt(page, { id: page % 2, to: timeAt(page * 200) })));
    }
    const written = writtenTexts(copy);
    const windows = copy.storedWindows();
    copy.close();
    const whole = readFileSync(fileIn(folder.path));
    let found = 0;
    for (let run = 0; run < 100; run++) {
      await using place = await temporaryFolder();
      const damaged = Buffer.from(whole);
      const at = random.below(whole.length);
      damaged[at] = (whole[at] ?? 0) ^ (1 << random.below(8));
      const file = fileIn(place.path);
      const again = copyIn(nodeSqlite, place.path);
      // The folder is created at the first use.
      again.hasChanged();
      again.close();
      writeFileSync(file, run % 10 === 0 ? whole.subarray(0, at) : damaged);
      let texts: string[];
      try {
        again.hasChanged();
        const state = again.storedWindows();
        texts = writtenTexts(again);
        assert.deepEqual(state, texts.length > 0 ? windows : []);
      } catch (error) {
        assert.ok(error instanceof SurveyError && error.code === "file-fault", String(error));
        texts = writtenTexts(again);
      }
      assert.deepEqual(texts, texts.length === 0 ? [] : written, `run ${run}`);
      found += texts.length === 0 ? 1 : 0;
      again.close();
    }
    assert.ok(found > 50, `Only ${found} of 100 damaged copies were detected.`);
  });
});
