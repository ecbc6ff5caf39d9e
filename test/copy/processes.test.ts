import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Random } from "../../src/service/sample/random.ts";
import { nodeSqlite } from "../../src/store/sqliteDriver.ts";
import { copyIn, itemOf, numbersDown, textsIn, writtenTexts } from "./support/copiedPages.ts";
import { temporaryFolder } from "../support/folders.ts";

const pageSize = 50;
/** More pages than any process keeps before it is killed. */
const endless = 100_000;

function startChild(folder: string, pages: number): ChildProcess {
  const file = join(import.meta.dirname, "support", "copyChild.ts");
  return spawn(process.execPath, [file, folder, String(pages), String(pageSize)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Calls `onPage` for each page that the child reports. @returns the number of pages once the child has ended */
async function pagesOf(child: ChildProcess, onPage: (page: number) => void): Promise<number> {
  let said = "";
  let pages = 0;
  child.stdout?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
    for (const count = said.split("\n").length - 1; pages < count;) {
      onPage(++pages);
    }
  });
  await once(child, "close");
  return pages;
}

/** Asserts that each page is there once and whole, with its window, and that the lease of a killed process is free. */
function check(folder: string): number {
  const copy = copyIn(nodeSqlite, folder);
  try {
    const texts = textsIn(copy);
    const expected = numbersDown(1_000_000, texts.length).map((it) => itemOf(it));
    assert.deepEqual(texts, expected);
    assert.deepEqual(writtenTexts(copy), expected);
    assert.equal(texts.length % pageSize, 0);
    assert.ok(copy.takeLease());
    assert.equal(copy.storedWindows()[0]?.state.read ?? 0, texts.length);
    return texts.length / pageSize;
  } finally {
    copy.close();
  }
}

describe("copy of a survey used by several processes", () => {
  it("contains complete pages, each once, after the writing process is killed", async () => {
    const random = new Random(5);
    for (let run = 0; run < 12; run++) {
      await using folder = await temporaryFolder();
      let told = 0;
      for (let round = 0; round < 2; round++) {
        const child = startChild(folder.path, endless);
        const last = 1 + random.below(12);
        const within = random.below(4);
        told += await pagesOf(child, (page) => {
          if (page === last) {
            // The kill comes at once, or some time within a later page.
            setTimeout(() => child.kill("SIGKILL"), within);
          }
        });
        assert.equal(child.signalCode, "SIGKILL");
        const kept = check(folder.path);
        assert.ok(kept >= told, `${told} pages were reported as stored, but the copy has ${kept}.`);
      }
    }
  });

  it("is filled by processes in turns without duplicate pages", async () => {
    await using folder = await temporaryFolder();
    const children = [1, 2, 3].map(() => startChild(folder.path, 20));
    const pages = await Promise.all(children.map((it) => pagesOf(it, () => undefined)));
    assert.deepEqual(
      children.map((it) => it.exitCode),
      [0, 0, 0],
    );
    assert.equal(
      pages.reduce((sum, it) => sum + it, 0),
      20,
    );
    assert.equal(check(folder.path), 20);
  });
});
