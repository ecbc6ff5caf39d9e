import assert from "node:assert/strict";
import * as z from "zod";
import * as wire from "../../src/protocol/v1v2.ts";
import { response, serviceOfSuite, startService, writeDirectory } from "./support/dataSpace.ts";
import { ask, json, listPath, problemOf, readPage, text } from "./support/request.ts";

const label = "<p>How &amp; why?</p>";
const questions = [
  {
    name: "Q1",
    type: "SingleChoice",
    label,
    options: [
      { name: "well", label: "<p>Well</p>" },
      { name: "badly" },
      { name: "7", label: null },
    ],
  },
  { name: "Q2", type: "MULTI_SELECT", label: "", options: [{ name: "a" }, { name: "b" }] },
  { name: "Q3", type: "Scale", options: [{ name: "0" }, { name: "1" }, { name: "2" }] },
  { name: "Q4", type: "Number", label: null, options: [] },
  { name: "Q5", type: "LongText", options: null },
  { name: "Q6" },
];
const survey = {
  surveyId: "alpha",
  label: "Alpha",
  questions,
  embeddedData: [
    { name: "tier", label: "Tier", options: [{ name: "G", label: "Gold" }] },
    { name: "유입", label: "Source", isCollectable: false },
  ],
  blocks: [{ name: "B", label: "Block", questions: ["Q1"] }],
  collectGroups: [{ collectGroupId: "ga", label: "A", state: "RUNNING" }],
  createdAt: "2025-01-02T00:00:00",
  updatedAt: null,
};
const group = {
  collectGroupId: "ga",
  surveyId: "alpha",
  label: "A",
  channel: "PUBLIC_LINK",
  state: "RUNNING",
  targetCnt: 10,
  startedAt: "2025-01-05T00:00:00",
  completedAt: null,
  isUsingHmac: true,
  createdAt: "2025-01-04T00:00:00",
  updatedAt: "2025-01-05T00:00:00",
};
const directory = writeDirectory({
  surveys: [
    {
      surveyId: "alpha",
      survey,
      collectGroups: [
        { ...group, serial: "SERIAL", extra: 1, name: "of another make" },
        { collectGroupId: "unmarked", channel: "PUBLIC_LINK", createdAt: "2025-01-03T00:00:00" },
        { collectGroupId: "mail", channel: "EMAIL", createdAt: "2025-01-02T00:00:00" },
        { collectGroupId: "nowhere", createdAt: "2025-01-01T00:00:00" },
      ],
      responses: [
        response("r1", "2025-03-01T09:00:00", {
          collectGroupId: "ga",
          startedAt: "2025-03-01T08:59:00",
          completedStatus: "COMPLETED",
          embeddedData: [
            { name: "tier", value: "G" },
            { name: "유입", value: '광고 "1"', valueLabel: "Ad" },
          ],
          variables: [
            { name: "unknown", answer: [{ value: "1", etcValue: "free" }] },
            { name: "Q2", answer: [{ value: "b", etcValue: "other" }, { value: "a" }] },
            {
              name: "Q1",
              type: "Own",
              label: "Own",
              options: [{ value: "x" }],
              answer: [{ value: "badly" }],
            },
          ],
        }),
      ],
    },
    { surveyId: "bare", survey: { surveyId: "bare" }, responses: [response("r1")] },
  ],
});

const answersDirectory = (answers: Readonly<Record<string, unknown>>) =>
  Object.entries(answers).map(([name, answer]) => ({ name, answer }));

for (const version of ["v1", "v2"] as const) {
  describe(`operations of ${version}`, () => {
    const service = serviceOfSuite(["--directory", directory]);

    it("list surveys with their title, latest created first", async () => {
      assert.deepEqual(await json(service, `/${version}/surveys`), {
        surveys: [
          { surveyId: "alpha", title: "Alpha", createdAt: "2025-01-02T00:00:00", updatedAt: null },
          { surveyId: "bare" },
        ],
      });
    });

    it("list only surveys with a running collect group", async () => {
      const { ids } = await readPage(service, `/${version}/surveys?collectGroupsStatus=RUNNING`);
      assert.deepEqual(ids, ["alpha"]);
    });

    it("return a survey with ranks, texts and parameters, and without fields that only v3 has", async () => {
      assert.deepEqual(await json(service, `/${version}/surveys/alpha`), {
        surveyId: "alpha",
        title: "Alpha",
        questions: [
          {
            rank: 1,
            type: "SingleChoice",
            text: label,
            options: [{ rank: 1, text: "<p>Well</p>" }, { rank: 2 }, { rank: 3, text: null }],
          },
          { rank: 2, type: "MULTI_SELECT", text: "", options: [{ rank: 1 }, { rank: 2 }] },
          { rank: 3, type: "Scale", options: [{ rank: 1 }, { rank: 2 }, { rank: 3 }] },
          { rank: 4, type: "Number", text: null, options: [] },
          { rank: 5, type: "LongText", options: [] },
          { rank: 6, options: [] },
        ],
        parameters: [
          { parameterKey: "tier", isCollectable: true },
          { parameterKey: "유입", isCollectable: false },
        ],
        createdAt: "2025-01-02T00:00:00",
        updatedAt: null,
      });
      assert.deepEqual(await json(service, `/${version}/surveys/bare`), {
        surveyId: "bare",
        questions: [],
        parameters: [],
      });
    });

    it("list collect groups in order of creation, with all detail fields", async () => {
      const { label: name, ...rest } = group;
      const detail = { ...rest, name };
      assert.deepEqual(await json(service, `/${version}/surveys/alpha/collect-groups`), [
        { collectGroupId: "nowhere", createdAt: "2025-01-01T00:00:00" },
        { collectGroupId: "mail", channel: "EMAIL", createdAt: "2025-01-02T00:00:00" },
        { collectGroupId: "unmarked", channel: "PUBLIC_LINK", createdAt: "2025-01-03T00:00:00" },
        detail,
      ]);
      assert.deepEqual(await json(service, `/${version}/surveys/bare/collect-groups`), []);
      assert.deepEqual(await json(service, `/${version}/collect-groups/ga`), detail);
    });

    const facts = {
      serial: "r1",
      collectGroupId: "ga",
      startedAt: "2025-03-01T08:59:00",
      finishedAt: "2025-03-01T09:00:00",
    };
    const answers = [
      { name: "Q1", rank: 1, answer: [{ num: 2 }] },
      { name: "Q2", rank: 2, answer: [{ num: 2, str: "other" }, { num: 1 }] },
      { name: "unknown", answer: [{ str: "1" }, { str: "free" }] },
    ];
    const parameters = { tier: "G", 유입: '광고 "1"' };

    it("return responses with answers in order of rank, and unknown questions last", async () => {
      assert.deepEqual(await json(service, listPath(version, "responses", "alpha")), {
        surveyId: "alpha",
        responses: [{ ...facts, parameters, answers }],
      });
      assert.deepEqual(await json(service, listPath(version, "responses", "bare")), {
        surveyId: "bare",
        responses: [{ serial: "r1", finishedAt: "2025-03-01T09:00:00", answers: [] }],
      });
    });

    it("return only the metadata of responses", async () => {
      assert.deepEqual(await json(service, listPath(version, "metadata", "alpha")), {
        answerSheets: [{ answerUid: "r1", ...facts }],
      });
    });

    if (version === "v2") {
      it("return parameters in the place set by parameterField", async () => {
        const read = async (query: string) => {
          const path = listPath(version, "responses", "alpha", query);
          return (await readPage(service, path)).items[0];
        };
        assert.deepEqual(await read("parameterField=PARAMETERS"), {
          ...facts,
          parameters,
          answers,
        });
        assert.deepEqual(await read("parameterField=ANSWERS"), {
          ...facts,
          answers: [
            ...answers,
            { name: "tier", answer: [{ str: "G" }] },
            { name: "유입", answer: [{ str: '광고 "1"' }] },
          ],
        });
      });
    }

    for (const path of [
      "surveys/none",
      "surveys/none/collect-groups",
      "collect-groups/none",
      "responses?surveyId=none",
      "responses/metadata?surveyId=none",
    ]) {
      it(`answer 404 to ${path}`, async () => {
        const problem = problemOf(await ask(service, `/${version}/${path}`));
        assert.equal(problem.status, 404);
        assert.match(problem.detail, /none/);
      });
    }
  });
}

describe("serial of a collect group", () => {
  const service = serviceOfSuite(["--directory", directory]);

  const path = (group: string) => `/v1/collect-groups/${group}/serial`;

  it("is returned as a JSON string from the data space", async () => {
    assert.equal(await text(service, path("ga")), '"SERIAL"');
  });

  it("is generated if the data space has none, and stays the same at every start", async () => {
    const made = wire.collectGroupSerial.min(4).parse(await json(service, path("unmarked")));
    await using other = await startService(["--directory", directory]);
    assert.equal(await json(other, path("unmarked")), made);
  });

  for (const group of ["mail", "nowhere"]) {
    it(`is refused for ${group}, which is not a public link`, async () => {
      const problem = problemOf(await ask(service, path(group)));
      assert.equal(problem.status, 409);
      assert.match(problem.detail, /PUBLIC_LINK/);
    });
  }

  it("answers 404 for an unknown collect group and in v2", async () => {
    assert.equal(problemOf(await ask(service, path("none"))).status, 404);
    assert.equal(problemOf(await ask(service, path("ga").replace("v1", "v2"))).status, 404);
  });
});

describe("answers in v1 and v2", () => {
  const long = "x".repeat(20_000);
  const given: Record<string, readonly [stored: unknown, said: unknown]> = {
    Q1: [
      [{ value: "nothing like it", etcValue: "free" }],
      [{ str: "nothing like it" }, { str: "free" }],
    ],
    Q2: [
      [{ value: "a" }, { value: "b", etcValue: null }, { value: "b", etcValue: "" }],
      [{ num: 1 }, { num: 2 }, { num: 2, str: "" }],
    ],
    Q3: [[{ value: "0" }], [{ num: 1 }]],
    Q5: [[{ value: long }], [{ str: long }]],
    Q6: [[{ value: "12" }], [{ str: "12" }]],
    unknown: [[{ value: "12" }], [{ str: "12" }]],
  };
  const numbers: Record<string, unknown> = {
    "0": { num: 0 },
    "-3": { num: -3 },
    "1.5": { num: 1.5 },
    "9007199254740992": { num: 9007199254740992 },
    "9007199254740993": { str: "9007199254740993" },
    "12345678901234567890": { str: "12345678901234567890" },
    "0.1000000000000000055": { str: "0.1000000000000000055" },
    "1e400": { str: "1e400" },
    "007": { str: "007" },
    "1.50": { str: "1.50" },
    "-0": { str: "-0" },
    "": { str: "" },
    " 1": { str: " 1" },
    "0x10": { str: "0x10" },
    Infinity: { str: "Infinity" },
    NaN: { str: "NaN" },
    "don't know": { str: "don't know" },
  };
  // Answers that API.md does not describe, but that a stored response may contain.
  const odd: readonly (readonly [stored: unknown, said: unknown])[] = [
    [[], []],
    [null, []],
    [[{}], [{}]],
    [[{ value: null, etcValue: "free" }], [{ str: "free" }]],
    [[{ value: "1", etcValue: "about" }], [{ num: 1, str: "about" }]],
  ];

  const spec = (surveyId: string, responses: readonly unknown[], own: unknown = survey) => ({
    surveyId,
    survey: { ...(own as object), surveyId },
    responses,
  });
  const ofQ4 = (index: number, answer: unknown) =>
    response(`r${String(index).padStart(3, "0")}`, undefined, {
      variables: [{ name: "Q4", answer }],
    });
  const service = serviceOfSuite([
    "--directory",
    writeDirectory({
      surveys: [
        spec("given", [
          response("r1", undefined, {
            variables: answersDirectory(
              Object.fromEntries(Object.entries(given).map(([name, [it]]) => [name, it])),
            ),
          }),
        ]),
        spec(
          "numbers",
          Object.keys(numbers).map((value, index) => ofQ4(index, [{ value }])),
        ),
        spec(
          "odd",
          odd.map(([answer], index) => ofQ4(index, answer)),
        ),
        spec("keys", [
          response("r1", undefined, {
            embeddedData: [
              { name: "twice", value: "first" },
              { name: "twice", value: "last" },
              { name: "__proto__", value: "kept" },
              { name: "none", value: null },
              { name: "nothing" },
              { name: "long", value: "12345678901234567890" },
              { name: "half", value: "\ud800" },
            ],
          }),
          response("r0", undefined, { embeddedData: [{ name: "none" }], variables: null }),
        ]),
      ],
    }),
  ]);

  const answersOf = async (surveyId: string) =>
    z
      .array(wire.response)
      .parse((await readPage(service, listPath("v1", "responses", surveyId))).items)
      .map((it) => it.answers ?? [])
      .toReversed();

  it("contain option ranks as num, other texts as str, and values of unknown questions as str", async () => {
    const [found] = await answersOf("given");
    assert.deepEqual(
      found?.map(({ name, answer }) => [name, answer]),
      Object.entries(given).map(([name, [, said]]) => [name, said]),
    );
  });

  it("contain a number as num only if a double represents it exactly", async () => {
    assert.deepEqual(
      (await answersOf("numbers")).map(([it]) => it?.answer?.[0]),
      Object.values(numbers),
    );
  });

  it("keep answers in undocumented forms", async () => {
    assert.deepEqual(
      (await answersOf("odd")).map(([it]) => it?.answer),
      odd.map(([, said]) => said),
    );
  });

  it("keep every parameter key with a value, and the last value of a duplicate key", async () => {
    const { items } = await readPage(service, listPath("v1", "responses", "keys"));
    const [many, none] = items;
    assert.deepEqual(Object.entries(many?.["parameters"] ?? {}), [
      ["twice", "last"],
      ["__proto__", "kept"],
      ["long", "12345678901234567890"],
      ["half", "\ud800"],
    ]);
    assert.ok(none && !("parameters" in none));
  });
});
