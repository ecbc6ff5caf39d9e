import assert from "node:assert/strict";
import type { SurveyCopy } from "../../src/copy/surveyCopy.ts";
import { columnKey, type Cell } from "../../src/model/grid.ts";
import { isFirstField, metadataColumns, metadataFields } from "../../src/model/metadataColumns.ts";
import type { Survey } from "../../src/model/survey.ts";
import { nodeSqlite, type SqliteDatabase } from "../../src/store/sqliteDriver.ts";
import { CopyRows } from "../../src/table/copyRows.ts";
import { gridMark } from "../../src/table/derivedColumns.ts";
import { decodeVector } from "../../src/table/vector.ts";
import {
  copyIn,
  fileIn,
  itemOf,
  numbersDown,
  pageOf,
  textsIn,
} from "../copy/support/copiedPages.ts";
import { rawStructure } from "./support/filledTables.ts";
import { folderOfEachTest } from "../support/folders.ts";

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

/** Returns the cells of each response by the key of their column. */
function cellsByKey(kept: CopyRows): Record<string, Cell>[] {
  const keys = kept.columns.map(columnKey);
  const ids = Array.from({ length: kept.loaded }, (_, id) => id);
  return kept
    .reading(() => kept.cells(ids))
    .map((row) => Object.fromEntries(row.map((cell, index) => [keys[index] ?? "", cell])));
}

/** Returns the names of the tables with derived data. */
function derivedTables(database: SqliteDatabase): Record<"state" | "columns" | "vector", string> {
  const sql =
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'derived~_%' ESCAPE '~'";
  const names = database.all(sql).map((it) => String(it["name"]));
  assert.equal(names.length, 3);
  const of = (end: string) => names.find((it) => it.endsWith(`_${end}`)) ?? assert.fail(end);
  return { state: of("state"), columns: of("columns"), vector: of("vector") };
}

function vectorsOf(kept: CopyRows, key: string): (Uint8Array | undefined)[] {
  return kept.reading(() => [...kept.vectors(key, "values", 0)].map((it) => it?.slice()));
}

describe("rows of a copy", () => {
  const folder = folderOfEachTest();
  const opened: SurveyCopy[] = [];
  const open = (version: "v1" | "v2" | "v3" = "v3"): CopyRows => {
    const copy = copyIn(nodeSqlite, folder, version);
    opened.push(copy);
    const kept = new CopyRows(copy);
    kept.reading(() => undefined);
    return kept;
  };
  /** Opens a copy and takes its lease. */
  const taken = (version?: "v1" | "v2" | "v3"): CopyRows => {
    const kept = open(version);
    assert.ok(kept.copy.takeLease());
    return kept;
  };
  /** Adds a page as a panel does. */
  const add = (kept: CopyRows, items: readonly string[]): void => {
    kept.copy.addPage(pageOf(items), kept.beforeCommit);
    kept.reading(() => undefined);
  };
  const deriveAll = (kept: CopyRows): void => {
    for (const steps = kept.deriving(); steps.next().done !== true;) {
      // Each step decodes one item.
    }
    kept.reading(() => undefined);
  };
  afterEach(async () => {
    opened.splice(0).forEach((it) => it.close());
  });

  it("reject a page with an invalid item, and name the item and the field", () => {
    const kept = taken();
    add(kept, [itemOf(9)]);
    const wrong = `{"responseId":"r7","variables":[{"name":5}]}`;
    assert.throws(() => add(kept, [itemOf(8), wrong]), {
      code: "malformed-answer",
      message:
        /^The answer of the data space "Space" to getResponses does not fit in responses\[1\] \(responseId "r7"\): the field "variables\[0\]\.name": /,
    });
    assert.throws(() => add(kept, [itemOf(8), `{"responseId":"r7"`]), {
      code: "malformed-answer",
      message: /responses\[1\] is not JSON, or is cut off/,
    });
    assert.deepEqual(textsIn(kept.copy), [itemOf(9)]);
    assert.equal(kept.loaded, 1);
  });

  it("have columns for the structure and the responses, with vectors that match the cells", () => {
    const kept = taken();
    add(kept, [itemOf(9), itemOf(8)]);
    add(kept, [`{"responseId":"new","variables":[{"name":"Q3","answer":[{"value":"late"}]}]}`]);
    const before = cellsByKey(kept);
    kept.putStructure(...rawStructure(survey, groups));
    const metadata = (are: "first" | "last") =>
      metadataFields
        .filter((name) => isFirstField(name) === (are === "first"))
        .map((name) => `metadata:${name}`);
    assert.deepEqual(kept.columns.map(columnKey), [
      ...metadata("first"),
      ...["variable:Q1", "variable:Q2", "variable:Q3", "embedded:source"],
      ...metadata("last"),
    ]);
    assert.deepEqual(cellsByKey(kept), before);
    const [early, late] = vectorsOf(kept, "variable:Q3");
    assert.equal(early, undefined);
    assert.ok(late && decodeVector(late).kind === "cells");
    assert.equal(vectorsOf(kept, "variable:Q2").filter((it) => it !== undefined).length, 1);
    assert.equal(vectorsOf(kept, "variable:unknown").filter((it) => it !== undefined).length, 0);
    kept.copy.close();
    assert.deepEqual(cellsByKey(open()), before);
  });

  it("have their columns in order, whatever order was stored", () => {
    const kept = taken();
    kept.putStructure(...rawStructure(survey, groups));
    add(kept, [itemOf(9), itemOf(8)]);
    const [keys, cells] = [kept.columns.map(columnKey), cellsByKey(kept)];
    kept.copy.close();
    const database = nodeSqlite.open(fileIn(folder));
    const { columns: table } = derivedTables(database);
    const value = database.get(`SELECT columns FROM ${table}`)?.["columns"];
    const columns = JSON.parse(String(value)) as { column: { kind: string; name: string } }[];
    const isFact = ({ column }: (typeof columns)[number]) => column.kind === "metadata";
    const before = [...columns.filter(isFact).reverse(), ...columns.filter((it) => !isFact(it))];
    assert.notDeepEqual(before, columns);
    database.run(`UPDATE ${table} SET columns = ?`, JSON.stringify(before));
    database.close();
    const again = open();
    assert.deepEqual(again.columns.map(columnKey), keys);
    assert.deepEqual(cellsByKey(again), cells);
  });

  it("are derived again if they were for other columns of the grid", () => {
    const kept = taken();
    add(kept, [itemOf(9), itemOf(8)]);
    const cells = cellsByKey(kept);
    kept.copy.close();
    const database = nodeSqlite.open(fileIn(folder));
    for (const [name, table] of Object.entries(derivedTables(database))) {
      assert.equal(table, `derived_2_${gridMark(metadataColumns)}_${name}`);
      database.exec(`ALTER TABLE ${table} RENAME TO derived_2_other_${name}`);
    }
    database.close();
    const again = taken();
    assert.deepEqual([again.loaded, again.isBehind], [0, true]);
    deriveAll(again);
    assert.deepEqual([again.isBehind, cellsByKey(again)], [false, cells]);
  });

  it("keep the vectors of a column whose name comes later", () => {
    const kept = taken("v2");
    add(kept, [`{"serial":"1","answers":[{"rank":1,"answer":[{"num":3}]}]}`]);
    const [vector] = vectorsOf(kept, "variable:1:1");
    assert.ok(vector);
    add(kept, [`{"serial":"2","answers":[{"rank":1,"name":"Q1","answer":[]}]}`]);
    assert.deepEqual(vectorsOf(kept, "variable:1:Q1")[0], vector);
    const structure = {
      surveyId: "S1",
      title: "Survey",
      questions: [2, 1].map((rank) => ({ rank, label: "One", options: [] })),
    };
    kept.putStructure(Buffer.from(JSON.stringify(structure)), Buffer.from("[]"));
    assert.deepEqual(vectorsOf(kept, "variable:1:Q1")[0], vector);
  });

  it("keep the structure as described by the service", () => {
    const kept = open();
    assert.equal(kept.described, undefined);
    const said = kept.putStructure(...rawStructure(survey, groups));
    assert.equal(said.survey.label, "Survey");
    const other = open();
    assert.deepEqual(other.described, said);
    const { described } = other;
    add(taken(), [itemOf(1)]);
    assert.equal(
      other.reading(() => other.described),
      described,
    );
    kept.putStructure(...rawStructure({ ...survey, label: "Another" }, groups));
    assert.equal(other.reading(() => other.described)?.survey.label, "Another");
    assert.throws(() => kept.putStructure(Buffer.from(`{"label":5}`), Buffer.from("[]")), {
      code: "malformed-answer",
    });
    assert.equal(other.reading(() => other.described)?.survey.label, "Another");
  });

  it("are derived later if pages came without columns, with the same result", () => {
    const pages = [numbersDown(500, 300), numbersDown(200, 150), [1000]].map((it) =>
      it.map((number) => itemOf(number)),
    );
    const kept = taken();
    pages.forEach((it) => kept.copy.addPage(pageOf(it)));
    kept.reading(() => undefined);
    assert.deepEqual([kept.loaded, kept.isBehind, kept.copy.loaded], [0, true, 451]);
    // A panel whose columns are not up to date checks new pages, and derives their columns when their turn comes.
    add(kept, [itemOf(1001)]);
    assert.throws(() => add(kept, [`{"responseId":"r7","variables":[{"name":5}]}`]), {
      code: "malformed-answer",
    });
    assert.equal(kept.loaded, 0);
    deriveAll(kept);
    assert.deepEqual([kept.loaded, kept.isBehind], [452, false]);
    const late = cellsByKey(kept);
    kept.copy.reset(false);
    [...pages, [itemOf(1001)]].forEach((it) => add(kept, it));
    assert.deepEqual(cellsByKey(kept), late);
    deriveAll(kept);
    assert.equal(kept.loaded, 452);
  });

  it("are derived by one of two processes that do so at the same time", () => {
    const [one, two] = [taken(), open()];
    for (const number of [30, 20, 10]) {
      one.copy.addPage(pageOf(numbersDown(number, 10).map((it) => itemOf(it))));
    }
    const steps = [one.deriving(), two.deriving()];
    while (steps.some((it) => it.next().done !== true)) {
      // In turns, one item each.
    }
    assert.deepEqual(
      [one, two].map((it) => it.reading(() => it.loaded)),
      [30, 30],
    );
    assert.deepEqual(cellsByKey(one), cellsByKey(two));
  });

  it("report what cannot be derived, and contain the pages before it", () => {
    const kept = taken();
    kept.copy.addPage(pageOf([itemOf(9)]));
    kept.copy.addPage(pageOf([itemOf(8), `{"responseId":"r7","variables":[{"name":5}]}`]));
    assert.throws(() => deriveAll(kept), { code: "malformed-answer", message: /"r7"/ });
    kept.reading(() => undefined);
    assert.deepEqual([kept.loaded, kept.isBehind], [1, true]);
  });

  it("are derived again if the copy was reset meanwhile", () => {
    const kept = taken();
    kept.copy.addPage(pageOf([itemOf(9), itemOf(8)]));
    const steps = kept.deriving();
    steps.next();
    kept.copy.reset(false);
    kept.copy.addPage(pageOf([itemOf(7)]));
    while (steps.next().done !== true) {
      // Each step decodes one item.
    }
    assert.equal(
      kept.reading(() => kept.loaded),
      1,
    );
  });

  it("are emptied by a reset, which increases the generation", () => {
    const kept = taken();
    const other = open();
    kept.putStructure(...rawStructure(survey, groups));
    add(kept, [itemOf(9)]);
    assert.equal(
      other.reading(() => other.loaded),
      1,
    );
    const { generation } = other;
    kept.copy.reset(true);
    assert.equal(
      kept.reading(() => kept.loaded),
      0,
    );
    add(kept, [itemOf(7)]);
    assert.equal(
      other.reading(() => other.generation),
      generation + 1,
    );
    assert.equal(other.raw(0)?.length, itemOf(7).length);
    assert.equal(other.raw(1), undefined);
    assert.ok(other.columns.some((it) => it.name === "Q2"));
    kept.copy.reset(false);
    other.reading(() => undefined);
    assert.ok(!other.columns.some((it) => it.name === "Q2"));
    assert.equal(other.described?.survey.label, "Survey");
  });
});

describe("the mark of the grid's columns in the names of tables", () => {
  const { serial, startedAt, parameterUid } = metadataColumns;
  const mark = gridMark({ serial, startedAt });

  it("is another one for other columns, or columns of other versions", () => {
    assert.match(mark, /^[0-9a-f]{8}$/);
    const others = [
      gridMark({ serial }),
      gridMark({ serial, finishedAt: startedAt }),
      gridMark({ serial, startedAt, device: startedAt }),
      gridMark({ serial, startedAt: { ...startedAt, versions: ["v3"] } }),
    ];
    assert.equal(new Set([mark, ...others]).size, 5);
  });

  it("is the same for another order or label, and for what the grid does not have", () => {
    const moved = { ...startedAt, grid: { place: -9, label: () => "Begun" } };
    assert.equal(gridMark({ parameterUid, startedAt: moved, serial }), mark);
  });
});
