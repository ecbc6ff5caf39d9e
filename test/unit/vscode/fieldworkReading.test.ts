import assert from "node:assert/strict";
import type { SurveyClient } from "../../../src/client/surveyClient.ts";
import { cancelled } from "../../../src/client/waiting.ts";
import type { FieldworkAnswer, FieldworkView } from "../../../src/messages/fieldwork.ts";
import { SurveyError } from "../../../src/model/errors.ts";
import { sentences } from "../../../src/model/localizable.ts";
import type { CollectGroup } from "../../../src/model/survey.ts";
import { apiVersions, type ApiVersion } from "../../../src/model/survey.ts";
import { secondsOf, timeOfSeconds } from "../../../src/model/time.ts";
import {
  FieldworkReading,
  type FieldworkReadingOptions,
} from "../../../src/vscode/fieldwork/fieldworkReading.ts";
import type { CountedGroups } from "../../../src/vscode/fieldwork/groupProgress.ts";
import { plainFieldwork } from "../../analysis/support/plainFieldwork.ts";
import { collect } from "../../client/support/collect.ts";
import { clientOf as clientOfServer } from "../../client/support/clients.ts";
import { clientOf, serve } from "../../conformance/support/clients.ts";
import {
  startLiveServer,
  type LiveItem,
  type LiveServerOptions,
} from "../../export/support/liveServer.ts";
import { needsFolder, realSurveys } from "../../support/shared.ts";

const epoch = secondsOf("2025-03-01T10:00:00") ?? 0;
const view: FieldworkView = { scope: {}, rule: { share: 1 / 3 }, interval: 0 };

/** Response `number`, that many seconds after the first. It took 60 + `number` seconds. */
function item(version: ApiVersion, number: number, seconds = number): LiveItem {
  const finishedAt = timeOfSeconds(epoch + seconds);
  const json = JSON.stringify({
    [version === "v3" ? "responseId" : "answerUid"]: `r${number}`,
    serial: String(number),
    collectGroupId: `g${number % 2}`,
    startedAt: timeOfSeconds(epoch + seconds - 60 - number),
    finishedAt,
  });
  return { finishedAt, order: number, json };
}

function items(version: ApiVersion, count: number, perSecond = 1): LiveItem[] {
  return Array.from({ length: count }, (_, it) => item(version, it, Math.floor(it / perSecond)));
}

type Answer = FieldworkAnswer;

/** Returns a reading and all that it has reported. Its clock stands still until a test lets it go on. */
function opened(client: SurveyClient, more: Partial<FieldworkReadingOptions> = {}) {
  const answers: Answer[] = [];
  const counted: CountedGroups[] = [];
  const failures: unknown[] = [];
  const waits: { milliseconds: number; go: () => void }[] = [];
  const reading = new FieldworkReading({
    surveyId: "S1",
    client: async () => client,
    view,
    onAnswer: (it) => answers.push(it),
    onCounted: (it) => counted.push(it),
    onFailure: (it) => failures.push(it),
    errorOf: (it) => ({ message: String(it) }),
    clock: {
      now: () => 1000,
      delay: (milliseconds, signal) =>
        new Promise((resolve, reject) => {
          const wait = { milliseconds, go: resolve };
          waits.push(wait);
          signal.addEventListener("abort", () => {
            waits.splice(waits.indexOf(wait), 1);
            reject(cancelled());
          });
        }),
    },
    ...more,
  });
  const last = () => {
    const answer = answers.at(-1);
    assert.ok(answer);
    return answer;
  };
  return { reading, answers, counted, failures, waits, last };
}

/** Computes the expected figures in the plainest way. */
function expected(live: readonly LiveItem[], groups: readonly CollectGroup[] = []) {
  const list = live.map((it) => JSON.parse(it.json) as Record<string, string>);
  return plainFieldwork(list, { ...view, groups, isComplete: true });
}

function live(version: ApiVersion, options: Partial<LiveServerOptions>) {
  return startLiveServer({ version, items: [], ...options });
}

/** Returns a client whose collect groups the test sets. */
function withGroups(client: SurveyClient, groups: () => CollectGroup[]): SurveyClient {
  return Object.assign(client, {
    listCollectGroups: async () => groups(),
  });
}

for (const version of apiVersions) {
  for (const cursor of ["position", "item"] as const) {
    describe(`fieldwork reading of ${version} with cursors by ${cursor}`, () => {
      it("counts each response once during new submissions, and later ones on refresh", async () => {
        const submitted = items(version, 95, 3);
        let isOver = false;
        await using server = await live(version, {
          cursor,
          items: submitted,
          arrive: (request) => {
            if (isOver) {
              return [];
            }
            const more = item(version, 1000 + request, 100 + request);
            submitted.push(more);
            return [more];
          },
        });
        const { reading, last } = opened(clientOfServer(server, version));
        await reading.refresh();
        assert.equal(last().version, version);
        const responses = last().fieldwork?.all.responses ?? 0;
        assert.ok(responses >= 95 && responses <= submitted.length, String(responses));
        assert.ok(last().isComplete);
        assert.ok((last().fieldwork?.newest ?? "") >= timeOfSeconds(epoch + 31));
        isOver = true;
        await reading.refresh();
        assert.deepEqual(last().fieldwork, expected(submitted));
      });

      it("finds late submissions while requesting only the overlap", async () => {
        const submitted = Array.from({ length: 95 }, (_, n) => item(version, n, n * 60));
        let arrived: LiveItem[] = [];
        await using server = await live(version, {
          cursor,
          items: submitted,
          arrive: () => arrived.splice(0),
        });
        const client = clientOfServer(server, version);
        const { reading, last } = opened(client);
        await reading.refresh();
        assert.deepEqual(last().fieldwork, expected(submitted));
        arrived = [item(version, 2000, 94 * 60 - 100), item(version, 2001, 94 * 60 + 9)];
        submitted.push(...arrived);
        // The server adds new responses only after it has answered a request.
        await client.rawResponsePage("S1");
        const before = server.requests.length;
        await reading.refresh();
        assert.deepEqual(last().fieldwork, expected(submitted));
        const starts = server.requests
          .slice(before)
          .filter(({ url }) => url.pathname.endsWith("/metadata"))
          .map(({ url }) => url.searchParams.get("startDateTime"));
        assert.ok(starts.length > 0 && starts.length <= 3, String(starts));
        starts.forEach((it) => assert.equal(it, timeOfSeconds(epoch + 94 * 60 - 600)));
      });

      it("continues after the pages read before, at any stop", async () => {
        const submitted = items(version, 64, 5);
        let pages = 0;
        let stopsAt = 0;
        let stop: () => void = () => undefined;
        await using server = await live(version, {
          cursor,
          items: submitted,
          disturb: (url) => {
            if (url.pathname.endsWith("/metadata") && pages++ === stopsAt) {
              stop();
            }
            return false;
          },
        });
        for (stopsAt = 0; stopsAt <= 8; stopsAt++) {
          const { reading, last, failures } = opened(clientOfServer(server, version));
          pages = 0;
          stop = () => reading.stop();
          await reading.refresh();
          const isStopped = last().reading.state === "stopped";
          stop = () => undefined;
          await reading.refresh();
          assert.deepEqual(last().fieldwork, expected(submitted), `stopped at page ${stopsAt}`);
          assert.equal(last().reading.state, "idle");
          assert.deepEqual(failures, []);
          assert.ok(isStopped || stopsAt > 6, `not stopped at page ${stopsAt}`);
        }
      });
    });
  }
}

describe("fieldwork reading", () => {
  it("calculates other views without further requests", async () => {
    const submitted = items("v3", 25);
    await using server = await live("v3", { items: submitted });
    const { reading, last } = opened(clientOfServer(server, "v3"));
    reading.setView(view);
    await reading.refresh();
    const before = server.requests.length;
    reading.setView({ ...view, scope: { collectGroupId: "g1" } });
    assert.equal(last().view.scope.collectGroupId, "g1");
    assert.equal(
      last().fieldwork?.days.reduce((sum, it) => sum + it.count, 0),
      12,
    );
    assert.equal(server.requests.length, before);
  });

  it("reports intermediate figures while visible", async () => {
    const submitted = items("v3", 95);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let requests = 0;
    await using server = await live("v3", {
      items: submitted,
      disturb: (url, answer) => {
        if (url.pathname.endsWith("/metadata") && ++requests > 2) {
          void held.then(() => answer.destroy());
          return true;
        }
        return false;
      },
    });
    let onFigures: (answer: Answer) => void = () => undefined;
    const figures = new Promise<Answer>((resolve) => (onFigures = resolve));
    const { reading, failures } = opened(clientOfServer(server, "v3"), {
      onAnswer: (it) => {
        if (it.fieldwork) {
          onFigures(it);
        }
      },
    });
    reading.setVisible(true);
    const ended = reading.refresh();
    const early = await figures;
    assert.equal(early.isComplete, false);
    assert.equal(early.reading.state, "reading");
    assert.ok((early.fieldwork?.all.responses ?? 0) >= 10);
    reading.stop();
    release();
    await ended;
    assert.deepEqual(failures, []);
  });

  it("keeps its figures after a failure and recovers on refresh", async () => {
    const submitted = items("v3", 64);
    let isDown = false;
    await using server = await live("v3", { items: submitted, fails: () => isDown });
    const { reading, last, failures } = opened(clientOfServer(server, "v3"));
    await reading.refresh();
    isDown = true;
    await reading.refresh();
    assert.match(last().error?.message ?? "", /500/);
    assert.equal(failures.length, 1);
    assert.deepEqual(last().fieldwork, expected(submitted));
    isDown = false;
    await reading.refresh();
    assert.equal(last().error, undefined);
    assert.deepEqual(last().fieldwork, expected(submitted));
  });

  it("shows stored metadata while the service is unreachable, and reads only new ones afterwards", async () => {
    const submitted = items("v3", 95);
    let isReachable = false;
    await using server = await live("v3", {
      items: submitted,
      disturb: (_, answer) => {
        if (!isReachable) {
          answer.destroy();
        }
        return !isReachable;
      },
    });
    const list = submitted.map((it) => JSON.parse(it.json) as Record<string, string>);
    const kept: { readAt: number | undefined } = { readAt: undefined };
    const client = clientOfServer(server, "v3");
    const listCollectGroups = client.listCollectGroups.bind(client);
    let needsSignIn = false;
    client.listCollectGroups = async (...args) => {
      if (needsSignIn) {
        throw new SurveyError("proxy-sign-in", sentences("The proxy asks for a user name."));
      }
      return listCollectGroups(...args);
    };
    const { reading, last, failures } = opened(client, {
      readKept: async (onItems) => {
        onItems(list);
        return kept.readAt;
      },
    });
    await reading.refresh();
    assert.equal(failures.length, 1, "the stored metadata are incomplete");
    assert.deepEqual([last().fieldwork, last().isOffline], [undefined, false]);
    kept.readAt = 5;
    await reading.refresh();
    assert.deepEqual(last().fieldwork, expected(submitted));
    assert.deepEqual([last().isOffline, last().readAt, last().error], [true, 5, undefined]);
    assert.equal(last().isRunning, undefined, "the collect groups are unknown");
    assert.equal(failures.length, 1);
    [isReachable, needsSignIn] = [true, true];
    await reading.refresh();
    assert.deepEqual([last().isOffline, failures.length], [true, 2]);
    assert.notEqual(last().error, undefined, "the error asks to sign in to the proxy");
    needsSignIn = false;
    const from = server.requests.length;
    await reading.refresh();
    assert.deepEqual(last().fieldwork, expected(submitted));
    assert.deepEqual([last().isOffline, last().readAt], [false, 1000]);
    const starts = server.requests
      .slice(from)
      .filter(({ url }) => url.pathname.endsWith("/metadata"))
      .map(({ url }) => url.searchParams.get("startDateTime"));
    assert.ok(starts.length > 0 && !starts.includes(null), starts.join());
  });

  it("keeps the target of a group if its detail cannot be read", async () => {
    await using server = await live("v3", { items: items("v3", 5) });
    const client = withGroups(clientOfServer(server, "v3"), () => [
      { collectGroupId: "g0", label: "Web", state: "RUNNING" },
    ]);
    let isDown = false;
    client.getCollectGroup = async (collectGroupId) => {
      if (isDown) {
        throw new SurveyError("unreachable", sentences("The service did not answer."));
      }
      return { collectGroupId, label: "Web", state: "RUNNING", targetCnt: 50 };
    };
    const { reading, last } = opened(client);
    await reading.refresh();
    assert.equal(last().fieldwork?.groups[0]?.target, 50);
    isDown = true;
    await reading.refresh();
    assert.equal(last().error, undefined);
    assert.equal(last().fieldwork?.groups[0]?.target, 50);
    reading.dispose();
  });

  it("finds very late submissions when everything is read again", async () => {
    const submitted = Array.from({ length: 25 }, (_, n) => item("v3", n, n * 60));
    let arrived: LiveItem[] = [];
    await using server = await live("v3", { items: submitted, arrive: () => arrived.splice(0) });
    const client = clientOfServer(server, "v3");
    const { reading, last } = opened(client);
    await reading.refresh();
    arrived = [item("v3", 99, 30)];
    submitted.push(...arrived);
    await client.rawResponsePage("S1");
    await reading.refresh();
    assert.equal(last().fieldwork?.all.responses, 25);
    await reading.readAnew();
    assert.deepEqual(last().fieldwork, expected(submitted));
  });

  it("refreshes at the interval while a group is running and the panel is visible", async () => {
    const submitted = items("v3", 5);
    await using server = await live("v3", { items: submitted });
    let state = "RUNNING";
    let targetCnt = 10;
    const client = withGroups(clientOfServer(server, "v3"), () => [
      { collectGroupId: "g1", label: "Web", state, targetCnt },
    ]);
    const { reading, last, waits } = opened(client);
    await reading.refresh();
    assert.equal(waits.length, 0, "without an interval");
    reading.setView({ ...view, interval: 30 });
    assert.equal(waits.length, 0, "not visible");
    reading.setVisible(true);
    assert.deepEqual(
      waits.map((it) => it.milliseconds),
      [30_000],
    );
    reading.setVisible(false);
    await Promise.resolve();
    assert.equal(waits.length, 0, "hidden");
    reading.setVisible(true);
    state = "ENDED";
    targetCnt = 2;
    waits[0]?.go();
    await new Promise(setImmediate);
    // Does not start another reading, but waits for the one that has begun.
    await reading.refresh();
    assert.equal(last().isRunning, false);
    assert.equal(last().fieldwork?.groups[0]?.target, 2);
    assert.equal(last().fieldwork?.groups[0]?.progress?.state, "reached");
    assert.equal(waits.length, 0, "no group is running");
  });

  it("reads the groups again at the interval if they could not be read", async () => {
    await using server = await live("v3", { items: items("v3", 5) });
    let isDown = true;
    const client = withGroups(clientOfServer(server, "v3"), () => {
      if (isDown) {
        throw new SurveyError("server-fault", sentences("Down."));
      }
      return [{ collectGroupId: "g1", label: "Web", state: "ENDED" }];
    });
    const { reading, last, waits } = opened(client, { view: { ...view, interval: 30 } });
    reading.setVisible(true);
    assert.equal(waits.length, 0, "before the first reading");
    await reading.refresh();
    assert.equal(last().isRunning, undefined);
    assert.equal(waits.length, 1);
    isDown = false;
    waits[0]?.go();
    await new Promise(setImmediate);
    await reading.refresh();
    assert.equal(last().isRunning, false);
    assert.equal(last().error, undefined);
    assert.equal(waits.length, 0);
  });

  it("stops refreshing while signed out", async () => {
    await using server = await live("v3", { items: items("v3", 5) });
    let signedOut = false;
    const client = withGroups(clientOfServer(server, "v3"), () => [
      { collectGroupId: "g1", label: "Web", state: "RUNNING" },
    ]);
    const { reading, last, waits } = opened(client, {
      view: { ...view, interval: 30 },
      client: async () => {
        if (signedOut) {
          throw new SurveyError("signed-out", sentences("Sign in."));
        }
        return client;
      },
    });
    reading.setVisible(true);
    await reading.refresh();
    assert.equal(waits.length, 1);
    signedOut = true;
    await reading.refresh();
    assert.match(last().error?.message ?? "", /Sign in/);
    assert.equal(waits.length, 0);
  });

  it("reports responses per group after a complete reading", async () => {
    await using server = await live("v3", { items: items("v3", 25) });
    const { reading, counted } = opened(clientOfServer(server, "v3"));
    await reading.refresh();
    const counts = { g0: 13, g1: 12 };
    assert.deepEqual(counted, [{ counts, total: 25, isMore: false, readAt: 1000 }]);
  });

  it("reports the number of all responses, including those without a collect group", async () => {
    const alone = items("v3", 3).map((it) => ({
      ...it,
      json: it.json.replace(/"collectGroupId":"g\d",/, ""),
    }));
    const submitted = Array.from({ length: 4 }, (_, it) => item("v3", 10 + it));
    await using server = await live("v3", { items: [...alone, ...submitted] });
    const { reading, counted, last } = opened(clientOfServer(server, "v3"));
    await reading.refresh();
    assert.equal(last().fieldwork?.all.responses, 7);
    assert.deepEqual(
      counted.map(({ counts, total }) => ({ counts, total })),
      [{ counts: { g0: 2, g1: 2 }, total: 7 }],
    );
  });

  it("reports nothing after being disposed, and closes its connection", async () => {
    let onRequest: () => void = () => undefined;
    const seen = new Promise<void>((resolve) => (onRequest = resolve));
    await using server = await live("v3", {
      disturb: (url) => {
        if (url.pathname.endsWith("/metadata")) {
          onRequest();
          return true;
        }
        return false;
      },
    });
    const { reading, answers, failures } = opened(clientOfServer(server, "v3"));
    const ended = reading.refresh();
    await seen;
    const before = answers.length;
    reading.dispose();
    await ended;
    await server.requests.find(({ url }) => url.pathname.endsWith("/metadata"))?.closed;
    assert.equal(answers.length, before);
    assert.deepEqual(failures, []);
  });
});

describe("fieldwork reading from an irregular service", () => {
  it("reads everything in a single lane on each refresh if responses have no times", async () => {
    const timeless = Array.from({ length: 35 }, (_, it) => ({
      finishedAt: timeOfSeconds(epoch + it),
      order: it,
      json: JSON.stringify({ responseId: `r${it}`, collectGroupId: "g1" }),
    }));
    await using server = await live("v3", { items: timeless });
    const { reading, last } = opened(clientOfServer(server, "v3"));
    for (let round = 0; round < 2; round++) {
      await reading.refresh();
      assert.equal(last().fieldwork?.all.responses, 35);
      assert.equal(last().fieldwork?.all.timeless, 35);
      assert.ok(last().isComplete);
    }
  });

  it("counts each response once if times have another format", async () => {
    const odd = Array.from({ length: 35 }, (_, it) => {
      const finishedAt = `${timeOfSeconds(epoch + it)}.5`;
      return { finishedAt, order: it, json: JSON.stringify({ responseId: `r${it}`, finishedAt }) };
    });
    await using server = await live("v3", { items: [...odd, item("v3", 99)] });
    const { reading, last } = opened(clientOfServer(server, "v3"));
    for (let round = 0; round < 2; round++) {
      await reading.refresh();
      assert.equal(last().fieldwork?.all.responses, 36);
      assert.equal(last().fieldwork?.all.timeless, 35);
    }
  });

  it("counts each response once if the service ignores ranges", async () => {
    const submitted = items("v3", 64);
    await using server = await live("v3", {
      items: submitted,
      disturb: (url) => {
        url.searchParams.delete("startDateTime");
        url.searchParams.delete("endDateTime");
        return false;
      },
    });
    const { reading, last } = opened(clientOfServer(server, "v3"));
    for (let round = 0; round < 2; round++) {
      await reading.refresh();
      assert.deepEqual(last().fieldwork, expected(submitted));
    }
  });

  it("reads a malformed page again on refresh", async () => {
    const submitted = items("v3", 64);
    let isBroken = true;
    const broken = item("v3", 30);
    const list = submitted.map((it) =>
      it.order === 30
        ? {
            ...broken,
            get metadata() {
              return isBroken
                ? broken.json.replace(/"startedAt":"[^"]*"/, '"startedAt":1')
                : broken.json;
            },
          }
        : it,
    );
    await using server = await live("v3", { items: list });
    const { reading, last } = opened(clientOfServer(server, "v3"));
    await reading.refresh();
    assert.match(last().error?.message ?? "", /startedAt/);
    isBroken = false;
    await reading.refresh();
    assert.deepEqual(last().fieldwork, expected(submitted));
  });
});

describe("fieldwork reading of complete data spaces", () => {
  for (const [label, directory] of [
    ["the sample", undefined],
    ["the real surveys", realSurveys],
  ] as const) {
    it(`matches a naive computation for every survey of ${label}`, async function () {
      if (directory !== undefined) {
        needsFolder(this, directory);
      }
      const service = await serve(directory, "absent");
      try {
        const client = clientOf(service, "v3");
        for (const { surveyId } of await collect(client.listSurveys())) {
          const { reading, last } = opened(client, { surveyId });
          await reading.refresh();
          const groups = await Promise.all(
            (await client.listCollectGroups(surveyId)).map((it) =>
              client.getCollectGroup(it.collectGroupId),
            ),
          );
          const metadata = await collect(client.responseMetadata(surveyId));
          const query = { ...view, groups, isComplete: true };
          assert.deepEqual(last().fieldwork, plainFieldwork(metadata, query), surveyId);
          const [group] = groups;
          if (group) {
            const scope = {
              collectGroupId: group.collectGroupId,
              day: last().fieldwork?.newest?.slice(0, 10),
            };
            reading.setView({ ...view, scope, rule: { share: 0.5 } });
            assert.deepEqual(
              last().fieldwork,
              plainFieldwork(metadata, { ...query, scope, rule: { share: 0.5 } }),
            );
          }
        }
      } finally {
        await service.close();
      }
    });
  }
});
