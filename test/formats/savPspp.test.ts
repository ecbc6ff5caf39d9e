import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { before, describe, it } from "mocha";
import type { TableColumn } from "../../src/model/tabular/tableColumn.ts";
import { naughtyStrings, needs } from "../export/support/corpora.ts";
import { psppTables, psppValues } from "./support/pspp.ts";
import { randomTables } from "./support/randomTables.ts";
import { asStoredInSav, savFile, type SavParts } from "./support/sav.ts";
import { numberColumn, textColumn, type Row } from "./support/tables.ts";
import { inFolder, output } from "./support/tools.ts";
import { needsPspp, needsR } from "../support/witnesses.ts";

function optionColumn(code: string, label: string): TableColumn {
  return numberColumn(`Q2_${code}`, {
    origin: { kind: "variable", name: "Q2", part: "option", code },
    label: `Colours: ${label}`,
    measure: "nominal",
    width: 1,
  });
}

/** Value labels of each column that says whether an option was chosen. */
const optionLabels = [
  { value: 0, label: "Not selected" },
  { value: 1, label: "Selected" },
];

const survey: SavParts = {
  columns: [
    textColumn("응답번호", { width: 9, label: "Who" }),
    numberColumn("Q1", {
      label: "얼마나 좋아요?",
      measure: "ordinal",
      labels: [
        { value: 1, label: "아주" },
        { value: 2, label: "조금" },
      ],
    }),
    optionColumn("1", "red"),
    optionColumn("2", "blue"),
    optionColumn("3", "초록"),
    textColumn("Q3", { width: 4, labels: [{ value: "kr", label: "한국" }] }),
    textColumn("Q4", { width: 40, labels: [{ value: "longer than eight bytes", label: "길다" }] }),
    numberColumn("weight", { label: "무게", width: 6, decimals: 2 }),
    textColumn("essay", { width: 700 }),
  ],
  rows: [
    ["a1", 1, 1, 0, 1, "kr", "longer than eight bytes", 61.25, "가나다 ".repeat(60)],
    ["a2", 2, 0, 0, 1, "de", "other", null, "short"],
    ["a3", null, null, null, null, null, null, -1.5, null],
  ],
  sets: [
    { name: "Q2", label: "어떤 색?", columns: ["Q2_1", "Q2_2", "Q2_3"] },
    { name: "Q2.few", label: "", columns: ["Q2_1", "Q2_3"] },
  ],
  title: "설문 조사",
};

/** Returns the values as PSPP writes them to CSV: a missing number is a blank. */
function asPsppCsv({ columns, rows }: SavParts): string[][] {
  return rows.map((row) => asStoredInSav(row, columns).map((it) => String(it ?? " ")));
}

/** Rewrites PSPP's values for comparison with `asPsppCsv`: it may write the same number with other digits. */
function comparable(rows: readonly (readonly string[])[], { columns }: SavParts): string[][] {
  return rows.map((row) =>
    row.map((it, index) =>
      columns[index]?.type === "number" && it !== " " ? String(Number(it)) : it.replace(/ +$/, ""),
    ),
  );
}

async function assertSameInPspp(tables: readonly SavParts[]): Promise<void> {
  const files = await Promise.all(tables.map((it) => savFile(it)));
  const values = await psppValues(files.map(({ bytes }) => bytes));
  for (const [index, table] of tables.entries()) {
    const [names, ...rows] = values[index] ?? [];
    assert.deepEqual(
      names,
      table.columns.map(({ name }) => name),
    );
    assert.deepEqual(comparable(rows, table), comparable(asPsppCsv(table), table));
  }
}

describe(".sav file in PSPP", () => {
  before(function () {
    needsPspp(this);
  });

  it("has its variables with labels, measures and formats", async () => {
    const { bytes } = await savFile(survey);
    const [variables, labels] = await psppTables(bytes, "SET TVARS=NAMES.\nDISPLAY DICTIONARY.");
    assert.deepEqual(variables, {
      title: "Variables",
      rows: [
        "Name,Position,Label,Measurement Level,Role,Width,Alignment,Print Format,Write Format,Missing Values",
        '응답번호,1,Who,Nominal,Input,9,Left,A9,A9,"        "',
        "Q1,2,얼마나 좋아요?,Ordinal,Input,8,Right,F10.0,F10.0,",
        "Q2_1,3,Colours: red,Nominal,Input,8,Right,F1.0,F1.0,",
        "Q2_2,4,Colours: blue,Nominal,Input,8,Right,F1.0,F1.0,",
        "Q2_3,5,Colours: 초록,Nominal,Input,8,Right,F1.0,F1.0,",
        'Q3,6,,Nominal,Input,8,Left,A4,A4,"    "',
        'Q4,7,,Nominal,Input,32,Left,A40,A40,"        "',
        "weight,8,무게,Scale,Input,8,Right,F6.2,F6.2,",
        'essay,9,,Nominal,Input,32,Left,A700,A700,"        "',
      ].map((line) => line.split(",")),
    });
    assert.deepEqual(labels?.rows.slice(1), [
      ["Q1", "1", "아주"],
      ["", "2", "조금"],
      ...["Q2_1", "Q2_2", "Q2_3"].flatMap((name) => [
        [name, "0", "Not selected"],
        ["", "1", "Selected"],
      ]),
      ["Q3", "kr", "한국"],
      ["Q4", "longer than eight bytes", "길다"],
    ]);
  });

  it("has its multiple-response sets", async () => {
    const [sets] = await psppTables((await savFile(survey)).bytes, "MRSETS /DISPLAY NAME=ALL.");
    assert.deepEqual(sets?.rows.slice(1), [
      ["$Q2", "어떤 색?", "Dichotomies", "1", "Q2_1\nQ2_2\nQ2_3"],
      ["$Q2.few", "", "Dichotomies", "1", "Q2_1\nQ2_3"],
    ]);
  });

  it("has the title of the survey, the time and the number of cases", async () => {
    const { bytes } = await savFile(survey);
    const [file] = await psppTables(bytes, "SYSFILE INFO '0.sav'.");
    const facts = new Map(file?.rows.map(([name = "", fact = ""]) => [name, fact]));
    assert.equal(facts.get("Label"), "설문 조사");
    assert.equal(facts.get("Created"), "22 Nov 26 00:15:30 by Survey Explorer 1.2.3");
    assert.equal(facts.get("Cases"), "3");
    assert.equal(facts.get("Encoding"), "UTF-8");
  });

  it("has missing values, and counts the other ones", async () => {
    const [statistics, frequencies] = await psppTables(
      (await savFile(survey)).bytes,
      "SET TVARS=NAMES.\nFREQUENCIES Q1.",
    );
    assert.deepEqual(statistics?.rows.slice(1, 3), [
      ["N", "Valid", "2"],
      ["", "Missing", "1"],
    ]);
    assert.deepEqual(
      frequencies?.rows.slice(1).map((row) => row.slice(0, 3)),
      [
        ["Valid", "아주", "1"],
        ["", "조금", "1"],
        ["Missing", ".", "1"],
        ["Total", "", "3"],
      ],
    );
  });

  it("has the values of random tables", async () => {
    await assertSameInPspp([survey, ...randomTables(40)]);
  });

  it("has very long strings, missing strings, no rows, or 5,000 columns", async () => {
    const widths = [255, 256, 257, 300, 504, 505, 1000, 32_767];
    const many = Array.from({ length: 5000 }, (_, index) =>
      index % 3 === 0
        ? textColumn(`문항.${index}`, { width: 5 })
        : numberColumn(`V${String(index).padStart(4, "0")}`),
    );
    await assertSameInPspp([
      {
        columns: widths.map((width) => textColumn(`t${width}`, { width })),
        rows: [
          widths.map((width) => "x".repeat(width - 1) + "!"),
          widths.map(
            (width) => `${" ".repeat(width % 3)}${"한".repeat(Math.floor(width / 3) - 1)}`,
          ),
          widths.map(() => null),
          widths.map((width) => `${" ".repeat(width - 1)}.`),
        ],
      },
      { columns: [numberColumn("a"), textColumn("b", { width: 300 })], rows: [] },
      {
        columns: many,
        rows: [0, 1].map((row): Row =>
          many.map(({ type }, it) => (type === "text" ? `${it}` : it * row)),
        ),
      },
    ]);
  });

  it("has the values of naughty strings", async function () {
    const strings = naughtyStrings().map((it) => it.replaceAll("\0", ""));
    needs(this, strings);
    const width = Math.max(...strings.map((it) => Buffer.byteLength(it)));
    await assertSameInPspp([
      { columns: [textColumn("s", { width })], rows: strings.map((it) => [it]) },
    ]);
  });

  it("has unique truncated names", async () => {
    const long = "한".repeat(30);
    const columns = [`${long}1`, `${long}2`, "1st", "_x", "to", "a b", "a_b", "Ａ", "a"].map(
      (name) => numberColumn(name),
    );
    const { bytes } = await savFile({ columns, rows: [columns.map((_, index) => index)] });
    const [names, row] = (await psppValues([bytes]))[0] ?? [];
    assert.deepEqual(names, [
      "한".repeat(21),
      `${"한".repeat(20)}_2`,
      ...["@1st", "@_x", "@to", "a_b_2", "a_b", "Ａ", "a_2"],
    ]);
    assert.deepEqual(
      row,
      columns.map((_, index) => String(index)),
    );
  });
});

describe(".sav file in R", () => {
  before(async function () {
    needsR(this, "haven");
  });

  it("has the values with their labels", async () => {
    const { bytes } = await savFile(survey);
    const printed = await inFolder(async (folder) => {
      const [file, script] = [join(folder, "table.sav"), join(folder, "print.R")];
      await writeFile(file, bytes);
      await writeFile(script, printInR);
      return output("Rscript", script, file);
    });
    const lines = printed.split("\n").map((line) => line.split("\t").map(decodeURIComponent));
    assert.deepEqual(
      lines.slice(0, -1),
      survey.columns.flatMap(({ name, label, labels, origin }, index) => [
        ["variable", name, label],
        ...(origin ? optionLabels : labels).map((it) => ["label", String(it.value), it.label]),
        ...survey.rows.map((row) => ["value", String(row[index] ?? "NA").trimEnd()]),
      ]),
    );
  });
});

/** Prints a line per variable, label and value. */
const printInR = `
  invisible(Sys.setlocale("LC_ALL", "C.UTF-8"))
  x <- haven::read_sav(commandArgs(TRUE))
  encoded <- function(it) vapply(as.character(it), URLencode, "", reserved = TRUE)
  line <- function(...) cat(paste(..., sep = "\\t"), sep = "\\n")
  for (name in names(x)) {
    it <- x[[name]]
    label <- attr(it, "label", exact = TRUE)
    labels <- attr(it, "labels")
    line("variable", encoded(name), if (is.null(label)) "" else encoded(label))
    if (!is.null(labels)) line("label", encoded(labels), encoded(names(labels)))
    line("value", encoded(as.vector(unclass(it))))
  }`;
