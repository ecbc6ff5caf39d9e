import assert from "node:assert/strict";
import { SurveyError } from "../../src/model/errors.ts";
import { collect } from "./support/collect.ts";
import { clientFor } from "./support/clients.ts";
import { noMetadata } from "./support/noMetadata.ts";
import { sendJson, sendText, startTestServer } from "./support/testServer.ts";

const response = {
  parameterUid: null,
  responseId: "r1",
  serial: "s1",
  collectGroupId: "g1",
  completedStatus: "COMPLETED",
  startedAt: "2025-03-27T10:00:00",
  finishedAt: "2025-03-27T10:05:00",
  embeddedData: [{ name: "channel", value: "web", valueLabel: null }],
  variables: [
    {
      name: "Q1",
      type: "MULTI_SELECT",
      label: "<p>Which?</p>",
      options: [{ value: "1", valueLabel: "<b>One</b>" }],
      answer: [{ value: "1", etcValue: "else" }],
      unknown: { kept: true },
    },
    { name: "Q2" },
  ],
};

describe("answers of API v3", () => {
  it("are mapped to the model, with null treated as absent", async () => {
    await using server = await startTestServer((_, answer) => {
      sendJson(answer, { responses: [response, {}], offset: "r1" });
    });
    const page = await clientFor(server).responsePage("S1");
    assert.deepEqual(page, {
      cursor: "r1",
      items: [
        {
          ...noMetadata("v3", "responses"),
          responseId: "r1",
          serial: "s1",
          collectGroupId: "g1",
          completedStatus: "COMPLETED",
          startedAt: "2025-03-27T10:00:00",
          finishedAt: "2025-03-27T10:05:00",
          embeddedData: [{ name: "channel", value: "web", valueLabel: undefined }],
          variables: [
            {
              name: "Q1",
              type: "MULTI_SELECT",
              label: "<p>Which?</p>",
              options: [{ name: "1", label: "<b>One</b>" }],
              answer: [{ value: "1", etcValue: "else" }],
            },
            { name: "Q2", type: undefined, label: undefined, options: [], answer: [] },
          ],
        },
        { ...noMetadata("v3", "responses"), embeddedData: [], variables: [] },
      ],
    });
  });

  it("pass through unknown types, states, channels and statuses, and drop unknown fields", async () => {
    const group = { collectGroupId: "g1", channel: "PIGEON", state: "MOULTING", extra: [1] };
    const question = { name: "Q1", type: "MaxDiff", extra: {} };
    await using server = await startTestServer(({ url }, answer) =>
      sendJson(
        answer,
        url.pathname.includes("collect-groups")
          ? group
          : url.pathname.endsWith("responses")
            ? { responses: [{ completedStatus: "HALF", extra: 1 }], extra: 2 }
            : { surveyId: "S1", questions: [question], collectGroups: [group], extra: null },
      ),
    );
    const client = clientFor(server);
    const { channel, state, ...rest } = await client.getCollectGroup("g1");
    assert.deepEqual([channel, state, "extra" in rest], ["PIGEON", "MOULTING", false]);
    const survey = await client.getSurvey("S1");
    assert.equal(survey.questions[0]?.type, "MaxDiff");
    assert.equal(survey.collectGroups?.[0]?.state, "MOULTING");
    const { items } = await client.responsePage("S1");
    assert.equal(items[0]?.completedStatus, "HALF");
  });

  it("are requested at the path of their operation, with its inputs", async () => {
    await using server = await startTestServer(({ url }, answer) => {
      const isPage = /surveys$|responses(\/metadata)?$/.test(url.pathname);
      const isList = url.pathname.endsWith("/collect-groups");
      const id = { surveyId: "S/1", collectGroupId: "G 1" };
      sendJson(answer, isPage ? { surveys: [], responses: [] } : isList ? [id] : id);
    });
    const client = clientFor(server);
    const range = { startDateTime: "2025-01-01T00:00:00", endDateTime: "2025-02-01T00:00:00" };
    await client.surveyPage({ running: true, size: 7, cursor: "c&1" });
    await client.getSurvey("S/1");
    await client.listCollectGroups("S/1");
    await client.getCollectGroup("G 1");
    await client.responsePage("S/1", {
      ...range,
      variables: ["Q1", "문항"],
      embeddedData: ["a b"],
      size: 10,
      cursor: "r1",
    });
    await client.metadataPage("S/1", range);
    const asked = server.requests.map(
      ({ url }) =>
        `${url.pathname} ${JSON.stringify(Object.fromEntries(url.searchParams.entries()))}`,
    );
    assert.deepEqual(asked, [
      `/v3/surveys {"collectGroupStatus":"RUNNING","size":"7","offset":"c&1"}`,
      `/v3/surveys/S%2F1 {}`,
      `/v3/surveys/S%2F1/collect-groups {}`,
      `/v3/collect-groups/G%201 {}`,
      `/v3/surveys/S%2F1/responses {"startDateTime":"2025-01-01T00:00:00","endDateTime":"2025-02-01T00:00:00","size":"10","offset":"r1","variables":"Q1,문항","embeddedData":"a b"}`,
      `/v3/surveys/S%2F1/responses/metadata {"startDateTime":"2025-01-01T00:00:00","endDateTime":"2025-02-01T00:00:00"}`,
    ]);
  });

  it("cause an error that names operation, item and field if a used field has a wrong type", async () => {
    await using server = await startTestServer((_, answer) => {
      sendJson(answer, { responses: [response, { responseId: "r2", serial: 7 }] });
    });
    await assert.rejects(
      clientFor(server).responsePage("S1"),
      (error: unknown) =>
        error instanceof SurveyError &&
        error.code === "malformed-answer" &&
        /getResponses.*responses\[1\] \(responseId "r2"\): the field "serial"/.test(error.message),
    );
    assert.equal(server.requests.length, 1, "a malformed answer is not requested again");
  });

  it("keep every byte in raw pages, with ID, time and group of each item", async () => {
    const items = [
      `{"responseId":"r2","finishedAt":"2025-03-27T10:05:00","n":9007199254740993,"e":1e400}`,
      `{ "responseId" : "r1", "collectGroupId": "g\\u0031", "__proto__": {"x": 1},\n "t":"]}\\"{" }`,
    ];
    const body = `\ufeff {"offset" : "r1", "responses" : [ ${items.join(" ,\t")} ] } `;
    await using server = await startTestServer((_, answer) => sendText(answer, body));
    const page = await clientFor(server).rawResponsePage("S1");
    assert.deepEqual(
      page.items.map(({ start, end }) =>
        Buffer.from(page.body.subarray(start, end)).toString("utf8"),
      ),
      items,
    );
    assert.deepEqual(
      page.items.map(({ id, finishedAt, collectGroupId }) => ({ id, finishedAt, collectGroupId })),
      [
        { id: "r2", finishedAt: "2025-03-27T10:05:00", collectGroupId: undefined },
        { id: "r1", finishedAt: undefined, collectGroupId: "g1" },
      ],
    );
    assert.equal(page.cursor, "r1");
  });

  it("report the next cursor of a raw page early if it is at the end of the body", async () => {
    const bodies = [
      `{"responses":[{}],"offset":"r1"}`,
      `{ "responses": [{}], "offset" : "한" }\n`,
      `{"offset":"r1","responses":[{}]}`,
      `{"responses":[{}],"offset":null}`,
      `{"responses":[{}],"other":"r1"}`,
      `{"responses":[{}],"offset":"a\\u0062"}`,
    ];
    await using server = await startTestServer((_, answer, index) =>
      sendText(answer, bodies[index] ?? ""),
    );
    const client = clientFor(server);
    const named: string[] = [];
    for (const [index] of bodies.entries()) {
      await client.rawResponsePage("S1", { onNext: (it) => named.push(`${index} ${it.cursor}`) });
    }
    assert.deepEqual(named, ["0 r1", "1 한"]);
  });

  it("reuse the buffer of a released raw page, but of no other", async () => {
    const bodyOf = (index: number) =>
      `{"responses":[{"responseId":"r${index}"}],"offset":"${"x".repeat(50)}"}`;
    await using server = await startTestServer((_, answer, index) => {
      sendText(answer, bodyOf(index));
    });
    const client = clientFor(server);
    const first = await client.rawResponsePage("S1");
    const second = await client.rawResponsePage("S1");
    assert.equal(Buffer.from(first.body).toString(), bodyOf(0));
    first.release();
    const third = await client.rawResponsePage("S1");
    assert.equal(third.body.buffer, first.body.buffer);
    assert.notEqual(third.body.buffer, second.body.buffer);
    assert.equal(Buffer.from(second.body).toString(), bodyOf(1));
    assert.equal(Buffer.from(third.body).toString(), bodyOf(2));
  });

  it("are returned as the raw bytes that were sent", async () => {
    const survey = `{ "surveyId":"S1",  "weight": 1.50 }\n`;
    await using server = await startTestServer((_, answer) => sendText(answer, survey));
    const bytes = await clientFor(server).rawSurvey("S1");
    assert.equal(Buffer.from(bytes).toString("utf8"), survey);
  });

  const lastPages: Record<string, object> = {
    "an absent cursor": { responses: [response] },
    "a null cursor": { responses: [response], offset: null },
    "an empty cursor": { responses: [response], offset: "" },
  };
  for (const [name, last] of Object.entries(lastPages)) {
    it(`end a list with ${name}`, async () => {
      await using server = await startTestServer(({ url }, answer) => {
        sendJson(
          answer,
          url.searchParams.has("offset") ? last : { responses: [response], offset: "r1" },
        );
      });
      const found = await collect(clientFor(server).responses("S1"));
      assert.equal(found.length, 2);
    });
  }

  it("continue a list after empty pages until a cursor is absent or repeats", async () => {
    for (const end of [{}, { offset: "c6" }]) {
      await using server = await startTestServer((_, answer, index) => {
        const surveys = index % 3 === 2 ? [{ surveyId: `S${index}` }] : [];
        sendJson(answer, index < 7 ? { surveys, offset: `c${index}` } : { surveys, ...end });
      });
      const found = await collect(clientFor(server).listSurveys());
      assert.deepEqual(
        found.map((it) => it.surveyId),
        ["S2", "S5"],
      );
    }
  });

  it("end a list with an empty page whose cursor was seen before", async () => {
    const pages: Record<string, readonly [number, string][]> = {
      "the cursor of the page itself": [
        [1, "a"],
        [1, "b"],
        [0, "b"],
      ],
      "an earlier cursor": [
        [1, "a"],
        [1, "b"],
        [0, "a"],
      ],
    };
    for (const [name, sent] of Object.entries(pages)) {
      await using server = await startTestServer(({ url }, answer) => {
        const cursor = url.searchParams.get("offset");
        const at = cursor === null ? 0 : sent.findIndex(([, it]) => it === cursor) + 1;
        const [count, offset] = sent[at] ?? sent.at(-1) ?? [0, ""];
        const items = Array.from({ length: count }, () => ({ surveyId: `S${at}`, ...response }));
        sendJson(answer, { surveys: items, responses: items, offset });
      });
      const client = clientFor(server);
      for (const list of [
        client.listSurveys(),
        client.responses("S1"),
        client.responseMetadata("S1"),
      ]) {
        assert.equal((await collect<unknown>(list)).length, sent.length - 1, name);
      }
    }
  });

  it("cause an error if empty pages name a next page endlessly", async () => {
    for (const offset of [() => "same", String]) {
      await using server = await startTestServer((_, answer, index) => {
        sendJson(answer, { surveys: [], responses: [], offset: offset(index) });
      });
      const client = clientFor(server);
      for (const list of [client.listSurveys(), client.responses("S1")]) {
        await assert.rejects(collect<unknown>(list), {
          code: "malformed-answer",
          message: /repeats itself/,
        });
      }
      assert.ok(server.requests.length < 30);
    }
  });

  it("cause an error if a cursor repeats, after the items read so far", async () => {
    await using server = await startTestServer((_, answer, index) => {
      sendJson(answer, { responses: [response], offset: `c${index % 2}` });
    });
    let count = 0;
    await assert.rejects(
      async () => {
        for await (const item of clientFor(server).responseMetadata("S1")) {
          count += item.responseId === "r1" ? 1 : 0;
        }
      },
      { code: "malformed-answer", message: /repeats itself/ },
    );
    assert.equal(count, 3);
  });

  const broken: Record<string, string | Uint8Array> = {
    "a page that is not an object": "[]",
    "a page without its list": "{}",
    "a list that is not an array": `{"responses":{}}`,
    "a numeric cursor": `{"responses":[],"offset":7}`,
    "an item that is not an object": `{"responses":["r1"]}`,
    "invalid UTF-8": Buffer.from([...Buffer.from(`{"responses":["`), 0xff, 0x22, 93, 125]),
    "UTF-16": Buffer.from(`\ufeff{"responses":[]}`, "utf16le"),
    "truncated JSON": `{"responses":[{"responseId":"r1"}`,
    "an empty body": "",
    "excessive nesting": `{"responses":[${"[".repeat(100_000)}${"]".repeat(100_000)}]}`,
    "two values": `{"responses":[]}{}`,
  };
  for (const [name, body] of Object.entries(broken)) {
    it(`cause a malformed-answer error for ${name}`, async () => {
      await using server = await startTestServer((_, answer) => sendText(answer, body));
      await assert.rejects(clientFor(server).rawResponsePage("S1"), { code: "malformed-answer" });
      await assert.rejects(clientFor(server).responsePage("S1"), { code: "malformed-answer" });
    });
  }

  for (const body of [
    `{"responses":[{}],"responses":[]}`,
    `{"responses":[{}],"offset":"a","off\\u0073et":"b"}`,
  ]) {
    it(`reject a duplicate field in a raw page: ${body}`, async () => {
      await using server = await startTestServer((_, answer) => sendText(answer, body));
      await assert.rejects(clientFor(server).rawResponsePage("S1"), {
        code: "malformed-answer",
        message: /twice/,
      });
    });
  }

  it("do not change prototypes by a field __proto__", async () => {
    await using server = await startTestServer((_, answer) => {
      sendText(answer, `{"responses":[{"__proto__":{"polluted":1}}],"__proto__":{"offset":"x"}}`);
    });
    const page = await clientFor(server).responsePage("S1");
    assert.equal(page.cursor, undefined);
    assert.equal(Reflect.get({}, "polluted"), undefined);
  });
});
