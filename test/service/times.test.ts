import assert from "node:assert/strict";
import { apiVersions } from "../../src/model/survey.ts";
import { response, serviceOfSuite, writeDirectory } from "./support/dataSpace.ts";
import { listPath, readAll, readPage } from "./support/request.ts";

const times: Record<string, string> = {
  a1: "2025-03-01T08:59:59",
  b1: "2025-03-01T09:00:00",
  b2: "2025-03-01T09:00:00",
  b3: "2025-03-01T09:00:00",
  c1: "2025-03-01T09:00:01",
  d1: "2025-03-02T00:00:00",
  d2: "2025-03-02T00:00:00",
};
const directory = writeDirectory({
  surveys: [
    {
      surveyId: "s",
      responses: ["b2", "d1", "a1", "c1", "b3", "d2", "b1"].map((id) => response(id, times[id])),
    },
  ],
});

describe("time range", () => {
  const service = serviceOfSuite(["--directory", directory]);

  const cases: [query: string, expected: string][] = [
    ["", "d2 d1 c1 b3 b2 b1 a1"],
    ["startDateTime=2025-03-01T09:00:00", "d2 d1 c1"],
    ["startDateTime=2025-03-01T08:59:59", "d2 d1 c1 b3 b2 b1"],
    ["startDateTime=2025-03-01T08:59:58", "d2 d1 c1 b3 b2 b1 a1"],
    ["endDateTime=2025-03-01T09:00:00", "b3 b2 b1 a1"],
    ["endDateTime=2025-03-01T08:59:59", "a1"],
    ["endDateTime=2025-03-01T08:59:58", ""],
    ["startDateTime=2025-03-01T08:59:59&endDateTime=2025-03-01T09:00:00", "b3 b2 b1"],
    ["startDateTime=2025-03-01T09:00:00&endDateTime=2025-03-01T09:00:00", ""],
    ["startDateTime=2025-03-02T00:00:00", ""],
    ["startDateTime=2026-01-01T00:00:00&endDateTime=2025-01-01T00:00:00", ""],
  ];
  for (const [query, expected] of cases) {
    for (const list of ["responses", "metadata"] as const) {
      it(`of ${list} excludes its start and includes its end: ${query || "none"}`, async () => {
        for (const version of apiVersions) {
          const pages = await readAll(service, listPath(version, list, "s", query));
          assert.equal(pages.flat().join(" "), expected, version);
        }
      });

      it(`of ${list} applies to every page: ${query || "none"}`, async () => {
        const pages = await readAll(service, listPath("v3", list, "s", `size=2&${query}`));
        assert.equal(pages.flat().join(" "), expected);
        assert.equal(pages.length, Math.max(1, Math.ceil(expected.split(" ").length / 2)));
      });
    }
  }

  for (const version of apiVersions) {
    it(`of ${version} continues at its end from a cursor outside the range`, async () => {
      const cursor = version === "v3" ? "offset" : "pageToken";
      const query = `${cursor}=d1&endDateTime=2025-03-01T08:59:59`;
      const { ids } = await readPage(service, listPath(version, "responses", "s", query));
      assert.deepEqual(ids, ["a1"]);
    });
  }
});
