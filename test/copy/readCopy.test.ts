import assert from "node:assert/strict";
import type { SurveyClient, SurveyClientOptions } from "../../src/client/surveyClient.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import { timeOfSeconds, secondsOf } from "../../src/model/time.ts";
import { newestPage, readTable, type ReadTableOptions } from "../../src/table/readTable.ts";
import { apiKey, clientFor, clientOf, spaceId } from "../client/support/clients.ts";
import type { TestServer } from "../client/support/testServer.ts";
import { startLiveServer, type LiveItem } from "../export/support/liveServer.ts";
import { itemsJson, startSurveyServer } from "../export/support/surveyServer.ts";
import { MemoryTable } from "./support/memoryTables.ts";

const epoch = secondsOf("2025-03-01T10:00:00") ?? 0;

/** Response `number` of a survey, so many seconds after its first; v1 and v2 have no ids. */
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

/** Whole numbers from 0 up to a limit, the same for the same seed. */
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

/** A table, and a reader that stands for a process. */
function opened(client: SurveyClient, leastLanes?: number) {
  const table = new MemoryTable((array) => client.rawItems(array));
  const read = (options: Partial<ReadTableOptions> = {}) =>
    readTable({
      client,
      tables: table.process(),
      table: 1,
      surveyId: "S1",
      survey: Promise.resolve({ createdAt: timeOfSeconds(epoch - 1) }),
      leastLanes,
      signal: new AbortController().signal,
      ...options,
    });
  return { table, read };
}

for (const version of apiVersions) {
  for (const cursor of ["position", "item"] as const) {
    describe(`reading a survey of ${version} with cursors by ${cursor} into a table`, () => {
      it("reads each response once while others are submitted, and those with the next reading", async () => {
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
        const { table, read } = opened(clientOf(server, version));
        assert.equal(await read(), "complete");
        const first = table.json;
        assert.equal(new Set(first).size, first.length);
        assert.ok(
          jsonOf(items(version, 95, 3)).every((it) => first.includes(it)),
          "all that was there when reading began",
        );
        const known = jsonOf(submitted);
        assert.equal(await read(), "complete");
        assert.deepEqual(
          table.json.filter((it) => known.includes(it)),
          known,
        );
        assert.equal(new Set(table.json).size, table.json.length);
      });

      it("finds what was submitted late, and asks for no more than what is new", async () => {
        const submitted = items(version, 95, 1);
        const late = item(version, 2000, 70);
        let arrived: LiveItem[] = [];
        await using server = await startLiveServer({
          version,
          cursor,
          items: submitted,
          lastPage: "absent",
          arrive: () => arrived.splice(0),
        });
        const { table, read } = opened(clientOf(server, version));
        await read();
        assert.deepEqual(table.json, jsonOf(submitted));
        arrived = [late, item(version, 2001, 500)];
        // They are there behind the next request.
        await clientOf(server, version).rawResponsePage("S1");
        await read();
        const before = server.requests.length;
        await read();
        assert.deepEqual(table.json, jsonOf([...submitted, late, item(version, 2001, 500)]));
        const starts = server.requests
          .slice(before)
          .map(({ url }) => url.searchParams.get("startDateTime") ?? "");
        // Ten minutes before the newest response.
        assert.ok(
          starts.length > 0 && starts.every((it) => it >= timeOfSeconds(epoch - 100)),
          starts.join(),
        );
      });

      it("goes on behind what was kept, wherever it was cancelled", async () => {
        const submitted = items(version, 64, 5);
        await using server = await startLiveServer({
          version,
          cursor,
          items: submitted,
          lastPage: "absent",
        });
        for (let pages = 0; pages <= 7; pages++) {
          let asked = 0;
          const { table, read } = opened(clientWith(server, version, { log: () => asked++ }));
          const cancel = new AbortController();
          let kept = 0;
          const onProgress = () => (kept === pages ? cancel.abort() : kept++);
          await read({ signal: cancel.signal, onProgress }).catch((error: unknown) =>
            assert.equal((error as { code?: string }).code, "cancelled"),
          );
          const begun = table.items.length;
          asked = 0;
          assert.equal(await read(), "complete");
          assert.deepEqual(table.json, jsonOf(submitted), `cancelled behind page ${pages}`);
          // The overlap, which is all that is kept, what is left, and the proofs that it is all.
          const [known, left] = [begun, submitted.length - begun].map((it) => Math.ceil(it / 10));
          assert.ok(asked <= (known ?? 0) + (left ?? 0) + 4, `${asked} behind page ${pages}`);
        }
      });

      it("loses and doubles nothing when the process ends at any write", async () => {
        const submitted = items(version, 43, 4);
        await using server = await startLiveServer({
          version,
          cursor,
          items: submitted,
          lastPage: "empty",
        });
        let writes = Number.POSITIVE_INFINITY;
        for (let ends = 0; ends < writes; ends++) {
          const { table, read } = opened(clientOf(server, version));
          let count = 0;
          table.onWrite = () => {
            if (count++ === ends) {
              throw new Error("The process has ended.");
            }
          };
          await read().then(
            () => (writes = ends),
            () => undefined,
          );
          table.onWrite = () => undefined;
          table.forgetTurn();
          assert.equal(await read(), "complete");
          assert.deepEqual(table.json, jsonOf(submitted), `ended at write ${ends}`);
        }
        assert.ok(writes >= 6);
      });
    });
  }
}

describe("reading that is interrupted again and again while responses are submitted", () => {
  for (const version of apiVersions) {
    for (const cursor of ["position", "item"] as const) {
      it(`loses and doubles nothing with cursors by ${cursor} in ${version}`, async () => {
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
          const { table, read } = opened(client, lanes);
          for (let round = 0; round < 5; round++) {
            const stop = random(6);
            let writes = 0;
            table.onWrite = () => {
              if (writes++ === stop) {
                throw new Error("The process has ended.");
              }
            };
            await read().catch(() => undefined);
            table.forgetTurn();
            newest += random(400);
            arrived = Array.from({ length: random(40) }, () =>
              item(version, number++, newest - (random(3) === 0 ? random(500) : random(5))),
            );
            submitted.push(...arrived);
            // They are there behind the next request.
            await client.rawResponsePage("S1");
          }
          table.onWrite = () => undefined;
          await read();
          await read();
          assert.deepEqual(table.json, jsonOf(submitted), `seed ${seed}, ${lanes} lanes`);
        }
      });
    }
  }
});

describe("reading into a table", () => {
  it("reads what is new together with what an earlier reading left", async () => {
    const submitted = items("v3", 60, 1);
    let arrived: LiveItem[] = [];
    await using server = await startLiveServer({
      version: "v3",
      cursor: "position",
      items: submitted,
      lastPage: "absent",
      arrive: () => arrived.splice(0),
    });
    const { table, read } = opened(clientFor(server));
    const cancel = new AbortController();
    let pages = 0;
    const onProgress = () => (++pages === 3 ? cancel.abort() : undefined);
    await assert.rejects(read({ signal: cancel.signal, onProgress }), { code: "cancelled" });
    const begun = table.items.length;
    const more = Array.from({ length: 25 }, (_, it) => item("v3", 3000 + it, 200 + it));
    arrived = [...more];
    // They are there behind the next request.
    await clientFor(server).rawResponsePage("S1", { size: 1 });
    const seen: number[] = [];
    await read({ onProgress: ({ loaded }) => void seen.push(loaded) });
    assert.deepEqual(table.json, jsonOf([...submitted, ...more]));
    assert.ok(table.isComplete);
    assert.equal(table.items[begun]?.id, "r03024", "the newest come first");
  });

  it("reads one page with one request, and nothing new with one more", async () => {
    const submitted = items("v3", 7);
    await using server = await startLiveServer({
      version: "v3",
      cursor: "item",
      items: submitted,
      lastPage: "absent",
    });
    const { table, read } = opened(clientFor(server));
    await read();
    assert.equal(server.requests.length, 1);
    await read();
    assert.equal(server.requests.length, 2);
    assert.deepEqual(table.json, jsonOf(submitted));
  });

  it("reads a service that keeps to no ranges with one lane, and refreshes from it", async () => {
    const all = itemsJson(83);
    const served = [...all];
    await using server = await startSurveyServer({ items: served, pageSize: 10 });
    const client = clientFor(server, { request: { concurrency: 4 } });
    const { table, read } = opened(client);
    await read({ survey: Promise.resolve({ createdAt: "2025-03-27T10:00:00" }) });
    assert.deepEqual(table.json, all.toSorted());
    served.unshift(...itemsJson(90).slice(0, 7));
    await read();
    assert.deepEqual(table.json, served.toSorted());
  });

  it("ends with what was submitted while a reading with one lane was paused", async () => {
    const submitted = items("v3", 60);
    let arrived: LiveItem[] = [];
    await using server = await startLiveServer({
      version: "v3",
      cursor: "item",
      items: submitted,
      lastPage: "absent",
      arrive: () => arrived.splice(0),
    });
    const { table, read } = opened(clientFor(server));
    table.isAlone = true;
    const cancel = new AbortController();
    let pages = 0;
    const onProgress = () => (++pages === 3 ? cancel.abort() : undefined);
    await assert.rejects(read({ signal: cancel.signal, onProgress }), { code: "cancelled" });
    const begun = table.items.length;
    assert.ok(begun > 0 && begun < 60, String(begun));
    const more = Array.from({ length: 7 }, (_, it) => item("v3", 3000 + it, 200 + it));
    arrived = [...more];
    // They are there behind the next request.
    await clientFor(server).rawResponsePage("S1", { size: 1 });
    assert.equal(await read(), "complete");
    assert.deepEqual(table.json, jsonOf([...submitted, ...more]));
    assert.ok(table.isAlone);
  });

  it("begins anew where nothing tells what is kept from what is new", async () => {
    for (const time of [undefined, "1 March 2025"]) {
      const served = Array.from({ length: 23 }, (_, it) =>
        JSON.stringify({ serial: `s${it}`, finishedAt: time }),
      );
      await using server = await startSurveyServer({ items: served, pageSize: 10 });
      const { table, read } = opened(clientFor(server));
      await read();
      assert.deepEqual(table.json, served.toSorted());
      served.unshift(JSON.stringify({ serial: "new", finishedAt: time }));
      await read();
      assert.deepEqual(table.json, served.toSorted());
    }
  });

  it("asks but once for a page that was asked for before the table was there", async () => {
    const submitted = items("v3", 35);
    await using server = await startLiveServer({
      version: "v3",
      cursor: "item",
      items: submitted,
      lastPage: "absent",
    });
    const client = clientFor(server);
    const { signal } = new AbortController();
    const { table, read } = opened(client);
    await read({ newest: newestPage(client, "S1", signal) });
    const plain = server.requests.filter(
      ({ url }) => [...url.searchParams.keys()].join() === "size",
    );
    assert.equal(plain.length, 1);
    assert.deepEqual(table.json, jsonOf(submitted));
    // Where something is kept, it is not what is needed.
    await read({ newest: newestPage(client, "S1", signal) });
    assert.deepEqual(table.json, jsonOf(submitted));
  });

  it("begins anew with one lane where responses come in no order", async () => {
    const all = itemsJson(83);
    const mixed = all.map((_, it) => all[(it * 31) % all.length] ?? "");
    await using server = await startSurveyServer({ items: mixed, pageSize: 10 });
    const { table, read } = opened(clientFor(server));
    await read();
    assert.deepEqual(table.json, all.toSorted());
    assert.ok(table.isAlone);
  });

  it("keeps responses that have no time, and does not double them", async () => {
    const all = [...itemsJson(14), `{"responseId":"without","collectGroupId":"g"}`];
    await using server = await startSurveyServer({ items: all, pageSize: 4 });
    const { table, read } = opened(clientFor(server));
    await read();
    await read();
    assert.deepEqual(table.json, all.toSorted());
  });

  it("forgets what is kept when everything is to be read anew", async () => {
    const submitted = items("v3", 25);
    await using server = await startLiveServer({
      version: "v3",
      cursor: "item",
      items: submitted,
      lastPage: "absent",
    });
    const { table, read } = opened(clientFor(server));
    await read();
    const counts: number[] = [];
    await read({ isAnew: true, onProgress: ({ loaded }) => void counts.push(loaded) });
    assert.equal(counts[0], 10);
    assert.deepEqual(table.json, jsonOf(submitted));
  });

  it("leaves it to the process that has the turn, and takes over when that is gone", async () => {
    const submitted = items("v3", 35);
    let second: Promise<string> | undefined;
    let readAgain: () => Promise<string> = async () => "";
    await using server = await startLiveServer({
      version: "v3",
      cursor: "item",
      items: submitted,
      lastPage: "absent",
      arrive: () => {
        second ??= readAgain();
        return [];
      },
    });
    const { table, read } = opened(clientFor(server));
    readAgain = read;
    assert.equal(await read(), "complete");
    assert.equal(await second, "elsewhere");
    // The turn runs out while a page is on its way, and another process takes it.
    const lost = opened(clientFor(server));
    let other: Promise<string> | undefined;
    const outcome = await lost.read({
      onProgress: () => {
        if (!other) {
          lost.table.forgetTurn();
          other = lost.read();
        }
      },
    });
    assert.equal(outcome, "elsewhere");
    assert.equal(await other, "complete");
    assert.deepEqual(lost.table.json, jsonOf(submitted));
    assert.deepEqual(table.json, jsonOf(submitted));
  });

  it("gives its turn up where the editor hands over no key any more, as when its window is gone", async () => {
    const submitted = items("v3", 35);
    await using server = await startLiveServer({
      version: "v3",
      cursor: "item",
      items: submitted,
      lastPage: "absent",
    });
    let isGone = false;
    const orphan = clientFor(server, {
      credentials: () =>
        isGone ? new Promise(() => undefined) : Promise.resolve({ spaceId, apiKey }),
      request: { timeoutSeconds: 0.2 },
    });
    const { table, read } = opened(clientFor(server));
    const onProgress = (): void => void (isGone = true);
    const orphaned = read({ client: orphan, onProgress });
    await assert.rejects(orphaned, { code: "timeout" });
    assert.ok(table.items.length > 0 && table.items.length < 35, String(table.items.length));
    assert.equal(await read(), "complete");
    assert.deepEqual(table.json, jsonOf(submitted));
  });

  it("keeps its turn while a page takes long to come, but only as long as somebody wants it", async () => {
    const outcomes = [true, false].map(async (isThere) => {
      let goOn = (): void => undefined;
      const waited = new Promise<void>((resolve) => (goOn = resolve));
      await using server = await startLiveServer({
        version: "v3",
        cursor: "item",
        items: items("v3", 5),
        lastPage: "absent",
        disturb: () => waited.then(() => false),
      });
      const { table, read } = opened(clientFor(server));
      const writes: string[] = [];
      table.onWrite = (name) => {
        writes.push(name);
        goOn();
      };
      const isWanted = async (): Promise<void> => {
        if (!isThere) {
          goOn();
          await new Promise(() => undefined);
        }
      };
      assert.equal(await read({ isWanted }), "complete");
      return writes;
    });
    assert.deepEqual(await Promise.all(outcomes), [
      ["keepTurn", "addPage", "finish"],
      ["addPage", "finish"],
    ]);
  }).timeout(20_000);

  it("keeps nothing before the survey is there, and fails with it", async () => {
    await using server = await startLiveServer({
      version: "v3",
      cursor: "item",
      items: items("v3", 5),
      lastPage: "absent",
    });
    const { table, read } = opened(clientFor(server));
    const survey = Promise.reject(new Error("No survey."));
    await assert.rejects(read({ survey }), { message: "No survey." });
    assert.equal(table.items.length, 0);
    assert.equal(await read(), "complete");
  });
});
