// Keeps pages in a process of its own, in turns with others. Says "page" and the number of responses after each of its pages.
import { nodeSqlite } from "../../../src/store/sqliteDriver.ts";
import { isCancelled } from "../../../src/model/errors.ts";
import { itemOf, keptIn, numbersDown, pageOf, windowAt } from "./keptPages.ts";

const [folder = "", build = "", wanted = "0", size = "0"] = process.argv.slice(2);
const own = build === "node:sqlite" ? nodeSqlite() : undefined;
const kept = keptIn(
  own ?? (await (await import("../../../src/store/wasmSqlite.ts")).wasmSqlite()),
  folder,
);
const pages = Number(wanted);

/** The page is what stands behind the pages that are there: whoever had the turn before has kept those. */
function keepPage(): boolean {
  if (!kept.takeTurn()) {
    return kept.loaded < pages * Number(size);
  }
  try {
    if (kept.loaded >= pages * Number(size)) {
      return false;
    }
    const from = 1_000_000 - kept.loaded;
    const items = numbersDown(from, Number(size)).map((it) => itemOf(it));
    const loaded = kept.addPage(pageOf(items, windowAt(kept.loaded + items.length)));
    process.stdout.write(`page ${loaded}\n`);
    kept.leaveTurn();
    return true;
  } catch (error) {
    if (!isCancelled(error)) {
      throw error;
    }
    return true;
  }
}

while (keepPage()) {
  // Others may take the turn.
  await new Promise((resolve) => setImmediate(resolve));
}
kept.close();
