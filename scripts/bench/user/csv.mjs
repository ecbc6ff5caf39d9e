// What somebody would write with papaparse to have responses as CSV. Arguments: items (ndjson), file.
import { createReadStream, createWriteStream } from "node:fs";
import { once } from "node:events";
import { createInterface } from "node:readline";
import papa from "papaparse";
import { rowOf, columns, tell } from "./rows.mjs";

const [items, file] = process.argv.slice(2);
const started = performance.now();
const output = createWriteStream(file);
let responses = 0;
let rows = [columns];
const write = async () => {
  if (!output.write(`${papa.unparse(rows, { newline: "\r\n" })}\r\n`)) {
    await once(output, "drain");
  }
  rows = [];
};
for await (const line of createInterface({ input: createReadStream(items) })) {
  rows.push(rowOf(JSON.parse(line)));
  responses++;
  if (rows.length === 1000) {
    await write();
  }
}
await write();
output.end();
await once(output, "finish");
tell(started, responses);
