import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startService, type TestService } from "./support/dataSpace.ts";
import { readAll, readPage, text } from "./support/request.ts";

const directory = join(import.meta.dirname, "../../../shared/data/real-surveys");

describe("the real surveys", () => {
  let service: TestService | undefined;
  before(async function () {
    if (!existsSync(directory)) {
      console.log(`      skipped: there is no ${directory}`);
      this.skip();
    }
    service = await startService(["--directory", directory]);
  });
  after(() => service?.stop());

  for (const [surveyId, count] of [
    ["s000000z8", 2800],
    ["s000000z9", 5381],
  ] as const) {
    it(`are served whole, in order: ${surveyId}`, async function () {
      if (!service) {
        this.skip();
      }
      const file = readFileSync(join(directory, `surveys/${surveyId}/responses.ndjson`), "utf8");
      const lines = file
        .trim()
        .split("\n")
        .map((it) => JSON.parse(it) as { responseId: string; finishedAt: string });
      const key = (it: { responseId: string; finishedAt: string }) => it.finishedAt + it.responseId;
      const expected = lines
        .toSorted((a, b) => (key(a) < key(b) ? 1 : -1))
        .map((it) => it.responseId);
      assert.equal(expected.length, count);
      for (const part of ["responses", "responses/metadata"]) {
        const pages = await readAll(service, `/v3/surveys/${surveyId}/${part}`);
        assert.deepEqual(pages.flat(), expected);
      }
    });

    it(`have their structure as in the file, and joined into each response: ${surveyId}`, async function () {
      if (!service) {
        this.skip();
      }
      const file = readFileSync(join(directory, `surveys/${surveyId}/survey.json`), "utf8");
      assert.equal(await text(service, `/v3/surveys/${surveyId}`), file.trim());
      const { questions } = JSON.parse(file) as {
        questions: { name: string; type: string; label: string }[];
      };
      const { items } = await readPage(service, `/v3/surveys/${surveyId}/responses?size=1`);
      const variables = items[0]?.["variables"] as { name: string; type: string; label: string }[];
      for (const { name, type, label } of variables) {
        const question = questions.find((it) => it.name === name);
        assert.deepEqual([type, label], [question?.type, question?.label]);
      }
    });
  }
});
