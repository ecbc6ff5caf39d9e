import assert from "node:assert/strict";
import { startService, writeDirectory, type TestService } from "./support/dataSpace.ts";
import { ask, basic, problemOf } from "./support/request.ts";

const spaceId = "공간-ü";
const apiKey = "열쇠:with:colons + 100%/=";
const directory = writeDirectory({
  dataspace: { label: "Test", spaceId, apiKey },
  surveys: [{ surveyId: "s" }],
});
const path = "/v3/surveys";
const encode = (text: string) => Buffer.from(text).toString("base64");

describe("authentication", () => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService(["--directory", directory]);
  });
  afterEach(() => service.stop());

  const send = (authorization: string) =>
    ask(service, path, { anonymous: true, headers: { authorization } });

  it("accepts credentials in the documented form, with Korean letters and colons", async () => {
    assert.equal((await send(basic(spaceId, apiKey))).status, 200);
    assert.equal(service.apiKey, apiKey);
  });

  it("accepts base64 with padding, and the scheme in any case", async () => {
    const padded = encode(`${spaceId}:${apiKey}`);
    assert.match(padded, /=$/);
    assert.equal((await send(`Basic ${padded}`)).status, 200);
    assert.equal((await send(`basic ${padded}`)).status, 200);
  });

  it("answers 401 with WWW-Authenticate to requests without credentials", async () => {
    for (const anyPath of [path, "/v3/surveys/s", "/nothing"]) {
      const answer = await ask(service, anyPath, { anonymous: true });
      assert.equal(problemOf(answer).status, 401);
      assert.match(String(answer.headers["www-authenticate"]), /^Basic realm="/);
    }
  });

  it("refuses wrong and malformed credentials", async () => {
    for (const wrong of [
      basic(spaceId, "wrong"),
      basic("wrong", apiKey),
      basic(spaceId, `${apiKey} `),
      basic(spaceId, apiKey.slice(0, -1)),
      "Basic",
      "Basic ",
      "Basic !!!",
      `Bearer ${encode(`${spaceId}:${apiKey}`)}`,
      `Basic ${encode(`${spaceId}:${apiKey}`)} more`,
      `Basic ${Buffer.from(`${spaceId}:${apiKey}`, "latin1").toString("base64")}`,
    ]) {
      const answer = await send(wrong);
      const problem = problemOf(answer);
      assert.equal(problem.status, 401, wrong);
      assert.match(problem.detail, /Space ID/);
      assert.ok(!answer.body.toString().includes(apiKey));
    }
  });

  it("answers 429 to repeated wrong keys, but always accepts the right key", async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 40; attempt++) {
      const answer = await send(basic(spaceId, `guess ${attempt}`));
      statuses.push(answer.status);
      if (answer.status === 429) {
        assert.match(String(answer.headers["retry-after"]), /^[1-9]\d*$/);
        assert.equal(problemOf(answer).status, 429);
      }
    }
    assert.deepEqual(statuses.slice(0, 10), Array(10).fill(401));
    assert.ok(statuses.includes(429));
    assert.equal((await send(basic(spaceId, apiKey))).status, 200);
  });
});
