import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "mocha";
import {
  maxVersions,
  StructureVersions,
  type SeenStructure,
} from "../../src/store/structureVersions.ts";
import { folderOfEachTest } from "../support/folders.ts";

const survey = { space: "0".repeat(32), surveyId: "S1" };

function seen(text: string, at: number, apiVersion = "v3"): SeenStructure {
  const hash = Buffer.from(text.padEnd(16).slice(0, 16)).toString("hex");
  return { apiVersion, hash, bytes: Buffer.from(text), at };
}

describe("structure versions", () => {
  const folder = folderOfEachTest();
  let versions: StructureVersions;

  beforeEach(async () => {
    versions = new StructureVersions(folder);
  });

  it("are kept byte for byte if they differ from the previous one", async () => {
    assert.equal(await versions.add(survey, seen("A", 1000)), true);
    assert.equal(await versions.add(survey, seen("A", 5000)), false);
    assert.equal(await versions.add(survey, seen("B", 6000)), true);
    assert.equal(await versions.add(survey, seen("A", 7000)), true);
    const list = await versions.list(survey);
    assert.deepEqual(
      list.map((it) => [it.firstSeen, it.lastSeen]),
      [
        [1000, 5000],
        [6000, 6000],
        [7000, 7000],
      ],
    );
    const texts = await Promise.all(list.map(({ id }) => versions.read(survey, id)));
    assert.deepEqual(texts.map(String), ["A", "B", "A"]);
    assert.deepEqual(await versions.list({ ...survey, surveyId: "S2" }), []);
  });

  it("are compared and listed separately by API version", async () => {
    await versions.add(survey, seen("A", 1000, "v2"));
    await versions.add(survey, seen("B", 2000, "v3"));
    assert.equal(await versions.add(survey, seen("A", 3000, "v2")), false);
    assert.equal(await versions.add(survey, seen("B", 4000, "v3")), false);
    const list = await versions.list(survey);
    assert.deepEqual(
      list.map((it) => [it.apiVersion, it.lastSeen]),
      [
        ["v2", 3000],
        ["v3", 4000],
      ],
    );
  });

  it("are all kept when two windows write concurrently", async () => {
    const other = new StructureVersions(folder);
    await Promise.all([
      versions.add(survey, seen("A", 1000)),
      other.add(survey, seen("A", 1000)),
      versions.add({ ...survey, surveyId: "S2" }, seen("C", 1000)),
    ]);
    await Promise.all([versions.add(survey, seen("B", 2000)), other.add(survey, seen("D", 2001))]);
    const list = await versions.list(survey);
    assert.equal(list.length, 3);
    const texts = await Promise.all(list.map(({ id }) => other.read(survey, id)));
    const [first, ...others] = texts.map(String);
    assert.equal(first, "A");
    assert.deepEqual(others.sort(), ["B", "D"]);
  });

  it("are limited in number, keeping the first and the newest", async () => {
    for (let number = 0; number < maxVersions + 10; number++) {
      await versions.add(survey, seen(`${number}`, 1000 + number));
    }
    const list = await versions.list(survey);
    assert.equal(list.length, maxVersions);
    assert.equal(list[0]?.firstSeen, 1000);
    assert.equal(list.at(-1)?.firstSeen, 1000 + maxVersions + 9);
  });

  it("stay readable if another version is damaged, and are found only by valid IDs", async () => {
    await versions.add(survey, seen("A", 1000));
    await versions.add(survey, seen("B", 2000));
    const [first, second] = await versions.list(survey);
    assert(first && second);
    const [shard = ""] = await readdir(join(folder, survey.space));
    const place = join(folder, survey.space, shard);
    await writeFile(join(place, first.id), "no compressed text");
    await writeFile(join(place, "strange.txt"), "left alone");
    assert.equal((await versions.list(survey)).length, 2);
    await assert.rejects(versions.read(survey, first.id));
    assert.equal(String(await versions.read(survey, second.id)), "B");
    await assert.rejects(versions.read({ ...survey, surveyId: "S2" }, second.id), /no structure/);
    await assert.rejects(versions.read(survey, "../../x"), /no structure/);
  });

  it("are removed with their data space", async () => {
    const other = { ...survey, space: "1".repeat(32) };
    await versions.add(survey, seen("A", 1000));
    await versions.add(other, seen("A", 1000));
    await versions.clear(survey.space);
    assert.deepEqual(await versions.list(survey), []);
    assert.equal((await versions.list(other)).length, 1);
  });
});
