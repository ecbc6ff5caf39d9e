import assert from "node:assert/strict";
import papa from "papaparse";
import { structureColumns } from "../../src/model/grid.ts";
import type { Response, Variable } from "../../src/model/response.ts";
import type { CellMode, CopyFormat } from "../../src/model/responseView.ts";
import { TableView } from "../../src/table/tableView.ts";
import { surveyOf } from "./support/arbitraries.ts";
import { MemoryStore } from "./support/memoryStore.ts";

const hostile = [
  "plain",
  "=1+1",
  "-2",
  'a "quoted", text',
  "tab\tand\r\nlines\nof it",
  "| a | *b* <img src=x> [c](d) `e` \\",
  " spaces ",
  "한국어",
  "__proto__",
  "",
];

function variable(name: string, ...values: readonly string[]): Variable {
  return { name, options: [], answer: values.map((value) => ({ value })) };
}

function response(variables: readonly Variable[]): Response {
  return {
    finishedAt: "2026-11-21T10:00:00",
    variables,
    embeddedData: [{ name: "single", value: "e" }],
  };
}

const multiple: Variable = {
  name: "multiple",
  options: [],
  answer: [{ value: "1" }, { value: "3", etcValue: 'so "it" is' }],
};

function copy(
  responses: readonly Response[],
  format: CopyFormat,
  columns: readonly string[],
  { cells = "codes", names = false }: { cells?: CellMode; names?: boolean } = {},
): string {
  const store = new MemoryStore(structureColumns(surveyOf("v3")));
  store.add(responses);
  const view = new TableView(store);
  const { view: number, matching } = view.view({ filter: {} });
  const query = { top: 0, bottom: matching - 1, columns, cells, format, names };
  return view.copy(number, query) ?? assert.fail("The view is current");
}

const open = hostile.map((value) => response([variable("open", value), multiple]));
const twoColumns = ["variable:open", "variable:multiple"];

describe("copying cells", () => {
  for (const [format, delimiter, newline] of [
    ["tsv", "\t", "\n"],
    ["csv", ",", "\r\n"],
  ] as const) {
    it(`as ${format} can be parsed back, without guards against formulas`, () => {
      const text = copy(open, format, twoColumns, { cells: "labels", names: true });
      assert.deepEqual(papa.parse(text, { delimiter }).data, [
        ["open", "multiple"],
        ...hostile.map((it) => [
          it,
          'Option 1 Ab · Option 3 Ab: "so ""it"" is"'.replaceAll('""', '"'),
        ]),
      ]);
      assert.ok(text.startsWith(`open${delimiter}multiple${newline}plain${delimiter}`));
      assert.ok(!text.endsWith("\n"));
    });
  }

  it("omits names unless they are requested", () => {
    assert.equal(copy(open.slice(0, 2), "tsv", ["variable:open"]), "plain\n=1+1");
    assert.equal(copy(open.slice(0, 2), "csv", ["variable:open"]), "plain\r\n=1+1");
    assert.equal(
      copy(open.slice(0, 1), "markdown", ["variable:open"]),
      "|  |\n| --- |\n| plain |\n",
    );
  });

  it("as JSON gives an object per row, with a list for columns with several answers", () => {
    const rows = [
      response([variable("open", "x"), multiple]),
      response([variable("open"), variable("multiple", "2")]),
      response([]),
    ];
    const text = copy(rows, "json", ["variable:multiple", "variable:open"]);
    assert.deepEqual(JSON.parse(text), [
      { multiple: ["1", '3: "so "it" is"'], open: "x" },
      { multiple: ["2"], open: "" },
      { multiple: null, open: null },
    ]);
    assert.ok(text.indexOf("multiple") < text.indexOf("open"));
  });

  it("as JSON preserves hostile values and names", () => {
    const names = ["__proto__", "1", "a"];
    const rows = hostile.map((value) => response(names.map((name) => variable(name, value))));
    const text = copy(
      rows,
      "json",
      names.map((it) => `variable:${it}`),
    );
    const parsed = JSON.parse(text) as object[];
    assert.deepEqual(
      parsed.map((it) =>
        names.map((name) => Object.getOwnPropertyDescriptor(it, name)?.value as unknown),
      ),
      hostile.map((it) => [it, it, it]),
    );
    assert.ok(text.indexOf('"__proto__"') < text.indexOf('"1"'));
  });

  it("distinguishes columns of the same name as an export does, whichever are copied", () => {
    const rows = [response([variable("single", "1")])];
    const [both, one] = [["embedded:single", "variable:single"], ["embedded:single"]];
    assert.deepEqual(JSON.parse(copy(rows, "json", both)), [{ single_2: "e", single: "1" }]);
    assert.deepEqual(JSON.parse(copy(rows, "json", one)), [{ single_2: "e" }]);
    assert.equal(copy(rows, "tsv", both, { names: true }), "single_2\tsingle\ne\t1");
    assert.equal(copy(rows, "csv", both, { names: true }), "single_2,single\r\ne,1");
    assert.match(copy(rows, "markdown", both, { names: true }), /^\| single\\_2 \| single \|\n/);
  });

  it("as Markdown keeps each row on one line and escapes markup", () => {
    const lines = copy(open, "markdown", ["variable:open"], { names: true }).split("\n");
    assert.deepEqual(lines.slice(0, 3), ["| open |", "| --- |", "| plain |"]);
    assert.equal(lines.length, hostile.length + 3);
    assert.equal(lines[6], "| tab\tand<br>lines<br>of it |");
    assert.equal(lines[7], "| \\| a \\| \\*b\\* \\<img src=x\\> \\[c\\](d) \\`e\\` \\\\ |");
    const linked = [response([variable("open", "www.a.example https://b.example //c $x$")])];
    assert.match(
      copy(linked, "markdown", ["variable:open"]),
      /\| www\\\.a\.example https:\\\/\/b\.example \\\/\/c \\\$x\\\$ \|/,
    );
  });

  it("copies only the selected rows and columns, in the order of the view", () => {
    const store = new MemoryStore(structureColumns(surveyOf("v3")));
    store.add(["b", "d", "a", "c"].map((it) => response([variable("open", it)])));
    const view = new TableView(store);
    const sort = { column: "variable:open", direction: "descending" } as const;
    const made = view.view({ filter: {}, sort });
    const query = {
      columns: ["variable:open", "variable:absent"],
      cells: "codes",
      format: "tsv",
      names: false,
    } as const;
    assert.equal(view.copy(made.view, { ...query, top: 1, bottom: 2 }), "c\nb");
    assert.equal(view.copy(made.view + 1, { ...query, top: 1, bottom: 2 }), undefined);
  });

  for (const format of ["tsv", "csv", "json", "markdown"] as const) {
    it(`as ${format} is refused above 10,000,000 characters`, () => {
      const long = "x".repeat(3_000_000);
      const rows = Array.from({ length: 4 }, () => response([variable("open", long)]));
      assert.equal(copy(rows.slice(1), format, ["variable:open"]).length > 9_000_000, true);
      assert.throws(() => copy(rows, format, ["variable:open"]), {
        code: "too-large",
        message: /10,000,000 characters.*export/,
      });
    });
  }
});
