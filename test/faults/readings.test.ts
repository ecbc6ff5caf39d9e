import assert from "node:assert/strict";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import { timeOfSeconds } from "../../src/model/time.ts";
import { Random } from "../../src/service/sample/random.ts";
import { clientFor } from "../client/support/clients.ts";
import { readingCopies, type SharedCopy } from "../copy/support/readingCopies.ts";
import {
  startHostileServer,
  type HostileItem,
  type HostileServerOptions,
} from "../export/support/hostileServer.ts";
import { isWholeSuite, timeoutMs } from "./support/figures.ts";
import { surveyErrorOf, withCase } from "./support/runs.ts";

const surveys = isWholeSuite ? 300 : 8;
/** Readings into one copy. The service is healthy in the last one, and new responses have come before each. */
const readings = 4;
const maxNew = 60;

describe("readings from random services, interrupted at random", function () {
  this.timeout(timeoutMs);
  for (const version of apiVersions) {
    it(`end, and store each response of ${version} once, of ${surveys} surveys`, async () => {
      for (let seed = 0; seed < surveys; seed++) {
        await readRandomly(version, seed);
      }
    });
  }
});

async function readRandomly(version: ApiVersion, seed: number): Promise<void> {
  const random = new Random(seed);
  const survey = {
    pageSize: oneOf(random, [7, 20, 50]),
    perSecond: oneOf(random, [1, 3, 40]),
    // Without IDs, responses out of order cannot be told from new ones.
    spread: version === "v3" ? oneOf(random, [0, 0, 4, 60, 400]) : 0,
    lanes: oneOf(random, [1, 4]),
  };
  let items: readonly HostileItem[] = [];
  let copy: SharedCopy | undefined;
  for (let reading = 1; reading <= readings; reading++) {
    const count = reading === 1 ? 1 + random.below(400) : random.below(maxNew);
    items = [
      ...disordered(random, newItems(version, items.length, count, survey), survey),
      ...items,
    ];
    const isLast = reading === readings;
    const service = isLast ? {} : troubles(random, survey.pageSize, items.length);
    const interruptAt = !isLast && random.chance(0.5) ? random.below(20) : undefined;
    await withCase({ seed, version, ...survey, reading, ...service, interruptAt }, async () => {
      await using server = await startHostileServer({ ...survey, ...service, version, items });
      const { baseUrl, ca } = server;
      const client = clientFor(server, {
        address: { name: "Hostile", baseUrl, version, ca },
        request: { concurrency: survey.lanes },
      });
      copy ??= await readingCopies(client);
      const pages = (items.length / survey.pageSize) * (1 + (service.emptyPages ?? 0));
      // A stuck service that also refuses cursors costs up to 25 requests a page.
      const most = 600 + 12 * pages;
      const outcome = await read(copy, client, survey.lanes, interruptAt ?? most);
      const hasEnded = outcome !== "cancelled" || interruptAt !== undefined;
      assert.ok(hasEnded, "It requested pages without end.");
      assert.ok(!isLast || outcome === "complete", `The last one ended with ${outcome}.`);
      const isAll = outcome === "complete" && survey.spread === 0 && !service.stuckAt;
      checkStored(copy.json, items, isAll);
    });
  }
}

/** Reads into the copy, and interrupts the reading at a request. @returns the outcome, or the code of the error */
async function read(
  copy: SharedCopy,
  client: SurveyClient,
  lanes: number,
  interruptAt: number,
): Promise<string> {
  const stop = new AbortController();
  let requests = 0;
  const rawResponsePage: SurveyClient["rawResponsePage"] = (...values) => {
    if (++requests >= interruptAt) {
      stop.abort();
    }
    return client.rawResponsePage(...values);
  };
  const source = new Proxy(client, {
    get: (its, name): unknown => {
      const value: unknown = name === "rawResponsePage" ? rawResponsePage : Reflect.get(its, name);
      return typeof value === "function" ? (value.bind(its) as unknown) : value;
    },
  });
  try {
    return await copy.read({ source, lanes: { min: lanes, max: lanes }, signal: stop.signal });
  } catch (error) {
    const { code } = surveyErrorOf(error);
    assert.match(code, /^(cancelled|not-found|malformed-answer)$/);
    return code;
  }
}

function checkStored(
  stored: readonly string[],
  items: readonly HostileItem[],
  isAll: boolean,
): void {
  const sent = new Set(items.map((it) => it.json));
  const twice = stored.filter((it, index) => stored[index + 1] === it);
  assert.deepEqual(twice, [], "stored twice");
  assert.deepEqual(
    stored.filter((it) => !sent.has(it)),
    [],
    "not sent",
  );
  assert.ok(!isAll || stored.length === items.length, "Responses are missing.");
}

/** Returns what is wrong with the service during a reading. */
function troubles(
  random: Random,
  pageSize: number,
  items: number,
): Pick<HostileServerOptions, "refused" | "emptyPages" | "stuckAt"> {
  return {
    ...(random.chance(0.4) && { refused: `${pageSize * (1 + random.below(4))}.0` }),
    ...(random.chance(0.3) && { emptyPages: 1 }),
    ...(random.chance(0.1) && { stuckAt: { item: random.below(items), cursor: "x.9" } }),
  };
}

/** Returns items, newest first. @param base number of the oldest */
function newItems(
  version: ApiVersion,
  base: number,
  count: number,
  { perSecond }: { readonly perSecond: number },
): HostileItem[] {
  return Array.from({ length: count }, (_, index) => {
    const number = base + count - 1 - index;
    const finishedAt = timeOfSeconds(1_740_000_000 + Math.floor(number / perSecond));
    const id = version === "v3" ? `"responseId":"r${number}",` : "";
    return { finishedAt, json: `{${id}"serial":"s${number}","finishedAt":"${finishedAt}"}` };
  });
}

/** Moves some items by up to `spread` places. */
function disordered(
  random: Random,
  items: readonly HostileItem[],
  { spread }: { readonly spread: number },
): HostileItem[] {
  const list = [...items];
  for (let moved = 0; spread > 0 && moved < list.length / 20; moved++) {
    const at = random.below(list.length);
    const to = Math.max(0, at + random.below(2 * spread + 1) - spread);
    list.splice(to, 0, ...list.splice(at, 1));
  }
  return list;
}

function oneOf(random: Random, list: readonly number[]): number {
  return list[random.below(list.length)] ?? 0;
}
