import assert from "node:assert/strict";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  clearDisclosureRecord,
  withLedger,
  type RowFigure,
} from "../../src/assistant/ledgerFile.ts";
import { folderOfEachTest } from "../support/folders.ts";

const survey = { space: "space", surveyId: "S1" };

/** Returns the identities of `count` responses. */
function responses(count: number, from = 0): BigUint64Array {
  return BigUint64Array.from({ length: count }, (_, at) => BigInt(at + from) * 1_000_003n);
}

function rows(from: number, to: number): RowFigure {
  return { rows: Uint32Array.from({ length: to - from }, (_, at) => from + at) };
}

describe("ledger file of a survey", () => {
  const folder = folderOfEachTest();

  function tell(
    figures: readonly RowFigure[],
    { identities = responses(40), of = survey, leastCount = 5 } = {},
  ): Promise<boolean[]> {
    const host = { disclosureFolder: folder, leastCount };
    return withLedger(host, of, identities, (ledger, figureOf) =>
      ledger.tell(figures.map(figureOf)),
    );
  }

  async function file(): Promise<string> {
    const [name = ""] = await readdir(join(folder, "surveys"));
    return join(folder, "surveys", name);
  }

  it("withholds figures that reveal few people together with those of earlier calls", async () => {
    assert.deepEqual(await tell([rows(0, 40)]), [true]);
    assert.deepEqual(await tell([rows(0, 37)]), [false]);
    assert.deepEqual(await tell([rows(0, 30)]), [true]);
    assert.deepEqual(await tell([rows(0, 37), rows(30, 40), rows(0, 30)]), [false, true, true]);
  });

  it("identifies responses regardless of their order in the table", async () => {
    assert.deepEqual(await tell([rows(0, 40)]), [true]);
    const turned = responses(40).toReversed();
    assert.deepEqual(await tell([rows(3, 40)], { identities: turned }), [false]);
    assert.deepEqual(await tell([rows(0, 40)], { identities: turned }), [true]);
  });

  it("treats later responses as new ones", async () => {
    assert.deepEqual(await tell([rows(0, 40)]), [true]);
    const more = BigUint64Array.from([...responses(3, 1000), ...responses(40)]);
    assert.deepEqual(await tell([rows(0, 43)], { identities: more }), [false]);
    assert.deepEqual(await tell([rows(3, 43)], { identities: more }), [true]);
  });

  it("counts identical responses separately", async () => {
    const same = new BigUint64Array(12).fill(7n);
    assert.deepEqual(await tell([rows(0, 12), rows(0, 6), rows(0, 9)], { identities: same }), [
      true,
      true,
      false,
    ]);
    assert.deepEqual(await tell([rows(0, 6), rows(6, 12)], { identities: same }), [true, true]);
  });

  it("is readable by its owner only", async () => {
    await tell([rows(0, 40)]);
    assert.equal((await stat(await file())).mode & 0o777, 0o600);
    assert.equal((await stat(join(folder, "surveys"))).mode & 0o777, 0o700);
    assert.deepEqual(await readdir(join(folder, "surveys")).then((it) => it.length), 1);
  });

  it("is separate for each survey", async () => {
    assert.deepEqual(await tell([rows(0, 40)]), [true]);
    assert.deepEqual(await tell([rows(0, 37)], { of: { ...survey, surveyId: "S2" } }), [true]);
  });

  it("stays consistent under concurrent calls", async () => {
    const asked = Array.from({ length: 12 }, (_, at) => tell([rows(0, 40 - at)]));
    const told = (await Promise.all(asked)).flatMap(([it], at) => (it === true ? [40 - at] : []));
    assert.ok(told.length > 1, String(told));
    for (const one of told) {
      for (const other of told) {
        assert.ok(one === other || Math.abs(one - other) >= 5, String(told));
      }
    }
  });

  it("rejects calls if it is damaged, until it is cleared", async () => {
    await tell([rows(0, 40)]);
    const whole = await readFile(await file());
    for (const damaged of [
      whole.subarray(0, 20),
      whole.subarray(0, -1),
      Buffer.from(whole.map((it, at) => (at === whole.length - 9 ? it ^ 1 : it))),
      Buffer.from("nothing"),
      Buffer.alloc(0),
    ]) {
      await writeFile(await file(), damaged);
      await assert.rejects(tell([rows(0, 20)]), {
        code: "file-fault",
        message: /Forget What Assistants Were Told/,
      });
    }
    await clearDisclosureRecord(folder, survey);
    assert.deepEqual(await tell([rows(0, 20)]), [true]);
    await clearDisclosureRecord(folder);
    assert.deepEqual(await readdir(folder), []);
  });

  it("rejects calls if it cannot be written", async () => {
    await writeFile(join(folder, "surveys"), "a file in the place of the folder");
    await assert.rejects(tell([rows(0, 40)]), { code: "file-fault", message: /cannot be kept/ });
  });

  it("applies under a higher least count and relaxes under a lower one", async () => {
    assert.deepEqual(await tell([rows(0, 40), rows(0, 30)]), [true, true]);
    assert.deepEqual(await tell([rows(0, 20)], { leastCount: 15 }), [false]);
    assert.deepEqual(await tell([rows(0, 37)], { leastCount: 2 }), [true]);
  });
});
