import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import { exportResponses } from "./support/exporting.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import type { Service } from "../../src/service/service.ts";
import { clientFor } from "../client/support/clients.ts";
import { clientOf, pagesOf, serve } from "../conformance/support/clients.ts";
import { startItemServer, type ItemServer, type SentItem } from "./support/itemServer.ts";
import { needsFolder, realSurveys } from "../support/shared.ts";
import { temporaryFolder } from "../support/folders.ts";

const laneCounts = [1, 2, 4, 8];

/** A survey as the service sends it. */
interface Held {
  readonly survey: string;
  /** Items, newest first. */
  readonly items: readonly SentItem[];
}

async function heldBy(client: SurveyClient, surveyId: string): Promise<Held> {
  const pages = await pagesOf(async (cursor) => {
    const page = await client.rawResponsePage(surveyId, { cursor });
    const items = page.items.map(({ start, end, finishedAt = "" }): SentItem => ({
      finishedAt,
      bytes: page.body.slice(start, end),
    }));
    return { items, cursor: page.cursor };
  });
  const survey = Buffer.from(await client.rawSurvey(surveyId)).toString();
  return { survey, items: pages.flat() };
}

/** Builds the expected file without any of the export's code. */
function expectedFile(version: ApiVersion, { survey, items }: Held): Buffer {
  const query = JSON.stringify({ endDateTime: items[0]?.finishedAt });
  return Buffer.concat([
    Buffer.from(`{"apiVersion":"${version}","survey":${survey},"query":${query},"responses":[`),
    ...items.flatMap(({ bytes }, index) => (index === 0 ? [bytes] : [Buffer.from(","), bytes])),
    Buffer.from(`],"count":${items.length}}\n`),
  ]);
}

/** Returns whether the pages were asked for one after the other, each from the time that the page before it reached. */
function isOneLane(server: ItemServer, from: number): boolean {
  const ends = server.requests
    .slice(from)
    .flatMap(({ url }) => url.searchParams.get("endDateTime") ?? []);
  return ends.every((it, index) => it <= (ends[index - 1] ?? it));
}

describe("exports of real surveys with several lanes", () => {
  let service: Service | undefined;
  let server: ItemServer | undefined;
  const surveyIds: string[] = [];

  before(async function () {
    needsFolder(this, realSurveys);
    service = await serve(realSurveys, "absent");
    server = await startItemServer();
    for await (const { surveyId } of clientOf(service, "v3").listSurveys()) {
      surveyIds.push(surveyId);
    }
  });
  after(async () => {
    await service?.close();
    await server?.[Symbol.asyncDispose]();
  });

  for (const [turn, version] of apiVersions.entries()) {
    it(`have the same bytes with ${laneCounts.join(", ")} lanes in ${version}`, async () => {
      assert.ok(service && server);
      await using folder = await temporaryFolder();
      const direct = clientOf(service, version);
      assert.equal(surveyIds.length, 2);
      for (const [index, surveyId] of surveyIds.entries()) {
        const held = await heldBy(direct, surveyId);
        const expected = expectedFile(version, held);
        const sha256 = createHash("sha256").update(expected).digest("hex");
        // The same survey from a distant service with small pages, for which many windows pay off.
        server.serve({ survey: () => held.survey, items: held.items, pageSize: 50, latency: 4 });
        const distant = clientFor(server, {
          address: { name: "Far", baseUrl: server.baseUrl, version, ca: server.ca },
          request: { concurrency: Math.max(...laneCounts) },
        });
        // Each version and each survey meets each number of lanes, but not every combination of the three.
        const runs = [
          ...laneCounts
            .filter((_, it) => (it + index + turn) % 2 === 0)
            .map((lanes) => ({ lanes, client: distant })),
          { lanes: 8, client: direct },
        ];
        for (const { lanes, client } of runs) {
          const asked: number = server.requests.length;
          const file = join(folder.path, "x.json");
          const options = { client, surveyId, kind: "responses", file, format: "json" } as const;
          const more = { lanes, minLanes: lanes, overwrite: true, toolVersion: "1" };
          const result = await exportResponses({ ...options, ...more });
          assert.ok((await readFile(file)).equals(expected), `${lanes} lanes`);
          assert.deepEqual(
            [result.responses, result.sha256, result.warnings],
            [held.items.length, sha256, []],
          );
          if (client === distant) {
            assert.equal(isOneLane(server, asked), lanes === 1, `${lanes} lanes`);
          }
        }
      }
    });
  }
});
