import assert from "node:assert/strict";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fileIn } from "../../src/copy/copyFolders.ts";
import type { ExportCopies } from "../../src/export/exportCopies.ts";
import { pathExists, targetFiles } from "../../src/export/targetFiles.ts";
import { SurveyError } from "../../src/model/errors.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import { timeOfSeconds } from "../../src/model/time.ts";
import { nodeSqlite } from "../../src/store/sqliteDriver.ts";
import type { TestServer } from "../client/support/testServer.ts";
import { copiesIn, keptItems } from "./support/exporting.ts";
import {
  epoch,
  isResponsePage,
  itemAt,
  KeptSurvey,
  lateIn,
  linesOf,
  serve,
} from "./support/keptSurvey.ts";
import type { LiveItem } from "./support/liveServer.ts";
import { folderOfEachTest, temporaryFolder } from "../support/folders.ts";

/** Three responses every other minute; one of the seconds fills several pages. */
const seconds = 100;
const full = 33;

function surveyOf(version: ApiVersion): LiveItem[] {
  const threes = Array.from({ length: 3 * seconds }, (_, number) =>
    itemAt(version, number, secondOf(Math.floor(number / 3))),
  );
  const more = Array.from({ length: 22 }, (_, number) => ({
    ...itemAt(version, 1000 + number, secondOf(full)),
    order: 3 * full + 2 + (number + 1) / 100,
  }));
  return [...threes, ...more];
}

const secondOf = (index: number) => 120 * index;

const timeAt = (second: number) => timeOfSeconds(epoch + second);

/** A range of seconds, including both ends. */
type Range = readonly [first: number, last: number];
const one = (index: number): Range => [secondOf(index), secondOf(index)];

interface Change {
  readonly gone?: readonly number[];
  readonly late?: (version: ApiVersion) => LiveItem[];
  /** Ranges that are read again. */
  readonly ranges: readonly Range[];
  readonly pages: number;
}

/** Changes of the survey at the service, and what is read again because of them, besides what is new. */
const changes: Record<string, Change> = {
  "a response is gone": { gone: [21], ranges: [one(7)], pages: 1 },
  "all responses of a second are gone": { gone: [21, 22, 23], ranges: [one(7)], pages: 1 },
  "a response has come late": { late: (it) => [lateIn(it, 30, "x")], ranges: [one(10)], pages: 1 },
  "a response has come late in an empty second": {
    late: (it) => [itemAt(it, 500, secondOf(50) + 1)],
    ranges: [[secondOf(50) + 1, secondOf(50) + 1]],
    pages: 1,
  },
  "several responses are gone and others have come late": {
    gone: [0, 31, 61, 62, 150],
    late: (it) => [lateIn(it, 30, "x"), lateIn(it, 90, "y")],
    ranges: [one(0), one(10), one(20), one(30), one(50)],
    pages: 5,
  },
  "adjacent seconds differ": {
    gone: [60, 64, 67, 70],
    late: (it) => [itemAt(it, 500, secondOf(20) + 1), itemAt(it, 501, secondOf(20) + 2)],
    ranges: [[secondOf(20), secondOf(23)]],
    pages: 2,
  },
  "a response is gone from a second of several pages": {
    gone: [3 * full + 1],
    ranges: [one(full)],
    // Three pages, and two more passes to prove that this was all.
    pages: 9,
  },
  "a response of the overlap is gone": {
    gone: [292],
    ranges: [one(97)],
    pages: 3,
  },
  "the newest response is gone": { gone: [299], ranges: [one(99)], pages: 2 },
};

function changed(version: ApiVersion, { gone = [], late = () => [] }: Change): LiveItem[] {
  return [...surveyOf(version).filter((it) => !gone.includes(it.order)), ...late(version)];
}

/**
 * Asserts that few pages outside `ranges` lie in the overlap, which the lanes may divide, and that at most `most` pages lie in
 * `ranges`.
 */
function assertOnly(
  pages: readonly URL[],
  ranges: readonly Range[],
  most: number,
  lanes = 1,
): void {
  const isIn = ({ searchParams: it }: URL) => {
    const [start, end] = [it.get("startDateTime") ?? "", it.get("endDateTime") ?? "~"];
    return ranges.some(([first, last]) => start >= timeAt(first - 1) && end <= timeAt(last));
  };
  const again = timeAt(secondOf(seconds - 2) - 601);
  const others = pages.filter((it) => !isIn(it));
  const said = pages.map((it) => it.search).join("\n");
  assert.ok(
    others.every((it) => (it.searchParams.get("startDateTime") ?? "") >= again),
    said,
  );
  assert.ok(pages.length - others.length <= most, said);
  assert.ok(others.length <= Math.max(4, 1 + lanes), said);
}

/** Bytes of the database of the survey's copy, by version. */
const firstCopies = new Map<ApiVersion, Promise<Buffer>>();

async function copied(version: ApiVersion): Promise<Buffer> {
  await using folder = await temporaryFolder();
  const survey = new KeptSurvey(folder.path, version);
  await using server = await serve(version, surveyOf(version));
  await survey.export(server);
  return await readFile(survey.database);
}

/** Returns a survey of which there is a copy. */
async function kept(folder: string, version: ApiVersion): Promise<KeptSurvey> {
  const survey = new KeptSurvey(folder, version);
  const copy = firstCopies.get(version) ?? copied(version);
  firstCopies.set(version, copy);
  await mkdir(dirname(survey.database), { recursive: true, mode: 0o700 });
  await writeFile(survey.database, await copy, { mode: 0o600 });
  return survey;
}

const told =
  /^The copy of the survey differed from the service .*, so the differing responses were loaded again\.$/;

for (const version of apiVersions) {
  describe(`seconds in which a copy differs from the service in ${version}`, () => {
    const folder = folderOfEachTest();

    for (const [index, [name, change]] of Object.entries(changes).entries()) {
      // v1 and v2 have the same wire format and share the code that reads it: each change is tested in one of them.
      const counts = { v1: index % 2 === 0 ? [1] : [], v2: index % 2 === 0 ? [] : [1], v3: [1, 4] };
      for (const lanes of counts[version]) {
        it(`are read again if ${name}, with ${lanes} lanes`, async () => {
          const survey = await kept(folder, version);
          const items = changed(version, change);
          await using server = await serve(version, items);
          const expected = await survey.exportAnew(server, { format: "json" });
          const { text, pages, manifest, result } = await survey.export(server, {
            fresh: "new",
            format: "json",
            lanes,
            minLanes: lanes,
          });
          assert.equal(text, expected);
          assertOnly(pages, change.ranges, change.pages, lanes);
          const gone = change.gone?.length ?? 0;
          const late = change.late?.(version).length ?? 0;
          assert.match(result.warnings.join(), told);
          assert.match(
            result.warnings.join(),
            new RegExp(`\\(responses gone: ${gone}; added behind it: ${late}\\)`),
          );
          assert.deepEqual(
            [manifest.fresh, manifest.warnings, manifest.responses],
            ["new", result.warnings, items.length],
          );
          assert.equal(survey.lines, linesOf(items));
          const again = await survey.export(server, { fresh: "new" });
          assert.deepEqual([again.pages.length, again.result.warnings], [0, []]);
          assert.equal(again.text, linesOf(items));
          assert.equal(await pathExists(targetFiles(result.file).partial), false);
        });
      }
    }

    it("are read again in consecutive exports together with new responses", async () => {
      const survey = await kept(folder, version);
      let items = surveyOf(version);
      for (const [round, order] of [21, 61, 22, 150].entries()) {
        const fresh = [0, 1].map((it) =>
          itemAt(version, 300 + 2 * round + it, secondOf(seconds + round)),
        );
        items = [...items.filter((it) => it.order !== order), ...fresh];
        await using server = await serve(version, items);
        const { text, pages } = await survey.export(server, { fresh: "new" });
        assert.equal(text, linesOf(items));
        assertOnly(pages, [one(Math.floor(order / 3))], 1);
        assert.equal(survey.lines, text);
      }
    });

    it("are read again for a range and stored in the survey's copy", async () => {
      const survey = await kept(folder, version);
      const items = changed(version, { gone: [21, 290], ranges: [], pages: 0 });
      await using server = await serve(version, items);
      const query = { startDateTime: timeAt(secondOf(3)), endDateTime: timeAt(secondOf(60)) };
      const expected = await survey.exportAnew(server, { query });
      const { text, pages } = await survey.export(server, { fresh: "new", query });
      assert.equal(text, expected);
      assertOnly(pages, [one(7), one(96)], 3);
      assert.equal(survey.lines, linesOf(items));
    });

    it("are read again when an interrupted export is resumed", async () => {
      const survey = await kept(folder, version);
      const change: Change = { gone: [21, 61, 151], ranges: [one(7), one(20), one(50)], pages: 3 };
      const items = changed(version, change);
      let left = 3;
      await using server = await serve(version, items, (url) => isResponsePage(url) && left-- <= 0);
      const options = { fresh: "new", file: join(folder, "x") } as const;
      const error = await survey.export(server, options).then(
        () => assert.fail(),
        (it: unknown) => it,
      );
      assert.ok(error instanceof SurveyError && error.code === "forbidden");
      assert.match(error.message, /322 responses are kept in the copy of the survey/);
      assert.equal(survey.lines, linesOf(surveyOf(version)));
      assert.equal(await pathExists(targetFiles(options.file).partial), false);
      left = Infinity;
      const { text, pages } = await survey.export(server, { ...options, resume: true });
      assert.equal(text, linesOf(items));
      assertOnly(pages, change.ranges, change.pages);
      assert.equal(survey.lines, text);
    });

    it("are read on after a pause without comparing again", async () => {
      const survey = await kept(folder, version);
      const change: Change = { gone: [21, 61, 151], ranges: [one(7), one(20), one(50)], pages: 4 };
      const items = changed(version, change);
      let [left, compared] = [3, 0];
      await using server = await startPausing(version, items, () => left-- === 0);
      const { text, pages } = await survey.export(server, {
        fresh: "new",
        onPause: async () => {
          compared = metadataAsked(server);
        },
      });
      assert.equal(text, linesOf(items));
      assert.ok(compared > 0, "The export did not pause.");
      assert.equal(metadataAsked(server), compared);
      assertOnly(pages, change.ranges, change.pages);
    });
  });
}

/** Wraps the copies of a survey to interfere between two steps of the export. */
function meddling(
  survey: KeptSurvey,
  meddle: (direct: ExportCopies) => Partial<ExportCopies>,
): { readonly copies: ExportCopies } {
  const direct = copiesIn(join(survey.folder, "copies"));
  return { copies: { ...direct, ...meddle(direct) } };
}

const killed = new Error("killed");

/** Moments at which an export that reads what differs is killed. */
const deaths: Record<string, (direct: ExportCopies, die: () => never) => Partial<ExportCopies>> = {
  "before the copy is seeded": (_, die) => ({ seedCopy: async () => die() }),
  "while the copy is seeded": (direct, die) => ({
    seedCopy: async (copy, job) => {
      const stop = new AbortController();
      const seeding = direct.seedCopy(copy, job, stop.signal).catch(() => undefined);
      for (let turn = 0; turn < 10; turn++) {
        await setImmediate();
      }
      stop.abort();
      await seeding;
      die();
    },
  }),
  "when the copy has been seeded": (direct, die) => ({
    seedCopy: async (...values) => {
      await direct.seedCopy(...values);
      die();
    },
  }),
  "when everything has been read": (_, die) => ({ adoptCopy: async () => die() }),
};

/** Ends an export as `kill -9` does: nothing is cleaned up. */
async function killedExport(
  survey: KeptSurvey,
  server: TestServer,
  file: string,
  meddle: (direct: ExportCopies, die: () => never) => Partial<ExportCopies>,
): Promise<void> {
  let isDead = false;
  const die = () => {
    isDead = true;
    throw killed;
  };
  const copies = meddling(survey, (direct) => ({
    ...meddle(direct, die),
    removeCopy: async (copy) => (isDead ? die() : direct.removeCopy(copy)),
    closeCopy: async (copy) => (isDead ? die() : direct.closeCopy(copy)),
  }));
  await assert.rejects(
    survey.export(server, { ...copies, file, resume: true, fresh: "new" }),
    killed,
  );
  // The lease of an ended process counts for nothing.
  changeRows(fileIn(targetFiles(file).partial), "DELETE FROM part WHERE name = 'lease'");
}

describe("export that reads the differing seconds of a copy again", () => {
  const folder = folderOfEachTest();

  const change: Change = { gone: [21, 61, 151], ranges: [one(7), one(20), one(50)], pages: 3 };
  const items = changed("v3", change);

  for (const [when, meddle] of Object.entries(deaths)) {
    it(`starts again after a kill ${when}`, async () => {
      const survey = await kept(folder, "v3");
      await using server = await serve("v3", items);
      const options = { file: join(folder, "x"), resume: true } as const;
      await killedExport(survey, server, options.file, meddle);
      const left = keptItems(options.file).length;
      assert.ok(when.startsWith("before") ? left === 0 : left > 0, String(left));
      assert.ok(!when.startsWith("while") || left < 300, String(left));
      assert.equal(survey.lines, linesOf(surveyOf("v3")));
      const { text, pages, result } = await survey.export(server, { ...options, fresh: "new" });
      assert.equal(text, linesOf(items));
      assertOnly(pages, change.ranges, change.pages);
      assert.match(result.warnings.join(), told);
      assert.equal(survey.lines, text);
      assert.equal(await pathExists(targetFiles(options.file).partial), false);
    });

    it(`is not reused by an export of everything after a kill ${when}`, async () => {
      const survey = await kept(folder, "v3");
      await using server = await serve("v3", items);
      const options = { file: join(folder, "x"), resume: true } as const;
      await killedExport(survey, server, options.file, meddle);
      const { text, pages, manifest } = await survey.export(server, { ...options, fresh: "all" });
      assert.equal(text, linesOf(items));
      assert.ok(pages.length > 30, `${pages.length} pages`);
      assert.deepEqual([manifest.fresh, manifest.warnings], ["all", []]);
      assert.equal(survey.lines, text);
    });
  }

  it("does not touch an unfinished export of another request", async () => {
    const survey = await kept(folder, "v3");
    let left = 3;
    await using server = await serve("v3", items, (url) => isResponsePage(url) && left-- <= 0);
    const file = join(folder, "x");
    const query = { endDateTime: timeAt(secondOf(80)) };
    await assert.rejects(survey.export(server, { file, query }), { code: "forbidden" });
    const before = keptItems(file);
    left = Infinity;
    await assert.rejects(survey.export(server, { file, fresh: "new", resume: true }), {
      code: "invalid-input",
      message: /belongs to another request/,
    });
    assert.deepEqual(keptItems(file), before);
  });

  const losses: Record<string, (database: string) => Promise<void>> = {
    "damaged in a block": async (database) => {
      changeRows(database, "UPDATE block SET sum = sum + 1 WHERE first = 0");
    },
    "damaged in its state": async (database) =>
      changeRows(database, "DELETE FROM part WHERE name = 'state'"),
    "removed by another window": (database) => rm(dirname(database), { recursive: true }),
  };
  for (const [how, lose] of Object.entries(losses)) {
    it(`reads everything if the copy is ${how} before it is used for seeding`, async () => {
      const survey = await kept(folder, "v3");
      await using server = await serve("v3", items);
      const { text, result } = await survey.export(server, {
        fresh: "new",
        ...meddling(survey, (direct) => ({
          seedCopy: async (...values) => {
            await lose(survey.database);
            return direct.seedCopy(...values);
          },
        })),
      });
      assert.equal(text, linesOf(items));
      assert.deepEqual(result.warnings, [
        "The copy of the survey was damaged or removed, and was loaded again.",
      ]);
      assert.equal(survey.lines, text);
      assert.equal(await pathExists(targetFiles(result.file).partial), false);
    });
  }

  for (const [what, sql] of Object.entries({
    "the state": "DELETE FROM part WHERE name = 'state'",
    "a page": "DELETE FROM page WHERE page = 3",
    "a window": "DELETE FROM window WHERE window = 1",
    "a response": "UPDATE block SET sum = sum + 1 WHERE first = 0",
  })) {
    it(`writes a correct file if ${what} of the seeded copy is damaged`, async () => {
      const survey = await kept(folder, "v3");
      await using server = await serve("v3", items);
      const file = join(folder, "x");
      const { text, result } = await survey.export(server, {
        file,
        fresh: "new",
        ...meddling(survey, (direct) => ({
          seedCopy: async (...values) => {
            await direct.seedCopy(...values);
            changeRows(fileIn(targetFiles(file).partial), sql);
          },
        })),
      });
      assert.equal(text, linesOf(items));
      assert.ok(result.warnings.length > 0);
      assert.ok(!told.test(result.warnings.join()), result.warnings.join());
      assert.equal(survey.lines, text);
      assert.equal((await survey.export(server, { fresh: "new" })).text, text);
    });
  }

  it("keeps the survey's copy readable until it is finished", async () => {
    const survey = await kept(folder, "v3");
    await using server = await serve("v3", items);
    const seen: boolean[] = [];
    const { text } = await survey.export(server, {
      fresh: "new",
      ...meddling(survey, (direct) => ({
        adoptCopy: (...values) => {
          seen.push(survey.lines === linesOf(surveyOf("v3")));
          return direct.adoptCopy(...values);
        },
      })),
    });
    assert.deepEqual(seen, [true]);
    assert.equal(text, linesOf(items));
  });

  it("reads everything if too many seconds differ, and can be resumed", async () => {
    const all = Array.from({ length: 2100 }, (_, number) => itemAt("v3", number, number));
    const half = all.filter((it) => it.order % 2 === 0);
    const survey = new KeptSurvey(folder, "v3");
    {
      await using server = await serve("v3", all, undefined, 500);
      await survey.export(server);
    }
    let left = 2;
    await using server = await serve("v3", half, (url) => isResponsePage(url) && left-- <= 0, 100);
    const options = { fresh: "new", file: join(folder, "x"), resume: true } as const;
    await assert.rejects(survey.export(server, options), {
      code: "forbidden",
      message: /responses are kept in .*x\.partial\. Export again with "resume"/,
    });
    const before = keptItems(options.file).length;
    assert.ok(before > 90, String(before));
    assert.equal(survey.lines, linesOf(all));
    left = Infinity;
    const { text, pages, manifest } = await survey.export(server, options);
    assert.equal(text, linesOf(half));
    assert.ok(pages.length < 12, `${pages.length} pages`);
    assert.equal(manifest.fresh, "all");
    assert.match(
      manifest.warnings.join(),
      /responses gone: 1,050.*so all responses were loaded again/,
    );
    assert.equal(survey.lines, text);
  });
});

/** Changes rows through SQLite, so that the database stays intact for SQLite. */
function changeRows(database: string, sql: string): void {
  const opened = nodeSqlite.open(database);
  try {
    opened.exec(sql);
  } finally {
    opened.close();
  }
}

/** Starts a server that answers 401 to pages while `isRefused` returns true. */
function startPausing(version: ApiVersion, items: readonly LiveItem[], isRefused: () => boolean) {
  return serve(version, items, (url) => isResponsePage(url) && isRefused(), undefined, 401);
}

function metadataAsked({ requests }: TestServer): number {
  return requests.filter(({ url }) => url.pathname.endsWith("/metadata")).length;
}
