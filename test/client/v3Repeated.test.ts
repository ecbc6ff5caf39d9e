import assert from "node:assert/strict";
import fc from "fast-check";
import { itemDecoder } from "../../src/client/itemDecoder.ts";
import { v3Mapper } from "../../src/client/mappers/v3.ts";
import { RepeatedVariables } from "../../src/client/mappers/v3Repeated.ts";
import { SurveyError } from "../../src/model/errors.ts";

const text = fc.oneof(
  fc.constantFrom("1", "2", "", "한국어", '"', "\\", '","answer":[', '"}]}', "\u2028", "😀"),
  fc.string({ unit: "binary", maxLength: 20 }),
);
const answer = fc.record({ value: text, etcValue: text }, { requiredKeys: ["value"] });
const variable = fc.record(
  {
    name: fc.constantFrom("Q1", "Q2", "Q3", 'Q",4', "답", "__proto__"),
    type: fc.constantFrom("SingleChoice", null, 'x","answer":[]}'),
    label: fc.constantFrom("<p>One</p>", "둘", "a".repeat(30)),
    options: fc.array(fc.record({ value: text, valueLabel: text }), { maxLength: 3 }),
    answer: fc.oneof(
      { arbitrary: fc.array(answer, { maxLength: 3 }), weight: 9 },
      fc.constant(null),
    ),
  },
  { requiredKeys: ["name"] },
);
const response = fc.record(
  {
    responseId: text,
    serial: text,
    embeddedData: fc.array(fc.record({ name: text, value: text })),
    variables: fc.array(variable, { maxLength: 5 }),
  },
  { requiredKeys: ["serial"] },
);

const bytesOf = (it: string) => Buffer.from(it);
const wholly = (item: Uint8Array): unknown =>
  v3Mapper.response(JSON.parse(Buffer.from(item).toString()));
const written = (variables: string) => bytesOf(`{"serial":"s","variables":[${variables}]}`);

describe("responses with repeated variables", () => {
  it("are mapped as if each was mapped alone", () => {
    fc.assert(
      fc.property(fc.array(response, { minLength: 1, maxLength: 6 }), (responses) => {
        const repeated = new RepeatedVariables(v3Mapper.response);
        for (const it of responses) {
          const item = bytesOf(JSON.stringify(it));
          const read = repeated.read(item);
          assert.deepEqual(read ?? wholly(item), wholly(item));
        }
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  it("are mapped like whole responses after any small change of their bytes", () => {
    const item = JSON.stringify({
      serial: "s",
      variables: [
        { name: "Q1", options: [{ value: "1" }], answer: [{ value: "1" }, { value: "2" }] },
        { name: "Q2", answer: [{ value: 'a\\"b', etcValue: "other text that is long" }] },
        { name: "Q3", answer: [] },
      ],
    });
    const repeated = new RepeatedVariables(v3Mapper.response);
    for (let at = 0; at < item.length; at++) {
      for (const put of ["", "{", "}", "[", "]", ",", '"', "\\", "\n", "a", ":"]) {
        for (const end of [at, at + 1]) {
          const changed = bytesOf(item.slice(0, at) + put + item.slice(end));
          const read = repeated.read(changed);
          if (read) {
            assert.deepEqual(read, wholly(changed));
          }
        }
      }
    }
  });

  it("share the options of a variable if it is written in the usual form", () => {
    const repeated = new RepeatedVariables(v3Mapper.response);
    const [one, other] = ['[{"value":"1"}]', "[]"].map((answers) =>
      repeated
        .read(written(`{"name":"Q1","label":"One","answer":${answers}}`))
        ?.variables.find((it) => it.name === "Q1"),
    );
    assert.deepEqual(one?.answer, [{ value: "1", etcValue: undefined }]);
    assert.deepEqual(other?.answer, []);
    assert.equal(one.options, other.options);
  });

  it("are left to the general mapper if variables are written in another form", () => {
    const repeated = new RepeatedVariables(v3Mapper.response);
    for (const variables of [
      "",
      '{"name":"Q1","answer": []}',
      '{"answer":[],"name":"Q1"}',
      '{"name":"Q1","answer":[],"label":"One"}',
      '{"name":"Q1","answer":[{"etcValue":"b","value":"a"}]}',
      '{"name":"Q1","answer":[{"value":1}]}',
      '{"name":"Q1","more":{"deep":1,"answer":[]}}',
      '{"name":1,"answer":[]}',
    ]) {
      assert.equal(repeated.read(written(variables)), undefined, variables);
    }
    assert.equal(repeated.read(Buffer.from([0xff])), undefined);
  });

  it("cause the usual error if malformed", () => {
    const decode = itemDecoder("v3", "Space");
    decode(written('{"name":"Q1","answer":[]}'), () => 0);
    assert.throws(
      () => decode(written('{"name":"Q1","answer":[{"value":1}]}'), () => 7),
      (error) =>
        error instanceof SurveyError &&
        error.code === "malformed-answer" &&
        error.message.includes(
          'responses[7] (serial "s"): the field "variables[0].answer[0].value"',
        ),
    );
  });
});
