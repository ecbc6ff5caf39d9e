import assert from "node:assert/strict";
import { CopyDirectory } from "../../src/copy/copyDirectory.ts";
import { nodeSqlite } from "../../src/store/sqliteDriver.ts";
import { itemOf, pageOf } from "./support/copiedPages.ts";
import { folderOfEachTest } from "../support/folders.ts";

const keyOf = (surveyId: string) => ({ space: "space", version: "v3", surveyId }) as const;

describe("removing closed copies", () => {
  const folder = folderOfEachTest();

  it("keeps copies that are open in any process, and spared ones", async () => {
    const [copies, elsewhere] = [1, 2].map(() => new CopyDirectory(nodeSqlite, folder));
    assert.ok(copies && elsewhere);
    const [open, openElsewhere] = [copies, elsewhere].map((it, index) => {
      const copy = it.open(keyOf(`${index}`), "Space");
      copy.takeLease();
      copy.addPage(pageOf([itemOf(1)]));
      return copy;
    });
    assert.ok(open && openElsewhere);
    for (const surveyId of ["spared", "closed", "other"]) {
      const copy = copies.open(keyOf(surveyId), "Space");
      assert.equal(copy.loaded, 0);
      copy.takeLease();
      copies.close(copy);
    }
    copies.removeClosed([], keyOf("other"));
    assert.equal(copies.list().length, 4);
    copies.removeClosed([keyOf("spared")]);
    assert.equal(copies.list().length, 3);
    assert.deepEqual([open.hasChanged(), openElsewhere.hasChanged()], [false, false]);
    openElsewhere.addPage(pageOf([itemOf(0)]));
    elsewhere.close(openElsewhere);
    copies.removeClosed();
    assert.equal(copies.list().length, 1);
    copies.close(open);
    copies.removeClosed();
    assert.deepEqual(copies.list(), []);
  });

  it("to limit their size keeps copies that are open in any process", async () => {
    const [copies, elsewhere] = [1, 2].map(() => new CopyDirectory(nodeSqlite, folder));
    assert.ok(copies && elsewhere);
    const open = elsewhere.open(keyOf("open"), "Space");
    open.takeLease();
    open.addPage(pageOf([itemOf(1)]));
    copies.limit(0);
    assert.equal(copies.list().length, 1);
    open.addPage(pageOf([itemOf(0)]));
    assert.equal(open.loaded, 2);
    elsewhere.close(open);
    copies.limit(0);
    assert.deepEqual(copies.list(), []);
  });
});
