import assert from "node:assert/strict";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as z from "zod";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import { protocols } from "../../src/protocol/versions.ts";
import { openApi } from "../../src/service/openApi.ts";
import { response, serviceOfSuite, startService, writeDirectory } from "./support/dataSpace.ts";
import { ask, json, post, type Answer } from "./support/request.ts";

const documentOf = (version: ApiVersion) =>
  z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(JSON.stringify(openApi(version, protocols[version]))));

const described = z.object({
  operationId: z.string(),
  parameters: z.array(
    z.object({ name: z.string(), in: z.enum(["path", "query"]), required: z.boolean().optional() }),
  ),
  requestBody: z.unknown().optional(),
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()) })),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), described)),
});

/** Reads the operations of a document, each with a function that validates an answer. */
function readDocument(document: Record<string, unknown>) {
  // In strict mode, a keyword that JSON Schema does not know is an error instead of being ignored.
  const keywords = Object.keys(document);
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, keywords });
  ajv.addSchema(document, "document");
  return Object.entries(documentSchema.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
      /** Checks the body against the schema of the answer's status and media type. */
      hold(answer: Answer) {
        const status = String(answer.status) in operation.responses ? answer.status : "default";
        const mediaType = String(answer.headers["content-type"]);
        assert.ok(operation.responses[status]?.content[mediaType], `${status} ${mediaType}`);
        const steps = ["paths", path, method, "responses", status, "content", mediaType, "schema"];
        const pointer = steps.map((it) => pointerStep(String(it))).join("/");
        const validate = ajv.compile({ $ref: `document#/${pointer}` });
        const fits = validate(JSON.parse(answer.body.toString()));
        assert.ok(fits, ajv.errorsText(validate.errors));
        return status;
      },
    })),
  );
}

function pointerStep(text: string): string {
  return encodeURIComponent(text.replaceAll("~", "~0").replaceAll("/", "~1"));
}

const option = { name: "1", label: "<p>One</p>" };
const directory = writeDirectory({
  surveys: [
    {
      surveyId: "s",
      survey: {
        surveyId: "s",
        label: null,
        questions: [
          { name: "Q1", type: "SingleChoice", label: "One", options: [option, { name: "2" }] },
          { name: "Q2", type: "Number" },
        ],
        embeddedData: [{ name: "tier", label: "Tier" }],
        blocks: [{ name: "B", questions: ["Q1"] }],
        collectGroups: [{ collectGroupId: "link" }],
      },
      collectGroups: [
        { collectGroupId: "link", channel: "PUBLIC_LINK", targetCnt: 3.5, isUsingHmac: true },
        { collectGroupId: "mail", channel: "EMAIL", targetCnt: null, state: "OF ANOTHER KIND" },
      ],
      responses: [
        response("r1", undefined, {
          embeddedData: [{ name: "tier", value: "G" }, { name: "none" }],
          variables: [
            { name: "Q1", answer: [{ value: "1", etcValue: "other" }, { value: "9" }] },
            { name: "Q2", answer: [{ value: "12.5" }, { value: "many" }] },
            { name: "unknown", answer: null },
          ],
        }),
        response("r2", undefined, { embeddedData: null, variables: null, startedAt: null }),
      ],
    },
    { surveyId: "bare", survey: { surveyId: "bare" } },
  ],
});

for (const version of apiVersions) {
  describe(`OpenAPI document of ${version}`, () => {
    it("is valid according to an independent validator", async () => {
      const { valid, errors } = await new Validator().validate(documentOf(version));
      assert.ok(valid, JSON.stringify(errors));
    });

    it("describes every operation with its parameters", () => {
      const found = readDocument(documentOf(version)).map((it) => [
        it.operationId,
        it.method,
        it.path,
      ]);
      assert.deepEqual(
        found,
        Object.entries(protocols[version]).map(([name, it]) => [name, it.method, it.path]),
      );
      for (const it of readDocument(documentOf(version))) {
        const operation = Object.entries(protocols[version]).find(
          ([name]) => name === it.operationId,
        );
        const inQuery = it.parameters.filter((parameter) => parameter.in === "query");
        assert.deepEqual(
          inQuery.map(({ name }) => name),
          Object.keys(operation?.[1].query ?? {}),
        );
        assert.equal(it.requestBody !== undefined, it.method === "POST");
      }
    });
  });
}

for (const signal of ["absent", "null", "empty", "empty-page"]) {
  describe(`answers compared with the OpenAPI document, last page signal ${signal}`, () => {
    const service = serviceOfSuite(["--directory", directory, "--last-page", signal]);

    for (const version of apiVersions) {
      for (const operation of readDocument(documentOf(version))) {
        const { operationId, method, path } = operation;
        const fill = (surveyId: string, group: string) => {
          const address = path.replace("{surveyId}", surveyId).replace("{collectGroupId}", group);
          const needed = operation.parameters.some((it) => it.in === "query" && it.required);
          return needed ? `${address}?surveyId=${surveyId}` : address;
        };
        const send = (
          address: string,
          body: unknown = [{ parameters: { tier: "G" } }, { parameters: {} }],
        ) => (method === "POST" ? post(service, address, body) : ask(service, address));
        const expectStatus = async (answer: Answer, status: number) => {
          assert.equal(answer.status, status, answer.body.toString());
          assert.equal(operation.hold(answer), status);
        };

        it(`${operationId} of ${version} answers as described`, async () => {
          await expectStatus(await send(fill("s", "link")), 200);
          if (path.includes("{surveyId}") || fill("s", "").includes("?")) {
            await expectStatus(await send(fill("bare", "")), 200);
          }
          if (operationId === "getCollectGroup") {
            await expectStatus(await send(fill("", "mail")), 200);
          }
          if (version === "v2" && operationId === "getResponses") {
            await expectStatus(await send(`${fill("s", "")}&parameterField=ANSWERS`), 200);
          }
        });

        it(`${operationId} of ${version} fails as described`, async () => {
          // A way to get each status in the document. 429 has a test of its own.
          const failures: Record<string, (() => Promise<Answer>) | undefined> = {
            400: () => send(`${path}?unknown=1`),
            401: () => ask(service, path, { anonymous: true, method, headers: jsonType }),
            404: () => send(fill("none", "none")),
            409: () => send(fill("s", "mail")),
            413: () => send(fill("s", "link"), [{ parameters: { tier: "x".repeat(2 ** 24) } }]),
            415: () => ask(service, fill("s", "link"), { method, body: "[]" }),
          };
          const statuses = Object.keys(operation.responses);
          for (const status of statuses.filter((it) => !["200", "429", "default"].includes(it))) {
            const answer = await failures[status]?.();
            assert.ok(answer, status);
            await expectStatus(answer, Number(status));
          }
          const other = await ask(service, fill("s", "link"), { method: "PUT" });
          assert.equal(other.status, 405);
          assert.equal(operation.hold(other), "default");
        });
      }
    }
  });
}

describe("OpenAPI documents and the service as a whole", () => {
  it("are served without credentials", async () => {
    await using service = await startService(["--directory", directory]);
    for (const version of apiVersions) {
      const answer = await ask(service, `/${version}/openapi.json`, { anonymous: true });
      assert.deepEqual(JSON.parse(answer.body.toString()), documentOf(version));
    }
  });

  it("describe the answer to too many wrong credentials", async () => {
    await using service = await startService(["--directory", directory]);
    const [operation] = readDocument(documentOf("v1"));
    assert.ok(operation);
    let answer: Answer;
    do {
      answer = await ask(service, operation.path, { headers: { authorization: "Basic eDp4" } });
      assert.equal(operation.hold(answer), answer.status);
    } while (answer.status === 401);
    assert.equal(answer.status, 429);
  });

  it("describe the built-in sample", async () => {
    await using service = await startService();
    for (const version of apiVersions) {
      for (const operation of readDocument(documentOf(version)).filter(
        (it) => it.method === "GET",
      )) {
        const { surveys } = z
          .object({ surveys: z.array(z.object({ surveyId: z.string() })) })
          .parse(await json(service, `/${version}/surveys`));
        for (const { surveyId } of surveys) {
          const path = operation.path.replace("{surveyId}", surveyId);
          const query = operation.parameters.some((it) => it.in === "query" && it.required);
          if (!path.includes("{")) {
            const answer = await ask(service, query ? `${path}?surveyId=${surveyId}` : path);
            assert.equal(operation.hold(answer), 200, path);
          }
        }
      }
    }
  });
});

const jsonType = { "content-type": "application/json" };
