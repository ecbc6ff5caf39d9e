import assert from "node:assert/strict";
import fc from "fast-check";
import { startService, writeDirectory } from "./support/dataSpace.ts";
import { text } from "./support/request.ts";

/** Returns the service's answer for one survey whose file and lines are exactly these texts. */
async function served(survey: string, lines: readonly string[], query = ""): Promise<string> {
  const directory = writeDirectory({ surveys: [{ surveyId: "s", survey, responses: lines }] });
  await using service = await startService(["--directory", directory]);
  return await text(service, `/v3/surveys/s/responses${query}`);
}

const plain = '{"surveyId":"s","label":"S"}';

describe("bytes of a response", () => {
  it("are served as they were loaded", async () => {
    const line =
      '{"responseId":"r1", "finishedAt":"2025-03-01T09:00:00" ,"big":9007199254740993,"huge":1e400,"tiny":-0.0e-999,' +
      '"__proto__":{"polluted":true},"constructor":null,"escaped":"\\u0041\\/\\ud83d \\u0000","text":"한글 🎉 \u2028 \u007f",' +
      '"deep":[[[{"a":[ ]}]]],"twice":1,"twice":2,"variables":[ ],"embeddedData":null}';
    assert.equal(await served(plain, [line]), `{"responses":[${line}]}`);
  });

  it("are unchanged around fields added from the survey", async () => {
    const survey =
      '{"surveyId":"s","questions":[{"name":"Q\\u0031","type":"Sc\\u0061le","label":"<b>\\/</b>","options":[{"name":"1","label":"하나","more":1e400}]}]}';
    const before =
      '{"responseId":"r1","finishedAt":"2025-03-01T09:00:00","variables":[ {"x":1.0,"name" : "Q1"';
    const after = ' ,"answer":[{"value":"1","n":9007199254740993}]} ]}';
    const joined =
      ',"type":"Sc\\u0061le","label":"<b>\\/</b>","options":[{"value":"1","valueLabel":"하나"}]';
    assert.equal(
      await served(survey, [before + after]),
      `{"responses":[${before}${joined}${after}]}`,
    );
  });

  it("are unchanged in variables that pass the query", async () => {
    const line = (variables: string) =>
      `{"responseId":"r1","finishedAt":"2025-03-01T09:00:00","variables":[${variables}],"n":1e400}`;
    const one = '{ "name":"a\\"b", "answer":[{"value":"1.0"}]}';
    const two = '{"answer":[],"name":"Ünï"}';
    const survey = '{"surveyId":"s"}';
    const query = (name: string) => `?variables=${encodeURIComponent(name)}`;
    const all = line(`${one} , ${two}`);
    assert.equal(await served(survey, [all], query('A"B')), `{"responses":[${line(one)}]}`);
    assert.equal(await served(survey, [all], query("üNÏ")), `{"responses":[${line(two)}]}`);
  });

  it("are unchanged in a survey and in a collect group", async () => {
    const survey = '{\n "surveyId": "s",\n "n": 9007199254740993, "__proto__": {"a": 1e400}\n}';
    const group = '{"collectGroupId":"g", "serial":"X", "targetCnt":10.0, "__proto__":1e400}';
    const directory = writeDirectory({
      surveys: [{ surveyId: "s", survey: `\ufeff${survey}\r\n`, collectGroups: `[${group}]` }],
    });
    await using service = await startService(["--directory", directory]);
    assert.equal(await text(service, "/v3/surveys/s"), survey);
    assert.equal(
      await text(service, "/v3/collect-groups/g"),
      '{"collectGroupId":"g","targetCnt":10.0,"__proto__":1e400}',
    );
  });

  it("are unchanged for any JSON in unknown fields", async () => {
    const lines = fc.sample(
      fc.json({ noUnicodeString: false }).map((it) => it.replaceAll("\n", " ")),
      { numRuns: 300, seed: 20250327 },
    );
    const written = lines.map((it, index) => {
      const id = `r${String(index).padStart(4, "0")}`;
      return `{"responseId":"${id}","finishedAt":"2025-03-01T09:00:00","unknown":${it}}`;
    });
    assert.equal(await served(plain, written), `{"responses":[${written.toReversed().join(",")}]}`);
  });
});
