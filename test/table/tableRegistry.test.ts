import assert from "node:assert/strict";
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { columnKey } from "../../src/model/grid.ts";
import type { Survey } from "../../src/model/survey.ts";
import type { TableRegistry } from "../../src/table/tableRegistry.ts";
import { itemOf, numbersDown, pageOf, timeAt } from "../copy/support/copiedPages.ts";
import { OtherProcess, rawStructure, tablesIn } from "./support/filledTables.ts";
import { folderOfEachTest } from "../support/folders.ts";

const survey: Survey = {
  surveyId: "A",
  label: "A",
  apiVersion: "v3",
  questions: [],
  embeddedData: [],
};

const keyOf = (surveyId: string, space = "space") => ({ space, version: "v3", surveyId }) as const;

describe("tables of a folder", () => {
  const folder = folderOfEachTest();
  const started: TableRegistry[] = [];
  afterEach(async () => {
    others.splice(0).forEach((it) => it.copy.close());
    started.splice(0).forEach((it) => it.closeAll());
  });

  function start(): TableRegistry {
    const tables = tablesIn(folder);
    started.push(tables);
    return tables;
  }

  const others: OtherProcess[] = [];

  /** Returns a reader of the table in another process. */
  function reader(key: ReturnType<typeof keyOf>): OtherProcess {
    const other = new OtherProcess(folder, key);
    others.push(other);
    return other;
  }

  /** Opens a table with `count` responses; the process that has read them has ended. */
  function fill(tables: TableRegistry, key: ReturnType<typeof keyOf>, count: number): number {
    const { table } = tables.open(key, "Space");
    const { copy } = reader(key);
    copy.addPage(pageOf(numbersDown(count, count).map((it) => itemOf(it))));
    copy.finish(0);
    copy.close();
    return table;
  }

  /** Sets the time of last use of a table, in seconds before now. */
  function usedBefore(seconds: number, name: string): void {
    const time = new Date(Date.now() - seconds * 1000);
    utimesSync(join(folder, name, "responses.db"), time, time);
  }

  const loadedOf = async (tables: TableRegistry, table: number): Promise<number> =>
    (await tables.view(table, { filter: {} })).loaded;

  it("show stored responses, newest first", async () => {
    const tables = start();
    const { table, stored: none } = tables.open(keyOf("A"), "Space");
    assert.equal(none, undefined);
    const other = reader(keyOf("A"));
    other.add(pageOf([3, 2, 1].map((it) => itemOf(it))));
    other.copy.finish(0);
    other.add(pageOf([itemOf(4)]));
    const { view, matching, loaded, isBehind, isComplete } = await tables.view(table, {
      filter: {},
    });
    assert.deepEqual(
      { matching, loaded, isBehind, isComplete },
      { matching: 4, loaded: 4, isBehind: false, isComplete: false },
    );
    assert.deepEqual(
      tables.rows(table, view, 0, 2)?.map((it) => it.id),
      [3, 0],
    );
    assert.deepEqual(tables.locate(table, view, [0, 1, 2, 3]), [1, 2, 3, 0]);
    const filter = { startDateTime: timeAt(2) };
    assert.equal((await tables.view(table, { filter })).matching, 2);
    assert.equal(tables.rows(table, view, 0, 2), undefined);
    assert.equal(Buffer.from(tables.raw(table, view, 3) ?? []).toString(), itemOf(4));
  });

  it("find a response by its ID while a search goes on", async () => {
    const tables = start();
    const table = fill(tables, keyOf("A"), 2000);
    const { view, structure } = await tables.view(table, { filter: {} });
    const columns = (structure?.columns ?? []).map(columnKey);
    const from = { row: 0, column: columns[0] ?? "" };
    const query = { text: "r1", columns, cells: "codes", from, step: 0 } as const;
    const [found, row, none, old] = await Promise.all([
      tables.find(table, view, query),
      tables.rowWith(table, view, "metadata:responseId", "r1"),
      tables.rowWith(table, view, "metadata:responseId", "r"),
      tables.rowWith(table, view - 1, "metadata:responseId", "r1"),
    ]);
    assert.ok(found && found.count > 0);
    assert.equal(Buffer.from(tables.raw(table, view, row ?? -1) ?? []).toString(), itemOf(1));
    assert.deepEqual([none, old], [-1, undefined]);
  });

  it("show responses that came without columns, page after page", async () => {
    const tables = start();
    const { copy } = reader(keyOf("A"));
    for (let page = 20; page > 0; page--) {
      copy.addPage(pageOf(numbersDown(page * 500, 500).map((it) => itemOf(it))));
    }
    copy.finish(0);
    const { table } = tables.open(keyOf("A"), "Space");
    const loaded: number[] = [];
    for (let isBehind = true; isBehind;) {
      const view = await tables.view(table, { filter: {} });
      isBehind = view.isBehind;
      loaded.push(view.loaded);
      assert.equal(view.matching, view.loaded);
      assert.equal(view.isComplete, !isBehind);
    }
    assert.ok((loaded[0] ?? 0) >= 500);
    assert.deepEqual(
      loaded,
      loaded.toSorted((a, b) => a - b),
    );
    assert.equal(loaded.at(-1), 10_000);
  });

  it("show the pages before an invalid item, and report the item if it comes first", async () => {
    const tables = start();
    const wrong = `{"responseId":"r7","variables":[{"name":5}]}`;
    const a = reader(keyOf("A")).copy;
    a.addPage(pageOf([itemOf(9)]));
    a.addPage(pageOf([wrong]));
    reader(keyOf("B")).copy.addPage(pageOf([wrong]));
    const view = await tables.view(tables.open(keyOf("A"), "Space").table, { filter: {} });
    assert.deepEqual([view.loaded, view.isBehind, view.isComplete], [1, false, false]);
    await assert.rejects(tables.view(tables.open(keyOf("B"), "Space").table, { filter: {} }), {
      code: "malformed-answer",
    });
  });

  it("return the stored structure and counts when they are opened", async () => {
    const tables = start();
    const table = fill(tables, keyOf("A"), 3);
    const groups = [{ collectGroupId: "g1", label: "Web" }];
    const said = tables.putStructure(table, ...rawStructure(survey, groups));
    assert.equal(said.survey.label, "A");
    const { copy } = reader(keyOf("A"));
    const { loaded, newest, isWhole } = copy.facts;
    copy.close();
    assert.deepEqual([loaded, newest, isWhole], [3, timeAt(3), true]);
    tables.close(table);
    const again = tables.open(keyOf("A"), "Space");
    const { readAt = 0, ...kept } = again.stored ?? {};
    // `loaded` counts all responses, although their columns are not derived yet.
    assert.deepEqual(kept, { ...said, loaded: 3, isComplete: true });
    assert.ok(Math.abs(Date.now() - readAt) < 60_000);
    const { structure } = await tables.view(again.table, { filter: {} });
    assert.deepEqual(structure?.collectGroups, said.collectGroups);
  });

  it("send columns and collect groups only after they changed", async () => {
    const tables = start();
    const table = fill(tables, keyOf("A"), 3);
    const first = (await tables.view(table, { filter: {} })).structure;
    assert.ok(first && first.columns.length > 0);
    const { number } = first;
    const structureOf = async (filter = {}) =>
      (await tables.view(table, { filter }, number)).structure;
    assert.equal(await structureOf(), undefined);
    assert.equal(await structureOf({ endDateTime: timeAt(2) }), undefined);
    reader(keyOf("A")).add(pageOf([itemOf(4)]));
    assert.equal(await structureOf(), undefined);
    const groups = [{ collectGroupId: "g1", label: "Web" }];
    tables.putStructure(table, ...rawStructure(survey, groups));
    const second = await structureOf();
    assert.equal(second?.collectGroups.length, 1);
    assert.notEqual(second.number, number);
  });

  it("are separate by data space, version and survey", async () => {
    const tables = start();
    fill(tables, keyOf("A"), 3);
    const apart = [keyOf("B"), keyOf("A", "other"), { ...keyOf("A"), version: "v2" as const }];
    for (const key of apart) {
      assert.equal(await loadedOf(tables, tables.open(key, "Space").table), 0);
    }
    assert.equal(await loadedOf(tables, tables.open(keyOf("A"), "Space").table), 3);
  });

  it("refuse calls for a closed table", () => {
    const tables = start();
    const table = fill(tables, keyOf("A"), 3);
    tables.close(table);
    tables.close(table);
    assert.throws(() => tables.hasChanged(table), { code: "file-fault" });
  });

  it("are limited in size by removing the least recently used ones, but never open ones", () => {
    const tables = start();
    const names: string[] = [];
    for (const id of ["A", "B", "C", "D"]) {
      const table = fill(tables, keyOf(id), 500);
      if (id !== "A") {
        tables.close(table);
      }
      names.push(...readdirSync(folder).filter((it) => !names.includes(it)));
    }
    // In the order of their last use: A, which is open, then B, C and D.
    names.forEach((it, index) => usedBefore(1000 - index, it));
    const [a = "", b = "", c = "", d = ""] = names;
    const size = tables.copies.size();
    assert.ok(size > 0);
    tables.copies.limit(size);
    assert.deepEqual(readdirSync(folder).sort(), names.toSorted());
    tables.copies.limit(size - 1);
    assert.deepEqual(readdirSync(folder).sort(), [a, c, d].sort());
    assert.ok(!readdirSync(folder).includes(b));
    tables.copies.limit(0, [keyOf("D")]);
    assert.deepEqual(readdirSync(folder).sort(), [a, d].sort());
    tables.copies.limit(0);
    assert.deepEqual(readdirSync(folder), [a]);
  });

  it("count as used when they are opened and when they are closed", () => {
    const tables = start();
    const table = fill(tables, keyOf("A"), 3);
    const [name = ""] = readdirSync(folder);
    const age = () => Date.now() - statSync(join(folder, name, "responses.db")).mtimeMs;
    usedBefore(1000, name);
    tables.close(table);
    assert.ok(age() < 100_000);
    usedBefore(1000, name);
    tables.open(keyOf("A"), "Space");
    assert.ok(age() < 100_000);
  });

  it("can be cleared while they are open in this or another process", async () => {
    const tables = start();
    const elsewhere = start();
    const table = fill(tables, keyOf("A"), 3);
    const other = fill(tables, keyOf("A", "other"), 4);
    const there = elsewhere.open(keyOf("A"), "Space").table;
    const { view } = await elsewhere.view(there, { filter: {} });
    assert.equal(elsewhere.rows(there, view, 0, 3)?.length, 3);
    const reading = reader(keyOf("A"));
    tables.copies.clear("space");
    assert.throws(() => reading.add(pageOf([itemOf(9)])), { code: "cancelled" });
    assert.equal(await loadedOf(tables, table), 0);
    assert.equal(elsewhere.rows(there, view, 0, 3), undefined);
    assert.equal(elsewhere.hasChanged(there), true);
    assert.equal(await loadedOf(elsewhere, there), 0);
    assert.equal(await loadedOf(tables, other), 4);
    const again = reader(keyOf("A"));
    again.add(pageOf([itemOf(7)]));
    // The row has another response now.
    assert.equal(elsewhere.raw(there, view, 0), undefined);
    const now = await elsewhere.view(there, { filter: {} });
    assert.equal(Buffer.from(elsewhere.raw(there, now.view, 0) ?? []).toString(), itemOf(7));
    again.copy.close();
    tables.copies.clear();
    assert.equal(await loadedOf(tables, other), 0);
  });

  it("leave no files after they are cleared", () => {
    const tables = start();
    tables.close(fill(tables, keyOf("A"), 3));
    fill(tables, keyOf("B"), 3);
    tables.copies.clear();
    assert.deepEqual(readdirSync(folder), []);
    assert.equal(tables.copies.size(), 0);
  });

  it("remove what an earlier process could not remove, but no unknown files", () => {
    mkdirSync(join(folder, "trash-1"));
    writeFileSync(join(folder, "trash-1", "responses.db"), "x");
    writeFileSync(join(folder, "note.txt"), "x");
    const tables = start();
    assert.deepEqual(readdirSync(folder), ["note.txt"]);
    tables.copies.clear();
    tables.copies.limit(0);
    assert.deepEqual(readdirSync(folder), ["note.txt"]);
  });

  it("have a separate view for each opener", async () => {
    const tables = start();
    const one = fill(tables, keyOf("A"), 3);
    const { table: two } = tables.open(keyOf("A"), "Space");
    const all = await tables.view(one, { filter: {} });
    const some = await tables.view(two, { filter: { startDateTime: timeAt(2) } });
    assert.deepEqual([all.matching, some.matching], [3, 1]);
    assert.equal(tables.rows(one, all.view, 0, 10)?.length, 3);
    assert.equal(tables.rows(two, some.view, 0, 10)?.length, 1);
  });
});
