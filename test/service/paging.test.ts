import assert from "node:assert/strict";
import { apiVersions } from "../../src/model/survey.ts";
import { responses, serviceOfSuite, startService, writeDirectory } from "./support/dataSpace.ts";
import { json, listPath, readAll, readPage } from "./support/request.ts";

const counts = [0, 1, 999, 1000, 1001, 2000];
const signals = ["absent", "null", "empty", "empty-page"] as const;
const surveyPageSize = { v1: 1000, v2: 1000, v3: 100 };

function survey(index: number) {
  const surveyId = `s${String(index).padStart(4, "0")}`;
  const createdAt = new Date(Date.UTC(2025, 0, 1) + index * 1000).toISOString().slice(0, 19);
  return { surveyId, survey: { surveyId, label: "", createdAt } };
}

function surveysDirectory(count: number): string {
  return writeDirectory({ surveys: Array.from({ length: count }, (_, index) => survey(index)) });
}

// 1,000 surveys fill whole pages in every version.
const directory = writeDirectory({
  surveys: [
    ...counts.map((count) => ({ surveyId: `n${count}`, responses: responses(count) })),
    ...Array.from({ length: 1000 - counts.length }, (_, index) => survey(index)),
  ],
});

for (const signal of signals) {
  describe(`paging with last page signal ${signal}`, () => {
    const service = serviceOfSuite(["--directory", directory, "--last-page", signal]);

    for (const version of apiVersions) {
      for (const list of ["responses", "metadata"] as const) {
        for (const count of counts) {
          it(`returns each of ${count} items of ${list} in ${version} once, newest first`, async () => {
            const pages = await readAll(service, listPath(version, list, `n${count}`));
            const expected = responses(count).map((it) => String(it["responseId"]));
            assert.deepEqual(pages.flat(), expected.toReversed());
            const full = Math.ceil(count / 1000);
            const empty = count === 0 || signal === "empty-page" ? 1 : 0;
            assert.equal(pages.length, full + empty);
          });
        }

        it(`returns no cursor on an empty page of ${list} in ${version}`, async () => {
          const { cursor } = await readPage(service, listPath(version, list, "n0"));
          assert.ok(!cursor);
        });
      }

      it(`returns each of 1,000 surveys in ${version} once`, async () => {
        const pages = await readAll(service, listPath(version, "surveys"));
        assert.equal(new Set(pages.flat()).size, 1000);
        assert.equal(pages.flat().length, 1000);
        const full = 1000 / surveyPageSize[version];
        assert.equal(pages.length, full + (signal === "empty-page" ? 1 : 0));
      });
    }

    it("signals the last page in its cursor", async () => {
      const signalled = (name: string, id: string) =>
        ({
          absent: {},
          null: { [name]: null },
          empty: { [name]: "" },
          "empty-page": { [name]: id },
        })[signal];
      const id = "r000001";
      const times = { serial: id, finishedAt: "2025-03-01T00:00:00" };
      assert.deepEqual(await json(service, listPath("v3", "responses", "n1")), {
        responses: [{ responseId: id, ...times }],
        ...signalled("offset", id),
      });
      for (const version of ["v1", "v2"] as const) {
        assert.deepEqual(await json(service, listPath(version, "responses", "n1")), {
          surveyId: "n1",
          responses: [{ ...times, answers: [] }],
          ...signalled("pageToken", id),
        });
        assert.deepEqual(await json(service, listPath(version, "metadata", "n1")), {
          answerSheets: [{ answerUid: id, ...times }],
          ...signalled("pageToken", id),
        });
        const { surveys: _, ...rest } = (await json(service, listPath(version, "surveys"))) as {
          surveys: unknown;
        };
        assert.deepEqual(rest, signalled("nextSurveyId", "n0"));
      }
    });
  });
}

describe("paging with another page size", () => {
  const service = serviceOfSuite(["--directory", directory]);

  for (const size of [1, 7, 500, 1000]) {
    it(`reads 2,000 responses in pages of ${size}`, async () => {
      const path = `/v3/surveys/n2000/responses/metadata?size=${size}`;
      const first = await readPage(service, path);
      assert.equal(first.ids.length, size);
      if (size >= 500) {
        const pages = await readAll(service, path);
        assert.equal(new Set(pages.flat()).size, 2000);
        assert.equal(pages.length, 2000 / size);
      }
    });
  }
});

describe("paging of surveys", () => {
  for (const count of [0, 1, 99, 100, 101, 999, 1001]) {
    it(`returns each of ${count} surveys once in every version, latest created first`, async () => {
      await using service = await startService(["--directory", surveysDirectory(count)]);
      const expected = Array.from({ length: count }, (_, it) => survey(it).surveyId);
      for (const version of apiVersions) {
        const pages = await readAll(service, listPath(version, "surveys"));
        assert.equal(pages.length, Math.max(1, Math.ceil(count / surveyPageSize[version])));
        assert.deepEqual(pages.flat(), expected.toReversed());
      }
      const small = await readAll(service, "/v3/surveys?size=33");
      assert.deepEqual(small.flat(), expected.toReversed());
    });
  }
});
