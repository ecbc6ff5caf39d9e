import assert from "node:assert/strict";
import { TableSpaces } from "../../../src/vscode/responses/tableSpaces.ts";
import { memento } from "../../support/memento.ts";

const day = 24 * 3600 * 1000;
const work = { dataSpace: "Work", origin: "https://work.example", space: "1" };
const other = { dataSpace: "Other", origin: "https://other.example", space: "2" };

describe("data spaces that have tables", () => {
  /** Returns the names of data spaces that are gone for long at starts on these days, if the settings have these ones. */
  async function starts(...days: readonly (readonly [at: number, names: readonly string[]])[]) {
    const spaces = new TableSpaces(memento());
    await spaces.add(work, other);
    const found: string[][] = [];
    for (const [at, names] of days) {
      const gone = await spaces.longGone((it) => names.includes(it), at * day);
      found.push(gone.map((it) => it.dataSpace));
    }
    return found;
  }

  it("are gone for long if the settings lack them at every start for 30 days", async () => {
    assert.deepEqual(await starts([1, ["Other"]], [30, ["Other"]], [31, ["Other"]]), [
      [],
      [],
      ["Work"],
    ]);
  });

  it("are not gone for long if they come back in between, or if the settings cannot be read once", async () => {
    const both = ["Work", "Other"];
    assert.deepEqual(await starts([1, []], [20, both], [40, []], [69, []]), [[], [], [], []]);
  });

  it("stay listed until they are removed", async () => {
    const spaces = new TableSpaces(memento());
    await spaces.add(work, other);
    await spaces.longGone(() => false, 0);
    await spaces.longGone(() => false, 30 * day);
    await spaces.remove([work]);
    assert.deepEqual(
      spaces.list().map((it) => it.dataSpace),
      ["Other"],
    );
  });
});
