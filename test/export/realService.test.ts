import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import { clientOf } from "../conformance/support/clients.ts";
import { exportResponses } from "./support/exporting.ts";
import { startService, type TestService } from "../service/support/dataSpace.ts";
import { needsFolder, realSurveys } from "../support/shared.ts";
import { temporaryFolder } from "../support/folders.ts";

describe("exports of real surveys from the local data space", () => {
  let service: TestService | undefined;
  let client: SurveyClient;

  before(async function () {
    needsFolder(this, realSurveys);
    service = await startService(["--directory", realSurveys]);
    client = clientOf(service, "v3");
  });
  after(() => service?.stop());

  for (const [title, count] of [
    [/Big Five/, 2_800],
    [/World Values/, 5_381],
  ] as const) {
    for (const kind of ["responses", "metadata"] as const) {
      it(`contain all ${count} ${kind} of ${title.source}, each as it was sent`, async () => {
        await using folder = await temporaryFolder();
        const surveyId = await surveyCalled(client, title);
        const file = join(folder.path, "x.ndjson");
        const toolVersion = "1";
        const result = await exportResponses({
          client,
          surveyId,
          kind,
          file,
          format: "ndjson",
          toolVersion,
        });
        assert.equal(result.responses, count);
        assert.deepEqual(result.warnings, []);
        assert.deepEqual(
          (await readFile(file, "utf8")).trimEnd().split("\n"),
          await sent(surveyId, kind),
        );
      });
    }
  }

  /** Reads the items as they arrive, page by page, in pages of another size. */
  async function sent(surveyId: string, kind: "responses" | "metadata"): Promise<string[]> {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { size: 700, cursor };
      const page =
        kind === "responses"
          ? await client.rawResponsePage(surveyId, query)
          : await client.rawMetadataPage(surveyId, query);
      const body = Buffer.from(page.body);
      found.push(...page.items.map(({ start, end }) => body.toString("utf8", start, end)));
      cursor = page.cursor;
    } while (cursor !== undefined);
    return found;
  }
});

async function surveyCalled(client: SurveyClient, title: RegExp): Promise<string> {
  for await (const survey of client.listSurveys()) {
    if (title.test(survey.label)) {
      return survey.surveyId;
    }
  }
  return assert.fail(`No survey has the title ${title.source}.`);
}
