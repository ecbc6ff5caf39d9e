import assert from "node:assert/strict";
import fc from "fast-check";
import { cellText, codedColumn, type CodedColumn } from "../../src/model/cellText.ts";
import { columnKey, structureColumns, type Cell } from "../../src/model/grid.ts";
import type { Response } from "../../src/model/response.ts";
import { foldedText } from "../../src/model/foldedText.ts";
import { matchesFilter, type ResponseFilter } from "../../src/model/responseFilter.ts";
import {
  cellModes,
  type Sort,
  type ColumnValues,
  type FoundCell,
} from "../../src/model/responseView.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import { secondsOf, timeOfSeconds } from "../../src/model/time.ts";
import type { Steps } from "../../src/table/findCells.ts";
import { TableView } from "../../src/table/tableView.ts";
import type { FindQuery } from "../../src/table/tables.ts";
import { filters, needle, responses, surveyOf } from "./support/arbitraries.ts";
import { MemoryStore } from "./support/memoryStore.ts";

const seed = 20261121;

const groups = [
  { collectGroupId: "G2", label: "Second" },
  { collectGroupId: "G1", label: "First" },
];

function open(
  version: ApiVersion,
  pages: readonly (readonly Response[])[] = [],
): { store: MemoryStore; view: TableView } {
  const store = new MemoryStore(structureColumns(surveyOf(version)));
  pages.forEach((page) => {
    store.add(page);
  });
  return { store, view: new TableView(store, () => groups) };
}

function response(facts: Partial<Response>): Response {
  return { variables: [], embeddedData: [], ...facts };
}

const ten = secondsOf("2026-11-21T10:00:00") ?? NaN;

function at(second: number): Response {
  return response({ finishedAt: timeOfSeconds(ten + second) });
}

/** Returns rows with the texts as answers to an open question, newest first, a second apart. */
function texts(...values: readonly (string | null)[]): Response[] {
  return values.map((value, index) =>
    response({
      ...at(values.length - index),
      variables: value === null ? [] : [{ name: "open", options: [], answer: [{ value }] }],
    }),
  );
}

/** Returns the ids of the rows of a view. */
function idsOf(view: TableView, of: { view: number; matching: number }): number[] {
  return (view.rows(of.view, 0, of.matching) ?? []).map((it) => it.id);
}

/** Runs all steps. @returns their result */
function ended<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) {
    step = steps.next();
  }
  return step.value;
}

/** Returns all ids, newest first, found by sorting everything once. */
function naturalIds(store: MemoryStore): number[] {
  const rows = store.pages.flatMap(({ first, rows, reading }) => {
    const times = store.responses.slice(first, first + rows).map((it) => it.finishedAt);
    let time = times.find((it) => it);
    return times.map((own, index) => {
      if (own) {
        time = own;
      }
      return { id: first + index, time, reading };
    });
  });
  let last: string | undefined;
  for (const row of rows) {
    last = row.time ??= last;
  }
  return rows
    .sort((a, b) => compare(b.time ?? "~~", a.time ?? "~~") || b.reading - a.reading || a.id - b.id)
    .map((it) => it.id);
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function columnOf(store: MemoryStore, key: string): CodedColumn {
  const column = store.columns.find((it) => columnKey(it) === key);
  assert.ok(column);
  return codedColumn(column, groups);
}

function cellsOf(store: MemoryStore, key: string): Cell[] {
  const place = store.columns.findIndex((it) => columnKey(it) === key);
  return store.cells(store.responses.map((_, id) => id)).map((it) => it[place] ?? null);
}

/** Returns all ids in the order of a column, found by comparing cells. */
function sortedIds(store: MemoryStore, { column: key, direction }: Sort): number[] {
  const cells = cellsOf(store, key);
  const codes = [...columnOf(store, key).labels.keys()];
  const isNumbers = cells.every((cell) =>
    (cell ?? []).every((it) => it.value.length < 16 && !isNaN(Number(it.value))),
  );
  const compareValues = (a: string, b: string): number => {
    if (codes.length > 0) {
      const [x, y] = [codes.indexOf(a), codes.indexOf(b)].map((it) => (it < 0 ? Infinity : it));
      return (
        compare(x ?? 0, y ?? 0) || (x === Infinity ? compare(foldedText(a), foldedText(b)) : 0)
      );
    }
    const [x, y] = [a, b].map((it) => (it === "" ? -Infinity : Number(it)));
    return isNumbers ? compare(x ?? 0, y ?? 0) : compare(foldedText(a), foldedText(b));
  };
  const compareCells = (a: Cell, b: Cell): number => {
    for (const [index, { value }] of (a ?? []).entries()) {
      const other = b?.[index];
      const order = other ? compareValues(value, other.value) : 1;
      if (order !== 0) {
        return order;
      }
    }
    return (a?.length ?? 0) - (b?.length ?? 0);
  };
  const isEmpty = (id: number): number => Number(!cells[id]?.length);
  const sign = direction === "ascending" ? 1 : -1;
  return naturalIds(store).sort(
    (a, b) => isEmpty(a) - isEmpty(b) || sign * compareCells(cells[a] ?? null, cells[b] ?? null),
  );
}

const anyVersion = fc.constantFrom(...apiVersions);

function pages(
  version: ApiVersion,
  times: "documented" | "any" = "documented",
): fc.Arbitrary<Response[][]> {
  const page = responses(version, times).filter((it) => it.length > 0);
  return fc.array(page, { maxLength: 4 });
}

describe("view of a table", () => {
  for (const version of apiVersions) {
    it(`has the rows that pass matchesFilter in ${version}`, () => {
      fc.assert(
        fc.property(pages(version, "any"), filters(version), (all, filter) => {
          const { store, view } = open(version, all);
          const wanted = store.responses.flatMap((it, id) =>
            matchesFilter(filter, it) ? [id] : [],
          );
          assert.deepEqual(
            idsOf(view, view.view({ filter })).sort((a, b) => a - b),
            wanted,
          );
        }),
        { seed, numRuns: 500 },
      );
    });
  }

  it("shows the newest rows first, and later readings before earlier ones of the same second", () => {
    fc.assert(
      fc.property(pages("v3", "any"), fc.array(fc.nat(2)), (all, readings) => {
        const { store, view } = open("v3");
        all.forEach((page, index) => {
          store.add(page, readings[index] ?? 0);
          assert.deepEqual(idsOf(view, view.view({ filter: {} })), naturalIds(store));
        });
      }),
      { seed, numRuns: 500 },
    );
  });

  it("sorts by any column like a comparison of cells", () => {
    fc.assert(
      fc.property(
        anyVersion.chain((version) =>
          fc.record({ version: fc.constant(version), all: pages(version, "any") }),
        ),
        fc.nat(),
        fc.constantFrom("ascending", "descending"),
        ({ version, all }, place, direction) => {
          const { store, view } = open(version, all);
          const column = store.columns[place % store.columns.length];
          const sort: Sort = { column: column ? columnKey(column) : "", direction };
          assert.deepEqual(idsOf(view, view.view({ filter: {}, sort })), sortedIds(store, sort));
        },
      ),
      { seed, numRuns: 1000 },
    );
  });

  it("sorts numbers by value even if some responses have an empty text", () => {
    const few = ["10", "", "9", null, "-2", "100"];
    // So many distinct numbers are in another form.
    const many = Array.from({ length: 10_000 }, (_, index) => String(index));
    for (const values of [few, [...few, ...many]]) {
      const { view } = open("v3", [texts(...values)]);
      for (const direction of ["ascending", "descending"] as const) {
        const sort: Sort = { column: "variable:open", direction };
        const sorted = idsOf(view, view.view({ filter: {}, sort })).map((id) => values[id]);
        const numbers = sorted.filter((it) => it !== null && it !== "").map(Number);
        const sign = direction === "ascending" ? 1 : -1;
        assert.deepEqual(
          numbers,
          numbers.toSorted((a, b) => sign * (a - b)),
        );
        assert.equal(sorted.at(direction === "ascending" ? 0 : -2), "");
        assert.equal(sorted.at(-1), null);
      }
    }
  });

  it("sorts thousands of distinct texts with the same beginning in both directions", () => {
    const random = fc.sample(
      fc.array(fc.constantFrom("a", "B", "b", "한", "\0", "aaaaaaaaaa"), { maxLength: 12 }),
      { seed, numRuns: 6000 },
    );
    for (const values of [
      random.map(
        (it, index) => `The same beginning ${it.join("")}${index % 3 === 0 ? "" : String(index)}`,
      ),
      random.map((it, index) => `${it.join("").replaceAll("한", "é")}${String(index)}`),
      random.map((_, index) => String(((index * 7919) % 6000) - 3000 + (index % 2) / 4)),
      random.map((it) => `${"x".repeat(300)}${it.join("")}`),
    ]) {
      const all = texts(...values);
      const { store, view } = open("v3", [all.slice(0, 2500), all.slice(2500)]);
      for (const direction of ["ascending", "descending"] as const) {
        const sort: Sort = { column: "variable:open", direction };
        assert.deepEqual(idsOf(view, view.view({ filter: {}, sort })), sortedIds(store, sort));
      }
    }
  });

  it("filters, finds and counts in columns with thousands of distinct texts", () => {
    const values = Array.from({ length: 6000 }, (_, index) =>
      index % 5 === 0 ? null : index % 1000 === 1 ? "İstanbul" : `Row ΣΑΣ ${String(index)}`,
    );
    const all = texts(...values);
    const { store, view } = open("v3", [all.slice(0, 5000), all.slice(5000)]);
    for (const text of ["row", "αΣ 1", "ας 59", "i", "l", "\0", "6Row", ""]) {
      const filter = {
        conditions: [{ kind: "variable", name: "open", is: "contains", text }],
      } as const;
      const made = view.view({ filter });
      const wanted = store.responses.flatMap((it, id) => (matchesFilter(filter, it) ? [id] : []));
      assert.deepEqual(idsOf(view, made), wanted);
    }
    const made = view.view({ filter: {} });
    const query: FindQuery = {
      text: "ΣΑς 12",
      columns: ["variable:single", "variable:open"],
      cells: "both",
      from: { row: 0, column: "variable:single" },
      step: 0,
    };
    assert.deepEqual(
      ended(view.find(made.view, query)),
      naiveFind(store, naturalIds(store), query),
    );
    const counted = view.values("variable:open", {});
    assert.equal(counted.values.length, 1000);
    assert.deepEqual(counted.values.slice(0, 2), [
      { value: "İstanbul", count: 6 },
      { value: "Row ΣΑΣ 2", count: 1 },
    ]);
    assert.deepEqual([counted.isCut, counted.notShown, counted.noAnswer], [true, 1200, 0]);
  });

  it("filters and finds composed and decomposed text", () => {
    const values = ["불만족", "Café", "İ Café"];
    const all = texts(...values, ...values.map((it) => it.normalize("NFD")));
    const { store, view } = open("v3", [all]);
    for (const form of ["NFC", "NFD"]) {
      for (const [text, count] of [
        ["만족", 2],
        ["CAFÉ", 4],
        ["cafe", 0],
      ] as const) {
        const typed = text.normalize(form);
        const filter: ResponseFilter = {
          conditions: [{ kind: "variable", name: "open", is: "contains", text: typed }],
        };
        const made = view.view({ filter });
        assert.equal(idsOf(view, made).length, count, `${text} ${form}`);
        assert.equal(store.responses.filter((it) => matchesFilter(filter, it)).length, count);
        const query: FindQuery = {
          text: typed,
          columns: ["variable:open"],
          cells: "labels",
          from: { row: 0, column: "variable:open" },
          step: 0,
        };
        assert.equal(ended(view.find(view.view({ filter: {} }).view, query))?.count, count);
      }
    }
  });

  it("filters, sorts, finds and counts in lists with thousands of combinations", () => {
    const picks = fc.sample(
      fc.option(
        fc.subarray(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "b"]),
      ),
      {
        seed,
        numRuns: 9000,
      },
    );
    const all = picks.map((values, index) =>
      response({
        ...at(picks.length - index),
        variables: values
          ? [{ name: "multiple", options: [], answer: values.map((value) => ({ value })) }]
          : [],
      }),
    );
    const { store, view } = open("v3", [all.slice(0, 5000), all.slice(5000)]);
    const multiple = { kind: "variable", name: "multiple" } as const;
    for (const condition of [
      { ...multiple, is: "oneOf", values: ["13", "x"], missing: ["noAnswer"] },
      { ...multiple, is: "oneOf", values: [], missing: ["notShown"] },
      { ...multiple, is: "contains", text: "B" },
      { ...multiple, is: "contains", text: "" },
    ] as const) {
      const filter = { conditions: [condition] };
      const wanted = store.responses.flatMap((it, id) => (matchesFilter(filter, it) ? [id] : []));
      assert.deepEqual(idsOf(view, view.view({ filter })), wanted);
    }
    for (const direction of ["ascending", "descending"] as const) {
      const sort: Sort = { column: "variable:multiple", direction };
      assert.deepEqual(idsOf(view, view.view({ filter: {}, sort })), sortedIds(store, sort));
    }
    const made = view.view({ filter: {} });
    for (const text of ["option 3", "1 ab · 13", "B"]) {
      const query: FindQuery = {
        text,
        columns: ["variable:multiple", "variable:open"],
        cells: "labels",
        from: { row: 4000, column: "variable:open" },
        step: 1,
      };
      assert.deepEqual(
        ended(view.find(made.view, query)),
        naiveFind(store, naturalIds(store), query),
      );
    }
    const ids = store.responses.map((_, id) => id);
    const wanted = naiveValues(store, "variable:multiple", ids);
    const found = view.values("variable:multiple", {});
    assert.deepEqual([found.noAnswer, found.notShown], [wanted.noAnswer, wanted.notShown]);
    assert.deepEqual(
      new Map(found.values.map((it) => [it.value, it.count])),
      new Map(wanted.values.map((it) => [it.value, it.count])),
    );
  });

  it("is the same when pages are added one by one as when they are added at once", () => {
    fc.assert(
      fc.property(
        pages("v3", "any"),
        filters("v3"),
        fc.constantFrom<(Sort | undefined)[]>(
          undefined,
          { column: "variable:open", direction: "ascending" },
          { column: "variable:single", direction: "descending" },
        ),
        (all, filter, sort) => {
          const growing = open("v3");
          for (const page of all) {
            growing.store.add(page);
            growing.view.view({ filter, sort });
          }
          const whole = open("v3", all);
          assert.deepEqual(
            idsOf(growing.view, growing.view.view({ filter, sort })),
            idsOf(whole.view, whole.view.view({ filter, sort })),
          );
        },
      ),
      { seed, numRuns: 300 },
    );
  });

  it("reports how many of its first rows are unchanged", () => {
    const { store, view } = open("v3", [[at(9), at(7)]]);
    const first = view.view({ filter: {} });
    store.add([at(5), at(3)]);
    const second = view.view({ filter: {} });
    assert.deepEqual([second.kept, second.matching, second.view > first.view], [2, 4, true]);
    store.add([at(6)]);
    assert.deepEqual(idsOf(view, view.view({ filter: {} })), [0, 1, 4, 2, 3]);
    const { kept } = view.view({
      filter: {},
      sort: { column: "metadata:finishedAt", direction: "descending" },
    });
    assert.equal(kept, 5);
    assert.equal(view.view({ filter: { endDateTime: "2026-11-21T10:00:08" } }).kept, 0);
  });

  it("keeps its number if the query is repeated and no row has moved", () => {
    const { store, view } = open("v3", [[at(9), at(7)]]);
    const filter = { startDateTime: "2026-11-21T10:00:06" };
    const first = view.view({ filter });
    assert.deepEqual(view.view({ filter }), { ...first, kept: 2 });
    store.add([at(5)]);
    assert.deepEqual(view.view({ filter }), { ...first, kept: 2 });
    assert.ok(view.view({ filter: {} }).view > first.view);
    assert.equal(view.rows(first.view, 0, 1), undefined);
    assert.equal(view.locate(first.view, [0]), undefined);
  });

  it("keeps no rows if columns were added", () => {
    const { store, view } = open("v3", [[at(9)]]);
    const first = view.view({ filter: {} });
    store.add([{ ...at(5), embeddedData: [{ name: "fresh", value: "1" }] }]);
    const second = view.view({ filter: {} });
    assert.deepEqual([second.kept, second.view > first.view], [0, true]);
  });

  it("returns no rows whose cells are of other columns than its own", () => {
    const { store, view } = open("v3", [texts("x")]);
    const { view: first } = view.view({ filter: {} });
    store.add(texts("y"));
    assert.equal(view.rows(first, 0, 1)?.length, 1);
    store.add([
      response({ variables: [{ name: "fresh", options: [], answer: [{ value: "1" }] }] }),
    ]);
    assert.equal(view.rows(first, 0, 1), undefined);
    const { view: second } = view.view({ filter: {} });
    assert.equal(view.rows(second, 0, 3)?.length, 3);
  });

  it("returns rows by their places, and places by rows", () => {
    const { view } = open("v3", [texts("b", "a", null, "c")]);
    const made = view.view({
      filter: {
        conditions: [
          { kind: "variable", name: "open", is: "oneOf", values: ["a", "b", "c"], missing: [] },
        ],
      },
      sort: { column: "variable:open", direction: "descending" },
    });
    assert.deepEqual(idsOf(view, made), [3, 0, 1]);
    assert.deepEqual(
      view.rows(made.view, 2, 10)?.map((it) => it.id),
      [1],
    );
    assert.deepEqual(view.rows(made.view, 3, 10), []);
    assert.deepEqual(view.locate(made.view, [0, 1, 2, 3, 99]), [1, 2, -1, 0, -1]);
  });

  it("sorts and counts embedded data that are labelled with themselves as what they are", () => {
    const ages = ["30", "9", "100", "9"];
    const labelled = (label: (value: string) => string): TableView => {
      const rows = ages.map((value, index) =>
        response({
          ...at(ages.length - index),
          embeddedData: [{ name: "age", value, valueLabel: label(value) }],
        }),
      );
      return open("v3", [rows]).view;
    };
    const sort = { column: "embedded:age", direction: "ascending" } as const;
    const sorted = (view: TableView): number[] => idsOf(view, view.view({ filter: {}, sort }));
    const own = labelled((it) => it);
    assert.deepEqual(sorted(own), [1, 3, 0, 2]);
    assert.deepEqual(
      own.values("embedded:age", {}).values.map((it) => it.value),
      ["9", "30", "100"],
    );
    // Labels of their own make values codes, in the order in which they came.
    assert.deepEqual(sorted(labelled((it) => `${it} years`)), [0, 1, 3, 2]);
  });

  it("sorts by more labelled values than a code unit can count", () => {
    const count = 0x1_0000 + 10;
    const members = Array.from({ length: count }, (_, index) =>
      response({
        embeddedData: [{ name: "member", value: `m${index}`, valueLabel: `Member ${index}` }],
      }),
    );
    const { view } = open("v3", [members]);
    const sort = { column: "embedded:member", direction: "ascending" } as const;
    const { view: number } = view.view({ filter: {}, sort });
    const last = count - 12;
    assert.deepEqual(
      [...(view.rows(number, 0, 3) ?? []), ...(view.rows(number, last, 12) ?? [])].map(
        (it) => it.id,
      ),
      [0, 1, 2, ...Array.from({ length: 12 }, (_, index) => last + index)],
    );
  });

  it("starts again when the store is reset", () => {
    const { store, view } = open("v3", [[at(9), at(7)], texts("x", "y")]);
    const first = view.view({ filter: {} });
    view.values("variable:open", {});
    store.reset();
    assert.equal(view.rows(first.view, 0, 1), undefined);
    store.add(texts("z"));
    const second = view.view({ filter: {} });
    assert.deepEqual([second.kept, second.matching, second.view > first.view], [0, 1, true]);
    assert.deepEqual(
      view.values("variable:open", {}).values.map((it) => it.value),
      ["z"],
    );
  });

  it("has no rows from before a reset, even if values were counted since", () => {
    const { store, view } = open("v3", [texts("x", "y")]);
    const { view: number } = view.view({ filter: {} });
    store.reset();
    store.add(texts("z"));
    view.values("variable:open", {});
    assert.equal(view.rows(number, 0, 1), undefined);
    assert.equal(view.locate(number, [0]), undefined);
    const columns = ["variable:open"];
    const query = { columns, cells: "codes" } as const;
    assert.equal(
      view.copy(number, { ...query, top: 0, bottom: 1, format: "tsv", names: false }),
      undefined,
    );
    const from = { row: 0, column: "variable:open" };
    assert.equal(ended(view.find(number, { ...query, text: "z", from, step: 0 })), undefined);
  });

  it("reads vectors once", () => {
    const { store, view } = open("v3", [texts("x", "y")]);
    const query = {
      filter: {},
      sort: { column: "variable:open", direction: "ascending" },
    } as const;
    view.view(query);
    store.add(texts("z"));
    view.view(query);
    store.reads = 0;
    view.view(query);
    view.view({ filter: {} });
    view.values("variable:open", {});
    assert.equal(store.reads, 0);
  });
});

function naiveValues(store: MemoryStore, key: string, ids: readonly number[]): ColumnValues {
  const cells = cellsOf(store, key);
  const codes = [...columnOf(store, key).labels.keys()];
  const count = (value: string): number =>
    ids.filter((id) => cells[id]?.some((it) => it.value === value)).length;
  const others = new Set(ids.flatMap((id) => (cells[id] ?? []).map((it) => it.value)));
  const entries = [...others]
    .filter((it) => !codes.includes(it))
    .map((value) => ({ value, count: count(value) }));
  return {
    values: [...codes.map((value) => ({ value, count: count(value) })), ...entries],
    noAnswer: ids.filter((id) => cells[id]?.length === 0).length,
    notShown: ids.filter((id) => cells[id] === null).length,
    isCut: false,
  };
}

describe("values of a column", () => {
  it("are its options in order, then other values by frequency", () => {
    fc.assert(
      fc.property(pages("v3"), filters("v3"), fc.nat(), (all, filter, place) => {
        const { store, view } = open("v3", all);
        const column = store.columns[place % store.columns.length];
        assert.ok(column);
        const key = columnKey(column);
        const options = columnOf(store, key).labels.size;
        const rest = {
          ...filter,
          ...(key === "metadata:collectGroupId" ? { collectGroupId: undefined } : {}),
          conditions: filter.conditions?.filter((it) => columnKey(it) !== key),
        };
        const ids = store.responses.flatMap((it, id) => (matchesFilter(rest, it) ? [id] : []));
        const found = view.values(key, filter);
        const wanted = naiveValues(store, key, ids);
        assert.deepEqual(
          { ...found, values: new Map(found.values.map((it) => [it.value, it.count])) },
          { ...wanted, values: new Map(wanted.values.map((it) => [it.value, it.count])) },
        );
        assert.deepEqual(found.values.slice(0, options), wanted.values.slice(0, options));
        const counts = found.values.slice(options).map((it) => it.count);
        assert.deepEqual(
          counts,
          counts.toSorted((a, b) => b - a),
        );
      }),
      { seed, numRuns: 500 },
    );
  });
});

function naiveFind(store: MemoryStore, ids: readonly number[], query: FindQuery): FoundCell {
  const cells = store.cells(ids);
  const columns = query.columns.map((key) => columnOf(store, key));
  const places = columns.map((it) =>
    store.columns.findIndex((column) => columnKey(column) === it.key),
  );
  const found = cells.flatMap((row, at) =>
    columns.flatMap((column, index) =>
      query.text !== "" &&
      foldedText(cellText(column, row[places[index] ?? 0] ?? null, query.cells)).includes(
        foldedText(query.text),
      )
        ? [{ row: at, column: column.key, place: at * columns.length + index }]
        : [],
    ),
  );
  const from = query.from.row * columns.length + query.columns.indexOf(query.from.column);
  const next =
    query.step < 0
      ? (found.findLast((it) => it.place < from) ?? found.at(-1))
      : (found.find((it) => it.place >= from + query.step) ?? found[0]);
  return next
    ? {
        count: found.length,
        number: found.indexOf(next) + 1,
        cell: { row: next.row, column: next.column },
      }
    : { count: 0 };
}

describe("finding text", () => {
  it("counts the matching cells, and returns the next one in reading order", () => {
    fc.assert(
      fc.property(
        anyVersion.chain((version) =>
          fc.record({
            version: fc.constant(version),
            all: pages(version).filter((it) => it.length > 0),
            filter: fc.oneof(fc.constant({}), filters(version)),
          }),
        ),
        needle,
        fc.constantFrom(...cellModes),
        fc.constantFrom(-1, 0, 1),
        fc.infiniteStream(fc.nat()),
        ({ version, all, filter }, text, cells, step, numbers) => {
          const { store, view } = open(version, all.slice(0, -1));
          const pick = (below: number): number => (numbers.next().value ?? 0) % below;
          const keys = open(version, all).store.columns.map(columnKey);
          const columns = Array.from({ length: 1 + pick(4) }, () => keys[pick(keys.length)] ?? "");
          const query: FindQuery = {
            text,
            columns: [...new Set(columns)],
            cells,
            from: { row: 0, column: columns[0] ?? "" },
            step,
          };
          ended(view.find(view.view({ filter }).view, query));
          store.add(all.at(-1) ?? []);
          const made = view.view({ filter });
          const from = {
            row: pick(Math.max(1, made.matching)),
            column: columns[pick(columns.length)] ?? "",
          };
          assert.deepEqual(
            ended(view.find(made.view, { ...query, from })),
            naiveFind(store, idsOf(view, made), { ...query, from }),
          );
        },
      ),
      { seed, numRuns: 1000 },
    );
  });

  it("finds the cell if columns are added before its own meanwhile", () => {
    const { store, view } = open("v3");
    const said = (value: string) =>
      response({ ...at(1), embeddedData: [{ name: "single", value }] });
    store.add([said("other"), said("found")]);
    const made = view.view({ filter: {} });
    const column = "embedded:single";
    const steps = view.find(made.view, {
      text: "found",
      columns: ["metadata:serial", column],
      cells: "codes",
      from: { row: 0, column },
      step: 1,
    });
    steps.next();
    store.add([
      response({ variables: [{ name: "added", options: [], answer: [{ value: "1" }] }] }),
    ]);
    assert.deepEqual(ended(steps), { count: 1, number: 1, cell: { row: 1, column } });
  });

  it("continues after pauses, and ends if its view is gone", () => {
    const { store, view } = open("v3");
    const page = (text: string) => texts(text, "other", `with ${text}`);
    for (let pages = 0; pages < 150; pages++) {
      store.add(page("Found"));
    }
    const query: FindQuery = {
      text: "found",
      columns: ["variable:open", "metadata:finishedAt"],
      cells: "codes",
      from: { row: 0, column: "variable:open" },
      step: 0,
    };
    const first = view.view({ filter: {} });
    const left = view.find(first.view, query);
    let steps = 0;
    while (left.next().done !== true && steps < 3) {
      steps++;
    }
    assert.equal(steps, 3);
    store.add(page("FOUND"));
    const second = view.view({ filter: {} });
    assert.notEqual(second.view, first.view);
    assert.equal(ended(left), undefined, "its view is gone");
    const again = view.find(second.view, query);
    const sorted = {
      filter: {},
      sort: { column: "variable:open", direction: "ascending" },
    } as const;
    again.next();
    view.view(sorted);
    const last = view.view({ filter: {} });
    assert.equal(ended(again), undefined);
    const found = ended(view.find(last.view, query));
    assert.deepEqual(found, naiveFind(store, naturalIds(store), query));
    assert.equal(found.count, 302);
  });
});
