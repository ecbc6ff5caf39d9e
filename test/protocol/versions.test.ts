import assert from "node:assert/strict";
import { apiVersions } from "../../src/model/survey.ts";
import type { Operation } from "../../src/protocol/operation.ts";
import { paths } from "../../src/protocol/paths.ts";
import * as older from "../../src/protocol/v1v2.ts";
import { protocols } from "../../src/protocol/versions.ts";
import { reference } from "../support/operations.ts";

describe("protocol table", () => {
  for (const version of apiVersions) {
    const operations = Object.entries<Operation>(protocols[version]);

    it(`declares the operations of ${version} with their parameters`, () => {
      const found = operations.map(([name, { method, path, query }]) => [
        name,
        [method, path, ...Object.keys(query)].join(" "),
      ]);
      assert.deepEqual(Object.fromEntries(found), reference[version]);
    });

    it(`has the paths of ${version} in paths.ts, as npm run manifest writes them`, () => {
      assert.deepEqual(
        Object.entries(paths[version]),
        operations.map(([name, { path }]) => [name, path]),
      );
    });

    it(`requires surveyId in ${version} only as a query parameter`, () => {
      for (const [name, { query }] of operations) {
        const required = Object.entries(query).filter(([, it]) => it.required);
        const inQuery = version !== "v3" && /^getResponse(s|Metadata)$/.test(name);
        assert.deepEqual(
          required.map(([it]) => it),
          inQuery ? ["surveyId"] : [],
          name,
        );
      }
    });

    it(`declares items, cursor and page size of each list of ${version}`, () => {
      const lists = operations.filter(([, it]) => it.paging);
      assert.deepEqual(
        lists.map(([name]) => name),
        ["listSurveys", "getResponses", "getResponseMetadata"],
      );
      for (const [name, { paging, item, query, answer }] of lists) {
        assert.ok(paging && item);
        assert.ok(Object.hasOwn(query, paging.cursor), name);
        const size = query["size"]?.kind === "size" ? query["size"].maximum : paging.size;
        assert.equal(size, version === "v3" && name === "listSurveys" ? 100 : 1000, name);
        for (const cursor of [undefined, null, "", "next"]) {
          assert.ok(answer.safeParse({ [paging.items]: [], [paging.cursor]: cursor }).success);
        }
        assert.ok(!answer.safeParse({ [paging.items]: [], [paging.cursor]: 7 }).success);
        assert.ok(!answer.safeParse({}).success);
      }
    });

    it(`declares a body for each POST of ${version} only, and marks operations for public links`, () => {
      for (const [name, { method, body, publicLinkOnly }] of operations) {
        assert.equal(method === "POST", body !== undefined, name);
        const links = ["getResponseUrls", "getCollectGroupSerial"].includes(name);
        assert.equal(publicLinkOnly === true, links, name);
      }
    });
  }
});

describe("wire schemas of v1 and v2", () => {
  const fits: [
    name: string,
    schema: { safeParse(value: unknown): { success: boolean } },
    ...unknown[],
  ][] = [
    [
      "a survey list item",
      older.surveyListItem,
      { surveyId: "s" },
      { surveyId: "s", title: null, x: 1 },
    ],
    [
      "a survey",
      older.survey,
      { surveyId: "s" },
      { surveyId: "s", questions: null, parameters: null, createdAt: null },
      { surveyId: "s", questions: [{}, { rank: null, options: null, type: "OF ANOTHER KIND" }] },
      { surveyId: "s", questions: [{ rank: 1, options: [{}, { rank: 1, text: "", x: {} }] }] },
      { surveyId: "s", parameters: [{}, { parameterKey: "k", isCollectable: null, label: "K" }] },
    ],
    [
      "a collect group",
      older.collectGroup,
      { collectGroupId: "g" },
      { collectGroupId: "g", name: null, state: "OF ANOTHER KIND", targetCnt: null, x: [] },
    ],
    [
      "a response",
      older.response,
      {},
      { parameters: null, answers: null, serial: null },
      {
        parameters: { a: "x", b: 7, c: null },
        answers: [{}, { name: null, rank: null, answer: null }],
      },
      {
        answers: [
          { name: "Q", rank: 1, answer: [{}, { num: null, str: null }, { num: 1.5, x: 1 }] },
        ],
      },
    ],
    ["metadata", older.responseMetadata, {}, { answerUid: null, x: 1 }],
    ["response URLs", older.responseUrls, [], ["https://a"], [{ url: "https://a", x: 1 }]],
    ["a serial", older.collectGroupSerial, ""],
    ["a request for URLs", older.responseUrlRequest, [], [{ parameters: { a: "x", b: 7 } }]],
  ];
  for (const [name, schema, ...values] of fits) {
    it(`accept ${name} in all its forms`, () => {
      for (const value of values) {
        assert.ok(schema.safeParse(value).success, JSON.stringify(value));
      }
    });
  }

  const misfits: typeof fits = [
    [
      "a survey list item",
      older.surveyListItem,
      {},
      { surveyId: null },
      { surveyId: "s", title: 7 },
    ],
    [
      "a survey",
      older.survey,
      { surveyId: "s", questions: {} },
      { surveyId: "s", questions: [{ rank: "1" }] },
      { surveyId: "s", questions: [{ rank: 1.5 }] },
      { surveyId: "s", questions: [{ options: [{ text: 7 }] }] },
      { surveyId: "s", parameters: [{ parameterKey: 7 }] },
      { surveyId: "s", parameters: [{ isCollectable: "yes" }] },
    ],
    [
      "a collect group",
      older.collectGroup,
      { name: "no id" },
      { collectGroupId: "g", targetCnt: "7" },
      { collectGroupId: "g", isUsingHmac: 1 },
    ],
    [
      "a response",
      older.response,
      { parameters: [] },
      { parameters: { a: true } },
      { answers: [{ rank: "1" }] },
      { answers: [{ answer: [{ num: "1" }] }] },
      { answers: [{ answer: [{ str: 1 }] }] },
    ],
    ["metadata", older.responseMetadata, { answerUid: 7 }],
    ["response URLs", older.responseUrls, {}, [7], [{}], [{ url: 7 }]],
    ["a serial", older.collectGroupSerial, { serial: "x" }, null],
    [
      "a request for URLs",
      older.responseUrlRequest,
      {},
      [{}],
      [{ parameters: { a: null } }],
      [{ parameters: {}, more: 1 }],
    ],
  ];
  for (const [name, schema, ...values] of misfits) {
    it(`reject ${name} with a wrong type in a used field`, () => {
      for (const value of values) {
        assert.ok(!schema.safeParse(value).success, JSON.stringify(value));
      }
    });
  }
});
