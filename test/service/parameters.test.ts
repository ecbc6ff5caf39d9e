import assert from "node:assert/strict";
import { v3 } from "../../src/protocol/v3.ts";
import type { Operation } from "../../src/protocol/operation.ts";
import { responses, startService, writeDirectory, type TestService } from "./support/dataSpace.ts";
import { ask, problemOf, readPage } from "./support/request.ts";

const directory = writeDirectory({
  surveys: [
    {
      surveyId: "one",
      collectGroups: [{ collectGroupId: "one" }],
      responses: responses(3),
    },
    { surveyId: "two" },
  ],
});

const badSizes = ["0", "-1", "abc", "1.5", "", "1e2", "0x10", " 5", "+5", "05", "99999999999"];
const badTimes = [
  "",
  "yesterday",
  "2025-03-01",
  "2025-02-30T00:00:00",
  "2025-03-01T24:00:00",
  "2025-03-01T09:00:00Z",
  "2025-03-01T09:00:00+09:00",
  "2025-03-01 09:00:00",
  "2025-03-01T09:00:00.000",
];

describe("parameters of v3", () => {
  let service: TestService;
  before(async () => {
    service = await startService(["--directory", directory]);
  });
  after(() => service.stop());

  for (const [name, operation] of Object.entries<Operation>(v3)) {
    const path = operation.path.replace(/\{.*?\}/, "one");
    const refused = async (parameter: string, query: string) => {
      const problem = problemOf(await ask(service, `${path}?${query}`));
      assert.equal(problem.status, 400, query);
      assert.equal(problem.parameter, parameter, query);
      assert.match(problem.detail, /[a-z]{3}.*\./, query);
    };

    it(`${name} takes no unknown parameter`, async () => {
      await refused("unknown", "unknown=1");
      await refused("__proto__", "__proto__=1");
      await refused("Size", "Size=1");
    });

    for (const [parameter, { kind }] of Object.entries(operation.query)) {
      it(`${name} takes ${parameter} once only`, async () => {
        const value =
          kind === "size" ? "1" : kind === "dateTime" ? "2025-01-01T00:00:00" : "RUNNING";
        await refused(parameter, `${parameter}=${value}&${parameter}=${value}`);
      });
    }

    const { size } = operation.query;
    if (size?.kind === "size") {
      it(`${name} takes a size from 1 to ${size.maximum} only`, async () => {
        for (const bad of [...badSizes, String(size.maximum + 1)]) {
          await refused("size", `size=${encodeURIComponent(bad)}`);
        }
        for (const good of [1, size.maximum]) {
          assert.equal((await ask(service, `${path}?size=${good}`)).status, 200);
        }
      });
    }

    for (const parameter of ["startDateTime", "endDateTime"]) {
      if (Object.hasOwn(operation.query, parameter)) {
        it(`${name} takes a well-formed ${parameter} only`, async () => {
          for (const bad of badTimes) {
            await refused(parameter, `${parameter}=${encodeURIComponent(bad)}`);
          }
        });
      }
    }

    if (Object.hasOwn(operation.query, "offset")) {
      it(`${name} takes a known offset only`, async () => {
        for (const bad of ["none", "", "1000", "r000001%00"]) {
          await refused("offset", `offset=${bad}`);
        }
      });
    }
  }

  it("listSurveys takes RUNNING only", async () => {
    for (const bad of ["running", "READY", ""]) {
      const problem = problemOf(await ask(service, `/v3/surveys?collectGroupStatus=${bad}`));
      assert.equal(problem.parameter, "collectGroupStatus");
    }
  });

  it("takes no offset of another survey", async () => {
    const { ids } = await readPage(service, "/v3/surveys/one/responses?offset=r000002");
    assert.deepEqual(ids, ["r000001"]);
    const answer = await ask(service, "/v3/surveys/two/responses?offset=r000002");
    assert.equal(problemOf(answer).parameter, "offset");
  });
});
