// Keeps pages in a process of its own, in turns with others. Says "page" and the number of items after each of its pages.
import { isCancelled } from "../../../src/model/errors.ts";
import { nodeSqlite } from "../../../src/store/sqliteDriver.ts";
import { copyIn, itemOf, numbersDown, pageOf, windowAt } from "./copiedPages.ts";

const [folder = "", wanted = "0", size = "0"] = process.argv.slice(2);
const copy = copyIn(nodeSqlite, folder);
const pages = Number(wanted);

/** The page is what stands behind the pages that are there: whoever had the lease before has kept those. */
function keepPage(): boolean {
  if (!copy.takeLease()) {
    return copy.loaded < pages * Number(size);
  }
  try {
    if (copy.loaded >= pages * Number(size)) {
      return false;
    }
    const from = 1_000_000 - copy.loaded;
    const items = numbersDown(from, Number(size)).map((it) => itemOf(it));
    copy.addPage(pageOf(items, windowAt(copy.loaded + items.length)));
    process.stdout.write(`page ${copy.loaded}\n`);
    copy.releaseLease();
    return true;
  } catch (error) {
    if (!isCancelled(error)) {
      throw error;
    }
    return true;
  }
}

while (keepPage()) {
  // Others may take the lease.
  await new Promise((resolve) => setImmediate(resolve));
}
copy.close();
