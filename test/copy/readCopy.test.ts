import assert from "node:assert/strict";
import { join } from "node:path";
import type { SurveyClient, SurveyClientOptions } from "../../src/client/surveyClient.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import { timeOfSeconds, secondsOf } from "../../src/model/time.ts";
import { protocols } from "../../src/protocol/versions.ts";
import { readCopy, type ReadCopyOptions } from "../../src/copy/readCopy.ts";
import { copyPages } from "../../src/copy/seeding.ts";
import { nodeSqlite } from "../../src/store/sqliteDriver.ts";
import { apiKey, clientFor, clientOf, spaceId } from "../client/support/clients.ts";
import { sendText, type TestServer } from "../client/support/testServer.ts";
import { startLiveServer, type LiveItem } from "../export/support/liveServer.ts";
import { itemsJson, startSurveyServer } from "../export/support/surveyServer.ts";
import { temporaryFolder } from "../support/folders.ts";
import { copyIn } from "./support/copiedPages.ts";
import { readingCopies } from "./support/readingCopies.ts";

const epoch = secondsOf("2025-03-01T10:00:00") ?? 0;

/** Returns response `number` of a survey, submitted `seconds` after `epoch`; responses of v1 and v2 have no ids. */
function item(version: ApiVersion, number: number, seconds = number): LiveItem {
  const finishedAt = timeOfSeconds(epoch + seconds);
  const id = version === "v3" ? `"responseId":"r${String(number).padStart(5, "0")}",` : "";
  return {
    finishedAt,
    order: number,
    json: `{ ${id}"serial":"s${number}", "finishedAt":"${finishedAt}","exact":9007199254740993}`,
  };
}

function items(version: ApiVersion, count: number, perSecond = 1): LiveItem[] {
  return Array.from({ length: count }, (_, it) => item(version, it, Math.floor(it / perSecond)));
}

function jsonOf(live: readonly LiveItem[]): string[] {
  return live.map((it) => it.json).sort();
}

function idOf(json = "{}"): string | undefined {
  return (JSON.parse(json) as { responseId?: string }).responseId;
}

/** Returns a generator of whole numbers from 0 up to a limit, determined by the seed. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
}

function clientWith(
  { baseUrl, ca }: Pick<TestServer, "baseUrl" | "ca">,
  version: ApiVersion,
  options: Partial<SurveyClientOptions>,
): SurveyClient {
  return clientFor(
    { baseUrl, ca },
    { address: { name: "Test", baseUrl, version, ca }, ...options },
  );
}

/** Returns a copy, and a function that reads into it as a separate process would. */
async function opened(client: SurveyClient, minLanes = 1) {
  const copy = await readingCopies(client);
  const read = (options: Partial<ReadCopyOptions> = {}) =>
    copy.read({
      survey: Promise.resolve({ createdAt: timeOfSeconds(epoch - 1) }),
      lanes: { min: minLanes, max: client.concurrency },
      ...options,
    });
  return { copy, read };
}

for (const version of apiVersions) {
  for (const cursor of ["position", "item"] as const) {
    describe(`reading a survey of ${version} with cursors by ${cursor} into a copy`, () => {
      it("reads each response once while others are submitted, and the new ones with the next reading", async () => {
        const submitted = items(version, 95, 3);
        await using server = await startLiveServer({
          version,
          cursor,
          items: submitted,
          lastPage: "null",
          arrive: (request) => {
            const more = item(version, 1000 + request, 100 + request);
            submitted.push(more);
            return [more];
          },
        });
        const { copy, read } = await opened(clientOf(server, version));
        assert.equal(await read(), "complete");
        const first = copy.json;
        assert.equal(new Set(first).size, first.length);
        assert.ok(
          jsonOf(items(version, 95, 3)).every((it) => first.includes(it)),
          "all responses submitted before the reading",
        );
        const known = jsonOf(submitted);
        assert.equal(await read(), "complete");
        assert.deepEqual(
          copy.json.filter((it) => known.includes(it)),
          known,
        );
        assert.equal(new Set(copy.json).size, copy.json.length);
      });

      it("finds late responses, and requests nothing older than the overlap", async () => {
        const submitted = items(version, 95, 1);
        const late = item(version, 2000, 70);
        let arrived: LiveItem[] = [];
        await using server = await startLiveServer({
          version,
          cursor,
          items: submitted,
          arrive: () => arrived.splice(0),
        });
        const { copy, read } = await opened(clientOf(server, version));
        await read();
        assert.deepEqual(copy.json, jsonOf(submitted));
        arrived = [late, item(version, 2001, 500)];
        // The server adds them after its next request.
        await clientOf(server, version).rawResponsePage("S1");
        await read();
        const before = server.requests.length;
        await read();
        assert.deepEqual(copy.json, jsonOf([...submitted, late, item(version, 2001, 500)]));
        const starts = server.requests
          .slice(before)
          .map(({ url }) => url.searchParams.get("startDateTime") ?? "");
        // The overlap: ten minutes before the newest response.
        assert.ok(
          starts.length > 0 && starts.every((it) => it >= timeOfSeconds(epoch - 100)),
          starts.join(),
        );
      });

      it("continues after the stored pages when it was cancelled at any page", async () => {
        const submitted = items(version, 64, 5);
        await using server = await startLiveServer({ version, cursor, items: submitted });
        for (let pages = 0; pages <= 7; pages++) {
          let asked = 0;
          const { copy, read } = await opened(clientWith(server, version, { log: () => asked++ }));
          const cancel = new AbortController();
          let kept = 0;
          const onProgress = () => (kept === pages ? cancel.abort() : kept++);
          await read({ signal: cancel.signal, onProgress }).catch((error: unknown) =>
            assert.equal((error as { code?: string }).code, "cancelled"),
          );
          const begun = copy.items.length;
          asked = 0;
          assert.equal(await read(), "complete");
          assert.deepEqual(copy.json, jsonOf(submitted), `cancelled after page ${pages}`);
          // Pages of the overlap (all that is kept), pages of what is missing, and requests that prove that nothing is left.
          const [known, left] = [begun, submitted.length - begun].map((it) => Math.ceil(it / 10));
          assert.ok(
            asked <= (known ?? 0) + (left ?? 0) + 4,
            `${asked} requests after page ${pages}`,
          );
        }
      });

      it("loses and duplicates nothing when the process ends at any write", async () => {
        const submitted = items(version, 43, 4);
        await using server = await startLiveServer({
          version,
          cursor,
          items: submitted,
          lastPage: "empty",
        });
        let writes = Number.POSITIVE_INFINITY;
        for (let ends = 0; ends < writes; ends++) {
          const { copy, read } = await opened(clientOf(server, version));
          let count = 0;
          copy.onWrite = () => {
            if (count++ === ends) {
              throw new Error("The process has ended.");
            }
          };
          await read().then(
            () => (writes = ends),
            () => undefined,
          );
          copy.onWrite = () => undefined;
          copy.forgetLease();
          assert.equal(await read(), "complete");
          assert.deepEqual(copy.json, jsonOf(submitted), `ended at write ${ends}`);
        }
        assert.ok(writes >= 6);
      });
    });
  }
}

describe("reading that is interrupted repeatedly while responses are submitted", () => {
  for (const version of apiVersions) {
    for (const cursor of ["position", "item"] as const) {
      it(`loses and duplicates nothing with cursors by ${cursor} in ${version}`, async () => {
        for (let seed = 0; seed < 24; seed++) {
          const lanes = [1, 2, 4][seed % 3] ?? 1;
          const random = randomNumbers(seed + 1);
          const submitted = items(version, random(80), 1 + random(6));
          let [number, newest] = [1000, 30];
          let arrived: LiveItem[] = [];
          await using server = await startLiveServer({
            version,
            cursor,
            items: [...submitted],
            lastPage: "null",
            arrive: () => arrived.splice(0),
          });
          const client = clientWith(server, version, { request: { concurrency: lanes } });
          const { copy, read } = await opened(client, lanes);
          for (let round = 0; round < 5; round++) {
            const stop = random(6);
            let writes = 0;
            copy.onWrite = () => {
              if (writes++ === stop) {
                throw new Error("The process has ended.");
              }
            };
            await read().catch(() => undefined);
            copy.forgetLease();
            newest += random(400);
            arrived = Array.from({ length: random(40) }, () =>
              item(version, number++, newest - (random(3) === 0 ? random(500) : random(5))),
            );
            submitted.push(...arrived);
            // The server adds them after its next request.
            await client.rawResponsePage("S1");
          }
          copy.onWrite = () => undefined;
          await read();
          await read();
          assert.deepEqual(copy.json, jsonOf(submitted), `seed ${seed}, ${lanes} lanes`);
        }
      });
    }
  }
});

for (const version of apiVersions) {
  describe(`reading from a service of ${version} that ignores ranges`, () => {
    // Two a minute: most are older than the overlap.
    const submitted = Array.from({ length: 64 }, (_, it) =>
      item(version, it, 60 * Math.floor(it / 2)),
    );
    it("continues with what is missing when it was cancelled at any page", async () => {
      for (let pages = 0; pages <= 9; pages++) {
        let arrived: LiveItem[] = [];
        await using server = await startLiveServer({
          version,
          items: submitted,
          ignoresRanges: true,
          arrive: () => arrived.splice(0),
        });
        const { copy, read } = await opened(clientOf(server, version));
        const cancel = new AbortController();
        let kept = 0;
        const onProgress = () => (kept === pages ? cancel.abort() : kept++);
        await read({ signal: cancel.signal, onProgress }).catch((error: unknown) =>
          assert.equal((error as { code?: string }).code, "cancelled"),
        );
        arrived = Array.from({ length: 25 }, (_, it) => item(version, 3000 + it, 5000 + it));
        const all = jsonOf([...submitted, ...arrived]);
        // The server adds them after its next request.
        await clientOf(server, version).rawResponsePage("S1");
        assert.equal(await read(), "complete");
        assert.deepEqual(copy.json, all, `cancelled after page ${pages}`);
      }
    });

    it("goes on if a cursor has expired", async () => {
      const { cursor } = protocols[version].getResponses?.paging ?? { cursor: "" };
      let followed = 0;
      await using server = await startLiveServer({
        version,
        items: submitted,
        ignoresRanges: true,
        disturb: ({ searchParams }, answer) => {
          const isExpired = searchParams.has(cursor) && ++followed === 4;
          if (isExpired) {
            sendText(answer, "", 404);
          }
          return isExpired;
        },
      });
      const { copy, read } = await opened(clientOf(server, version));
      assert.equal(await read(), "complete");
      assert.deepEqual(copy.json, jsonOf(submitted));
    });
  });
}

describe("reading into a copy", () => {
  it("reads new responses and the rest of an unfinished reading", async () => {
    const submitted = items("v3", 60, 1);
    let arrived: LiveItem[] = [];
    await using server = await startLiveServer({
      version: "v3",
      cursor: "position",
      items: submitted,
      arrive: () => arrived.splice(0),
    });
    const { copy, read } = await opened(clientFor(server));
    const cancel = new AbortController();
    let pages = 0;
    const onProgress = () => (++pages === 3 ? cancel.abort() : undefined);
    await assert.rejects(read({ signal: cancel.signal, onProgress }), { code: "cancelled" });
    const begun = copy.items.length;
    const more = Array.from({ length: 25 }, (_, it) => item("v3", 3000 + it, 200 + it));
    arrived = [...more];
    // The server adds them after its next request.
    await clientFor(server).rawResponsePage("S1", { size: 1 });
    const seen: number[] = [];
    await read({ onProgress: ({ loaded }) => void seen.push(loaded) });
    assert.deepEqual(copy.json, jsonOf([...submitted, ...more]));
    assert.ok(copy.facts.isWhole);
    assert.equal(idOf(copy.items[begun]), "r03024", "the newest responses come first");
  });

  it("reads one page with one request, and refreshes it with one more", async () => {
    const submitted = items("v3", 7);
    await using server = await startLiveServer({ version: "v3", items: submitted });
    const { copy, read } = await opened(clientFor(server));
    await read();
    assert.equal(server.requests.length, 1);
    await read();
    assert.equal(server.requests.length, 2);
    assert.deepEqual(copy.json, jsonOf(submitted));
  });

  it("reads and refreshes with one lane from a service that ignores ranges", async () => {
    const all = itemsJson(83);
    const served = [...all];
    await using server = await startSurveyServer({ items: served, pageSize: 10 });
    const client = clientFor(server, { request: { concurrency: 4 } });
    const { copy, read } = await opened(client);
    await read({ survey: Promise.resolve({ createdAt: "2025-03-27T10:00:00" }) });
    assert.deepEqual(copy.json, all.toSorted());
    served.unshift(...itemsJson(90).slice(0, 7));
    await read();
    assert.deepEqual(copy.json, served.toSorted());
  });

  it("knows its share if the newest second is among those that are read again", async () => {
    await using folder = await temporaryFolder();
    const newest = item("v3", 40, 3000);
    let arrived: LiveItem[] = [];
    await using server = await startLiveServer({
      version: "v3",
      items: [...items("v3", 40), newest],
      arrive: () => arrived.splice(0),
    });
    const [first, seeded] = ["first", "seeded"].map((it) =>
      copyIn(nodeSqlite, join(folder.path, it)),
    );
    assert.ok(first && seeded);
    const { signal } = new AbortController();
    const reading = {
      source: clientFor(server),
      surveyId: "S1",
      kind: "responses",
      signal,
    } as const;
    arrived = [item("v3", 41, 3030)];
    await readCopy({ ...reading, copy: first });
    const { wholeVersion: copyVersion } = first.facts;
    assert.ok(copyVersion);
    seeded.begin("");
    const excluded = [{ after: timeOfSeconds(epoch + 2999), until: newest.finishedAt }];
    await copyPages(seeded, first, { copyVersion, excluded }, signal);
    const shares: (number | undefined)[] = [];
    await readCopy({ ...reading, copy: seeded, onProgress: (it) => shares.push(it.share) });
    assert.equal(seeded.loaded, 42);
    assert.ok(
      shares.every((it) => it !== undefined && it >= 0 && it <= 1),
      shares.join(),
    );
    first.close();
    seeded.close();
  });

  it("includes responses that were submitted while a single-lane reading was paused", async () => {
    const submitted = items("v3", 60);
    let arrived: LiveItem[] = [];
    await using server = await startLiveServer({
      version: "v3",
      items: submitted,
      arrive: () => arrived.splice(0),
    });
    const { copy, read } = await opened(clientFor(server));
    copy.beSingleLane();
    const cancel = new AbortController();
    let pages = 0;
    const onProgress = () => (++pages === 3 ? cancel.abort() : undefined);
    await assert.rejects(read({ signal: cancel.signal, onProgress }), { code: "cancelled" });
    const begun = copy.items.length;
    assert.ok(begun > 0 && begun < 60, String(begun));
    const more = Array.from({ length: 7 }, (_, it) => item("v3", 3000 + it, 200 + it));
    arrived = [...more];
    // The server adds them after its next request.
    await clientFor(server).rawResponsePage("S1", { size: 1 });
    assert.equal(await read(), "complete");
    assert.deepEqual(copy.json, jsonOf([...submitted, ...more]));
    assert.ok(copy.facts.singleLane);
  });

  it("reads everything again if responses have neither IDs nor valid times", async () => {
    for (const time of [undefined, "1 March 2025"]) {
      const served = Array.from({ length: 23 }, (_, it) =>
        JSON.stringify({ serial: `s${it}`, finishedAt: time }),
      );
      await using server = await startSurveyServer({ items: served, pageSize: 10 });
      const { copy, read } = await opened(clientFor(server));
      await read();
      assert.deepEqual(copy.json, served.toSorted());
      served.unshift(JSON.stringify({ serial: "new", finishedAt: time }));
      await read();
      assert.deepEqual(copy.json, served.toSorted());
    }
  });

  it("reads everything again with a single lane if responses are not ordered", async () => {
    const all = itemsJson(83);
    const mixed = all.map((_, it) => all[(it * 31) % all.length] ?? "");
    await using server = await startSurveyServer({ items: mixed, pageSize: 10 });
    const { copy, read } = await opened(clientFor(server));
    await read();
    assert.deepEqual(copy.json, all.toSorted());
    assert.ok(copy.facts.singleLane);
  });

  it("stores responses without a time, and does not duplicate them", async () => {
    const all = [...itemsJson(14), `{"responseId":"without","collectGroupId":"g"}`];
    await using server = await startSurveyServer({ items: all, pageSize: 4 });
    const { copy, read } = await opened(clientFor(server));
    await read();
    await read();
    assert.deepEqual(copy.json, all.toSorted());
  });

  it("discards the stored responses when everything is read again", async () => {
    const submitted = items("v3", 25);
    await using server = await startLiveServer({ version: "v3", items: submitted });
    const { copy, read } = await opened(clientFor(server));
    await read();
    const counts: number[] = [];
    await read({ isAnew: true, onProgress: ({ loaded }) => void counts.push(loaded) });
    assert.equal(counts[0], 10);
    assert.deepEqual(copy.json, jsonOf(submitted));
  });

  for (const [which, form, options] of [
    ["a reading of everything again", "", { isAnew: true }],
    ["responses without usable times", ".5", {}],
  ] as const) {
    it(`keeps the stored responses until the first page of ${which} has come`, async () => {
      const submitted = items("v3", 25).map((it) => ({
        ...it,
        json: it.json.replace(/("finishedAt":"[^"]*)/, `$1${form}`),
      }));
      let isDown = false;
      await using server = await startLiveServer({
        version: "v3",
        items: submitted,
        disturb: (_, answer) => {
          if (isDown) {
            answer.writeHead(403).end();
          }
          return isDown;
        },
      });
      const { copy, read } = await opened(clientFor(server));
      await read();
      isDown = true;
      await assert.rejects(read(options), { code: "forbidden" });
      assert.deepEqual(copy.json, jsonOf(submitted));
      assert.ok(copy.facts.isWhole);
      isDown = false;
      const counts: number[] = [];
      await read({ ...options, onProgress: ({ loaded }) => void counts.push(loaded) });
      assert.equal(counts[0], 10);
      assert.deepEqual(copy.json, jsonOf(submitted));
    });
  }

  it("has no responses any more if the survey has none when everything is read again", async () => {
    const submitted = items("v3", 25);
    let isEmpty = false;
    await using server = await startLiveServer({
      version: "v3",
      items: submitted,
      disturb: (url, answer) => {
        const isAnswered = isEmpty && url.pathname.endsWith("/responses");
        if (isAnswered) {
          answer.end('{"responses":[]}');
        }
        return isAnswered;
      },
    });
    const { copy, read } = await opened(clientFor(server));
    await read();
    isEmpty = true;
    await read({ isAnew: true });
    assert.deepEqual(copy.json, []);
    assert.ok(copy.facts.isWhole);
  });

  it("leaves reading to the process that has the lease, and takes over when the lease is gone", async () => {
    const submitted = items("v3", 35);
    let second: Promise<string> | undefined;
    let readAgain: () => Promise<string> = async () => "";
    await using server = await startLiveServer({
      version: "v3",
      items: submitted,
      arrive: () => {
        second ??= readAgain();
        return [];
      },
    });
    const { copy, read } = await opened(clientFor(server));
    readAgain = read;
    assert.equal(await read(), "complete");
    assert.equal(await second, "elsewhere");
    // Another process takes the lease while a page is on its way.
    const lost = await opened(clientFor(server));
    let other: Promise<string> | undefined;
    const outcome = await lost.read({
      onProgress: () => {
        if (!other) {
          lost.copy.forgetLease();
          other = lost.read();
        }
      },
    });
    assert.equal(outcome, "elsewhere");
    assert.equal(await other, "complete");
    assert.deepEqual(lost.copy.json, jsonOf(submitted));
    assert.deepEqual(copy.json, jsonOf(submitted));
  });

  it("releases its lease if the editor does not answer with the API key, such as after its window closed", async () => {
    const submitted = items("v3", 35);
    await using server = await startLiveServer({ version: "v3", items: submitted });
    let isGone = false;
    const orphan = clientFor(server, {
      credentials: () =>
        isGone ? new Promise(() => undefined) : Promise.resolve({ spaceId, apiKey }),
      request: { timeoutSeconds: 0.2 },
    });
    const { copy, read } = await opened(clientFor(server));
    const onProgress = (): void => void (isGone = true);
    const orphaned = read({ source: orphan, onProgress });
    await assert.rejects(orphaned, { code: "timeout" });
    assert.ok(copy.items.length > 0 && copy.items.length < 35, String(copy.items.length));
    assert.equal(await read(), "complete");
    assert.deepEqual(copy.json, jsonOf(submitted));
  });

  it("renews its lease while a page is slow to arrive, but only while the reading is wanted", async () => {
    const outcomes = [true, false].map(async (isThere) => {
      let goOn = (): void => undefined;
      const waited = new Promise<void>((resolve) => (goOn = resolve));
      await using server = await startLiveServer({
        version: "v3",
        items: items("v3", 5),
        disturb: () => waited.then(() => false),
      });
      const { copy, read } = await opened(clientFor(server));
      let kept = 0;
      copy.onWrite = () => {
        // The file is made and the lease is taken; the next write can only renew the lease.
        if (kept++ === 2) {
          goOn();
        }
      };
      const isWanted = async (): Promise<void> => {
        if (!isThere) {
          goOn();
          await new Promise(() => undefined);
        }
      };
      assert.equal(await read({ isWanted }), "complete");
      return kept;
    });
    // The second reading makes the same writes, without the renewal of the lease.
    assert.deepEqual(await Promise.all(outcomes), [6, 5]);
  });

  it("stores nothing before the survey is known, and fails if it cannot be read", async () => {
    await using server = await startLiveServer({ version: "v3", items: items("v3", 5) });
    const { copy, read } = await opened(clientFor(server));
    const survey = Promise.reject(new Error("No survey."));
    await assert.rejects(read({ survey }), { message: "No survey." });
    assert.equal(copy.items.length, 0);
    assert.equal(await read(), "complete");
  });
});
