// What somebody would write with hyparquet-writer to have responses as Parquet. Arguments: items (ndjson), file.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { parquetWriteFile } from "hyparquet-writer";
import { rowOf, columns, tell } from "./rows.mjs";

const [items, file] = process.argv.slice(2);
const started = performance.now();
const data = columns.map(() => []);
let responses = 0;
for await (const line of createInterface({ input: createReadStream(items) })) {
  rowOf(JSON.parse(line)).forEach((value, place) => data[place].push(value));
  responses++;
}
await parquetWriteFile({
  filename: file,
  columnData: columns.map((name, place) => ({ name, data: data[place], type: "STRING" })),
});
tell(started, responses);
