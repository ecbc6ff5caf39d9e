import assert from "node:assert/strict";
import { columnKey } from "../../src/model/grid.ts";
import type { Service } from "../../src/service/service.ts";
import type { CountedFigures } from "../../src/table/countedRows.ts";
import type { TableRegistry } from "../../src/table/tableRegistry.ts";
import { clientOf, served } from "../conformance/support/clients.ts";
import { fillTable, tablesIn } from "./support/filledTables.ts";
import { folderOfSuite } from "../support/folders.ts";

const surveyId = "s0000ee";
const filter = { collectGroupId: "g0000ee1" };

describe("rows behind counts", () => {
  const folder = folderOfSuite();
  let tables: TableRegistry;
  let service: Service;
  before(async () => {
    tables = tablesIn(folder);
    service = await served();
  });
  after(async () => {
    tables.closeAll();
  });

  function assertAscending(rows: Uint32Array): void {
    assert.ok(rows.every((row, at) => at === 0 || (rows[at - 1] ?? 0) < row));
  }

  function assertCounts({ summaries, columns, rows, matching }: CountedFigures): void {
    assert.equal(rows.length, matching);
    for (const { column, bases, values, split } of summaries) {
      const its = columns.find((it) => it.column === column);
      assert.ok(its, column);
      assert.equal(its.answered.length, bases.answered, column);
      assert.equal(its.answered.length + its.unanswered.length, bases.asked ?? its.answered.length);
      assert.deepEqual(
        its.values.map((it) => it.length),
        values.map((it) => it.count),
        column,
      );
      [its.answered, its.unanswered, ...its.values].forEach(assertAscending);
      const by = columns.find((it) => it.column === split?.column);
      for (const [at, part] of split?.parts.entries() ?? []) {
        const inPart = new Set(by?.values[at]);
        assert.deepEqual(
          its.values.map((it) => it.filter((row) => inPart.has(row)).length),
          part.counts,
          column,
        );
      }
    }
  }

  it("are as many as counted, for all questions, with a filter and a split", async () => {
    const { table, of } = await fillTable(tables, clientOf(service, "v3"), surveyId);
    const columns = of.columns.filter((it) => it.kind !== "metadata").map(columnKey);
    for (const asked of [{}, filter]) {
      const split = "embedded:department";
      const counted = await tables.count(table, { columns, filter: asked, split, byDay: true });
      assertCounts(counted);
      const days = counted.days.map((it) => it.day);
      assert.deepEqual(days, days.toSorted());
      assert.equal(
        counted.days.reduce((sum, it) => sum + it.rows.length, 0),
        counted.matching,
      );
    }
    assert.ok((await tables.count(table, { columns, filter })).matching < of.responses.length);
    tables.close(table);
  });

  it("include the numbers from which statistics are computed", async () => {
    const { table } = await fillTable(tables, clientOf(service, "v3"), surveyId);
    const { summaries, columns, rows } = await tables.count(table, {
      columns: ["embedded:tenure", "variable:change"],
      filter,
    });
    const numbers = [...rows].flatMap((row) => {
      const number = columns[0]?.numbers?.[row] ?? NaN;
      return Number.isNaN(number) ? [] : [number];
    });
    const { n, mean = NaN } = summaries[0]?.statistics ?? {};
    assert.equal(numbers.length, n);
    const sum = numbers.reduce((before, it) => before + it, 0);
    assert.ok(Math.abs(sum / numbers.length - mean) < 1e-9);
    assert.equal(columns[1]?.numbers, undefined);
    tables.close(table);
  });

  it("have the same identities in every API version", async () => {
    const identities = await Promise.all(
      (["v1", "v2", "v3"] as const).map(async (version) => {
        const { table } = await fillTable(tables, clientOf(service, version), surveyId);
        const found = await tables.count(table, { columns: [], filter: {} });
        tables.close(table);
        return [...found.identities].sort((a, b) => (a < b ? -1 : 1));
      }),
    );
    const [first = [], ...others] = identities;
    assert.equal(new Set(first).size, first.length);
    assert.ok(first.length > 100);
    for (const other of others) {
      assert.deepEqual(other, first);
    }
  });

  it("are the rows with texts, together with the texts", async () => {
    const { table, of } = await fillTable(tables, clientOf(service, "v3"), surveyId);
    const written = of.responses
      .filter((it) => it.collectGroupId === filter.collectGroupId)
      .map((it) => ({
        change: it.variables.find(({ name }) => name === "change")?.answer ?? [],
        leave: it.variables.find(({ name }) => name === "leave")?.answer ?? [],
      }));
    const change = await tables.texts(table, { column: "variable:change", filter });
    const expected = written.flatMap((it) => it.change.map(({ value }) => value));
    assert.deepEqual([...change.texts].sort(), expected.filter((it) => it.trim() !== "").sort());
    const leave = await tables.texts(table, { column: "variable:leave", filter });
    const beside = written.flatMap((it) => it.leave.flatMap(({ etcValue = "" }) => etcValue || []));
    assert.deepEqual([...leave.texts].sort(), beside.sort());
    assert.ok(leave.texts.length > 0 && leave.rows.length <= leave.texts.length);
    assertAscending(change.rows);
    assert.equal(change.matching, written.length);
    tables.close(table);
  });
});
