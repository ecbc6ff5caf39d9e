import assert from "node:assert/strict";
import {
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { columnKey, type Cell } from "../../src/model/grid.ts";
import type { Survey } from "../../src/model/survey.ts";
import type { SqliteDriver } from "../../src/store/sqliteDriver.ts";
import type { KeptResponses } from "../../src/table/keptResponses.ts";
import { decodeVector } from "../../src/table/vector.ts";
import { temporaryFolder } from "../export/support/surveyServer.ts";
import {
  fileIn,
  itemOf,
  keptIn,
  numbersDown,
  pageOf,
  rawTexts,
  sqliteDrivers,
  timeAt,
  windowAt,
} from "./support/keptPages.ts";

const survey: Survey = {
  surveyId: "S1",
  label: "Survey",
  apiVersion: "v3",
  questions: [
    {
      name: "Q1",
      type: "SingleChoice",
      label: "<b>One</b>",
      options: [{ name: "1", label: "Yes" }],
    },
  ],
  embeddedData: [{ name: "source", label: "Source" }],
  blocks: [{ name: "B", label: "Block", questions: ["Q1"] }],
  collectGroups: [{ collectGroupId: "g1", label: "Web" }],
};
const groups = [{ collectGroupId: "g1", label: "Web", isUsingHmac: false }];

/** Bytes that parsing and writing anew would change. */
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

/** What each response says, by column. */
function cellsByKey(kept: KeptResponses): Record<string, Cell>[] {
  const keys = kept.columns.map(columnKey);
  const ids = Array.from({ length: kept.loaded }, (_, id) => id);
  return kept
    .reading(() => kept.cells(ids))
    .map((row) => Object.fromEntries(row.map((cell, index) => [keys[index] ?? "", cell])));
}

function vectorsOf(kept: KeptResponses, key: string): (Uint8Array | undefined)[] {
  return kept.reading(() => [...kept.vectors(key, "values", 0)].map((it) => it?.slice()));
}

for (const driver of await sqliteDrivers()) {
  describe(`responses kept with ${driver.name}`, () => describeKept(driver));
}

function describeKept(driver: SqliteDriver): void {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const opened: KeptResponses[] = [];
  const open = (version: "v1" | "v2" | "v3" = "v3"): KeptResponses => {
    const kept = keptIn(driver, folder.path, version);
    kept.reading(() => undefined);
    opened.push(kept);
    return kept;
  };
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(async () => {
    opened.splice(0).forEach((it) => it.close());
    await folder[Symbol.asyncDispose]();
  });

  for (const version of ["v1", "v2", "v3"] as const) {
    it(`come back byte for byte in ${version}`, () => {
      const kept = open(version);
      kept.takeTurn();
      assert.equal(kept.addPage(pageOf(strange[version])), strange[version].length);
      kept.addPage(pageOf(strange[version].toReversed()));
      const all = [...strange[version], ...strange[version].toReversed()];
      assert.deepEqual(rawTexts(kept), all);
      const cells = cellsByKey(kept);
      kept.close();
      const again = open(version);
      assert.deepEqual(rawTexts(again), all);
      assert.deepEqual(cellsByKey(again), cells);
      assert.equal(again.raw(all.length), undefined);
    });
  }

  it("stand in pages of any size, in the order in which they were kept", function () {
    this.timeout(20_000);
    const kept = open();
    kept.takeTurn();
    const sizes = [1, 2500, 0, 17, 1000];
    const items: string[] = [];
    for (const size of sizes) {
      const page = numbersDown(10_000 - items.length, size).map((it) => itemOf(it));
      items.push(...page);
      assert.equal(kept.addPage(pageOf(page)), items.length);
    }
    assert.deepEqual(
      kept.pages.map((it) => [it.first, it.rows, it.reading]),
      [
        [0, 1, 0],
        [1, 2500, 0],
        [2501, 17, 0],
        [2518, 1000, 0],
      ],
    );
    assert.deepEqual(rawTexts(kept), items);
  });

  it("name the item and the field that cannot be read, and keep nothing of the page", () => {
    const kept = open();
    kept.takeTurn();
    kept.addPage(pageOf([itemOf(9)]));
    const wrong = `{"responseId":"r7","variables":[{"name":5}]}`;
    assert.throws(() => kept.addPage(pageOf([itemOf(8), wrong])), {
      code: "malformed-answer",
      message:
        /^The answer of the data space "Space" to getResponses does not fit in responses\[1\] \(responseId "r7"\): the field "variables\[0\]\.name": /,
    });
    assert.throws(() => kept.addPage(pageOf([itemOf(8), `{"responseId":"r7"`])), {
      code: "malformed-answer",
      message: /responses\[1\] is not JSON, or is cut off/,
    });
    assert.deepEqual(rawTexts(kept), [itemOf(9)]);
  });

  it("have columns for all that they name, whose vectors say the same as the responses", () => {
    const kept = open();
    kept.takeTurn();
    kept.addPage(pageOf([itemOf(9), itemOf(8)]));
    kept.addPage(
      pageOf([`{"responseId":"new","variables":[{"name":"Q3","answer":[{"value":"late"}]}]}`]),
    );
    const before = cellsByKey(kept);
    kept.putSurvey(survey, groups);
    assert.deepEqual(kept.columns.map(columnKey), [
      ...["metadata:serial", "metadata:finishedAt"],
      ...["variable:Q1", "variable:Q2", "variable:Q3", "embedded:source"],
      ...["startedAt", "completedStatus", "collectGroupId", "responseId"].map(
        (it) => `metadata:${it}`,
      ),
    ]);
    assert.deepEqual(cellsByKey(kept), before);
    const [early, late] = vectorsOf(kept, "variable:Q3");
    assert.equal(early, undefined);
    assert.ok(late && decodeVector(late).kind === "cells");
    assert.equal(vectorsOf(kept, "variable:Q2").filter((it) => it !== undefined).length, 1);
    assert.equal(vectorsOf(kept, "variable:unknown").filter((it) => it !== undefined).length, 0);
  });

  it("have their columns in order, whatever order those were kept in", () => {
    const kept = open();
    kept.takeTurn();
    kept.putSurvey(survey, groups);
    kept.addPage(pageOf([itemOf(9), itemOf(8)]));
    const [keys, cells] = [kept.columns.map(columnKey), cellsByKey(kept)];
    kept.close();
    const database = driver.open(fileIn(folder.path));
    const value = database.get("SELECT value FROM part WHERE name = 'columns'")?.["value"];
    const columns = JSON.parse(String(value)) as { column: { kind: string; name: string } }[];
    const isFact = ({ column }: (typeof columns)[number]): boolean =>
      column.kind === "metadata" && column.name !== "responseId";
    const before = [...columns.filter(isFact), ...columns.filter((it) => !isFact(it))];
    assert.notDeepEqual(before, columns);
    database.run("UPDATE part SET value = ? WHERE name = 'columns'", JSON.stringify(before));
    database.close();
    const again = open();
    assert.deepEqual(again.columns.map(columnKey), keys);
    assert.deepEqual(cellsByKey(again), cells);
  });

  it("keep the vectors of a column that gets its name later", () => {
    const kept = open("v2");
    kept.takeTurn();
    kept.addPage(pageOf([`{"serial":"1","answers":[{"rank":1,"answer":[{"num":3}]}]}`]));
    const [vector] = vectorsOf(kept, "variable:1:1");
    assert.ok(vector);
    kept.addPage(pageOf([`{"serial":"2","answers":[{"rank":1,"name":"Q1","answer":[]}]}`]));
    assert.deepEqual(vectorsOf(kept, "variable:1:Q1")[0], vector);
    const rank1 = { ...survey, apiVersion: "v2" as const, embeddedData: [], blocks: undefined };
    const question = { name: "1", rank: 1, label: "One", options: [] };
    kept.putSurvey({ ...rank1, questions: [{ ...question, name: "2", rank: 2 }, question] }, []);
    assert.deepEqual(vectorsOf(kept, "variable:1:Q1")[0], vector);
  });

  it("know the survey again, and do not count it as changed when it says the same", () => {
    const kept = open();
    assert.equal(kept.described, undefined);
    kept.putSurvey(survey, groups);
    const other = open();
    assert.deepEqual(other.described, { survey, collectGroups: groups });
    assert.equal(other.hasChanged(), false);
    kept.putSurvey({ ...survey }, groups);
    assert.equal(other.hasChanged(), false);
    kept.putSurvey({ ...survey, label: "Another" }, groups);
    assert.equal(other.hasChanged(), true);
    assert.equal(other.described.survey.label, "Another");
    assert.equal(other.hasChanged(), false);
  });

  it("tell where reading stands until it is finished", () => {
    const kept = open();
    assert.deepEqual(kept.takeTurn(), {
      windows: [],
      loaded: 0,
      newest: undefined,
      isAlone: false,
    });
    const newer = windowAt(3, { id: 0, from: timeAt(50), position: { cursor: "c" } });
    kept.addPage(
      pageOf(
        numbersDown(102, 3).map((it) => itemOf(it)),
        newer,
      ),
    );
    const older = windowAt(2, { id: 4, to: timeAt(50), from: timeAt(20), isRead: true });
    kept.addPage(
      pageOf(
        numbersDown(50, 2).map((it) => itemOf(it)),
        older,
      ),
    );
    const oldest = windowAt(0, { id: 2, to: timeAt(20) });
    kept.putWindows([oldest]);
    kept.close();
    const again = open();
    assert.equal(again.isComplete, false);
    assert.deepEqual(again.takeTurn(), {
      windows: [
        {
          state: newer,
          recent: numbersDown(102, 3).map((it) => ({ id: `r${it}`, finishedAt: timeAt(it) })),
          trail: [{ position: { cursor: "c" }, marks: ["3"] }],
        },
        { state: older, recent: [], trail: [{ position: {}, marks: ["2"] }] },
        { state: oldest, recent: [], trail: [] },
      ],
      newest: timeAt(102),
      loaded: 5,
      isAlone: false,
    });
    again.finish();
    assert.deepEqual(again.takeTurn()?.windows, []);
    assert.equal(again.isComplete, true);
    again.addPage(pageOf([itemOf(103)]));
    assert.equal(again.isComplete, false);
    assert.deepEqual(again.pages.at(-1), { first: 5, rows: 1, reading: 1 });
  });

  it("let a refresh begin ten minutes before the newest, or where it is told to", () => {
    const kept = open();
    kept.takeTurn();
    assert.equal(kept.overlap(), undefined);
    kept.addPage(pageOf([301, 300, 299].map((it) => itemOf(it))));
    kept.addPage(pageOf([900, 899].map((it) => itemOf(it))));
    const after = (numbers: readonly number[]) =>
      numbers.map((it) => ({ time: timeAt(it), key: `r${it}` }));
    assert.deepEqual(kept.overlap(), { since: timeAt(300), known: after([900, 899, 301]) });
    assert.deepEqual(kept.overlap(timeAt(298)), {
      since: timeAt(298),
      known: after([900, 899, 301, 300, 299]),
    });
  });

  it("let a refresh begin with the newest thousand, and always with the whole last second", () => {
    const kept = open();
    kept.takeTurn();
    kept.addPage(pageOf(numbersDown(1999, 600).map((it) => itemOf(it, Math.floor(it / 10)))));
    kept.addPage(pageOf(numbersDown(1399, 600).map((it) => itemOf(it, Math.floor(it / 10)))));
    kept.finish();
    const { since, known } = kept.overlap() ?? { since: "", known: [] };
    assert.equal(since, timeAt(99));
    assert.equal(known.length, 1000);
    kept.addPage(pageOf(numbersDown(5000, 1500).map((it) => itemOf(it, 500))));
    kept.finish();
    const last = kept.overlap();
    assert.equal(last?.since, timeAt(499));
    assert.equal(last.known.length, 1500);
  });

  it("know responses without ids by their bytes", () => {
    const kept = open("v1");
    kept.takeTurn();
    const item = `{"serial":"1","finishedAt":"${timeAt(5)}","answers":[]}`;
    kept.addPage(pageOf([item, item]));
    kept.finish();
    const keys = kept.overlap()?.known.map((it) => it.key) ?? [];
    assert.equal(keys.length, 2);
    assert.match(keys[0] ?? "", /^[\w-]{43}$/);
    assert.equal(keys[0], keys[1]);
  });

  it("are forgotten by a reset, which nobody mistakes for the same table", () => {
    const kept = open();
    const other = open();
    kept.putSurvey(survey, groups);
    kept.takeTurn();
    kept.addPage(pageOf([itemOf(9)]));
    assert.equal(other.hasChanged(), true);
    const { generation } = other;
    kept.reset(true);
    assert.equal(kept.loaded, 0);
    assert.deepEqual(kept.takeTurn(), { windows: [], loaded: 0, newest: undefined, isAlone: true });
    kept.addPage(pageOf([itemOf(7)]));
    assert.equal(other.hasChanged(), true);
    assert.equal(other.generation, generation + 1);
    assert.deepEqual(rawTexts(other), [itemOf(7)]);
    assert.deepEqual(other.described?.survey, survey);
    assert.ok(other.columns.some((it) => it.name === "Q2"));
    kept.reset(false);
    assert.equal(other.hasChanged(), true);
    assert.ok(!other.columns.some((it) => it.name === "Q2"));
  });

  it("are read by one at a time, as long as that one is at work", () => {
    const kept = open();
    const other = open();
    assert.ok(kept.takeTurn());
    assert.equal(other.takeTurn(), undefined);
    const lost = { code: "cancelled" };
    assert.throws(() => other.addPage(pageOf([itemOf(1)])), lost);
    assert.throws(() => other.keepTurn(), lost);
    assert.throws(() => other.finish(), lost);
    assert.throws(() => other.reset(false), lost);
    other.leaveTurn();
    kept.keepTurn();
    kept.leaveTurn();
    assert.ok(other.takeTurn());
    other.close();
    assert.ok(kept.takeTurn(), "Who closes the table leaves the turn.");
    kept.leaveTurn();
    assert.ok(other.takeTurn());
    assert.throws(() => kept.addPage(pageOf([itemOf(1)])), lost);
    assert.equal(other.loaded, 0);
  });

  it("can be read by another one when the first has not used its turn for a while", () => {
    const kept = open();
    const other = open();
    const { now } = Date;
    kept.takeTurn();
    try {
      Date.now = () => now() + 60_000;
      assert.ok(other.takeTurn());
    } finally {
      Date.now = now;
    }
    // The clock stands a minute back again, and the turn cannot last so long.
    assert.ok(kept.takeTurn());
    assert.throws(() => other.keepTurn(), { code: "cancelled" });
  });

  it("are for this account only", function () {
    if (process.platform === "win32") {
      this.skip();
    }
    const kept = open();
    kept.takeTurn();
    kept.addPage(pageOf([itemOf(1)]));
    const table = dirname(fileIn(folder.path));
    assert.equal(statSync(table).mode & 0o777, 0o700);
    for (const name of readdirSync(table)) {
      assert.equal(statSync(join(table, name)).mode & 0o777, 0o600, name);
    }
  });

  for (const [how, damage] of [
    ["cut off", (file: string) => truncateSync(file, 40_000)],
    ["of another kind", (file: string) => writeFileSync(file, "not a database".repeat(10_000))],
    [
      "written over",
      (file: string) => {
        const all = readFileSync(file);
        all.fill(0x5a, 16_384);
        writeFileSync(file, all);
      },
    ],
  ] as const) {
    it(`begin anew where the file is ${how}`, () => {
      const kept = open();
      kept.takeTurn();
      for (let page = 0; page < 5; page++) {
        kept.addPage(pageOf(numbersDown(page * 200 + 200, 200).map((it) => itemOf(it))));
      }
      kept.close();
      damage(fileIn(folder.path));
      const again = open();
      assert.ok(again.loaded === 0 || again.loaded === 1000);
      assert.equal(again.raw(999), undefined);
      assert.equal(again.loaded, 0);
      assert.ok(again.takeTurn());
      again.addPage(pageOf([itemOf(1)]));
      assert.deepEqual(rawTexts(again), [itemOf(1)]);
    });
  }

  it("begin anew where another version has written them", () => {
    const kept = open();
    kept.takeTurn();
    kept.addPage(pageOf([itemOf(1)]));
    kept.close();
    const database = driver.open(fileIn(folder.path));
    database.exec("PRAGMA user_version = 4711");
    database.close();
    assert.equal(open().loaded, 0);
  });

  it("begin anew where another process has put the file away", () => {
    const kept = open();
    kept.takeTurn();
    kept.addPage(pageOf([itemOf(1)]));
    const { generation } = kept;
    renameSync(dirname(fileIn(folder.path)), join(folder.path, "trash"));
    assert.throws(() => kept.addPage(pageOf([itemOf(2)])), { code: "cancelled" });
    assert.equal(kept.hasChanged(), true);
    assert.equal(kept.loaded, 0);
    assert.equal(kept.generation, generation + 1);
    kept.takeTurn();
    kept.addPage(pageOf([itemOf(3)]));
    assert.deepEqual(rawTexts(open()), [itemOf(3)]);
  });

  it("say why where they cannot be kept", () => {
    writeFileSync(join(folder.path, "table"), "a file where the folder would be");
    assert.throws(() => open(), { code: "file-fault", message: /cannot be kept in / });
  });
}
