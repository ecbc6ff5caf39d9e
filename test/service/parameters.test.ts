import assert from "node:assert/strict";
import { apiVersions } from "../../src/model/survey.ts";
import { protocols } from "../../src/protocol/versions.ts";
import type { Operation, QueryParameter } from "../../src/protocol/operation.ts";
import { responses, serviceOfSuite, writeDirectory } from "./support/dataSpace.ts";
import { ask, listPath, post, problemOf, readPage } from "./support/request.ts";

const directory = writeDirectory({
  surveys: [
    {
      surveyId: "one",
      collectGroups: [{ collectGroupId: "one", channel: "PUBLIC_LINK" }],
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
const cursors = ["offset", "nextSurveyId", "pageToken"];

function goodValue(parameter: string, query: QueryParameter): string {
  switch (query.kind) {
    case "text":
      return parameter === "surveyId" ? "one" : parameter === "nextSurveyId" ? "two" : "r000002";
    case "choice":
      return query.values[0] ?? "";
    case "dateTime":
      return "2025-01-01T00:00:00";
    case "names":
      return "Q1,q2";
    case "size":
      return "1";
  }
}

describe("parameters", () => {
  const service = serviceOfSuite(["--directory", directory]);

  for (const version of apiVersions) {
    for (const [name, operation] of Object.entries<Operation>(protocols[version])) {
      const path = operation.path.replace(/\{.*?\}/, "one");
      const required = Object.entries(operation.query).filter(([, it]) => it.required);
      const send = (query: string, without = "") => {
        const own = required
          .filter(([it]) => it !== without && !query.startsWith(`${it}=`))
          .map(([it, parameter]) => `${it}=${goodValue(it, parameter)}`);
        const address = `${path}?${[query, ...own].filter(Boolean).join("&")}`;
        return operation.method === "POST" ? post(service, address, []) : ask(service, address);
      };
      const refused = async (parameter: string, query: string, without?: string) => {
        const problem = problemOf(await send(query, without));
        assert.equal(problem.status, 400, query);
        assert.equal(problem.parameter, parameter, query);
        assert.match(problem.detail, /[a-z]{3}.*\./, query);
      };
      const accepted = async (query: string) => {
        assert.equal((await send(query)).status, 200, query);
      };

      it(`${name} of ${version} refuses unknown parameters`, async () => {
        for (const unknown of ["unknown", "__proto__", "constructor", "Size", "SurveyId"]) {
          await refused(unknown, `${unknown}=1`);
        }
        await accepted("");
      });

      for (const [parameter, query] of Object.entries(operation.query)) {
        // As a cursor of a list of surveys, only the id of a survey is valid.
        const good =
          name === "listSurveys" && parameter === "offset" ? "two" : goodValue(parameter, query);

        it(`${name} of ${version} accepts ${parameter} only once`, async () => {
          await accepted(`${parameter}=${good}`);
          await refused(parameter, `${parameter}=${good}&${parameter}=${good}`);
        });

        if (query.required) {
          it(`${name} of ${version} requires ${parameter}`, async () => {
            await refused(parameter, "", parameter);
            const problem = problemOf(await send(`${parameter}=`));
            assert.equal(problem.status, 404);
          });
        }

        if (query.kind === "choice") {
          it(`${name} of ${version} accepts only ${query.values.join(" or ")} as ${parameter}`, async () => {
            for (const bad of [good.toLowerCase(), "READY", "", `${good},${good}`]) {
              await refused(parameter, `${parameter}=${bad}`);
            }
            for (const value of query.values) {
              await accepted(`${parameter}=${value}`);
            }
          });
        }

        if (query.kind === "size") {
          it(`${name} of ${version} accepts a size from 1 to ${query.maximum} only`, async () => {
            for (const bad of [...badSizes, String(query.maximum + 1)]) {
              await refused(parameter, `${parameter}=${encodeURIComponent(bad)}`);
            }
            await accepted(`${parameter}=${query.maximum}`);
          });
        }

        if (query.kind === "dateTime") {
          it(`${name} of ${version} refuses a malformed ${parameter}`, async () => {
            for (const bad of badTimes) {
              await refused(parameter, `${parameter}=${encodeURIComponent(bad)}`);
            }
          });
        }

        if (cursors.includes(parameter)) {
          it(`${name} of ${version} refuses an unknown ${parameter}`, async () => {
            for (const bad of ["none", "", "1000", "r000001%00"]) {
              await refused(parameter, `${parameter}=${bad}`);
            }
          });
        }
      }
    }

    it(`of ${version} refuse a cursor of another survey`, async () => {
      const query = version === "v3" ? "offset=r000002" : "pageToken=r000002";
      const own = await readPage(service, listPath(version, "responses", "one", query));
      assert.deepEqual(own.ids, ["r000001"]);
      for (const list of ["responses", "metadata"] as const) {
        const answer = await ask(service, listPath(version, list, "two", query));
        assert.equal(problemOf(answer).parameter, query.split("=")[0]);
      }
    });
  }
});
