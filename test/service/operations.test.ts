import assert from "node:assert/strict";
import { apiVersions } from "../../src/model/survey.ts";
import type { Operation } from "../../src/protocol/operation.ts";
import { protocols } from "../../src/protocol/versions.ts";
import { response, serviceOfSuite, writeDirectory } from "./support/dataSpace.ts";
import { ask, json, problemOf, readPage } from "./support/request.ts";

const question = {
  name: "Q1",
  type: "SingleChoice",
  label: "<p>How?</p>",
  options: [
    { name: "1", label: "<p>Well</p>" },
    { name: "2", label: "<p>Badly</p>" },
  ],
};
const detail = {
  surveyId: "alpha",
  label: "Alpha",
  questions: [question, { name: "Q2", type: "LongText", label: "Why?" }],
  embeddedData: [
    { name: "tier", label: "Tier", options: [{ name: "G", label: "Gold" }] },
    { name: "note", label: "Note" },
  ],
  blocks: [{ name: "B", label: "Block", questions: ["Q1", "Q2"] }],
  collectGroups: [{ collectGroupId: "ga", label: "A", state: "RUNNING" }],
  createdAt: "2025-01-02T00:00:00",
  updatedAt: "2025-01-03T00:00:00",
};
const group = {
  collectGroupId: "ga",
  surveyId: "alpha",
  label: "A",
  channel: "PUBLIC_LINK",
  state: "RUNNING",
  targetCnt: 10,
  startedAt: "2025-01-05T00:00:00",
  isUsingHmac: true,
  createdAt: "2025-01-04T00:00:00",
  updatedAt: "2025-01-05T00:00:00",
};
const metadata = {
  parameterUid: "p1",
  responseId: "r1",
  serial: "S1",
  collectGroupId: "ga",
  completedStatus: "COMPLETED",
  startedAt: "2025-03-01T08:59:00",
  finishedAt: "2025-03-01T09:00:00",
};
const directory = writeDirectory({
  surveys: [
    {
      surveyId: "alpha",
      survey: detail,
      collectGroups: [
        { ...group, serial: "SERIAL" },
        { ...group, collectGroupId: "older", createdAt: "2025-01-01T00:00:00" },
      ],
      responses: [
        {
          ...metadata,
          embeddedData: [
            { name: "tier", value: "G" },
            { name: "note", value: "G" },
          ],
          variables: [
            { name: "Q1", answer: [{ value: "2" }] },
            { name: "Q2", type: "Text", label: "Own", options: [], answer: [{ value: "so" }] },
            { name: "Q1", options: [{ value: "1" }, { value: "9" }], answer: [] },
            { name: "unknown", answer: [{ value: "1", etcValue: "free" }] },
          ],
        },
      ],
    },
    {
      surveyId: "beta",
      survey: { surveyId: "beta", label: "Beta", createdAt: "2025-02-01T00:00:00", extra: 1 },
      collectGroups: [{ collectGroupId: "gb", state: "PAUSED" }],
    },
    { surveyId: "gamma", survey: { surveyId: "gamma", createdAt: "2025-02-01T00:00:00" } },
    { surveyId: "설문/조사 100%", responses: [response("r1")] },
    { surveyId: "undated", survey: { surveyId: "undated", createdAt: null } },
  ].map((it, index) => ({
    ...it,
    surveyId: `folder-${index}`,
    survey: it.survey ?? { surveyId: it.surveyId },
  })),
});

describe("operations of v3", () => {
  const service = serviceOfSuite(["--directory", directory]);

  it("list surveys, latest created first, then by ID, with the fields of a list item", async () => {
    assert.deepEqual(await json(service, "/v3/surveys"), {
      surveys: [
        { surveyId: "gamma", createdAt: "2025-02-01T00:00:00" },
        { surveyId: "beta", label: "Beta", createdAt: "2025-02-01T00:00:00" },
        {
          surveyId: "alpha",
          label: "Alpha",
          createdAt: "2025-01-02T00:00:00",
          updatedAt: "2025-01-03T00:00:00",
        },
        { surveyId: "설문/조사 100%" },
        { surveyId: "undated", createdAt: null },
      ],
    });
  });

  it("list only surveys with a running collect group", async () => {
    const { ids } = await readPage(service, "/v3/surveys?collectGroupStatus=RUNNING");
    assert.deepEqual(ids, ["alpha"]);
  });

  it("return a survey as it was loaded", async () => {
    assert.deepEqual(await json(service, "/v3/surveys/alpha"), detail);
    assert.deepEqual(await json(service, "/v3/surveys/beta"), {
      surveyId: "beta",
      label: "Beta",
      createdAt: "2025-02-01T00:00:00",
      extra: 1,
    });
  });

  it("list collect groups in order of creation, with the fields of a list item", async () => {
    const { collectGroupId: _, ...rest } = {
      collectGroupId: "ga",
      surveyId: "alpha",
      label: "A",
      channel: "PUBLIC_LINK",
      state: "RUNNING",
      isUsingHmac: true,
    };
    assert.deepEqual(await json(service, "/v3/surveys/alpha/collect-groups"), [
      { collectGroupId: "older", ...rest },
      { collectGroupId: "ga", ...rest },
    ]);
    assert.deepEqual(await json(service, "/v3/surveys/gamma/collect-groups"), []);
  });

  it("return a collect group with its details and without its serial", async () => {
    assert.deepEqual(await json(service, "/v3/collect-groups/ga"), group);
  });

  it("add fields from the survey to responses that lack them", async () => {
    const page = await json(service, "/v3/surveys/alpha/responses");
    const [gold, bad] = question.options.map(({ name, label }) => ({
      value: name,
      valueLabel: label,
    }));
    assert.deepEqual(page, {
      responses: [
        {
          ...metadata,
          embeddedData: [
            { name: "tier", value: "G", valueLabel: "Gold" },
            { name: "note", value: "G" },
          ],
          variables: [
            {
              name: "Q1",
              type: "SingleChoice",
              label: "<p>How?</p>",
              options: [gold, bad],
              answer: [{ value: "2" }],
            },
            { name: "Q2", type: "Text", label: "Own", options: [], answer: [{ value: "so" }] },
            {
              name: "Q1",
              type: "SingleChoice",
              label: "<p>How?</p>",
              options: [gold, { value: "9" }],
              answer: [],
            },
            { name: "unknown", answer: [{ value: "1", etcValue: "free" }] },
          ],
        },
      ],
    });
  });

  it("return only the metadata of responses", async () => {
    assert.deepEqual(await json(service, "/v3/surveys/alpha/responses/metadata"), {
      responses: [metadata],
    });
  });

  for (const [query, variables, embeddedData] of [
    ["variables=q2", ["Q2"], ["tier", "note"]],
    ["variables=Q1,UNKNOWN", ["Q1", "Q1", "unknown"], ["tier", "note"]],
    ["variables=%20q2%20,nothing", ["Q2"], ["tier", "note"]],
    ["embeddedData=TIER", ["Q1", "Q2", "Q1", "unknown"], ["tier"]],
    ["variables=&embeddedData=note", [], ["note"]],
  ] as const) {
    it(`restrict a response to ${query}`, async () => {
      const whole = await readPage(service, "/v3/surveys/alpha/responses");
      const { items } = await readPage(service, `/v3/surveys/alpha/responses?${query}`);
      const named = (list: unknown, names: readonly string[]) =>
        (list as { name: string }[]).filter((it) => names.includes(it.name));
      assert.deepEqual(items, [
        {
          ...whole.items[0],
          variables: named(whole.items[0]?.["variables"], variables),
          embeddedData: named(whole.items[0]?.["embeddedData"], embeddedData),
        },
      ]);
    });
  }

  it("accept IDs with any characters", async () => {
    const id = encodeURIComponent("설문/조사 100%");
    assert.deepEqual(await json(service, `/v3/surveys/${id}`), { surveyId: "설문/조사 100%" });
    const { ids } = await readPage(service, `/v3/surveys/${id}/responses`);
    assert.deepEqual(ids, ["r1"]);
  });

  it("answer HEAD like GET, without the body", async () => {
    const get = await ask(service, "/v3/surveys");
    const head = await ask(service, "/v3/surveys", { method: "HEAD" });
    assert.equal(head.status, 200);
    assert.equal(head.body.length, 0);
    assert.equal(head.headers["content-type"], "application/json");
    assert.equal(head.headers["content-length"], String(get.body.length));
  });

  for (const path of [
    "/v3/surveys/none",
    "/v3/surveys/none/collect-groups",
    "/v3/surveys/none/responses",
    "/v3/surveys/none/responses/metadata",
    "/v3/collect-groups/none",
  ]) {
    it(`answer 404 to ${path} for the unknown ID`, async () => {
      const problem = problemOf(await ask(service, path));
      assert.equal(problem.status, 404);
      assert.match(problem.detail, /none/);
    });
  }

  for (const path of [
    "/",
    "/v3",
    "/v3/surveys/",
    "/v3/nothing",
    "/v4/surveys",
    "/v3/surveys/alpha/x",
  ]) {
    it(`answer 404 to the unknown path ${path}`, async () => {
      assert.equal(problemOf(await ask(service, path)).status, 404);
    });
  }
});

describe("other HTTP methods", () => {
  const service = serviceOfSuite(["--directory", directory]);

  for (const { path, method: own } of apiVersions.flatMap((it): Operation[] =>
    Object.values(protocols[it]),
  )) {
    it(`are refused with 405 and Allow on ${path}`, async () => {
      const allowed = own === "GET" ? ["GET", "HEAD"] : [own];
      const methods = ["GET", "HEAD", "PUT", "DELETE", "POST", "PATCH", "OPTIONS"];
      for (const method of methods.filter((it) => !allowed.includes(it))) {
        const headers = method === "POST" ? { "content-type": "application/json" } : {};
        const answer = await ask(service, path.replace(/\{.*?\}/, "alpha"), { method, headers });
        assert.equal(answer.status, 405);
        assert.equal(answer.headers.allow, allowed.join(", "));
      }
    });
  }
});
