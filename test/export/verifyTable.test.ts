import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SurveyError } from "../../src/model/errors.ts";
import { inEnglish } from "../../src/model/localizable.ts";
import { exportResponses } from "./support/exporting.ts";
import { readManifest } from "../../src/export/manifest.ts";
import type { VerifyResult } from "../../src/export/verifiable.ts";
import { copiesIn, verifyExport } from "./support/exporting.ts";
import { clientOf } from "../client/support/clients.ts";
import { sendText, type TestServer } from "../client/support/testServer.ts";
import { liveItems, serve } from "./support/exported.ts";
import { startLiveServer } from "./support/liveServer.ts";
import { lengthsOf, lengthTable } from "./support/tables.ts";
import { folderOfEachTest } from "../support/folders.ts";

const all = liveItems("v3", 35);
const newestFirst = all.toReversed().map((it) => it.json);

for (const partition of ["none", "day"] as const) {
  const form = { partition };
  const data = partition === "day" ? ["day=2025-03-27", "part-0.parquet"] : [];

  async function exported(
    server: TestServer,
    file: string,
    endDateTime = "2025-03-27T12:00:00",
  ): Promise<void> {
    await exportResponses({
      client: clientOf(server, "v3"),
      query: { endDateTime },
      file,
      format: "parquet",
      table: lengthTable(undefined, form),
    });
  }

  function verify(server: TestServer, file: string, repair = false) {
    return verifyExport({
      client: clientOf(server, "v3"),
      file,
      repair,
      tableOf: (manifest) => lengthTable(undefined, manifest.table.form),
      toolVersion: "2",
    });
  }

  describe(`verifying a table with partition ${partition}`, () => {
    const folder = folderOfEachTest();
    const file = join(folder, "x");

    it("reports an unchanged file as correct, and leaves no other files", async () => {
      await using server = await serve("v3", all);
      await exported(server, file);
      const good = { ok: true, responses: 35, missing: 0, extra: 0, doubled: 0, intact: true };
      const result = { ...good, repaired: false, damage: undefined };
      assert.deepEqual(await verify(server, file), result);
      assert.deepEqual(await verify(server, file, true), result);
      if (partition === "day") {
        // The file managers of macOS and Windows leave such files in folders that they show.
        await writeFile(join(file, ".DS_Store"), "");
        await writeFile(join(file, "day=2025-03-27", "desktop.ini"), "");
        assert.deepEqual(await verify(server, file), result);
      }
      assert.deepEqual((await readdir(folder)).sort(), ["x", "x.manifest.json"]);
    });

    it("does not look behind the end that was asked for if there was nothing before it", async () => {
      await using server = await serve("v3", all);
      await exported(server, file, "2025-03-27T09:00:00");
      const { ok, responses, missing } = await verify(server, file, true);
      assert.deepEqual([ok, responses, missing], [true, 0, 0]);
    });

    it("detects and repairs a changed file", async () => {
      await using server = await serve("v3", all);
      await exported(server, file);
      const before = await readManifest(`${file}.manifest.json`);
      await writeFile(join(file, ...data), "changed");
      const { ok, missing, extra, intact } = await verify(server, file);
      assert.deepEqual([ok, missing, extra, intact], [false, 0, 0, false]);
      assert.equal((await verify(server, file, true)).repaired, true);
      assert.equal(await readFile(join(file, ...data), "utf8"), lengthsOf(newestFirst));
      const { startedAt, toolVersion, sha256 } = await readManifest(`${file}.manifest.json`);
      assert.deepEqual(
        { startedAt, toolVersion, sha256 },
        { startedAt: before.startedAt, toolVersion: "1", sha256: before.sha256 },
      );
      assert.equal((await verify(server, file)).ok, true);
      assert.deepEqual((await readdir(folder)).sort(), ["x", "x.manifest.json"]);
    });

    it("does not replace a file that another program changes during the repair", async () => {
      let change = (): Promise<void> => Promise.resolve();
      await using server = await startLiveServer({
        version: "v3",
        items: all,
        disturb: async () => {
          await change();
          return false;
        },
      });
      await exported(server, file);
      await writeFile(join(file, ...data), "damaged");
      change = () => writeFile(join(file, ...data), "newer");
      const message = /was changed by another program while it was being repaired/;
      await assert.rejects(verify(server, file, true), { code: "file-fault", message });
      assert.equal(await readFile(join(file, ...data), "utf8"), "newer");
    });

    it("counts responses that are missing or gone from the data space", async () => {
      {
        await using server = await serve("v3", all.slice(4));
        await exported(server, file);
      }
      {
        await using server = await serve("v3", all.slice(5));
        const { ok, extra, responses } = await verify(server, file);
        assert.deepEqual([ok, extra, responses], [false, 1, 31]);
      }
      await using server = await serve("v3", all);
      const { missing, intact, damage } = await verify(server, file);
      assert.deepEqual([missing, intact, damage], [4, true, undefined]);
      assert.equal((await verify(server, file, true)).responses, 35);
      assert.equal((await verify(server, file)).ok, true);
    });

    it("detects changed answers", async () => {
      {
        await using server = await serve("v3", all);
        await exported(server, file);
      }
      const other = all.map((it) => ({ ...it, json: it.json.replace('"t":', '"more":1, "t":') }));
      await using server = await serve("v3", other);
      const { ok, missing, extra, damage } = await verify(server, file);
      assert.deepEqual([ok, missing, extra], [false, 0, 0]);
      assert.match(
        damage ? inEnglish(damage) : "",
        /labels.*Survey Explorer 1 wrote the file; this is 2/,
      );
    });

    it("passes on an error of the service, and a repair continues after an interruption", async () => {
      let left = Infinity;
      await using server = await startLiveServer({
        version: "v3",
        items: all,
        disturb: ({ pathname }, answer) => {
          const isLate = pathname.endsWith("responses") && left-- <= 0;
          if (isLate) {
            sendText(answer, "", 403);
          }
          return isLate;
        },
      });
      await exported(server, file);
      await writeFile(join(file, ...data), "changed");
      left = 2;
      await assert.rejects(verify(server, file), ({ code, message }: SurveyError) => {
        assert.equal(code, "forbidden");
        assert.doesNotMatch(message, /resume|kept/);
        return true;
      });
      left = 2;
      await assert.rejects(verify(server, file, true), ({ code, message }: SurveyError) => {
        assert.equal(code, "forbidden");
        assert.ok(message.endsWith("Repair again to continue."));
        assert.doesNotMatch(message, /resume|kept in/);
        return true;
      });
      left = Infinity;
      const pages = async (work: () => Promise<unknown>): Promise<number> => {
        const before = server.requests.length;
        await work();
        const asked = server.requests.slice(before);
        return asked.filter((it) => it.url.pathname.endsWith("responses")).length;
      };
      const again = await pages(() => verify(server, file, true));
      assert.equal(await readFile(join(file, ...data), "utf8"), lengthsOf(newestFirst));
      assert.ok(again < (await pages(() => verify(server, file))));
      assert.deepEqual((await readdir(folder)).sort(), ["x", "x.manifest.json"]);
    });
  });
}

describe("repairing a table that cannot be replaced", () => {
  const folder = folderOfEachTest();
  const [file, codebook] = [join(folder, "x"), join(folder, "x.codebook.csv")];

  /** Exports a table with a codebook, damages the table, and repairs it. @param begin called when the new one is complete */
  async function repair(begin: () => Promise<void>): Promise<VerifyResult> {
    await using server = await serve("v3", all);
    const client = clientOf(server, "v3");
    const table = (text: string) => ({
      ...lengthTable((given) => writeFile(given.codebook, text)),
      codebook,
    });
    await exportResponses({ client, file, format: "parquet", table: table("older") });
    await writeFile(file, "damaged");
    const copies = copiesIn(join(folder, "copies"));
    const removeCopy = async (copy: number) => {
      await copies.removeCopy(copy);
      await begin();
    };
    return await verifyExport({
      client,
      file,
      repair: true,
      copies: { ...copies, removeCopy },
      tableOf: () => table("newer"),
      toolVersion: "2",
    });
  }

  it("leaves what was there, with its manifest and codebook, and nothing else", async () => {
    const block = async () => {
      await rm(file);
      await mkdir(file);
    };
    await assert.rejects(repair(block), { code: "file-fault", message: /x cannot be written/ });
    const left = (await readdir(folder)).sort();
    assert.deepEqual(left, ["copies", "x", "x.codebook.csv", "x.manifest.json"]);
    assert.equal(await readFile(codebook, "utf8"), "older");
    assert.equal((await readManifest(`${file}.manifest.json`)).toolVersion, "1");
  });

  it("replaces the codebook with the table", async () => {
    assert.equal((await repair(() => Promise.resolve())).repaired, true);
    const left = (await readdir(folder)).sort();
    assert.deepEqual(left, ["copies", "x", "x.codebook.csv", "x.manifest.json"]);
    assert.equal(await readFile(codebook, "utf8"), "newer");
  });
});
