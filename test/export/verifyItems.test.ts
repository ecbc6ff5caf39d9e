import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSurveyClient } from "../../src/client/surveyClient.ts";
import { exportedItems } from "../../src/export/exportedItems.ts";
import type { SurveyError } from "../../src/model/errors.ts";
import { formats, type Format } from "./support/exported.ts";
import { temporaryFolder } from "../support/folders.ts";

/** A client that must never be asked for anything. */
const client = createSurveyClient({
  address: { name: "Test", baseUrl: "https://127.0.0.1:1", version: "v3" },
  credentials: async () => undefined,
});

const head =
  '{"apiVersion":"v3","survey":{"label":"[ \\"responses\\":[{","responses":[{"a":1},{"b":"]"}],"x":"\\\\"},"query":{"variables":["responses"]},"responses":[';

function fileOf(format: Format, items: readonly string[]): string {
  return format === "json"
    ? `${head}${items.join(",")}],"count":${items.length}}\n`
    : items.map((it) => `${it}\n`).join("");
}

/** Items of many lengths, so that chunks of the file end in escapes, in multi-byte characters and between items. */
function itemsOf(count: number, length: number): string[] {
  return Array.from({ length: count }, (_, number) => {
    const text = ['\\"', "\\\\", "가", "}", "{[", ",", "\\u0041"][number % 7] ?? "";
    return `{"responseId":"r${number}","t":"${text.repeat((number * 37) % length)}", "deep":[[{"a":[]}]] ,"finishedAt":"2025-03-27T10:00:00"}`;
  });
}

interface Reading {
  readonly items: string[];
  readonly ids: (string | undefined)[];
  readonly damages: string[];
}

async function read(content: string | Buffer, format: Format): Promise<Reading> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "x");
  await writeFile(file, content);
  const bytes = await readFile(file);
  const reading: Reading = { items: [], ids: [], damages: [] };
  const onDamage = ({ message }: SurveyError) => reading.damages.push(message);
  for await (const batch of exportedItems({ file, format, source: client, onDamage })) {
    for (const { start, end, id } of batch.items) {
      const text = Buffer.from(batch.body.subarray(start, end)).toString("utf8");
      assert.equal(bytes.toString("utf8", batch.offset + start, batch.offset + end), text);
      reading.items.push(text);
      reading.ids.push(id);
    }
  }
  return reading;
}

for (const format of formats) {
  describe(`items of a ${format} file`, () => {
    for (const [count, length] of [
      [0, 1],
      [1, 1],
      [3000, 700],
      [20_000, 20],
      [8, 900_000],
    ] as const) {
      it(`are read back: ${count} with up to ${length} letters`, async () => {
        const items = itemsOf(count, length);
        const reading = await read(fileOf(format, items), format);
        assert.deepEqual(reading.damages, []);
        assert.deepEqual(reading.items, items);
        assert.deepEqual(
          reading.ids,
          items.map((_, number) => `r${number}`),
        );
      });
    }

    it("are read up to the end of a file truncated at any byte", async () => {
      const items = itemsOf(2, 4);
      const content = Buffer.from(fileOf(format, items));
      for (let length = 0; length < content.length - 2; length++) {
        const cut = content.subarray(0, length);
        const reading = await read(cut, format);
        assert.deepEqual(reading.items, items.slice(0, reading.items.length));
        // A file of lines may end after any line; the object around a list has a definite end.
        const lines = fileOf("ndjson", reading.items);
        const isWhole = format === "ndjson" && [lines, lines.trimEnd()].includes(String(cut));
        assert.equal(reading.damages.length, isWhole ? 0 : 1, String(cut));
      }
    });

    it("are skipped if they are damaged, and their places are reported", async () => {
      const items = itemsOf(5, 4);
      const damaged = items.with(2, '{"responseId":3}').with(3, "{x}");
      const content = fileOf(format, damaged);
      const reading = await read(content, format);
      assert.deepEqual(reading.ids, ["r0", "r1", "r4"]);
      assert.deepEqual(
        reading.damages.map((it) => /at byte (\d+),/.exec(it)?.[1]),
        [damaged[2], damaged[3]].map((it) =>
          String(Buffer.from(content.split(it ?? "")[0] ?? "").length),
        ),
      );
    });

    it("lead to an error if they are damaged and no one handles the damage", async () => {
      await using folder = await temporaryFolder();
      const file = join(folder.path, "x");
      await writeFile(file, fileOf(format, ["{}", "1"]));
      const reading = exportedItems({ file, format, source: client });
      await assert.rejects(
        reading.next().then(() => reading.next()),
        {
          code: "file-fault",
          message: /x is damaged: at byte \d+, there is no response in JSON\. Verify and repair it/,
        },
      );
    });
  });
}

describe("file that another program rewrote", () => {
  it("is read, too", async () => {
    const items = itemsOf(4, 3).map((it) => JSON.parse(it) as object);
    const pretty = JSON.stringify({ survey: {}, count: 4, responses: items }, undefined, "\t");
    const { ids, damages } = await read(pretty, "json");
    assert.deepEqual([ids, damages], [["r0", "r1", "r2", "r3"], []]);
    const lines = items.map((it) => JSON.stringify(it)).join("\r\n\r\n");
    const reading = await read(lines, "ndjson");
    assert.deepEqual([reading.ids, reading.damages], [["r0", "r1", "r2", "r3"], []]);
  });

  it("is reported as damaged if it has no list", async () => {
    for (const content of ["", "[]", '{"a":[{}]}', '{"responses":{"a":[{}]}}', "]]]"]) {
      const { items, damages } = await read(content, "json");
      assert.deepEqual(items, []);
      assert.match(damages.join(), /ends without a list of responses/);
    }
  });
});
