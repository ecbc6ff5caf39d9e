import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { exportResponses } from "../export/support/exporting.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import { protocols } from "../../src/protocol/versions.ts";
import { lastPageSignals } from "../../src/service/dataSpace.ts";
import { serviceOfSuite, type TestService } from "../service/support/dataSpace.ts";
import { json, listPath } from "../service/support/request.ts";
import { clientOf } from "./support/clients.ts";
import { contentSpace, countedId, countedItems, writeSpace } from "./support/spaces.ts";
import { temporaryFolder } from "../support/folders.ts";

const operations = { responses: "getResponses", metadata: "getResponseMetadata" } as const;

describe("exports from the local data space", () => {
  const directory = writeSpace(contentSpace);

  for (const lastPage of lastPageSignals) {
    describe(`with last page signal ${lastPage}`, () => {
      const service = serviceOfSuite(["--directory", directory, "--last-page", lastPage]);

      for (const version of apiVersions) {
        for (const kind of ["responses", "metadata"] as const) {
          it(`contain each item of ${kind} in ${version} as it was sent`, async () => {
            await using folder = await temporaryFolder();
            const client = clientOf(service, version);
            for (const count of [1001, 2000]) {
              const file = join(folder.path, `${count}.ndjson`);
              const { responses, warnings } = await exportResponses({
                client,
                surveyId: countedId(count),
                kind,
                file,
                format: "ndjson",
              });
              assert.equal(responses, count);
              assert.deepEqual(warnings, []);
              const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
              assert.deepEqual(lines, await sent(service, version, kind, countedId(count)));
              const serial = z.looseObject({ serial: z.string() });
              assert.deepEqual(
                lines.map((it) => serial.parse(JSON.parse(it)).serial),
                countedItems(count).map((it) => it.id),
              );
            }
          });
        }
      }
    });
  }
});

/** Reads the items as the service sends them, without the client. The service sends JSON without spaces. */
async function sent(
  service: TestService,
  version: ApiVersion,
  kind: keyof typeof operations,
  surveyId: string,
): Promise<string[]> {
  const paging = protocols[version][operations[kind]]?.paging ?? assert.fail();
  const schema = z.looseObject({
    [paging.items]: z.array(z.unknown()),
    [paging.cursor]: z.string().nullish(),
  });
  const items: string[] = [];
  let cursor = "";
  for (;;) {
    const query = cursor === "" ? "" : `${paging.cursor}=${cursor}`;
    const page = schema.parse(await json(service, listPath(version, kind, surveyId, query)));
    const list = z.array(z.unknown()).parse(page[paging.items]);
    items.push(...list.map((it) => JSON.stringify(it)));
    const next = z.string().nullish().parse(page[paging.cursor]);
    if (!next || list.length === 0) {
      return items;
    }
    cursor = next;
  }
}
