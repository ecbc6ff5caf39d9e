// A simple script that a user would write to get responses as a table. Arguments: csv, xlsx or parquet; file with one
// response per line; target file.
import { createReadStream, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parquetWriteFile } from "hyparquet-writer";
import papa from "papaparse";
import writeExcelFile from "write-excel-file/node";

const [format, items, file] = process.argv.slice(2);
const started = performance.now();
const facts = ["responseId", "serial", "collectGroupId", "startedAt", "finishedAt"];
const questions = Array.from({ length: 40 }, (_, at) => `Q${String(at + 1).padStart(2, "0")}`);
const columns = [...facts, ...questions];
const rows = [];
for await (const line of createInterface({ input: createReadStream(items) })) {
  const response = JSON.parse(line);
  const answers = new Map(response.variables.map((it) => [it.name, it.answer]));
  const cells = questions.map(
    (name) =>
      answers
        .get(name)
        ?.map((it) => it.value)
        .join(";") ?? null,
  );
  rows.push([...facts.map((name) => response[name]), ...cells]);
}
if (format === "csv") {
  writeFileSync(file, papa.unparse([columns, ...rows]));
} else if (format === "xlsx") {
  const cellOf = (value) => (value === null ? null : { value, type: String });
  await writeExcelFile([columns, ...rows].map((row) => row.map(cellOf))).toFile(file);
} else {
  const dataOf = (at) => rows.map((row) => row[at]);
  const columnData = columns.map((name, at) => ({ name, data: dataOf(at), type: "STRING" }));
  await parquetWriteFile({ filename: file, columnData });
}
const seconds = (performance.now() - started) / 1000;
const peak = /^VmHWM:\s*(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
console.log(JSON.stringify({ seconds, megabytes: Number(peak) / 1024 }));
