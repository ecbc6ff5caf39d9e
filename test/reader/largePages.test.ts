import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import { exportResponses, type ExportResponsesOptions } from "../export/support/exporting.ts";
import type { ApiVersion } from "../../src/model/survey.ts";
import { timeOfSeconds } from "../../src/model/time.ts";
import { MetadataReading } from "../../src/reader/metadataReading.ts";
import { readRawResponse } from "../../src/reader/rawResponse.ts";
import { withFirstPageRequested } from "../../src/table/readIntoTable.ts";
import { clientFor } from "../client/support/clients.ts";
import type { TestServer } from "../client/support/testServer.ts";
import { textsIn } from "../copy/support/copiedPages.ts";
import {
  newestFirst,
  startLiveServer,
  type LiveItem,
  type LiveServerOptions,
} from "../export/support/liveServer.ts";
import { OtherProcess, readInto, tablesIn } from "../table/support/filledTables.ts";
import { folderOfEachTest, temporaryFolder } from "../support/folders.ts";

/** Most bytes of an answer: about 1,000 small items, or 400 large ones. */
const maximumBytes = 200_000;
const small = 150;
const large = 500;

/** Returns item `number`, padded to `bytes` bytes; three share a second. */
function item(number: number, bytes: number): LiveItem {
  const finishedAt = timeOfSeconds(1_740_000_000 + Math.floor(number / 3));
  const json = `{ "responseId":"r${number}", "finishedAt":"${finishedAt}","exact":9007199254740993, "text":"" }`;
  const text = "x".repeat(Math.max(0, bytes - json.length));
  return { finishedAt, order: number, json: json.replace('""', `"${text}"`) };
}

/** Returns items of which the newest 1,500 are small and all others large. */
function itemsUpTo(count: number): LiveItem[] {
  return Array.from({ length: count }, (_, it) => item(it, it < count - 1500 ? large : small));
}

const idsOf = (items: readonly LiveItem[]) => newestFirst(items).map((it) => `r${it.order}`);
const jsonOf = (items: readonly LiveItem[]) => newestFirst(items).map((it) => it.json);

function serve(items: readonly LiveItem[], options: Partial<LiveServerOptions> = {}) {
  return startLiveServer({ version: "v3", pageSize: 1000, items, ...options });
}

function clientIn({ baseUrl, ca }: TestServer, version: ApiVersion = "v3", concurrency = 1) {
  const address = { name: "Test", baseUrl, version, ca };
  return clientFor({ baseUrl, ca }, { address, request: { maximumBytes, concurrency } });
}

function exported(
  client: SurveyClient,
  file: string,
  options: Partial<ExportResponsesOptions> = {},
) {
  const asked = { client, surveyId: "S1", kind: "responses", format: "ndjson", file } as const;
  return exportResponses({ ...asked, ...options });
}

/** Returns the sizes of the pages that were requested, in order. */
function sizesAsked({ requests }: TestServer): string[] {
  return requests.flatMap(({ url }) => url.searchParams.get("size") ?? []);
}

/**
 * Sizes asked for: 1,000 small items fit. Then each page that is too large is replaced by one of an eighth, and the next is
 * half as large, until pages have 250 items. One page is requested ahead.
 */
const smaller = ["1000", "125", "125", "500", "500", "62", "62", "250"];
const sizes = ["1000", ...smaller, ...Array<string>(9).fill("250")];

for (const cursor of ["position", "item"] as const) {
  describe(`pages above the size limit, with cursors by ${cursor}`, () => {
    const folder = folderOfEachTest();

    const items = itemsUpTo(4500);

    for (const kind of ["responses", "metadata"] as const) {
      it(`are requested again with fewer items by an export of ${kind}, which contains each item once`, async () => {
        await using server = await serve(items, { cursor });
        const file = join(folder, "x.ndjson");
        const { responses, warnings } = await exported(clientIn(server), file, { kind });
        assert.equal(await readFile(file, "utf8"), jsonOf(items).join("\n") + "\n");
        assert.deepEqual([responses, warnings], [4500, []]);
        // The last request checks that nothing is left.
        assert.deepEqual(sizesAsked(server), [...sizes, "250"]);
      });
    }

    it("are requested again by several lanes, which write the same file", async () => {
      for (const lanes of [2, 4]) {
        await using server = await serve(items, { cursor });
        const file = join(folder, `${lanes}.ndjson`);
        const client = clientIn(server, "v3", lanes);
        await exported(client, file, { lanes, minLanes: lanes });
        assert.equal(await readFile(file, "utf8"), jsonOf(items).join("\n") + "\n");
        const asked = sizesAsked(server);
        const failed = asked.filter((it) => Number(it) > 250).length;
        assert.ok(failed <= 3 + 2 * lanes, asked.join());
        assert.ok(asked.length <= 16 + 6 * lanes, asked.join());
      }
    });

    it("are requested again by a resumed export", async () => {
      for (const failing of [4, 7, 12]) {
        let isDown = true;
        const fails = (request: number) => isDown && request >= failing;
        await using server = await serve(items, { cursor, fails });
        const file = join(folder, `${failing}.ndjson`);
        const client = clientIn(server);
        await assert.rejects(exported(client, file), { code: "server-fault" });
        isDown = false;
        await exported(client, file, { resume: true });
        assert.equal(await readFile(file, "utf8"), jsonOf(items).join("\n") + "\n");
      }
    });

    it("are requested again by a response table, which stores each response once during new submissions", async () => {
      // The first page is too large, too: it is asked for before the table exists.
      const submitted = Array.from({ length: 3000 }, (_, it) => item(it, large));
      const known = jsonOf(submitted).sort();
      const arrive = (request: number) => {
        const more = item(3003 + request, large);
        submitted.push(more);
        return [more];
      };
      await using server = await serve(submitted, { cursor, arrive });
      const client = clientIn(server);
      const tables = tablesIn(folder);
      const key = { space: "space", version: "v3", surveyId: "S1" } as const;
      const { table } = tables.open(key, "Test");
      const { signal } = new AbortController();
      const survey = Promise.resolve({ createdAt: timeOfSeconds(1_739_000_000) });
      const ahead = withFirstPageRequested(client, "S1", signal);
      assert.equal(await readInto(tables, table, ahead, { survey, signal }), "complete");
      const reader = new OtherProcess(folder, key);
      const json = textsIn(reader.copy).sort();
      reader.copy.close();
      tables.closeAll();
      assert.equal(new Set(json).size, json.length);
      assert.deepEqual(
        json.filter((it) => known.includes(it)),
        known,
      );
      const changes = sizesAsked(server).filter((it, index, all) => it !== all[index - 1]);
      assert.deepEqual(changes, ["1000", "125", "500", "62", "250"]);
    });

    it("are requested again by a reading of metadata, which reports each item once", async () => {
      await using server = await serve(items, { cursor });
      const ids: (string | undefined)[] = [];
      const reading = new MetadataReading({
        surveyId: "S1",
        onItems: (page) => ids.push(...page.map((it) => it.responseId)),
        onRestart: () => assert.fail("unexpected restart"),
      });
      const { signal } = new AbortController();
      await reading.run({ source: clientIn(server), oldest: async () => undefined, signal });
      assert.deepEqual(ids, idsOf(items));
      assert.deepEqual(sizesAsked(server).slice(0, 9), ["1000", ...smaller]);
    });
  });
}

describe("pages of large responses", () => {
  /** Exports the items, and returns the sizes asked for. */
  async function exportedIn(items: readonly LiveItem[]): Promise<string[]> {
    await using folder = await temporaryFolder();
    await using server = await serve(items);
    const file = join(folder.path, "x.ndjson");
    const { responses } = await exported(clientFor(server), file);
    assert.equal(responses, items.length);
    assert.equal(await readFile(file, "utf8"), jsonOf(items).join("\n") + "\n");
    return sizesAsked(server);
  }

  it("are given up above 32 MB, and then have as many items as come in 16 MB", async () => {
    const items = Array.from({ length: 900 }, (_, it) => item(it, 40_000));
    // An eighth of 1,000 first. The second page is requested before the first has been measured.
    assert.deepEqual(await exportedIn(items), ["1000", "125", "125", "399", "399"]);
  });

  it("have half as many items if a single response has more than 32 MB", async () => {
    const items = Array.from({ length: 3000 }, (_, it) =>
      item(it, it === 2990 ? 33_000_000 : small),
    );
    const sizes = await exportedIn(items);
    // A page of 15 items may be that large.
    assert.deepEqual(sizes.slice(0, 3), ["1000", "125", "15"]);
    assert.deepEqual(new Set(sizes.slice(5)), new Set(["500"]));
  });
});

describe("a page above the size limit", () => {
  const folder = folderOfEachTest();

  it("causes an error that names the survey if a single response is too large, and keeps earlier pages", async () => {
    const items = itemsUpTo(2000).with(300, item(300, 2 * maximumBytes));
    await using server = await serve(items);
    const file = join(folder, "x.ndjson");
    await assert.rejects(exported(clientIn(server), file), {
      code: "too-large",
      message:
        /sent more than 0 MB.* A single response of the survey "S1" is that large\. Export fewer variables or embedded data\. 1,699 responses are kept in /,
    });
    assert.ok(existsSync(`${file}.partial`));
    // The page size goes from 1,000 down to 1, and some pages fit on the way.
    assert.ok(server.requests.length < 40, sizesAsked(server).join());
  });

  for (const version of ["v1", "v2"] as const) {
    it(`is not requested again in ${version}, and the error explains that its page size is fixed`, async () => {
      await using server = await serve(itemsUpTo(4500), { version });
      const file = join(folder, "x.ndjson");
      await assert.rejects(exported(clientIn(server, version), file), {
        code: "too-large",
        message: new RegExp(`Pages of ${version} have a fixed size\\. If the service supports v3`),
      });
      const pages = server.requests.filter(({ url }) => url.pathname.endsWith("/responses"));
      // One page fits; the next one is too large.
      assert.equal(pages.length, 2);
    });
  }

  it("does not prevent showing the JSON of a single response", async () => {
    const many = Array.from({ length: 500 }, (_, it) => item(it, 4 * large));
    await using server = await serve(many, { pageSize: 1000 });
    const wanted = { responseId: "r498", finishedAt: many[498]?.finishedAt };
    const { signal } = new AbortController();
    const bytes = await readRawResponse(
      clientFor(server, { request: { maximumBytes: 20_000 } }),
      "S1",
      { serial: undefined, collectGroupId: undefined, startedAt: undefined, ...wanted },
      signal,
    );
    assert.equal(Buffer.from(bytes).toString(), many[498]?.json);
  });
});
