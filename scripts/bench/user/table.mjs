// What somebody would write to have responses as a table. Arguments: csv, xlsx or parquet; items (one a line); file.
import { createReadStream, createWriteStream, readFileSync } from "node:fs";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { parquetWriteFile } from "hyparquet-writer";
import papa from "papaparse";
import writeExcelFile from "write-excel-file/node";

const [format, items, file] = process.argv.slice(2);
const facts = [
  "responseId",
  "serial",
  "collectGroupId",
  "completedStatus",
  "startedAt",
  "finishedAt",
];
const questions = Array.from(
  { length: 40 },
  (_, index) => `Q${String(index + 1).padStart(2, "0")}`,
);
const columns = [...facts, ...questions];
let responses = 0;

async function* rows() {
  for await (const line of createInterface({ input: createReadStream(items) })) {
    const response = JSON.parse(line);
    const answers = new Map(response.variables.map((it) => [it.name, it.answer]));
    const cell = (name) =>
      answers
        .get(name)
        ?.map((it) => it.value)
        .join(";");
    responses++;
    yield [...facts.map((name) => response[name]), ...questions.map(cell)].map((it) => it ?? null);
  }
}

const writers = {
  async csv() {
    const output = createWriteStream(file);
    output.write(`${papa.unparse([columns])}\r\n`);
    let some = [];
    const write = () => output.write(`${papa.unparse(some.splice(0))}\r\n`);
    for await (const row of rows()) {
      some.push(row);
      if (some.length === 1000 && !write()) {
        await once(output, "drain");
      }
    }
    if (some.length > 0) {
      write();
    }
    await once(output.end(), "finish");
  },
  async xlsx() {
    const sheet = [columns.map((value) => ({ value, fontWeight: "bold" }))];
    for await (const row of rows()) {
      sheet.push(row.map((value) => (value === null ? null : { value, type: String })));
    }
    await writeExcelFile(sheet).toFile(file);
  },
  async parquet() {
    const data = columns.map(() => []);
    for await (const row of rows()) {
      row.forEach((value, column) => data[column].push(value));
    }
    const columnData = columns.map((name, index) => ({ name, data: data[index], type: "STRING" }));
    await parquetWriteFile({ filename: file, columnData });
  },
};

const started = performance.now();
await writers[format]();
const seconds = (performance.now() - started) / 1000;
const peak = /^VmHWM:\s*(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
console.log(JSON.stringify({ seconds, megabytes: Number(peak) / 1024, responses }));
