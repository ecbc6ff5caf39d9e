import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { cp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readManifest } from "../../src/export/manifest.ts";
import {
  copiesIn,
  exportResponses,
  verifyExport,
  type VerifyExportOptions,
} from "./support/exporting.ts";
import type { SurveyError } from "../../src/model/errors.ts";
import { inEnglish } from "../../src/model/localizable.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import { clientOf } from "../client/support/clients.ts";
import { sendText, type TestServer } from "../client/support/testServer.ts";
import {
  editItems,
  exportFrom,
  formats,
  liveItem,
  liveItems,
  serve,
  type Format,
} from "./support/exported.ts";
import { startLiveServer } from "./support/liveServer.ts";
import { folderOfEachTest, folderOfSuite } from "../support/folders.ts";

const kinds = ["responses", "metadata"] as const;

function verify(
  server: TestServer,
  version: ApiVersion,
  file: string,
  options: Partial<VerifyExportOptions> = {},
) {
  return verifyExport({ client: clientOf(server, version), file, toolVersion: "2", ...options });
}

/** Serves 31 responses, and exports them into the file. */
async function exported(file: string): Promise<TestServer> {
  const server = await serve("v3", liveItems("v3", 31));
  await exportFrom(server, "v3", file, "json");
  return server;
}

const nothing = { missing: 0, extra: 0, doubled: 0 };

/** Changes of a file of 31 items that come newest first: item 0 is the oldest, and item n stands at 30 - n. */
const changes: Record<
  string,
  {
    readonly edit: (items: readonly string[]) => readonly string[];
    readonly found: Partial<typeof nothing>;
  }
> = {
  "has lost one of three responses of a second": {
    edit: (items) => items.toSpliced(10, 1),
    found: { missing: 1 },
  },
  "has lost the newest response": { edit: (items) => items.slice(1), found: { missing: 1 } },
  "has lost the oldest responses": { edit: (items) => items.slice(0, -2), found: { missing: 2 } },
  "has lost most responses": { edit: (items) => items.slice(4, 10), found: { missing: 25 } },
  "has lost all responses": { edit: () => [], found: { missing: 31 } },
  "has duplicates": {
    edit: (items) => items.flatMap((it, index) => (index % 10 === 3 ? [it, it] : [it])),
    found: { doubled: 3 },
  },
  "has an unknown response": {
    edit: (items) => items.flatMap((it, index) => (index === 5 ? [it, strange(it)] : [it])),
    found: { extra: 1 },
  },
  "has missing, unknown and duplicate responses": {
    edit: (items) => [
      items[0] ?? "",
      ...items.slice(0, 10),
      ...items.slice(12),
      strange(items[30] ?? ""),
    ],
    found: { missing: 2, extra: 1, doubled: 1 },
  },
  "has another order": { edit: (items) => items.toReversed(), found: {} },
  "has another order and missing, unknown and duplicate responses": {
    edit: (items) => [items[3] ?? "", ...items.slice(2).toReversed(), strange(items[30] ?? "")],
    found: { missing: 2, extra: 1, doubled: 1 },
  },
  "has another order within a second": {
    edit: (items) => [
      items[0] ?? "",
      items[3] ?? "",
      items[1] ?? "",
      items[2] ?? "",
      ...items.slice(4),
    ],
    found: {},
  },
  "has another value": { edit: (items) => items.with(7, flipped(items[7] ?? "")), found: {} },
  "has lost one response and has another value in a second one": {
    edit: (items) => items.with(7, flipped(items[7] ?? "")).toSpliced(20, 1),
    found: { missing: 1 },
  },
  "has a response without its time": {
    edit: (items) => items.with(7, (items[7] ?? "").replace(/"finishedAt":"[^"]*"/, '"x":1')),
    found: { missing: 1, extra: 1 },
  },
};

/** Replaces an item's id (or serial), which makes it another response of the same second. */
const strange = (item: string) =>
  item.replace(/("responseId":"|"answerUid":"|\{ "serial":")[^"]*/, "$1other");
/** Changes an item in a way that the metadata operation does not show. */
const flipped = (item: string) =>
  item.includes('"t"') ? item.replace('"t"', '"u"') : item.replace('"startedAt"', '"startedaT"');

for (const version of apiVersions) {
  for (const kind of kinds) {
    // v1 and v2 do not differ in what is read here: each change of ndjson is tried in one of them, and json in v2.
    for (const format of version === "v1" ? (["ndjson"] as const) : formats) {
      describe(`export of ${kind} of ${version} as ${format}`, () => {
        const folder = folderOfEachTest();

        let server: TestServer;
        const original = folderOfSuite();
        before(async () => {
          server = await serve(version, liveItems(version, 31));
          await exportFrom(server, version, join(original, "x"), format, { kind });
        });
        after(() => server[Symbol.asyncDispose]());

        /** Copies the export into a folder. @returns the file */
        async function exportIn(folder: string): Promise<string> {
          await cp(original, folder, { recursive: true });
          return join(folder, "x");
        }

        it("is verified as complete and unchanged", async () => {
          const file = await exportIn(folder);
          assert.deepEqual(await verify(server, version, file, { repair: true }), {
            ok: true,
            responses: 31,
            ...nothing,
            intact: true,
            repaired: false,
            damage: undefined,
          });
        });

        const tried = Object.entries(changes).filter(
          (_, at) => version === "v3" || format === "json" || version === ["v1", "v2"][at % 2],
        );
        for (const [name, { edit, found }] of tried) {
          // Responses without ids are identified by their time.
          const hasId = version === "v3" || kind === "metadata";
          const isTimeless = name === "has a response without its time";
          it(`that ${name} is detected and repaired to the same bytes`, async () => {
            const file = await exportIn(folder);
            const good = await readFile(file, "utf8");
            const manifest = await readManifest(`${file}.manifest.json`);
            await editItems(file, format, edit);
            const bad = await readFile(file, "utf8");
            assert.notEqual(bad, good);
            const result = await verify(server, version, file);
            const expected = isTimeless && hasId ? nothing : { ...nothing, ...found };
            const { missing, extra, doubled } = expected;
            assert.deepEqual(result, {
              ok: false,
              responses: 31 - missing + extra + doubled,
              ...expected,
              intact: false,
              repaired: false,
              damage: undefined,
            });
            assert.equal(await readFile(file, "utf8"), bad);

            const repaired = await verify(server, version, file, { repair: true });
            assert.deepEqual(repaired, { ...result, ok: true, responses: 31, repaired: true });
            assert.equal(await readFile(file, "utf8"), good);
            assert.deepEqual((await readdir(folder)).toSorted(), ["x", "x.manifest.json"]);
            const after = await readManifest(`${file}.manifest.json`);
            assert.match(after.warnings.join(), repairedAs(expected));
            const { survey, query, range, first, last, responses, bytes, sha256 } = after;
            assert.deepEqual(
              { ...manifest, survey, query, range, first, last, responses, bytes, sha256 },
              manifest,
            );
            assert.equal((await verify(server, version, file)).ok, true);
          });
        }

        it("that is truncated is detected and repaired", async () => {
          const file = await exportIn(folder);
          const good = await readFile(file);
          for (const length of [
            0,
            20,
            Math.floor(good.length * 0.4),
            Math.floor(good.length * 0.9),
          ]) {
            await truncate(file, length);
            const result = await verify(server, version, file);
            assert.equal(result.responses + result.missing, 31);
            assert.deepEqual([result.ok, result.intact], [false, false]);
            if (format === "json" || length > 0) {
              assert.match(
                result.damage ? inEnglish(result.damage) : "",
                /x is damaged: at byte \d+/,
              );
            }
            const repaired = await verify(server, version, file, { repair: true });
            assert.deepEqual(
              [repaired.ok, repaired.repaired, repaired.responses],
              [true, true, 31],
            );
            assert.deepEqual(await readFile(file), good);
          }
        });

        it("that differs from the service after later changes is detected and repaired", async () => {
          const file = await exportIn(folder);
          const items = liveItems(version, 31);
          await using later = await serve(version, [
            ...items.toSpliced(3, 3).toSpliced(20, 1),
            // One is later than the range, the other is in its last second.
            liveItem(version, 40),
            { ...liveItem(version, 30), order: 31, ...other(liveItem(version, 30)) },
          ]);
          const expected = { missing: 1, extra: 4, doubled: 0, intact: true };
          // Without ids, two equal responses of which one is left look like a duplicate.
          const twins = version !== "v3" && kind === "responses";
          const found = twins ? { ...expected, extra: 3, doubled: 1 } : expected;
          assert.deepEqual(await verify(later, version, file), {
            ok: false,
            responses: 31,
            ...found,
            repaired: false,
            damage: undefined,
          });
          const repaired = await verify(later, version, file, { repair: true });
          assert.deepEqual(repaired, {
            ok: true,
            responses: 28,
            ...found,
            repaired: true,
            damage: undefined,
          });
          const anew = join(folder, "y");
          await exportFrom(later, version, anew, format, {
            kind,
            query: { endDateTime: liveItem(version, 30).finishedAt },
          });
          assert.equal(await readFile(file, "utf8"), await readFile(anew, "utf8"));
          assert.equal((await verify(later, version, file)).ok, true);
        });
      });
    }
  }
}

/** Returns the items exactly as the file has them. */
async function itemsOf(file: string): Promise<string[]> {
  return (await readFile(file, "utf8")).match(/\{ "responseId".*?, \d+" \}/g) ?? [];
}

const timeOf = (item: string) => /"finishedAt":"([^"]*)"/.exec(item)?.[1];

/** The warning in the manifest of a repaired file. */
function repairedAs({ missing, extra, doubled }: typeof nothing): RegExp {
  return new RegExp(
    `^Repaired at \\d{4}-[^,]*: before that, ${missing} responses were missing, ${extra} were there that the service does not have, and ${doubled} were there more often than once\\.$`,
  );
}

function other({ json, metadata = "" }: { json: string; metadata?: string }) {
  const renamed = (text: string) => text.replaceAll(/"(i|S)30"/g, '"$1other"');
  return { json: renamed(json), metadata: renamed(metadata) };
}

describe("repairing an export", () => {
  const folder = folderOfEachTest();

  const key = { space: "space", version: "v3", surveyId: "S1" } as const;

  /** Exports with a copy of the survey. @returns the file, its content, and the options that verify it with that copy */
  async function exportedWithCopy(server: TestServer, folder: string, format: Format) {
    const file = join(folder, "x");
    const kept = { copies: copiesIn(join(folder, "copies")), copy: key };
    const client = clientOf(server, "v3");
    const what = { client, surveyId: "S1", kind: "responses", file, format } as const;
    await exportResponses({ ...what, ...kept });
    return { file, kept, good: await readFile(file, "utf8") };
  }

  /** Returns the number of pages of responses that were asked for. */
  function pagesAsked(server: TestServer, from: number): number {
    return server.requests.slice(from).filter(({ url }) => url.pathname.endsWith("responses"))
      .length;
  }

  for (const format of formats) {
    it(`requests no responses that the survey's copy has (${format})`, async () => {
      await using server = await serve("v3", liveItems("v3", 1200));
      const { file, kept, good } = await exportedWithCopy(server, folder, format);
      const manifest = await readManifest(`${file}.manifest.json`);
      await editItems(file, format, (items) =>
        items
          .with(50, flipped(items[50] ?? ""))
          .toSpliced(9, 1)
          .slice(1, -3),
      );
      const before = server.requests.length;
      const result = await verify(server, "v3", file, { repair: true, ...kept });
      assert.deepEqual([result.ok, result.missing, result.repaired], [true, 5, true]);
      assert.equal(pagesAsked(server, before), 0);
      assert.equal(await readFile(file, "utf8"), good);
      const after = await readManifest(`${file}.manifest.json`);
      assert.match(after.warnings.join(), repairedAs({ ...nothing, missing: 5 }));
      const { fresh, responses, bytes, sha256, range, newest } = after;
      assert.equal(fresh, "new");
      assert.deepEqual({ ...manifest, responses, bytes, sha256, range, newest }, manifest);
      assert.deepEqual((await readdir(folder)).toSorted(), ["copies", "x", "x.manifest.json"]);
    });

    it(`adds late responses of the range, and none beyond it (${format})`, async () => {
      const all = liveItems("v3", 40);
      // One of three responses of a second had not arrived.
      await using server = await serve("v3", all.slice(0, 31).toSpliced(13, 1));
      const { file, kept } = await exportedWithCopy(server, folder, format);
      await using later = await serve("v3", all);
      const { endDateTime } = (await readManifest(`${file}.manifest.json`)).range ?? {};
      const anew = join(folder, "y");
      await exportFrom(later, "v3", anew, format, { query: { endDateTime } });
      const result = await verify(later, "v3", file, { repair: true, ...kept });
      // Two more have arrived in the last second of the range.
      assert.deepEqual([result.ok, result.missing, result.responses], [true, 3, 33]);
      const [repaired, expected] = [await itemsOf(file), await itemsOf(anew)];
      assert.deepEqual(repaired.toSorted(), expected.toSorted());
      // Late responses come before the others of their second, so only the order of times is the same.
      assert.deepEqual(repaired.map(timeOf), expected.map(timeOf));
      assert.equal((await readManifest(`${file}.manifest.json`)).range?.endDateTime, endDateTime);
    });

    it(`reads only the seconds again from which responses are gone (${format})`, async () => {
      const all = Array.from({ length: 60 }, (_, number) => liveItem("v3", number * 90));
      await using server = await serve("v3", all);
      const { file, kept } = await exportedWithCopy(server, folder, format);
      await using later = await serve("v3", all.toSpliced(20, 2));
      const result = await verify(later, "v3", file, { repair: true, ...kept });
      assert.deepEqual([result.ok, result.extra, result.responses], [true, 2, 58]);
      assert.ok(pagesAsked(later, 0) <= 5, `${pagesAsked(later, 0)} pages`);
      const anew = join(folder, "y");
      await exportFrom(later, "v3", anew, format);
      assert.equal(await readFile(file, "utf8"), await readFile(anew, "utf8"));
      const { fresh, warnings } = await readManifest(`${file}.manifest.json`);
      assert.equal(fresh, "new");
      assert.match(
        warnings.join(),
        /responses gone: 2.*the differing responses were loaded again.*Repaired at/s,
      );
      // The survey's copy equals what the service has.
      const before = later.requests.length;
      await editItems(file, format, (items) => items.slice(1));
      assert.equal((await verify(later, "v3", file, { repair: true, ...kept })).ok, true);
      assert.equal(pagesAsked(later, before), 0);
    });
  }

  it("continues after an interruption while differing seconds are read again", async () => {
    // Most of it is older than the overlap, which is always read again because responses may arrive late.
    const all = Array.from({ length: 300 }, (_, number) => liveItem("v3", number * 30));
    await using server = await serve("v3", all);
    const { file, kept, good } = await exportedWithCopy(server, folder, "json");
    let left = 2;
    await using later = await startLiveServer({
      version: "v3",
      items: all.toSpliced(20, 2),
      disturb: (url, answer) => {
        const isLate = url.pathname.endsWith("responses") && left-- <= 0;
        if (isLate) {
          sendText(answer, "", 403);
        }
        return isLate;
      },
    });
    const repair = () => verify(later, "v3", file, { repair: true, ...kept });
    await assert.rejects(repair(), { code: "forbidden", message: /Repair again to continue/ });
    assert.equal(await readFile(file, "utf8"), good);
    assert.deepEqual((await readdir(folder)).toSorted(), ["copies", "x", "x.manifest.json"]);
    left = Infinity;
    const before = later.requests.length;
    assert.deepEqual([(await repair()).ok, (await itemsOf(file)).length], [true, 298]);
    const again = pagesAsked(later, before);
    await exportFrom(later, "v3", join(folder, "y"), "json");
    assert.equal(await readFile(file, "utf8"), await readFile(join(folder, "y"), "utf8"));
    const whole = pagesAsked(later, before) - again;
    assert.ok(again <= 10, `${again} of ${whole} pages were requested`);
  });

  it("reads everything again if there is no copy", async () => {
    const file = join(folder, "x");
    await using server = await serve("v3", liveItems("v3", 60));
    await exportFrom(server, "v3", file, "ndjson");
    const good = await readFile(file, "utf8");
    await editItems(file, "ndjson", (items) => items.with(50, flipped(items[50] ?? "")).slice(1));
    const before = server.requests.length;
    const result = await verify(server, "v3", file, { repair: true });
    assert.deepEqual([result.ok, result.missing], [true, 1]);
    assert.ok(pagesAsked(server, before) >= 6);
    assert.equal(await readFile(file, "utf8"), good);
    assert.equal((await readManifest(`${file}.manifest.json`)).fresh, "all");
  });

  it("does not look behind the end that was asked for if there was nothing before it", async () => {
    await using server = await serve("v3", liveItems("v3", 31));
    for (const format of formats) {
      const file = join(folder, format);
      const query = { endDateTime: "2025-03-27T09:00:00" };
      await exportFrom(server, "v3", file, format, { query });
      const good = await readFile(file, "utf8");
      const { ok, responses, repaired } = await verify(server, "v3", file, { repair: true });
      assert.deepEqual([ok, responses, repaired], [true, 0, false]);
      await writeFile(file, `${good} `);
      const result = await verify(server, "v3", file, { repair: true });
      assert.deepEqual([result.ok, result.responses, result.missing], [true, 0, 0]);
      assert.equal(await readFile(file, "utf8"), good);
    }
  });

  it("uses the query of the export, including its range and collect group", async () => {
    const query = {
      startDateTime: "2025-03-27T10:00:01",
      endDateTime: "2025-03-27T10:00:17",
      collectGroupId: "g1",
      variables: ["Q1", "Q2"],
      embeddedData: ["age"],
    };
    for (const format of formats) {
      const file = join(folder, format);
      await using server = await serve("v3", liveItems("v3", 90));
      await exportFrom(server, "v3", file, format, { query });
      const good = await readFile(file, "utf8");
      assert.deepEqual(
        await verify(server, "v3", file, { repair: true }).then((it) => [
          it.ok,
          it.responses,
          it.repaired,
        ]),
        [true, 24, false],
      );
      for (const lost of [1, 20]) {
        await editItems(file, format, (items) => items.toSpliced(-1 - lost, lost));
        const before = server.requests.length;
        const { ok, missing } = await verify(server, "v3", file, { repair: true });
        assert.deepEqual([ok, missing], [true, lost]);
        assert.equal(await readFile(file, "utf8"), good);
        const asked = server.requests
          .slice(before)
          .filter(({ url }) => url.pathname.endsWith("responses"));
        assert.ok(asked.length > 0);
        for (const { url } of asked) {
          assert.equal(url.searchParams.get("variables"), "Q1,Q2");
          assert.equal(url.searchParams.get("embeddedData"), "age");
        }
        assert.deepEqual((await readManifest(`${file}.manifest.json`)).query, query);
      }
      await editItems(file, format, (items) => [...items, liveItem("v3", 6).json]);
      assert.equal((await verify(server, "v3", file)).extra, 1);
    }
  });

  for (const lost of [1, 25]) {
    it(`leaves the file unchanged if it is interrupted, and continues when it is repeated (${lost} lost)`, async () => {
      const file = join(folder, "x");
      let failing = false;
      await using good = await serve("v3", liveItems("v3", 31));
      await exportFrom(good, "v3", file, "json");
      const whole = await readFile(file, "utf8");
      await editItems(file, "json", (items) => items.toSpliced(3, lost));
      const bad = await readFile(file, "utf8");
      await using server = await startLiveServer({
        version: "v3",
        items: liveItems("v3", 31),
        disturb: (url, answer) => {
          const isLate =
            url.pathname.endsWith("responses") && (lost === 1 || url.searchParams.has("offset"));
          if (failing && isLate) {
            sendText(answer, "", 403);
          }
          return failing && isLate;
        },
      });
      failing = true;
      await assert.rejects(
        verify(server, "v3", file, { repair: true }),
        ({ code, message }: SurveyError) => {
          assert.equal(code, "forbidden");
          assert.ok(message.endsWith("Repair again to continue."));
          assert.doesNotMatch(message, /resume/);
          return true;
        },
      );
      assert.equal(await readFile(file, "utf8"), bad);
      assert.equal((await verify(server, "v3", file)).missing, lost);
      failing = false;
      const { ok } = await verify(server, "v3", file, { repair: true });
      assert.equal(ok, true);
      assert.equal(await readFile(file, "utf8"), whole);
      assert.deepEqual((await readdir(folder)).toSorted(), ["x", "x.manifest.json"]);
    });
  }

  it("is completed by repeating it if it ended between replacing the manifest and the file", async () => {
    const file = join(folder, "x");
    await using server = await serve("v3", liveItems("v3", 31));
    await using later = await serve("v3", liveItems("v3", 31).toSpliced(4, 1));
    await exportFrom(server, "v3", file, "json");
    const old = await readFile(file);
    await verify(later, "v3", file, { repair: true });
    const repaired = await readFile(file);
    // The manifest was replaced already; the file was not, and half of the new one lies beside it.
    await writeFile(file, old);
    await writeFile(`${file}.written`, repaired.subarray(0, 300));
    const { ok, extra, intact } = await verify(later, "v3", file, { repair: true });
    assert.deepEqual([ok, extra, intact], [true, 1, false]);
    assert.deepEqual(await readFile(file), repaired);
    assert.deepEqual((await readdir(folder)).toSorted(), ["x", "x.manifest.json"]);
  });

  it("does not replace a file that another program changes meanwhile", async () => {
    const file = join(folder, "x");
    await using server = await exported(file);
    await editItems(file, "json", (items) => items.slice(1));
    const verifying = verify(server, "v3", file, {
      repair: true,
      onProgress: ({ step }) => {
        if (step === "repairing") {
          writeFileSync(file, "mine");
        }
      },
    });
    const before = await readFile(`${file}.manifest.json`, "utf8");
    const message = /was changed by another program.*not replaced\. Verify it again/;
    await assert.rejects(verifying, { code: "file-fault", message });
    assert.equal(await readFile(file, "utf8"), "mine");
    assert.equal(await readFile(`${file}.manifest.json`, "utf8"), before);
  });
});

describe("verifying an export", () => {
  const folder = folderOfEachTest();
  const file = join(folder, "x");

  it("reports its steps and progress", async () => {
    await using server = await exported(file);
    await editItems(file, "json", (items) => items.slice(1));
    const steps: string[] = [];
    const shares: number[] = [];
    await verify(server, "v3", file, {
      repair: true,
      onProgress: ({ step, share }) => {
        if (steps.at(-1) !== step) {
          steps.push(step);
        }
        shares.push(share ?? assert.fail());
      },
    });
    const comparison = ["reading", "comparing"];
    assert.deepEqual(steps, [...comparison, "repairing", ...comparison]);
    assert.ok(shares.every((it) => it >= 0 && it <= 1));
    assert.ok(shares.includes(1));
  });

  for (const step of ["reading", "comparing", "repairing"] as const) {
    it(`is cancelled at once while ${step}, and leaves only what a repair has read`, async () => {
      await using server = await exported(file);
      await editItems(file, "json", (items) => items.slice(1));
      const bad = await readFile(file, "utf8");
      const kept = step === "repairing" ? ["x.partial"] : [];
      const cancelling = new AbortController();
      const steps: string[] = [];
      const verifying = verify(server, "v3", file, {
        repair: true,
        signal: cancelling.signal,
        onProgress: (progress) => {
          steps.push(progress.step);
          if (progress.step === step) {
            cancelling.abort();
          }
        },
      });
      await assert.rejects(verifying, { code: "cancelled" });
      assert.equal(steps.indexOf(step), steps.length - 1);
      assert.equal(await readFile(file, "utf8"), bad);
      const names = ["x", "x.manifest.json"];
      assert.deepEqual((await readdir(folder)).toSorted(), [...names, ...kept]);
      assert.equal((await verify(server, "v3", file, { repair: true })).ok, true);
      assert.deepEqual((await readdir(folder)).toSorted(), names);
    });
  }

  it("is cancelled at once if the service does not answer", async () => {
    await using server = await serve("v3", liveItems("v3", 31));
    await exportFrom(server, "v3", file, "json");
    const cancelling = new AbortController();
    await using silent = await startLiveServer({
      version: "v3",
      items: [],
      disturb: () => {
        cancelling.abort();
        return true;
      },
    });
    await assert.rejects(verify(silent, "v3", file, { signal: cancelling.signal }), {
      code: "cancelled",
    });
  });

  it("is refused with a reason if it is not possible", async () => {
    const path = `${file}.manifest.json`;
    await using server = await serve("v3", liveItems("v3", 31));
    const refused = (message: RegExp, code = "invalid-input") =>
      assert.rejects(verify(server, "v3", file), { code, message });
    await refused(/x cannot be read: it does not exist/, "file-fault");
    await exportFrom(server, "v3", file, "json");
    const good = await readFile(path, "utf8");
    const manifestWith = (more: object) =>
      writeFile(path, JSON.stringify({ ...(JSON.parse(good) as object), ...more }));
    await manifestWith({ format: "parquet" });
    await refused(/x cannot be verified: it is an export in the format parquet\. Only exports of/);
    await manifestWith({ kind: "survey" });
    await refused(/cannot be verified: it contains a survey/);
    await manifestWith({ apiVersion: "v2" });
    await refused(/exported with API v2, but the data space "Test" is set to v3/);
    await manifestWith({ dataSpace: "Other", baseUrl: "https://other.test" });
    await refused(/exported from the data space "Other" \(https:\/\/other\.test\)/);
    await manifestWith({ dataSpace: "Other" });
    assert.equal((await verify(server, "v3", file)).ok, true);
    await manifestWith({ baseUrl: "https://other.test" });
    assert.equal((await verify(server, "v3", file)).ok, true);
    await rm(path);
    await refused(/There is no manifest/);
  });

  it("passes on an error of the service", async () => {
    await using server = await serve("v3", liveItems("v3", 31));
    await exportFrom(server, "v3", file, "json");
    await using broken = await startLiveServer({
      version: "v3",
      items: [],
      disturb: ({ pathname }, answer) => {
        sendText(answer, "", 403);
        return pathname !== "";
      },
    });
    await assert.rejects(verify(broken, "v3", file), ({ code, message }: SurveyError) => {
      assert.equal(code, "forbidden");
      assert.doesNotMatch(message, /resume|kept in/);
      return true;
    });
  });
});
