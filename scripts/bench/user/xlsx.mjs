// What somebody would write with write-excel-file to have responses as XLSX. Arguments: items (ndjson), file.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import writeExcelFile from "write-excel-file/node";
import { rowOf, columns, tell } from "./rows.mjs";

const [items, file] = process.argv.slice(2);
const started = performance.now();
const sheet = [columns.map((value) => ({ value, fontWeight: "bold" }))];
let responses = 0;
for await (const line of createInterface({ input: createReadStream(items) })) {
  sheet.push(
    rowOf(JSON.parse(line)).map((value) => (value === null ? null : { value, type: String })),
  );
  responses++;
}
await writeExcelFile(sheet).toFile(file);
tell(started, responses);
