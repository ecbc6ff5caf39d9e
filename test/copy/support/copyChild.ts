// Keeps pages in a process of its own, in turns with other processes. Prints "page" and the number of items after each page.
import { isCancelled } from "../../../src/model/errors.ts";
import { nodeSqlite } from "../../../src/store/sqliteDriver.ts";
import { copyIn, itemOf, numbersDown, pageOf, windowAt } from "./copiedPages.ts";

const [folder = "", wanted = "0", size = "0"] = process.argv.slice(2);
const copy = copyIn(nodeSqlite, folder);
const pages = Number(wanted);

/**
 * Keeps the next page. The copy's size says which one: other processes keep pages, too. @returns false when all are there
 */
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
  // Let other processes take the lease.
  await new Promise((resolve) => setImmediate(resolve));
}
copy.close();
