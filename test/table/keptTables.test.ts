import assert from "node:assert/strict";
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeSqlite } from "../../src/store/sqliteDriver.ts";
import { keptTables, type KeptTables } from "../../src/table/keptTables.ts";
import { temporaryFolder } from "../export/support/surveyServer.ts";
import { itemOf, numbersDown, pageOf, timeAt } from "./support/keptPages.ts";

const keyOf = (surveyId: string, space = "space") => ({ space, version: "v3", surveyId }) as const;

describe("the tables of a folder", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const started: KeptTables[] = [];
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(async () => {
    started.splice(0).forEach((it) => it.closeAll());
    await folder[Symbol.asyncDispose]();
  });

  function start(): KeptTables {
    const driver = nodeSqlite();
    assert.ok(driver);
    const tables = keptTables(driver, folder.path);
    started.push(tables);
    return tables;
  }

  /** A table with so many responses, open. */
  function fill(tables: KeptTables, key: ReturnType<typeof keyOf>, count: number): number {
    const { table } = tables.open(key, "Space");
    tables.takeTurn(table);
    tables.addPage(table, pageOf(numbersDown(count, count).map((it) => itemOf(it))));
    tables.finish(table);
    return table;
  }

  /** The table was used last so many seconds ago. */
  function usedBefore(seconds: number, name: string): void {
    const time = new Date(Date.now() - seconds * 1000);
    utimesSync(join(folder.path, name, "responses.db"), time, time);
  }

  const loadedOf = (tables: KeptTables, table: number): number =>
    tables.view(table, { filter: {} }).loaded;

  it("show what is kept, the newest first", () => {
    const tables = start();
    const { table, survey } = tables.open(keyOf("A"), "Space");
    assert.equal(survey, undefined);
    tables.takeTurn(table);
    tables.addPage(table, pageOf([3, 2, 1].map((it) => itemOf(it))));
    tables.finish(table);
    tables.addPage(table, pageOf([itemOf(4)]));
    const { view, matching, loaded, isComplete } = tables.view(table, { filter: {} });
    assert.deepEqual(
      { matching, loaded, isComplete },
      { matching: 4, loaded: 4, isComplete: false },
    );
    assert.deepEqual(
      tables.rows(table, view, 0, 2)?.map((it) => it.id),
      [3, 0],
    );
    assert.deepEqual(tables.locate(table, view, [0, 1, 2, 3]), [1, 2, 3, 0]);
    const filter = { startDateTime: timeAt(2) };
    assert.equal(tables.view(table, { filter }).matching, 2);
    assert.equal(tables.rows(table, view, 0, 2), undefined);
    assert.equal(Buffer.from(tables.raw(table, 3) ?? []).toString(), itemOf(4));
  });

  it("say what they know of the survey when they are opened", () => {
    const tables = start();
    const table = fill(tables, keyOf("A"), 3);
    const survey = {
      surveyId: "A",
      label: "A",
      apiVersion: "v3" as const,
      questions: [],
      embeddedData: [],
    };
    const collectGroups = [{ collectGroupId: "g1", label: "Web" }];
    tables.putSurvey(table, survey, collectGroups);
    tables.close(table);
    const again = tables.open(keyOf("A"), "Space");
    const { readAt = 0, ...kept } = again.survey ?? {};
    assert.deepEqual(kept, { survey, collectGroups, loaded: 3, isComplete: true });
    assert.ok(Math.abs(Date.now() - readAt) < 60_000);
    assert.deepEqual(
      tables.view(again.table, { filter: {} }).structure?.collectGroups,
      collectGroups,
    );
  });

  it("tell columns and collect groups when they have changed only", () => {
    const tables = start();
    const table = fill(tables, keyOf("A"), 3);
    const first = tables.view(table, { filter: {} }).structure;
    assert.ok(first && first.columns.length > 0);
    const { number } = first;
    assert.equal(tables.view(table, { filter: {} }, number).structure, undefined);
    assert.equal(
      tables.view(table, { filter: { endDateTime: timeAt(2) } }, number).structure,
      undefined,
    );
    tables.addPage(table, pageOf([itemOf(4)]));
    assert.equal(tables.view(table, { filter: {} }, number).structure, undefined);
    const survey = {
      surveyId: "A",
      label: "A",
      apiVersion: "v3",
      questions: [],
      embeddedData: [],
    } as const;
    tables.putSurvey(table, survey, [{ collectGroupId: "g1", label: "Web" }]);
    const second = tables.view(table, { filter: {} }, number).structure;
    assert.equal(second?.collectGroups.length, 1);
    assert.notEqual(second.number, number);
  });

  it("are apart by data space, version and survey", () => {
    const tables = start();
    fill(tables, keyOf("A"), 3);
    const others = [keyOf("B"), keyOf("A", "other"), { ...keyOf("A"), version: "v2" as const }];
    for (const key of others) {
      assert.equal(loadedOf(tables, tables.open(key, "Space").table), 0);
    }
    assert.equal(loadedOf(tables, tables.open(keyOf("A"), "Space").table), 3);
  });

  it("refuse calls for a table that is closed", () => {
    const tables = start();
    const table = fill(tables, keyOf("A"), 3);
    tables.close(table);
    tables.close(table);
    assert.throws(() => tables.hasChanged(table), { code: "file-fault" });
  });

  it("make room by removing those that were used longest ago, and never open ones", () => {
    const tables = start();
    const names: string[] = [];
    for (const id of ["A", "B", "C", "D"]) {
      const table = fill(tables, keyOf(id), 500);
      if (id !== "A") {
        tables.close(table);
      }
      names.push(...readdirSync(folder.path).filter((it) => !names.includes(it)));
    }
    // B was used before C and D, and A, which is open, before all.
    names.forEach((it, index) => usedBefore(1000 - index, it));
    const [a = "", b = "", c = "", d = ""] = names;
    const size = tables.size();
    assert.ok(size > 0);
    tables.limit(size);
    assert.deepEqual(readdirSync(folder.path).sort(), names.toSorted());
    tables.limit(size - 1);
    assert.deepEqual(readdirSync(folder.path).sort(), [a, c, d].sort());
    assert.ok(!readdirSync(folder.path).includes(b));
    tables.limit(0);
    assert.deepEqual(readdirSync(folder.path), [a]);
  });

  it("count as used when they are opened and when they are closed", () => {
    const tables = start();
    const table = fill(tables, keyOf("A"), 3);
    const [name = ""] = readdirSync(folder.path);
    const age = () => Date.now() - statSync(join(folder.path, name, "responses.db")).mtimeMs;
    usedBefore(1000, name);
    tables.close(table);
    assert.ok(age() < 100_000);
    usedBefore(1000, name);
    tables.open(keyOf("A"), "Space");
    assert.ok(age() < 100_000);
  });

  it("are cleared while they are open, here and elsewhere", () => {
    const tables = start();
    const elsewhere = start();
    const table = fill(tables, keyOf("A"), 3);
    const other = fill(tables, keyOf("A", "other"), 4);
    const there = elsewhere.open(keyOf("A"), "Space").table;
    const { view } = elsewhere.view(there, { filter: {} });
    assert.equal(elsewhere.rows(there, view, 0, 3)?.length, 3);
    tables.takeTurn(table);
    tables.clear("space");
    assert.throws(() => tables.addPage(table, pageOf([itemOf(9)])), { code: "cancelled" });
    assert.equal(loadedOf(tables, table), 0);
    assert.equal(elsewhere.rows(there, view, 0, 3), undefined);
    assert.equal(elsewhere.hasChanged(there), true);
    assert.equal(loadedOf(elsewhere, there), 0);
    assert.equal(loadedOf(tables, other), 4);
    tables.clear();
    assert.equal(loadedOf(tables, other), 0);
  });

  it("leave nothing of what was cleared on the disk", () => {
    const tables = start();
    tables.close(fill(tables, keyOf("A"), 3));
    fill(tables, keyOf("B"), 3);
    tables.clear();
    assert.deepEqual(readdirSync(folder.path), []);
    assert.equal(tables.size(), 0);
  });

  it("take away what an earlier process could not, and leave alone what is not theirs", () => {
    mkdirSync(join(folder.path, "trash-1"));
    writeFileSync(join(folder.path, "trash-1", "responses.db"), "x");
    writeFileSync(join(folder.path, "note.txt"), "x");
    const tables = start();
    assert.deepEqual(readdirSync(folder.path), ["note.txt"]);
    tables.clear();
    tables.limit(0);
    assert.deepEqual(readdirSync(folder.path), ["note.txt"]);
  });

  it("show to each opener a view of its own, and let one of them read", () => {
    const tables = start();
    const one = fill(tables, keyOf("A"), 3);
    const { table: two } = tables.open(keyOf("A"), "Space");
    assert.equal(tables.takeTurn(two), undefined);
    assert.equal(tables.isTurnElsewhere(two), false);
    // Another window has them in a process of its own.
    const others = start();
    const { table: three } = others.open(keyOf("A"), "Space");
    assert.equal(others.takeTurn(three), undefined);
    assert.equal(others.isTurnElsewhere(three), true);
    tables.leaveTurn(one);
    assert.ok(others.takeTurn(three));
    assert.equal(tables.takeTurn(two), undefined);
    assert.equal(tables.isTurnElsewhere(two), true);
    others.leaveTurn(three);
    assert.equal(tables.isTurnElsewhere(two), false);
    const all = tables.view(one, { filter: {} });
    const some = tables.view(two, { filter: { startDateTime: timeAt(2) } });
    assert.deepEqual([all.matching, some.matching], [3, 1]);
    assert.equal(tables.rows(one, all.view, 0, 10)?.length, 3);
    assert.equal(tables.rows(two, some.view, 0, 10)?.length, 1);
  });
});
