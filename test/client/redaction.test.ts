import assert from "node:assert/strict";
import { redactorFor } from "../../src/client/redaction.ts";
import type { RequestLogEntry } from "../../src/client/surveyClient.ts";
import { SurveyError } from "../../src/model/errors.ts";
import { apiKey, clientFor, clientOf, spaceId } from "./support/clients.ts";
import { sendJson, sendText, startTestServer } from "./support/testServer.ts";

describe("redaction of the API key", () => {
  const bytes = Buffer.from(apiKey);
  const pair = Buffer.from(`${spaceId}:${apiKey}`);
  const forms = [
    apiKey,
    bytes.toString("base64"),
    bytes.toString("base64url"),
    bytes.toString("hex"),
    pair.toString("base64"),
    pair.toString("base64").replace(/=+$/, ""),
    pair.toString("base64url"),
    encodeURIComponent(apiKey),
    JSON.stringify(apiKey).slice(1, -1),
    Buffer.from(`prefix ${spaceId}:${apiKey} suffix`).toString("base64"),
  ];

  it("removes every encoding of the key from errors and the log", async () => {
    const log: RequestLogEntry[] = [];
    await using server = await startTestServer((_, answer, index) =>
      sendText(answer, `before ${forms[index] ?? ""} after`, 400, {}),
    );
    const client = clientFor(server, { log: (entry) => log.push(entry) });
    for (const form of forms) {
      const error: unknown = await client.getSurvey(apiKey).catch((it: unknown) => it);
      assert.ok(error instanceof SurveyError);
      assert.ok(error.message.includes("***"), `not redacted: ${form}`);
      for (const secret of forms.slice(0, -1)) {
        const told = [error.message, error.stack, String(error.cause), JSON.stringify(log)].join();
        assert.ok(!told.includes(secret), `${secret} in ${told}`);
      }
    }
  });

  it("removes the key from errors about malformed answers", async () => {
    await using server = await startTestServer((_, answer) =>
      sendJson(answer, [{ collectGroupId: apiKey, targetCnt: "7" }]),
    );
    await assert.rejects(clientOf(server, "v2").listCollectGroups("S1"), (error: unknown) => {
      assert.ok(error instanceof SurveyError);
      assert.match(error.message, /item\[0\] \(collectGroupId "\*\*\*"\): the field/);
      return error.code === "malformed-answer";
    });
  });

  const key = 'aB+c/9=x&7"z';
  const hex = (it: string) => it.charCodeAt(0).toString(16).padStart(2, "0");
  const everyCharacter = (spell: (it: string) => string) => Array.from(key, spell).join("");
  const spellings: Record<string, string> = {
    "a control character inside": `${key.slice(0, 4)}\u0007${key.slice(4)}`,
    "a line break inside": `${key.slice(0, 4)}\r\n${key.slice(4)}`,
    "a direction mark inside": `${key.slice(0, 4)}\u202e${key.slice(4)}`,
    "a zero-width space inside": `${key.slice(0, 4)}\u200b${key.slice(4)}`,
    "null characters between its letters": everyCharacter((it) => `${it}\0`),
    "percent escapes except for slashes": encodeURIComponent(key).replaceAll("%2F", "/"),
    "percent escapes in lower case": everyCharacter((it) => `%${hex(it)}`),
    "percent escapes twice": encodeURIComponent(encodeURIComponent(key)),
    "HTML entities": key
      .replaceAll("&", "&amp;")
      .replaceAll('"', "&quot;")
      .replaceAll("/", "&#x2F;"),
    "HTML entities by number": everyCharacter((it) => `&#${it.charCodeAt(0)};`),
    "HTML entities twice": key.replaceAll("&", "&amp;amp;").replaceAll('"', "&amp;#34;"),
    "JSON escapes": JSON.stringify(key).slice(1, -1).replaceAll("/", "\\/"),
    "JSON escapes by number": everyCharacter((it) => `\\u00${hex(it)}`),
    "JSON escapes twice": JSON.stringify(JSON.stringify(key)).slice(3, -3),
    "base64 with percent escapes": encodeURIComponent(Buffer.from(key).toString("base64")),
    "base64 with line breaks": Buffer.from(key)
      .toString("base64")
      .replace(/.{4}(?=.)/g, "$&\r\n"),
  };
  const redact = redactorFor({ spaceId: "a-space-of-mine", apiKey: key });
  for (const [name, spelling] of Object.entries(spellings)) {
    it(`finds the key written with ${name}`, () => {
      assert.match(redact(`Refused ${spelling}, 100% & more`), /^Refused \*\*\*=*, 100% & more$/);
      assert.match(redact(spelling), /^\*\*\*=*$/);
    });
  }

  it("keeps other text unchanged, on one line", () => {
    const text = "100% of &nbsp; C:\\data &#9999999; %zz \\ 한글 👍";
    assert.equal(redact(` ${text}\u0007\n`), text);
    assert.equal(redactorFor(undefined)("a\u202eb\u200b\tc"), "ab c");
  });

  it("removes a key that is a common word only in key-like places, not in sentences", () => {
    const found: [apiKey: string, text: string, expected: string][] = [
      ["survey", "The survey was not found in surveys", "The survey was not found in surveys"],
      ["survey", 'The key "survey" is wrong', 'The key "***" is wrong'],
      ["survey", '{"apiKey":"SURVEY"}', '{"apiKey":"***"}'],
      ["survey", "api_key=survey&x=survey", "api_key=***&x=survey"],
      ["key", "Invalid API key", "Invalid API key"],
      ["40", "HTTP 401 after 40 seconds", "HTTP 401 after 40 seconds"],
      ["password", "password: password", "password: ***"],
      ["비밀번호", "비밀번호가 틀렸습니다", "비밀번호가 틀렸습니다"],
      ["customers", `Basic ${Buffer.from("a-space:customers").toString("base64")}`, "Basic ***="],
    ];
    for (const [apiKey, text, expected] of found) {
      assert.equal(redactorFor({ spaceId: "a-space", apiKey })(text), expected);
    }
  });
});
