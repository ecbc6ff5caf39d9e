import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import type { TableDescription, TableValue } from "../../src/model/tabular/tableColumn.ts";
import { DayFiles } from "../../src/formats/dayFiles.ts";
import { fileTable } from "../../src/formats/fileTable.ts";
import { parquet } from "../../src/formats/kinds/parquet.ts";
import type { ByteSink } from "../../src/formats/writer.ts";
import { parquetWriter } from "../../src/formats/writers/parquet.ts";
import { columnOf, contextOf, Duck, python, quoted } from "./support/parquetFiles.ts";
import { skip } from "../../scripts/testing/skip.ts";
import { folderOfSuite } from "../support/folders.ts";

const columns = [
  columnOf("responseId"),
  columnOf("finishedAt"),
  columnOf("q1", { type: "number", width: 2 }),
];
const context = contextOf(columns);

const noDay = "day=__HIVE_DEFAULT_PARTITION__";

/** Writes a row for each `finishedAt` of the service. */
async function write(
  folder: string,
  times: readonly (string | undefined)[],
): ReturnType<DayFiles["finish"]> {
  const days = new DayFiles(folder, (sink) => parquetWriter(sink, context));
  for (const [index, time] of times.entries()) {
    await days.write(time, [rowOf(time, index)]);
  }
  return days.finish();
}

function rowOf(time: string | undefined, index: number): TableValue[] {
  return [`R_${index}`, time ?? null, index % 7];
}

describe("folders by day", () => {
  const folder = folderOfSuite();
  let duck: Duck;
  let count = 0;
  before(async () => {
    duck = await Duck.start();
  });
  after(async () => {
    duck.close();
  });

  /** Returns the path of a folder that does not exist yet. */
  function newFolder(): string {
    count += 1;
    return join(folder, `Survey's ${count}.parquet`);
  }

  function fromHive(path: string): string {
    return `read_parquet(${quoted(`${path}/*/*.parquet`)}, hive_partitioning = true)`;
  }

  it("form one dataset with a column for the day", async () => {
    const path = newFolder();
    const times = ["2025-03-02T10:00:00", "2025-03-01T09:00:00", "2025-03-01T08:00:00", undefined];
    const { files } = await write(path, times);
    assert.deepEqual(
      files.map(({ path: it, rows }) => [it, rows]),
      [
        ["day=2025-03-01/part-0.parquet", 2],
        ["day=2025-03-02/part-0.parquet", 1],
        [`${noDay}/part-0.parquet`, 1],
      ],
    );
    assert.deepEqual(
      await duck.rows(`SELECT responseId, day::VARCHAR FROM ${fromHive(path)} ORDER BY responseId`),
      [
        ["R_0", "2025-03-02"],
        ["R_1", "2025-03-01"],
        ["R_2", "2025-03-01"],
        ["R_3", null],
      ],
    );
    const types = await duck.types(`FROM ${fromHive(path)}`);
    assert.equal(types["day"], "DATE");
  });

  it("can be read by Arrow", async function () {
    const path = newFolder();
    await write(path, ["2025-03-02T10:00:00", "2025-03-01T09:00:00", "2025-03-01T08:00:00", "-"]);
    const code = `
data = pyarrow.dataset.dataset(sys.argv[1], format="parquet", partitioning="hive").to_table()
print(json.dumps(sorted([it["responseId"], it["q1"], it["day"]] for it in data.to_pylist())))`;
    assert.deepEqual(python(this, ["pyarrow.dataset"], code, path), [
      ["R_0", 0, "2025-03-02"],
      ["R_1", 1, "2025-03-01"],
      ["R_2", 2, "2025-03-01"],
      ["R_3", 3, null],
    ]);
  });

  it("report size and hash of each file, and the hash of their list as sha256sum prints it", async () => {
    const path = newFolder();
    const { files, bytes, sha256 } = await write(path, ["2025-03-02T10:00:00", undefined]);
    for (const file of files) {
      const content = readFileSync(join(path, file.path));
      assert.equal(file.bytes, content.length);
      assert.equal(file.sha256, createHash("sha256").update(content).digest("hex"));
    }
    assert.equal(
      bytes,
      files.reduce((sum, it) => sum + it.bytes, 0),
    );
    const printed = files.map((it) => `${it.sha256}  ${it.path}\n`).join("");
    assert.equal(sha256, createHash("sha256").update(printed).digest("hex"));
  });

  it("are accessible to this account only", async function () {
    if (process.platform === "win32") {
      skip(this, "Windows has no file modes");
    }
    const path = newFolder();
    await write(path, ["2025-03-02T10:00:00"]);
    const modeOf = (part: string): number => statSync(join(path, part)).mode & 0o777;
    assert.equal(modeOf("."), 0o700);
    assert.equal(modeOf("day=2025-03-02"), 0o700);
    assert.equal(modeOf("day=2025-03-02/part-0.parquet"), 0o600);
  });

  it("put rows with an invalid time into the folder without a day", async () => {
    const path = newFolder();
    const bad = [
      "../../../x",
      "2025-03-0/",
      "2025/03/01",
      "2025-13-01T00:00:00",
      "2025-02-30T00:00:00",
      "٢٠٢٥-٠٣-٠١",
      "2025-03-",
      "",
      "null",
      " 2025-03-01",
    ];
    const { files } = await write(path, bad);
    assert.deepEqual(
      files.map(({ path: it, rows }) => [it, rows]),
      [[`${noDay}/part-0.parquet`, bad.length]],
    );
  });

  it("continue in another part if a day comes again late", async () => {
    const path = newFolder();
    const days = [5, 4, 3, 2, 1, 5, 4, 5].map((it) => `2025-03-0${it}T00:00:00`);
    const { files } = await write(path, days);
    assert.deepEqual(
      files.map(({ path: it, rows }) => `${it} ${rows}`),
      [
        "day=2025-03-01/part-0.parquet 1",
        "day=2025-03-02/part-0.parquet 1",
        "day=2025-03-03/part-0.parquet 1",
        "day=2025-03-04/part-0.parquet 1",
        "day=2025-03-04/part-1.parquet 1",
        "day=2025-03-05/part-0.parquet 1",
        "day=2025-03-05/part-1.parquet 2",
      ],
    );
  });

  it("keep the file for rows without a day open between other rows", async () => {
    const path = newFolder();
    const times = Array.from({ length: 200 }, (_, index) =>
      index % 2 === 0 ? undefined : `2025-03-${20 - Math.floor(index / 20)}T00:00:00`,
    );
    const { files } = await write(path, times);
    assert.equal(files.length, 11);
    assert.equal(files.at(-1)?.rows, 100);
  });

  it("contain all rows under their days, in any order of arrival", async () => {
    const time = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.integer({ min: 1, max: 6 }).map((it) => `2025-03-0${it}T00:00:00`),
      },
      { weight: 1, arbitrary: fc.constantFrom(undefined, "", "x") },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(time, { minLength: 1, maxLength: 40 }), async (times) => {
        const path = newFolder();
        const { files } = await write(path, times);
        assert.deepEqual(
          await duck.rows(
            `SELECT responseId, day::VARCHAR, q1 FROM ${fromHive(path)}
             ORDER BY substr(responseId, 3)::INT`,
          ),
          times.map((it, index) => [
            `R_${index}`,
            it?.startsWith("2025") === true ? it.slice(0, 10) : null,
            index % 7,
          ]),
        );
        assert.equal(
          files.reduce((sum, it) => sum + it.rows, 0),
          times.length,
        );
      }),
      { seed: 20261122, numRuns: 25 },
    );
  });

  it("have their columns even without rows", async () => {
    const path = newFolder();
    const { files } = await write(path, []);
    assert.deepEqual(
      files.map((it) => it.rows),
      [0],
    );
    const types = await duck.types(`FROM ${fromHive(path)}`);
    assert.deepEqual(Object.keys(types), ["responseId", "finishedAt", "q1", "day"]);
    assert.deepEqual(await duck.rows(`FROM ${fromHive(path)}`), []);
  });

  it("are identical for the same rows", async () => {
    const times = ["2025-03-02T10:00:00", undefined, "2025-03-01T09:00:00"];
    assert.deepEqual(await write(newFolder(), times), await write(newFolder(), times));
  });

  it("rename a column that has the name of the day column", async () => {
    const named: TableDescription = {
      ...context.table,
      columns: [columnOf("Day"), columnOf("day_2"), columnOf("q1")],
      sets: [{ name: "Day", label: "", columns: ["Day", "q1"] }],
      renamed: [{ from: "Da\ny", to: "Day" }],
    };
    const table = fileTable(named, parquet, { partition: "day" });
    assert.deepEqual(
      table.columns.map((it) => it.name),
      ["Day_3", "day_2", "q1"],
    );
    assert.deepEqual(table.sets[0]?.columns, ["Day_3", "q1"]);
    assert.deepEqual(table.renamed, [{ from: "Da\ny", to: "Day_3" }]);

    const path = newFolder();
    const days = new DayFiles(path, (sink) => parquetWriter(sink, { ...context, table }));
    await days.write("2025-03-01T00:00:00", [["Monday", "a", "b"]]);
    await days.finish();
    assert.deepEqual(await duck.rows(`SELECT Day_3, day::VARCHAR FROM ${fromHive(path)}`), [
      ["Monday", "2025-03-01"],
    ]);
    assert.deepEqual(fileTable(table, parquet, { partition: "day" }), table);
  });

  it("report each warning once", async () => {
    const days = new DayFiles(newFolder(), (sink) => parquetWriter(sink, context));
    await days.write("2025-03-01T00:00:00", [["\ud800", null, null]]);
    await days.write("2025-03-02T00:00:00", [["\ud800", null, null]]);
    const { warnings } = await days.finish();
    assert.equal(warnings.length, 1);
  });

  it("do not replace an existing folder", async () => {
    const path = newFolder();
    await mkdir(path);
    await assert.rejects(write(path, ["2025-03-01T00:00:00"]), { code: "file-fault" });
  });

  it("close open files when they are abandoned", async () => {
    const sinks: ByteSink[] = [];
    const days = new DayFiles(newFolder(), (sink) => {
      sinks.push(sink);
      return {
        write: () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" })),
        finish: () => Promise.resolve(),
        warnings: [],
      };
    });
    await assert.rejects(days.write("2025-03-01T00:00:00", [rowOf(undefined, 1)]), {
      code: "file-fault",
      message: /part-0\.parquet cannot be written: the disk is full/,
    });
    await sinks[0]?.write(Buffer.from("a"));
    await days.abandon();
    await assert.rejects(sinks[0]?.write(Buffer.from("a")) ?? Promise.resolve());
  });
});
