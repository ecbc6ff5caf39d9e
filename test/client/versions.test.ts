import assert from "node:assert/strict";
import { SurveyError } from "../../src/model/errors.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import { operationNames, type OperationName } from "../../src/protocol/operation.ts";
import { protocols } from "../../src/protocol/versions.ts";
import { examples } from "../support/operations.ts";
import { collect } from "./support/collect.ts";
import { clientOf } from "./support/clients.ts";
import { noMetadata } from "./support/noMetadata.ts";
import { sendJson, sendText, startTestServer } from "./support/testServer.ts";

const older = ["v1", "v2"] as const;

const survey = {
  surveyId: "S1",
  title: "Coffee",
  questions: [
    {
      rank: 1,
      type: "SingleChoice",
      text: "<p>How?</p>",
      options: [{ rank: 1, text: "<b>Well</b>" }],
    },
    { rank: 2, type: "Number", text: "How many?" },
  ],
  parameters: [{ parameterKey: "source", isCollectable: false }],
  createdAt: "2025-03-01T09:00:00",
  updatedAt: "2025-03-02T09:00:00",
};
const group = {
  collectGroupId: "g1",
  surveyId: "S1",
  name: "Website",
  channel: "PUBLIC_LINK",
  state: "RUNNING",
  targetCnt: 500,
  startedAt: "2025-03-01T09:00:00",
  completedAt: "2025-03-05T09:00:00",
  isUsingHmac: false,
  createdAt: "2025-02-01T09:00:00",
  updatedAt: "2025-03-05T09:00:00",
};
const response = {
  serial: "s1",
  collectGroupId: "g1",
  startedAt: "2025-03-03T09:00:00",
  finishedAt: "2025-03-03T09:05:00",
  parameters: { source: "web", age: 41, none: null },
  answers: [
    { name: "Q1", rank: 1, answer: [{ num: 1 }, { num: 3, str: "tea" }] },
    { name: "Q2", rank: 2, answer: [{ num: -0.5 }, { num: 2 ** 64 }] },
    { name: "Q3", rank: 3, answer: [{ str: "a text" }] },
  ],
};
const sheet = {
  answerUid: "a1",
  serial: "s1",
  collectGroupId: "g1",
  startedAt: "2025-03-03T09:00:00",
  finishedAt: "2025-03-03T09:05:00",
};

for (const version of older) {
  describe(`answers of API ${version}`, () => {
    it("map surveys to the model, with ranks as names", async () => {
      await using server = await startTestServer((_, answer) => sendJson(answer, survey));
      assert.deepEqual(await clientOf(server, version).getSurvey("S1"), {
        apiVersion: version,
        surveyId: "S1",
        label: "Coffee",
        createdAt: "2025-03-01T09:00:00",
        updatedAt: "2025-03-02T09:00:00",
        questions: [
          {
            name: "1",
            rank: 1,
            type: "SingleChoice",
            label: "<p>How?</p>",
            options: [{ name: "1", rank: 1, label: "<b>Well</b>" }],
          },
          { name: "2", rank: 2, type: "Number", label: "How many?", options: [] },
        ],
        embeddedData: [{ name: "source", isCollectable: false }],
      });
    });

    it("map collect groups to the model, in the list as in the detail", async () => {
      await using server = await startTestServer(({ url }, answer) =>
        sendJson(answer, url.pathname.endsWith("/collect-groups") ? [group] : group),
      );
      const client = clientOf(server, version);
      const { name, ...same } = group;
      const expected = { ...same, label: name };
      assert.deepEqual(await client.getCollectGroup("g1"), expected);
      assert.deepEqual(await client.listCollectGroups("S1"), [expected]);
    });

    it("map responses to the model, with num as the code and str as its text", async () => {
      await using server = await startTestServer((_, answer) =>
        sendJson(answer, { surveyId: "S1", responses: [response], pageToken: "t" }),
      );
      const { items, cursor } = await clientOf(server, version).responsePage("S1");
      assert.equal(cursor, "t");
      assert.deepEqual(items, [
        {
          ...noMetadata(version, "responses"),
          serial: "s1",
          collectGroupId: "g1",
          startedAt: "2025-03-03T09:00:00",
          finishedAt: "2025-03-03T09:05:00",
          embeddedData: [
            { name: "source", value: "web" },
            { name: "age", value: "41" },
            { name: "none", value: undefined },
          ],
          variables: [
            {
              name: "Q1",
              rank: 1,
              options: [],
              answer: [
                { value: "1", etcValue: undefined },
                { value: "3", etcValue: "tea" },
              ],
            },
            {
              name: "Q2",
              rank: 2,
              options: [],
              answer: [
                { value: "-0.5", etcValue: undefined },
                { value: "18446744073709552000", etcValue: undefined },
              ],
            },
            { name: "Q3", rank: 3, options: [], answer: [{ value: "a text" }] },
          ],
        },
      ]);
    });

    it("map metadata to the model", async () => {
      await using server = await startTestServer((_, answer) =>
        sendJson(answer, { answerSheets: [sheet], pageToken: null }),
      );
      const page = await clientOf(server, version).metadataPage("S1");
      const expected = { ...noMetadata(version, "metadata"), ...sheet };
      assert.deepEqual(page, { items: [expected], cursor: undefined });
    });

    for (const [name, absent] of [
      ["absent", undefined],
      ["null", null],
    ] as const) {
      it(`accept fields that are ${name}, and number items without a name`, async () => {
        await using server = await startTestServer(({ url }, answer) => {
          if (url.pathname.endsWith("/responses")) {
            const nameless = { name: absent, rank: absent, answer: absent };
            const answers = [nameless, { ...nameless, rank: 2, answer: [{ num: absent }] }];
            const bare = { finishedAt: absent, parameters: absent, answers: absent };
            sendJson(answer, { surveyId: absent, responses: [bare, { answers }] });
          } else {
            const question = { rank: absent, type: absent, text: absent };
            sendJson(answer, {
              surveyId: "S1",
              title: absent,
              questions: [{ ...question, options: [{ rank: absent }] }, question],
              parameters: [{ parameterKey: absent, isCollectable: absent }],
            });
          }
        });
        const client = clientOf(server, version);
        const found = await client.getSurvey("S1");
        assert.equal(found.label, "");
        assert.deepEqual(
          found.questions.map((it) => [it.name, it.rank, it.options.map((option) => option.name)]),
          [
            ["#1", undefined, ["#1"]],
            ["#2", undefined, []],
          ],
        );
        assert.deepEqual(found.embeddedData, [{ name: "#1", isCollectable: undefined }]);
        const { items } = await client.responsePage("S1");
        assert.deepEqual(
          items.map((it) => it.variables.map((variable) => [variable.name, variable.answer])),
          [
            [],
            [
              ["#1", []],
              ["2", [{ value: "" }]],
            ],
          ],
        );
      });
    }

    it("pass through unknown types, states and channels, and drop unknown fields", async () => {
      const strange = { ...group, channel: "PIGEON", state: "MOULTING", extra: { deep: [1] } };
      await using server = await startTestServer(({ url }, answer) =>
        sendJson(
          answer,
          url.pathname.includes("collect-groups")
            ? strange
            : { ...survey, extra: 1, questions: [{ rank: 1, type: "MaxDiff", extra: {} }] },
        ),
      );
      const client = clientOf(server, version);
      const { channel, state, ...rest } = await client.getCollectGroup("g1");
      assert.deepEqual([channel, state, "extra" in rest], ["PIGEON", "MOULTING", false]);
      assert.equal((await client.getSurvey("S1")).questions[0]?.type, "MaxDiff");
    });

    it("are requested at the path of their operation, with its inputs", async () => {
      let body: unknown;
      await using server = await startTestServer(async ({ url, method, ...request }, answer) => {
        const path = url.pathname;
        body = method === "POST" ? await request.body() : undefined;
        const page = { surveys: [], responses: [], answerSheets: [] };
        const isPage = /surveys$|responses(\/metadata)?$/.test(path);
        const id = { surveyId: "S/1", collectGroupId: "G 1" };
        const isList = path.endsWith("/collect-groups");
        sendJson(answer, method === "POST" ? ["https://u"] : isPage ? page : isList ? [id] : id);
      });
      const client = clientOf(server, version);
      const range = { startDateTime: "2025-01-01T00:00:00", endDateTime: "2025-02-01T00:00:00" };
      await client.surveyPage({ running: true, cursor: "c&1" });
      await client.getSurvey("S/1");
      await client.listCollectGroups("S/1");
      await client.getCollectGroup("G 1");
      await client.responsePage("S/1", { ...range, size: 10, cursor: "t=1" });
      await client.metadataPage("S/1", { ...range, cursor: "t=1" });
      await client.getResponseUrls("G 1", [{ "k&": "한글", n: 7 }]);
      const asked = server.requests.map(
        ({ method, url }) =>
          `${method} ${url.pathname} ${JSON.stringify(Object.fromEntries(url.searchParams))}`,
      );
      const inRange = `{"surveyId":"S/1","startDateTime":"2025-01-01T00:00:00","endDateTime":"2025-02-01T00:00:00","pageToken":"t=1"}`;
      assert.deepEqual(asked, [
        `GET /${version}/surveys {"collectGroupsStatus":"RUNNING","nextSurveyId":"c&1"}`,
        `GET /${version}/surveys/S%2F1 {}`,
        `GET /${version}/surveys/S%2F1/collect-groups {}`,
        `GET /${version}/collect-groups/G%201 {}`,
        `GET /${version}/responses ${inRange}`,
        `GET /${version}/responses/metadata ${inRange}`,
        `POST /${version}/collect-groups/G%201/response-urls {}`,
      ]);
      assert.deepEqual(body, [{ parameters: { "k&": "한글", n: 7 } }]);
    });

    it("keep every byte in raw pages, with an ID for metadata only", async () => {
      const item = `{"answerUid":"a1","finishedAt":"2025-03-03T09:05:00", "n":9007199254740993}`;
      await using server = await startTestServer(({ url }, answer) =>
        sendText(
          answer,
          url.pathname.endsWith("metadata")
            ? `{"answerSheets":[${item}]}`
            : `{"responses":[ {"serial":"s1","parameters":{"big":1e400}} ],"pageToken":"t"}`,
        ),
      );
      const client = clientOf(server, version);
      const metadata = await client.rawMetadataPage("S1");
      assert.deepEqual(
        metadata.items.map(({ id, finishedAt }) => [id, finishedAt]),
        [["a1", "2025-03-03T09:05:00"]],
      );
      const page = await client.rawResponsePage("S1");
      const [only] = page.items;
      assert.ok(only);
      assert.equal(only.id, undefined);
      assert.equal(
        Buffer.from(page.body.subarray(only.start, only.end)).toString(),
        `{"serial":"s1","parameters":{"big":1e400}}`,
      );
      assert.equal(page.cursor, "t");
    });

    const lastPages: Record<string, object> = {
      "an absent cursor": { surveys: [{ surveyId: "b" }] },
      "a null cursor": { surveys: [{ surveyId: "b" }], nextSurveyId: null },
      "an empty cursor": { surveys: [{ surveyId: "b" }], nextSurveyId: "" },
      "an empty page with a cursor": { surveys: [], nextSurveyId: "c" },
    };
    for (const [name, last] of Object.entries(lastPages)) {
      it(`end a list with ${name}`, async () => {
        await using server = await startTestServer(({ url }, answer) =>
          sendJson(
            answer,
            url.searchParams.has("nextSurveyId")
              ? last
              : { surveys: [{ surveyId: "a" }], nextSurveyId: "a" },
          ),
        );
        const found = await collect(clientOf(server, version).listSurveys());
        assert.deepEqual(
          found.map((it) => it.surveyId),
          name.startsWith("an empty page") ? ["a"] : ["a", "b"],
        );
      });
    }
  });
}

describe("answers with a wrong type in a used field", () => {
  const wrong: [readonly ApiVersion[], OperationName, unknown, RegExp][] = [
    [
      older,
      "listSurveys",
      { surveys: [{ surveyId: "a" }, { surveyId: "b", title: 1 }] },
      /surveys\[1\] \(surveyId "b"\): the field "title"/,
    ],
    [["v3"], "listSurveys", { surveys: [{ label: "x" }] }, /surveys\[0\]: the field "surveyId"/],
    [
      older,
      "getSurvey",
      { surveyId: "S1", questions: [{ options: [{ rank: "1" }] }] },
      /the field "questions\[0\]\.options\[0\]\.rank"/,
    ],
    [
      ["v3"],
      "getSurvey",
      { surveyId: "S1", blocks: [{ questions: [7] }] },
      /the field "blocks\[0\]\.questions\[0\]"/,
    ],
    [
      older,
      "getSurvey",
      { surveyId: "S1", parameters: [{ isCollectable: "yes" }] },
      /the field "parameters\[0\]\.isCollectable"/,
    ],
    [
      older,
      "listCollectGroups",
      [{ collectGroupId: "g1", targetCnt: "9" }],
      /item\[0\] \(collectGroupId "g1"\): the field "targetCnt"/,
    ],
    [
      apiVersions,
      "getCollectGroup",
      { collectGroupId: "g1", isUsingHmac: "no" },
      /the field "isUsingHmac"/,
    ],
    [
      older,
      "getResponses",
      { responses: [{ serial: "s9", answers: [{ answer: [{ num: "1" }] }] }] },
      /responses\[0\] \(serial "s9"\): the field "answers\[0\]\.answer\[0\]\.num": must be a number/,
    ],
    [
      older,
      "getResponses",
      { responses: [{ parameters: { k: true } }] },
      /responses\[0\]: the field "parameters\.k"/,
    ],
    [older, "getResponses", { responses: [], pageToken: 7 }, /the field "pageToken"/],
    [
      ["v3"],
      "getResponses",
      { responses: [{ responseId: "r", variables: [{ name: 1 }] }] },
      /responses\[0\] \(responseId "r"\): the field "variables\[0\]\.name"/,
    ],
    [
      older,
      "getResponseMetadata",
      { answerSheets: [{ answerUid: "a", finishedAt: 1 }] },
      /answerSheets\[0\] \(answerUid "a"\): the field "finishedAt"/,
    ],
    [
      ["v3"],
      "getResponseMetadata",
      { responses: [{ finishedAt: 1 }] },
      /responses\[0\]: the field "finishedAt"/,
    ],
    [older, "getResponseUrls", ["https://a", { link: "https://b" }], /in row 2: .*"url"/],
    [["v1"], "getCollectGroupSerial", { serial: "x" }, /the value/],
  ];
  for (const [versions, operation, body, message] of wrong) {
    for (const version of versions) {
      it(`name the field: ${operation} of ${version}, ${message.source}`, async () => {
        await using server = await startTestServer((_, answer) => sendJson(answer, body));
        const calling = examples[operation].call(clientOf(server, version), "S1");
        await assert.rejects(calling, (error: unknown) => {
          assert.ok(error instanceof SurveyError);
          assert.equal(error.code, "malformed-answer");
          assert.match(error.message, new RegExp(`to ${operation} `));
          assert.match(error.message, message);
          return true;
        });
        assert.equal(server.requests.length, 1);
      });
    }
  }
});

describe("response URLs", () => {
  it("are returned in the order of the rows, from strings or from objects with a url", async () => {
    const answers: unknown[] = [["https://a", { url: "https://b", more: 1 }], []];
    await using server = await startTestServer((_, answer, index) =>
      sendJson(answer, answers[index]),
    );
    const client = clientOf(server, "v2");
    assert.deepEqual(await client.getResponseUrls("g1", [{ k: 1 }, { k: 2 }]), [
      "https://a",
      "https://b",
    ]);
    assert.deepEqual(await client.getResponseUrls("g1", []), []);
  });

  it("cause an error if their number differs from the number of rows", async () => {
    await using server = await startTestServer((_, answer) => sendJson(answer, ["https://a"]));
    const client = clientOf(server, "v1");
    for (const rows of [[], [{}, {}]]) {
      await assert.rejects(client.getResponseUrls("g1", rows), {
        code: "malformed-answer",
        message: new RegExp(`with 1 URLs for ${rows.length} sets`),
      });
    }
  });

  it("are requested in parts of 1,000 rows, with progress", async () => {
    await using server = await startTestServer(async (request, answer) => {
      const rows = (await request.body()) as { parameters: { n: number } }[];
      sendJson(
        answer,
        rows.map((it) => `https://u/${it.parameters.n}`),
      );
    });
    const rows = Array.from({ length: 2500 }, (_, n) => ({ n }));
    const done: number[] = [];
    const urls = await clientOf(server, "v2").getResponseUrls("g1", rows, {
      onProgress: (count) => done.push(count),
    });
    assert.deepEqual(
      urls,
      rows.map(({ n }) => `https://u/${n}`),
    );
    assert.deepEqual(done, [1000, 2000, 2500]);
  });

  it("are not requested further after cancelling, and not repeated after a failure", async () => {
    const cancelling = new AbortController();
    await using server = await startTestServer(async (request, answer, index) => {
      const rows = (await request.body()) as unknown[];
      sendJson(answer, index === 0 ? rows.map(() => "https://u") : {}, index === 0 ? 200 : 503);
    });
    const client = clientOf(server, "v2");
    const rows = Array.from({ length: 3000 }, () => ({}));
    await assert.rejects(
      client.getResponseUrls("g1", rows, {
        signal: cancelling.signal,
        onProgress: () => cancelling.abort(),
      }),
      { code: "cancelled" },
    );
    assert.equal(server.requests.length, 1);
    await assert.rejects(client.getResponseUrls("g1", rows), { code: "server-fault" });
    assert.equal(server.requests.length, 2);
  });
});

describe("serial of a collect group", () => {
  it("is a bare JSON string, available only in v1", async () => {
    await using server = await startTestServer((_, answer) => sendJson(answer, "S-00\n1"));
    assert.equal(await clientOf(server, "v1").getCollectGroupSerial("g1"), "S-00\n1");
    assert.equal(server.requests[0]?.url.pathname, "/v1/collect-groups/g1/serial");
    await assert.rejects(clientOf(server, "v2").getCollectGroupSerial("g1"), {
      code: "not-in-version",
      message: /not available in API v2.*to v1\./,
    });
    assert.equal(server.requests.length, 1);
  });
});

describe("query options of single versions", () => {
  const filters = {
    variables: { query: { variables: ["Q1"] }, versions: ["v3"] },
    embeddedData: { query: { embeddedData: ["k"] }, versions: ["v3"] },
    parameterField: { query: { parameterField: "ANSWERS" }, versions: ["v2"] },
  } as const;
  for (const [name, { query, versions }] of Object.entries(filters)) {
    for (const version of apiVersions) {
      const has = (versions as readonly string[]).includes(version);
      it(`${name} is ${has ? "sent" : "refused"} in ${version}`, async () => {
        await using server = await startTestServer((_, answer) =>
          sendJson(answer, { responses: [] }),
        );
        const client = clientOf(server, version);
        if (has) {
          await client.responsePage("S1", query);
          await client.rawResponsePage("S1", query);
          assert.ok(server.requests.every(({ url }) => url.searchParams.has(name)));
          assert.equal(server.requests.length, 2);
          return;
        }
        const refusal = {
          code: "not-in-version",
          message: new RegExp(`not available in API ${version}.*to ${versions.join()}\\.`),
        };
        await assert.rejects(client.responsePage("S1", query), refusal);
        await assert.rejects(client.rawResponsePage("S1", query), refusal);
        await assert.rejects(collect(client.responses("S1", query)), refusal);
        assert.equal(server.requests.length, 0);
      });
    }
  }
});

describe("a service with other routes", () => {
  for (const version of apiVersions) {
    it(`works in every operation of ${version}`, async () => {
      const names = operationNames.filter((name) => protocols[version][name] !== undefined);
      const routes = Object.fromEntries(
        names.map((name) => {
          const parameter = /\{[^}]+\}/.exec(protocols[version][name]?.path ?? "")?.[0];
          return [name, parameter === undefined ? `/x/${name}` : `/x/${parameter}/${name}/y`];
        }),
      );
      await using server = await startTestServer(({ url }, answer) => {
        const name = names.find((it) =>
          new RegExp(`^/x/(a%2Fb/${it}/y|${it})$`).test(url.pathname),
        );
        sendJson(answer, name ? examples[name].answer : {}, name ? 200 : 404);
      });
      const client = clientOf(server, version, routes);
      for (const name of operationNames) {
        assert.equal(client.supports(name), names.includes(name), name);
      }
      for (const name of names) {
        await examples[name].call(client, "a/b");
      }
      assert.equal(server.requests.length, names.length);
    });

    it(`rejects routes of ${version} with missing or additional parameters, or that are not paths`, () => {
      const server = { baseUrl: "https://127.0.0.1", ca: "" };
      for (const [name, operation] of Object.entries(protocols[version])) {
        for (const route of [
          `${operation.path}/{more}`,
          "/x/{surveyId}/{collectGroupId}",
          "x",
          "/a?b",
        ]) {
          assert.throws(() => clientOf(server, version, { [name]: route }), {
            code: "invalid-input",
            message: new RegExp(`The route of ${name} of the data space "Test"`),
          });
        }
      }
    });
  }
});
