import assert from "node:assert/strict";
import { responses, startService, writeDirectory, type TestService } from "./support/dataSpace.ts";
import { json, readAll, readPage } from "./support/request.ts";

const counts = [0, 1, 999, 1000, 1001, 2000];
const surveyCounts = [99, 100, 101];
const signals = ["absent", "null", "empty", "empty-page"] as const;

const responsesDirectory = writeDirectory({
  surveys: counts.map((count) => ({ surveyId: `n${count}`, responses: responses(count) })),
});

function surveysDirectory(count: number): string {
  return writeDirectory({
    surveys: Array.from({ length: count }, (_, index) => {
      const surveyId = `s${String(index).padStart(3, "0")}`;
      const createdAt = new Date(Date.UTC(2025, 0, 1) + index * 1000).toISOString().slice(0, 19);
      return { surveyId, survey: { surveyId, label: "", createdAt } };
    }),
  });
}

for (const signal of signals) {
  describe(`paging with the last page signalled by ${signal}`, () => {
    let service: TestService;
    before(async () => {
      service = await startService(["--directory", responsesDirectory, "--last-page", signal]);
    });
    after(() => service.stop());

    for (const count of counts) {
      for (const operation of ["responses", "responses/metadata"]) {
        it(`gives each of ${count} items of ${operation} once, newest first`, async () => {
          const pages = await readAll(service, `/v3/surveys/n${count}/${operation}`);
          const expected = responses(count).map((it) => String(it["responseId"]));
          assert.deepEqual(pages.flat(), expected.toReversed());
          const full = Math.ceil(count / 1000);
          const empty = count === 0 || signal === "empty-page" ? 1 : 0;
          assert.equal(pages.length, full + empty);
        });
      }
    }

    it("says so in the offset of the last page", async () => {
      const last = await json(service, "/v3/surveys/n1/responses");
      const items = [{ responseId: "r000001", finishedAt: "2025-03-01T00:00:00" }];
      const expected = {
        absent: { responses: items },
        null: { responses: items, offset: null },
        empty: { responses: items, offset: "" },
        "empty-page": { responses: items, offset: "r000001" },
      };
      assert.deepEqual(last, expected[signal]);
    });

    it("never gives a cursor on an empty page", async () => {
      const { offset } = await readPage(service, "/v3/surveys/n0/responses");
      assert.ok(!offset);
    });
  });
}

describe("paging in pages of another size", () => {
  let service: TestService;
  before(async () => {
    service = await startService(["--directory", responsesDirectory]);
  });
  after(() => service.stop());

  for (const size of [1, 7, 500, 1000]) {
    it(`reads 2,000 responses by ${size}`, async () => {
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

describe("paging through surveys", () => {
  for (const count of surveyCounts) {
    it(`gives each of ${count} once, newest created first`, async () => {
      const service = await startService(["--directory", surveysDirectory(count)]);
      try {
        const pages = await readAll(service, "/v3/surveys");
        assert.equal(pages.length, Math.ceil(count / 100));
        assert.deepEqual(pages.flat(), pages.flat().toSorted().toReversed());
        assert.equal(new Set(pages.flat()).size, count);
        const small = await readAll(service, "/v3/surveys?size=33");
        assert.deepEqual(small.flat(), pages.flat());
      } finally {
        await service.stop();
      }
    });
  }
});
