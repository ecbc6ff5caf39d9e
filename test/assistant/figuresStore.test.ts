import { strict as assert } from "node:assert";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FiguresQuery } from "../../src/assistant/figuresQuery.ts";
import { FiguresStore } from "../../src/assistant/figuresStore.ts";
import { temporaryFolder } from "../service/support/dataSpace.ts";

const query: FiguresQuery = {
  dataSpace: "Panel",
  surveyId: "S1",
  question: "Q1",
  by: "gender",
  filter: {
    conditions: [{ kind: "variable", name: "Q2", is: "oneOf", values: ["1"], missing: [] }],
  },
  weight: "w",
  base: "all",
};

describe("figures store", () => {
  it("finds a query by its hash, also from another instance with the same folder", async () => {
    const folder = join(temporaryFolder(), "told");
    await new FiguresStore(folder).keep("abcdef0123", query);
    assert.deepEqual(await new FiguresStore(folder).find("abcdef0123"), query);
    assert.equal(await new FiguresStore(folder).find("abcdef0124"), undefined);
  });

  it("reads nothing outside its folder and ignores damaged files", async () => {
    const folder = temporaryFolder();
    const store = new FiguresStore(folder);
    await writeFile(join(folder, "secret.json"), JSON.stringify(query));
    assert.equal(await store.find("../secret"), undefined);
    await assert.rejects(store.keep("../secret1", query));
    await mkdir(join(folder, "figures"));
    await writeFile(join(folder, "figures", "damaged.json"), '{"dataSpace":');
    assert.equal(await store.find("damaged"), undefined);
  });

  it("says what to do if a query cannot be kept", async () => {
    const folder = temporaryFolder();
    await writeFile(join(folder, "figures"), "no folder");
    await assert.rejects(new FiguresStore(folder).keep("abcdef0123", query), {
      code: "file-fault",
      message: /told of the survey S1 cannot be kept \(.*\).* Check the disk of this machine/,
    });
  });

  it("removes the oldest queries beyond its limit", async () => {
    const folder = temporaryFolder();
    const store = new FiguresStore(folder, 3);
    for (const number of [1, 2, 3]) {
      await store.keep(`hash-${number}`, query);
      const at = new Date(2020, 0, number);
      await utimes(join(folder, "figures", `hash-${number}.json`), at, at);
    }
    await store.keep("hash-4", query);
    assert.deepEqual((await readdir(join(folder, "figures"))).sort(), [
      "hash-2.json",
      "hash-3.json",
      "hash-4.json",
    ]);
  });
});
