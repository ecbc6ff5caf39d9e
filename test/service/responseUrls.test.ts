import assert from "node:assert/strict";
import fc from "fast-check";
import * as z from "zod";
import { serviceOfSuite, startService, writeDirectory } from "./support/dataSpace.ts";
import { ask, post, problemOf } from "./support/request.ts";

const keys = ["tier", "a b&c=d", "유입", "hmac", "__proto__", "?#/%'"];
const group = (collectGroupId: string, channel: string, isUsingHmac?: boolean) => ({
  collectGroupId,
  channel,
  isUsingHmac,
});
const directory = writeDirectory({
  surveys: [
    {
      surveyId: "s",
      survey: { surveyId: "s", embeddedData: keys.map((name) => ({ name })) },
      collectGroups: [
        group("open", "PUBLIC_LINK", false),
        group("unsaid", "PUBLIC_LINK"),
        group("signed", "PUBLIC_LINK", true),
        group("설문/조사 100%'", "PUBLIC_LINK", true),
        group("mail", "EMAIL", true),
      ],
    },
    { surveyId: "without", collectGroups: [group("bare", "PUBLIC_LINK")] },
  ],
});

const urls = z.array(z.string());

describe("response URLs", () => {
  const service = serviceOfSuite(["--directory", directory]);

  const path = (collectGroupId: string, version = "v2") =>
    `/${version}/collect-groups/${encodeURIComponent(collectGroupId)}/response-urls`;
  const made = async (collectGroupId: string, body: unknown, version?: string) => {
    const answer = await post(service, path(collectGroupId, version), body);
    assert.equal(answer.status, 200, answer.body.toString());
    return urls.parse(JSON.parse(answer.body.toString()));
  };
  const rows = (...parameters: object[]) => parameters.map((it) => ({ parameters: it }));

  for (const version of ["v1", "v2"]) {
    it(`of ${version} are returned for each object, in order`, async () => {
      const found = await made("open", rows({ tier: "G" }, {}, { tier: 7, 유입: "" }), version);
      assert.deepEqual(found, [
        `${service.baseUrl}/respond/open?tier=G`,
        `${service.baseUrl}/respond/open`,
        `${service.baseUrl}/respond/open?tier=7&%EC%9C%A0%EC%9E%85=`,
      ]);
      assert.deepEqual(await made("open", [], version), []);
    });
  }

  it("encode any text", async () => {
    const parameters = fc.dictionary(
      fc.constantFrom(...keys),
      fc.string({ unit: "grapheme", maxLength: 20 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(parameters, { maxLength: 5 }), async (sent) => {
        const found = await made("open", `[${sent.map(asRow).join(",")}]`);
        assert.deepEqual(
          found.map((it) => [...new URL(it).searchParams]),
          sent.map((it) => Object.entries(it)),
        );
        for (const url of found) {
          assert.equal(new URL(url).pathname, "/respond/open");
          assert.equal(new URL(url).href, url);
        }
      }),
      { seed: 20250327, numRuns: 60 },
    );
  });

  it("keep the digits of numbers as they were sent", async () => {
    const numbers = ["12345678901234567890", "1.50", "-0", "1e3"];
    const found = await made(
      "open",
      `[${numbers.map((it) => `{"parameters":{"tier":${it}}}`).join(",")}]`,
    );
    assert.deepEqual(
      found.map((it) => new URL(it).searchParams.get("tier")),
      numbers,
    );
  });

  it("use the last value of a duplicate key, as JSON does", async () => {
    const found = await made("open", '[{"parameters":{"tier":"a","tier":"b"}}]');
    assert.deepEqual(found, [`${service.baseUrl}/respond/open?tier=b`]);
  });

  it("are returned for 20,000 objects at once", async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({ parameters: { tier: index } }));
    const found = await made("signed", many);
    assert.equal(new Set(found).size, many.length);
    assert.equal(new URL(found[12_345] ?? "").searchParams.get("tier"), "12345");
  });

  it("open a page that needs no credentials", async () => {
    for (const collectGroupId of ["open", "unsaid", "signed", "설문/조사 100%'"]) {
      for (const url of await made(collectGroupId, rows({}, { tier: "G o'l(d)*!~", hmac: "x" }))) {
        const answer = await ask(service, url, { anonymous: true });
        assert.equal(answer.status, 200, url);
        assert.match(String(answer.headers["content-type"]), /^text\/plain/);
      }
    }
    for (const collectGroupId of ["mail", "none"]) {
      const answer = await ask(service, `/respond/${collectGroupId}`, { anonymous: true });
      assert.equal(problemOf(answer).status, 404);
    }
  });

  it("of a signing collect group are refused if any part was changed", async () => {
    const [plain = "", url = ""] = await made("signed", rows({}, { tier: "G", 유입: "1" }));
    const signature = /hmac=.*$/.exec(url)?.[0] ?? "";
    for (const changed of [
      url.replace("tier=G", "tier=S"),
      url.replace("tier=G&", ""),
      url.replace("?tier", "?hmac=1&tier"),
      url.replace("&hmac=", "?hmac="),
      url.replace(`&${signature}`, ""),
      url.slice(0, -1),
      `${url}&tier=S`,
      `${plain.replace(/hmac=.*$/, "")}${signature}`,
      url.replace("/signed", `/${encodeURIComponent("설문/조사 100%'")}`),
    ]) {
      assert.notEqual(changed, url);
      const answer = await ask(service, changed, { anonymous: true });
      assert.equal(problemOf(answer).status, 403, changed);
    }
  });

  it("have the same signature at every start, which is not the API key", async () => {
    const body = rows({ tier: "G" });
    await using other = await startService(["--directory", directory]);
    const target = (it: string) => it.slice(it.indexOf("/respond"));
    const again = await post(other, path("signed"), body);
    const found = await made("signed", body);
    assert.deepEqual(urls.parse(JSON.parse(again.body.toString())).map(target), found.map(target));
    assert.match(found[0] ?? "", /\?tier=G&hmac=[\w-]{43}$/);
  });

  for (const [what, body, place] of [
    ["an empty body", "", /body/],
    ["truncated JSON", "[", /cut off/],
    ["text that is not JSON", "[tier]", /not JSON/],
    ["an object", { parameters: {} }, /array/],
    ["a text instead of an object", ["x"], /^\[0\]/],
    ["an object without parameters", [{}], /^\[0\]\.parameters/],
    ["parameters that are null", [{ parameters: null }], /^\[0\]\.parameters/],
    ["parameters that are an array", [{ parameters: [] }], /^\[0\]\.parameters/],
    ["an unknown field", [{ parameters: {}, tier: 1 }], /^\[0\].*tier/],
    ["a value that is null", rows({ tier: null }), /^\[0\]\.parameters\.tier: .*text or a number/],
    ["a value that is true", rows({}, { tier: true }), /^\[1\]\.parameters\.tier/],
    ["a value that is an object", rows({ tier: {} }), /^\[0\]\.parameters\.tier/],
    ["a value of __proto__ that is an object", '[{"parameters":{"__proto__":{}}}]', /__proto__/],
    [
      "a number outside the range of doubles",
      '[{"parameters":{"tier":1e400}}]',
      /^\[0\]\.parameters\.tier/,
    ],
    ["half a character", '[{"parameters":{"tier":"\\ud800"}}]', /^\[0\]\.parameters\.tier/],
    ["an unknown key", rows({}, { Tier: "G" }), /^\[1\]\.parameters\.Tier: .*tier, /],
    [
      "excessive nesting in __proto__",
      `[{"parameters":{"__proto__":${"[".repeat(5000)}${"]".repeat(5000)}}}]`,
      /nested/,
    ],
    ["excessive nesting", "[".repeat(5000) + "]".repeat(5000), /nested/],
    // Parsing them would block all other requests for seconds.
    ["15 MB of brackets", "[".repeat(15_000_000), /nested/],
    // Rows of the allowed length would take 750 MB.
    ["15 MB of rows", `[${Array(830_000).fill('{"parameters":{}}').join()}]`, /100,000 elements/],
    ["a row that is longer than any URL", rows({}, { tier: "x".repeat(65_536) }), /^\[1\].*64 KiB/],
  ] as const) {
    it(`are refused for ${what}`, async () => {
      const problem = problemOf(await post(service, path("open"), body));
      assert.equal(problem.status, 400);
      assert.match(problem.detail, place);
    });
  }

  it("are refused for a key if the survey has no parameters", async () => {
    const problem = problemOf(await post(service, path("bare"), rows({ tier: 1 })));
    assert.match(problem.detail, /no parameters/);
  });

  it("are refused for a body with invalid UTF-8", async () => {
    const answer = await ask(service, path("open"), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]),
    });
    assert.equal(problemOf(answer).status, 400);
  });

  it("are refused for a body larger than 16 MiB", async () => {
    const long = "x".repeat(16 * 1024 * 1024);
    assert.equal(problemOf(await post(service, path("open"), rows({ tier: long }))).status, 413);
  });

  it("are refused for collect groups that are unknown or not public links", async () => {
    const problem = problemOf(await post(service, path("mail"), []));
    assert.equal(problem.status, 409);
    assert.match(problem.detail, /PUBLIC_LINK/);
    assert.equal(problemOf(await post(service, path("none"), [])).status, 404);
  });

  it("are not in v3, and require credentials", async () => {
    assert.equal(problemOf(await post(service, path("open", "v3"), [])).status, 404);
    const headers = { "content-type": "application/json" };
    const answer = await ask(service, path("open"), { method: "POST", headers, anonymous: true });
    assert.equal(problemOf(answer).status, 401);
  });

  it("are returned only for POST", async () => {
    const answer = await ask(service, path("open"));
    assert.equal(problemOf(answer).status, 405);
    assert.equal(answer.headers.allow, "POST");
  });
});

// JSON.stringify writes a member called __proto__ only if it is an own property.
function asRow(parameters: Readonly<Record<string, string>>): string {
  return `{"parameters":${JSON.stringify(parameters)}}`;
}
