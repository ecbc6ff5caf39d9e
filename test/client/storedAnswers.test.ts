import assert from "node:assert/strict";
import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { offlineRequester } from "../../src/client/storedAnswers.ts";
import type { OfflineReadable } from "../../src/client/queries.ts";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import { cancelled } from "../../src/client/waiting.ts";
import { apiVersions } from "../../src/model/survey.ts";
import { AnswerFiles } from "../../src/store/answerFiles.ts";
import { collect } from "./support/collect.ts";
import { clientFor } from "./support/clients.ts";
import { sendText, startTestServer, type TestServer } from "./support/testServer.ts";
import { folderOfEachTest } from "../support/folders.ts";

const of = { space: "5bace", surveyId: "s1" };
const survey = `{ "surveyId":"s1", "title":"One","label":"One","questions":[],"unknown": 1e400 }`;
const group = `{"collectGroupId":"g1","surveyId":"s1","label":"Web","name":"Web","targetCnt":10}`;

/** Returns the answer to a request; the list of surveys has two pages. */
function answerTo({ pathname, searchParams }: URL): string {
  if (pathname.endsWith("/surveys")) {
    const isNext = searchParams.has("offset") || searchParams.has("nextSurveyId");
    return isNext
      ? `{"surveys":[{"surveyId":"s2","title":"Two","label":"Two"}]}`
      : `{"surveys":[${survey}],"offset":"next","nextSurveyId":"next"}`;
  }
  return pathname.endsWith("/collect-groups")
    ? `[${group}]`
    : pathname.includes("/collect-groups/")
      ? group
      : survey;
}

async function readAll(client: SurveyClient, onStoredAnswer?: OfflineReadable["onStoredAnswer"]) {
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  return {
    list: await collect(client.listSurveys({ onStoredAnswer })),
    running: await collect(client.listSurveys({ running: true, onStoredAnswer })),
    survey: await client.getSurvey("s1", { onStoredAnswer }),
    groups: await client.listCollectGroups("s1", { onStoredAnswer }),
    group: await client.getCollectGroup("g1", { onStoredAnswer }),
    rawSurvey: text(await client.rawSurvey("s1", { onStoredAnswer })),
    rawGroup: text(await client.rawCollectGroup("g1", { onStoredAnswer })),
    rawGroups: text(await client.rawCollectGroups("s1", { onStoredAnswer })),
  };
}

describe("stored answers", () => {
  const folder = folderOfEachTest();
  let files: AnswerFiles;
  let server: TestServer;
  let status = 200;
  let hold: Promise<void> | undefined;

  beforeEach(async () => {
    files = new AnswerFiles(join(folder, "answers"));
    status = 200;
    hold = undefined;
    server = await startTestServer(async ({ url }, answer) => {
      await hold;
      sendText(answer, answerTo(url), status);
    });
  });

  afterEach(() => server[Symbol.asyncDispose]());

  const findKept = (request: string) => files.find(of.space, request);

  async function keep(): Promise<void> {
    const renewal = files.renewal(of);
    await readAll(clientFor(server, { keep: renewal.keep }));
    await renewal.end();
  }

  for (const version of apiVersions) {
    it(`replace a service of ${version} that cannot be reached, and report their time`, async () => {
      const { baseUrl, ca } = server;
      const address = { name: "Test", baseUrl, version, ca };
      const renewal = files.renewal(of);
      const before = Date.now() - 1000;
      const read = await readAll(clientFor(server, { address, keep: renewal.keep }));
      await renewal.end();
      await server[Symbol.asyncDispose]();
      const times: number[] = [];
      const reasons = new Set<string | undefined>();
      const client = clientFor(server, { address, findStoredAnswer: findKept });
      const onStoredAnswer: OfflineReadable["onStoredAnswer"] = (readAt, why) => {
        times.push(readAt);
        reasons.add(why?.code);
      };
      assert.deepEqual(await readAll(client, onStoredAnswer), read);
      assert.equal(times.length, 10);
      assert.deepEqual([...reasons], ["unreachable"]);
      assert.ok(times.every((it) => it >= before && it <= Date.now() + 1000));
      await assert.rejects(client.getSurvey("s1"), { code: "unreachable" });
      await assert.rejects(client.getSurvey("s2", { onStoredAnswer: () => undefined }), {
        code: "unreachable",
      });
    });
  }

  it("are used after one failed attempt", async () => {
    await keep();
    await server[Symbol.asyncDispose]();
    const attempts: number[] = [];
    const client = clientFor(server, {
      findStoredAnswer: findKept,
      log: (it) => attempts.push(it.attempt),
    });
    await client.getSurvey("s1", { onStoredAnswer: () => undefined });
    assert.deepEqual(attempts, [1]);
  });

  it("are not used if the service answers, even with an error", async () => {
    await keep();
    const client = clientFor(server, { findStoredAnswer: findKept });
    const onStoredAnswer = () => assert.fail("The service answered.");
    await client.getSurvey("s1", { onStoredAnswer });
    status = 401;
    await assert.rejects(client.getSurvey("s1", { onStoredAnswer }), {
      code: "unauthorized",
    });
    status = 503;
    const asked = server.requests.length;
    await assert.rejects(client.getSurvey("s1", { onStoredAnswer }), {
      code: "server-fault",
    });
    assert.equal(server.requests.length, asked + 3, "a 503 is repeated");
  });

  it("are ignored if damaged", async () => {
    await keep();
    await server[Symbol.asyncDispose]();
    for (const name of await readdir(join(folder, "answers", of.space))) {
      await writeFile(join(folder, "answers", of.space, name), `{"surveyId":`);
    }
    const client = clientFor(server, { findStoredAnswer: findKept });
    const onStoredAnswer = () => assert.fail("The stored answer is damaged.");
    await assert.rejects(client.getSurvey("s1", { onStoredAnswer }), {
      code: "unreachable",
    });
  });

  it("are used if the service takes too long", async () => {
    const never = offlineRequester(
      (call) =>
        new Promise((_, reject) => {
          call.signal?.addEventListener("abort", () => reject(cancelled()));
        }),
      async () => ({ readAt: 5, bytes: async () => new Uint8Array([1, 2]) }),
      1,
    );
    const times: number[] = [];
    const read = await never({
      operation: "getSurvey",
      url: new URL("https://test/v3/surveys/s1"),
      method: "GET",
      onStoredAnswer: (readAt) => times.push(readAt),
      read: ({ bytes }) => [...bytes],
    });
    assert.deepEqual([read, times], [[1, 2], [5]]);
  });

  it("are not read again if onStoredAnswer throws", async () => {
    await keep();
    await server[Symbol.asyncDispose]();
    const attempts: number[] = [];
    const client = clientFor(server, {
      findStoredAnswer: findKept,
      log: (it) => attempts.push(it.attempt),
    });
    const onStoredAnswer = () => {
      throw new RangeError("told");
    };
    await assert.rejects(client.getSurvey("s1", { onStoredAnswer }), RangeError);
    assert.deepEqual(attempts, [1]);
  });

  it("are not used for a cancelled request", async () => {
    await keep();
    let letGo = (): void => undefined;
    hold = new Promise((resolve) => (letGo = resolve));
    const abort = new AbortController();
    const client = clientFor(server, { findStoredAnswer: findKept });
    const onStoredAnswer = () => assert.fail("The request was cancelled.");
    const asked = client.getSurvey("s1", { onStoredAnswer, signal: abort.signal });
    abort.abort();
    await assert.rejects(asked, { code: "cancelled" });
    letGo();
  });

  it("are not waited for by a cancelled request", async () => {
    const abort = new AbortController();
    const client = clientFor(server, { findStoredAnswer: () => new Promise(() => undefined) });
    const onStoredAnswer = () => assert.fail("The request was cancelled.");
    const asked = client.getSurvey("s1", { onStoredAnswer, signal: abort.signal });
    abort.abort();
    await assert.rejects(asked, { code: "cancelled" });
  });

  it("are files with hashed names that only their owner can read", async () => {
    await keep();
    const names = await readdir(join(folder, "answers", of.space));
    assert.equal(
      names.length,
      7,
      "two pages of surveys, two of running surveys, survey, groups, group",
    );
    for (const name of names) {
      assert.match(name, /^[0-9a-f]{32}-[0-9a-f]{32}\.json$/);
      if (process.platform !== "win32") {
        const { mode } = await stat(join(folder, "answers", of.space, name));
        assert.equal(mode & 0o777, 0o600);
      }
    }
  });

  it("are removed when no longer renewed, with their survey, and with their data space", async () => {
    await keep();
    const others = files.renewal({ space: of.space, surveyId: "s2" });
    await others.keep("getSurvey /v3/surveys/s2", new Uint8Array([1]));
    const renewal = files.renewal(of);
    await clientFor(server, { keep: renewal.keep }).getSurvey("s1");
    await renewal.end();
    const has = async (request: string) => (await files.find(of.space, request)) !== undefined;
    assert.equal(await has("getSurvey /v3/surveys/s1"), true);
    assert.equal(await has("listCollectGroups /v3/surveys/s1/collect-groups"), false);
    assert.equal(
      await has("getSurvey /v3/surveys/s2"),
      true,
      "the answer of another survey is kept",
    );
    await files.remove(of);
    assert.equal(await has("getSurvey /v3/surveys/s1"), false);
    assert.equal(
      await has("getSurvey /v3/surveys/s2"),
      true,
      "the answer of another survey is kept",
    );
    await files.clear(of.space);
    assert.equal(await has("getSurvey /v3/surveys/s2"), false);
  });
});
