import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import * as older from "../../src/protocol/v1v2.ts";
import { survey } from "../../src/protocol/v3.ts";
import { startService, type TestService } from "./support/dataSpace.ts";
import { json, listPath, readAll, readPage, text } from "./support/request.ts";
import { needsFolder, realSurveys } from "../support/shared.ts";

const named = z.object({ name: z.string(), value: z.string() });
const storedLine = z.object({
  serial: z.string(),
  variables: z.array(
    z.object({ name: z.string(), answer: z.array(z.object({ value: z.string() })) }),
  ),
  embeddedData: z.array(named),
});

/** Returns the v3 value of an answer of v1 or v2, found by the rank of the option. */
function valueOf(
  { num, str }: { num?: number | null | undefined; str?: string | null | undefined },
  options: readonly { name: string }[] | null | undefined,
): string | null | undefined {
  return num == null ? str : options?.length ? options[num - 1]?.name : String(num);
}

describe("real surveys", () => {
  let service: TestService | undefined;
  before(async function () {
    needsFolder(this, realSurveys);
    service = await startService(["--directory", realSurveys]);
  });
  after(() => service?.stop());

  for (const [surveyId, count] of [
    ["s000000z8", 2800],
    ["s000000z9", 5381],
  ] as const) {
    it(`are served completely and in order: ${surveyId}`, async () => {
      assert.ok(service);
      const file = readFileSync(join(realSurveys, `surveys/${surveyId}/responses.ndjson`), "utf8");
      const lines = file
        .trim()
        .split("\n")
        .map((it) => JSON.parse(it) as { responseId: string; finishedAt: string });
      const key = (it: { responseId: string; finishedAt: string }) => it.finishedAt + it.responseId;
      const expected = lines
        .toSorted((a, b) => (key(a) < key(b) ? 1 : -1))
        .map((it) => it.responseId);
      assert.equal(expected.length, count);
      for (const list of ["responses", "metadata"] as const) {
        const pages = await readAll(service, listPath("v3", list, surveyId));
        assert.deepEqual(pages.flat(), expected);
      }
      for (const version of ["v1", "v2"] as const) {
        const pages = await readAll(service, listPath(version, "metadata", surveyId));
        assert.deepEqual(pages.flat(), expected);
      }
    });

    it(`have the same answers in v1 and v2 as in the file: ${surveyId}`, async () => {
      assert.ok(service);
      const lines = readFileSync(join(realSurveys, `surveys/${surveyId}/responses.ndjson`), "utf8")
        .trim()
        .split("\n")
        .map((it) => storedLine.parse(JSON.parse(it)));
      const stored = new Map(
        lines.map(({ serial, variables, embeddedData }) => [
          serial,
          [
            variables.map(({ name, answer }) => [name, answer.map((it) => it.value)]),
            embeddedData.map((it) => [it.name, it.value]),
          ],
        ]),
      );
      const detail = survey.parse(await json(service, `/v3/surveys/${surveyId}`));
      for (const version of ["v1", "v2"] as const) {
        const read = new Map<string, unknown>();
        let token = "";
        do {
          const path = listPath(version, "responses", surveyId, token);
          const { items, cursor } = await readPage(service, path);
          for (const it of z.array(older.response).parse(items)) {
            const answers = (it.answers ?? []).map(({ name, rank, answer }) => {
              const question = detail.questions?.[(rank ?? 0) - 1];
              assert.equal(name, question?.name);
              return [name, answer?.map((given) => valueOf(given, question?.options))];
            });
            read.set(it.serial ?? "", [answers, Object.entries(it.parameters ?? {})]);
          }
          token = cursor ? `pageToken=${cursor}` : "";
        } while (token);
        assert.equal(read.size, count);
        assert.deepEqual(read, stored);
      }
    });

    it(`have the structure of the file, and its fields in each response: ${surveyId}`, async () => {
      assert.ok(service);
      const file = readFileSync(join(realSurveys, `surveys/${surveyId}/survey.json`), "utf8");
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
