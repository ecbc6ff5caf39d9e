import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { exportResponses, type ExportResponsesOptions } from "./support/exporting.ts";
import { readManifest } from "../../src/export/manifest.ts";
import { verifyExport } from "./support/exporting.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import { timeOfSeconds } from "../../src/model/time.ts";
import { MetadataReading } from "../../src/reader/metadataReading.ts";
import { readRawResponse } from "../../src/reader/rawResponse.ts";
import { Random } from "../../src/service/sample/random.ts";
import { clientFor } from "../client/support/clients.ts";
import { readingCopies } from "../copy/support/readingCopies.ts";
import {
  startHostileServer,
  type HostileItem,
  type HostileServer,
  type HostileServerOptions,
} from "./support/hostileServer.ts";
import { folderOfEachTest, temporaryFolder } from "../support/folders.ts";

const count = 600;
const pageSize = 50;
const laneCounts = [1, 4];
/** Milliseconds per page of a distant service, so that several lanes are seen to read at once. */
const farAway = 30;

/** `said` is the time in the JSON. Items with the same text and time differ in v3 only, by their ids. */
function item(
  version: ApiVersion,
  { id, text = id, seconds, said }: { id: number; text?: number; seconds: number; said?: string },
): HostileItem {
  const finishedAt = timeOfSeconds(1_740_000_000 + seconds);
  const uid = version === "v3" ? `"responseId":"r${id}", ` : "";
  return {
    finishedAt,
    json: `{${uid}"serial":"s${text}","finishedAt":"${said ?? finishedAt}","n":9007199254740993}`,
  };
}

/** Returns items, newest first, one a second. */
function items(
  version: ApiVersion,
  change: (it: HostileItem, index: number) => HostileItem = (it) => it,
): HostileItem[] {
  return Array.from({ length: count }, (_, index) => {
    const id = count - 1 - index;
    return change(item(version, { id, seconds: id }), index);
  });
}

function withTime(it: HostileItem, form: (time: string) => string): HostileItem {
  return { ...it, json: it.json.replace(it.finishedAt, form(it.finishedAt)) };
}

const otherForms: Record<string, (time: string) => string> = {
  "in UTC": (time) => `${time}Z`,
  "with an offset": (time) => `${time}+09:00`,
  "with milliseconds": (time) => `${time}.250`,
};

/** Returns items in the order of their numbers; their times are up to 4 seconds earlier or later. */
function disordered(version: ApiVersion, from: number): HostileItem[] {
  const random = new Random(7);
  return Array.from({ length: count }, (_, index) => {
    const id = count - 1 - index;
    const shift = index === from ? -4 : index === from + 1 ? 4 : random.below(9) - 4;
    return item(version, { id, seconds: index < from ? id + 4 : id + shift });
  });
}

/** Returns items of which one comes more than a page late. */
function withLate(version: ApiVersion): HostileItem[] {
  const late = items(version);
  late.splice(120, 0, ...late.splice(60, 1));
  // Noticed in the first page, so that cursors are followed and bring the late response.
  late.splice(10, 0, ...late.splice(5, 1));
  return late;
}

function clientOf({ baseUrl, ca }: HostileServer, version: ApiVersion, concurrency = 1) {
  const address = { name: "Hostile", baseUrl, version, ca };
  return clientFor({ baseUrl, ca }, { address, request: { concurrency } });
}

async function exported(
  server: HostileServer,
  version: ApiVersion,
  file: string,
  { lanes = 1, ...more }: Partial<ExportResponsesOptions> = {},
) {
  return exportResponses({
    client: clientOf(server, version, lanes),
    file,
    format: "ndjson",
    lanes,
    minLanes: lanes,
    ...more,
  });
}

/** Exports everything and compares the file with the items of the server. */
async function holdsAll(
  lanes: number,
  options: Omit<HostileServerOptions, "latency" | "pageSize">,
  warnings: readonly RegExp[] = [],
): Promise<void> {
  const { version, items } = options;
  const latency = lanes > 1 ? farAway : 0;
  await using folder = await temporaryFolder();
  await using server = await startHostileServer({ pageSize, ...options, latency });
  const file = join(folder.path, "x");
  const result = await exported(server, version, file, { lanes });
  assert.equal(await readFile(file, "utf8"), items.map((it) => `${it.json}\n`).join(""));
  assert.equal(result.warnings.length, warnings.length, result.warnings.join("\n"));
  warnings.forEach((it, index) => assert.match(result.warnings[index] ?? "", it));
  const manifest = await readManifest(`${file}.manifest.json`);
  assert.deepEqual(manifest.warnings, result.warnings);
  assert.deepEqual(server.oddBounds, []);
  if (lanes > 1) {
    assert.ok(server.maxAtOnce() > 1, "lanes did not read at the same time");
  }
  const client = clientOf(server, version, lanes);
  const verified = await verifyExport({ client, file, toolVersion: "1" });
  assert.deepEqual([verified.ok, verified.responses], [true, items.length]);
}

const unordered = /did not come newest first/;
const unproved = /could not be verified/;

for (const version of apiVersions) {
  for (const lanes of laneCounts) {
    describe(`exports of ${version} with ${lanes === 1 ? "one lane" : `${lanes} lanes`}`, () => {
      it("contain everything if older times have another form, with a warning that the end is not proved", async () => {
        const form = otherForms["in UTC"] ?? assert.fail();
        const old = items(version, (it, index) => (index < 200 ? it : withTime(it, form)));
        await holdsAll(lanes, { version, items: old }, [unproved]);
      });

      it("contain everything if empty pages have a cursor", async () => {
        await holdsAll(lanes, { version, items: items(version), emptyPages: 2 });
      });

      it("contain everything if older responses are not ordered", async () => {
        const doubt = version === "v3" ? [unordered] : [unordered, unproved];
        await holdsAll(lanes, { version, items: disordered(version, 200) }, doubt);
      });

      it("contain everything if all responses of a second are equal", async () => {
        const same = items(version, (it, index) =>
          index < 200 || index >= 500
            ? it
            : item(version, { id: index, text: 0, seconds: count - 201 }),
        );
        await holdsAll(lanes, { version, items: same });
      });
    });
  }

  describe(`exports of ${version}`, () => {
    const folder = folderOfEachTest();

    for (const [name, form] of Object.entries(otherForms)) {
      it(`contain everything in a single lane if all times are ${name}`, async () => {
        const odd = items(version, (it) => withTime(it, form));
        await using server = await startHostileServer({ version, items: odd, pageSize });
        const file = join(folder, "x");
        const { warnings } = await exported(server, version, file, { lanes: 4 });
        assert.equal(await readFile(file, "utf8"), odd.map((it) => `${it.json}\n`).join(""));
        assert.match(warnings.join(), /could not be verified.*no fixed end/s);
        assert.deepEqual(server.oddBounds, []);
        const since = `${file}.manifest.json`;
        await assert.rejects(exported(server, version, join(folder, "y"), { since }), {
          code: "invalid-input",
          message: /its end time is missing/,
        });
      });
    }

    it("contain responses newer than the first one of the first page", async () => {
      const doubt = version === "v3" ? [unordered] : [unordered, unproved];
      await holdsAll(1, { version, items: disordered(version, 0) }, doubt);
      const two = [0, 3].map((seconds, id) => item(version, { id, seconds }));
      await using server = await startHostileServer({ version, items: two, pageSize });
      const { responses } = await exported(server, version, join(folder, "x"));
      assert.equal(responses, 2);
    });

    for (const [name, sent] of [
      ["in unordered responses", disordered(version, 0)],
      ["behind a response that came more than a page late", withLate(version)],
    ] as const) {
      it(`continue by time if a cursor is refused ${name} with IDs, and fail without IDs`, async () => {
        const broken = { version, items: sent, refused: "150.0" };
        if (version === "v3") {
          await holdsAll(1, broken, [unordered]);
          return;
        }
        await using server = await startHostileServer({ ...broken, pageSize });
        await assert.rejects(exported(server, version, join(folder, "x")), {
          code: "not-found",
        });
      });
    }

    it("fail on endless empty pages at the beginning, and continue by time after other pages", async () => {
      const file = join(folder, "x");
      const stuckAt = { item: 0, cursor: "same" };
      const all = { version, items: items(version) };
      await using server = await startHostileServer({ ...all, pageSize, stuckAt });
      await assert.rejects(exported(server, version, file), {
        code: "malformed-answer",
        message: /repeats itself/,
      });
      assert.equal(existsSync(file), false);
      await holdsAll(1, { ...all, stuckAt: { item: 150, cursor: "999.0" } });
    });

    it("can be continued by an export since them if responses of the last second are not ordered", async () => {
      const [first, second] = [join(folder, "1"), join(folder, "2")];
      // Responses of the last second come before and after an older one.
      const before = [9, 5, 9, 4].map((seconds, id) => item(version, { id, seconds }));
      const after = [item(version, { id: 9, seconds: 12 })];
      await using server = await startHostileServer({ version, items: before, pageSize });
      await exported(server, version, first);
      await using later = await startHostileServer({
        version,
        items: [...after, ...before],
        pageSize,
      });
      await exported(later, version, second, { since: `${first}.manifest.json` });
      assert.equal(await readFile(second, "utf8"), after.map((it) => `${it.json}\n`).join(""));
    });
  });

  describe(`panels of ${version}`, () => {
    it("have each response once if a reading and a refresh were cancelled after an empty first page", async () => {
      const all = { version, items: items(version), pageSize, emptyPages: 1 };
      await using older = await startHostileServer({ ...all, items: all.items.slice(100) });
      await using server = await startHostileServer(all);
      const copy = await readingCopies(clientOf(older, version));
      for (const [service, expected] of [
        [older, all.items.slice(100)],
        [server, all.items],
      ] as const) {
        const source = clientOf(service, version);
        const stop = new AbortController();
        const cancelled = copy.read({
          source,
          signal: stop.signal,
          onProgress: () => stop.abort(),
        });
        await assert.rejects(cancelled, { code: "cancelled" });
        await copy.read({ source });
        assert.deepEqual(copy.json, expected.map((it) => it.json).sort());
      }
    });

    it("fail on each refresh, without a response stored twice, if a cursor of unordered responses is refused", async () => {
      const early = items(version);
      early.splice(2, 0, ...early.splice(110, 1));
      early.splice(60, 0, ...early.splice(200, 1));
      const all = { version, items: early, pageSize };
      await using server = await startHostileServer(all);
      const copy = await readingCopies(clientOf(server, version));
      await copy.read();
      const stored = copy.json;
      assert.equal(stored.length, count);
      for (const refused of ["50.0", "100.0"]) {
        await using broken = await startHostileServer({ ...all, refused });
        const source = clientOf(broken, version);
        await assert.rejects(copy.read({ source }), { code: /^(not-found|malformed-answer)$/ });
        assert.deepEqual(copy.json, stored);
      }
    });

    const hostile: Record<string, Pick<HostileServerOptions, "items" | "emptyPages">> = {
      "older times in another form": {
        items: items(version, (it, index) => (index < 3 ? it : withTime(it, (time) => `${time}Z`))),
      },
      "unordered responses": { items: disordered(version, 0) },
      "unordered older responses": { items: disordered(version, 120) },
      "an empty page before each page": { items: items(version), emptyPages: 1 },
    };
    for (const [name, options] of Object.entries(hostile)) {
      it(`have each response once with ${name}, also after a refresh`, async () => {
        const { items } = options;
        await using server = await startHostileServer({ version, pageSize, ...options });
        const client = clientOf(server, version, 4);
        const copy = await readingCopies(client);
        for (let reading = 0; reading < 2; reading++) {
          await copy.read({ lanes: { min: 4, max: client.concurrency } });
          assert.deepEqual(copy.json, items.map((it) => it.json).sort());
        }
        let told: (string | undefined)[] = [];
        const fieldwork = new MetadataReading({
          surveyId: "S1",
          onItems: (page) => told.push(...page.map((it) => it.serial)),
          onRestart: () => (told = []),
        });
        const { signal } = new AbortController();
        await fieldwork.run({ source: client, oldest: async () => undefined, signal });
        const serials = items.map((_, index) => `s${count - 1 - index}`);
        assert.deepEqual(told.toSorted(), serials.toSorted());
        const wanted = items[300]?.json ?? "";
        const facts = JSON.parse(wanted) as Parameters<typeof readRawResponse>[2];
        const json = await readRawResponse(client, "S1", facts, signal);
        assert.equal(Buffer.from(json).toString(), wanted);
        assert.deepEqual(server.oddBounds, []);
      });
    }
  });
}
