import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { exportResponses, type ExportResponsesOptions } from "./support/exporting.ts";
import { exportSurvey } from "../../src/export/exportSurvey.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import type { ItemKind } from "../../src/client/queries.ts";
import { lastPageSignals } from "../../src/service/dataSpace.ts";
import { clientOf } from "../client/support/clients.ts";
import type { TestServer } from "../client/support/testServer.ts";
import { newestFirst, startLiveServer, type LiveItem } from "./support/liveServer.ts";
import { folderOfEachTest } from "../support/folders.ts";

const toolVersion = "1";
const kinds = ["responses", "metadata"] as const;

/** Returns an item whose bytes parsing and writing anew would change. Items without an id may equal the one before. */
function item(version: ApiVersion, kind: ItemKind, number: number, second: number): LiveItem {
  const finishedAt = `2025-03-27T10:00:${String(second).padStart(2, "0")}`;
  const id = version === "v3" ? "responseId" : kind === "metadata" ? "answerUid" : undefined;
  const named = id === undefined ? "" : `"${id}":"i${number}", `;
  const text = id === undefined ? Math.floor(number / 3) : number;
  const json = `{ ${named}"finishedAt":"${finishedAt}","n":9007199254740993, "t":"\\uac00\\/ ${text}" }`;
  return { finishedAt, order: number, json };
}

/** Returns items, three a second. */
function itemsOf(version: ApiVersion, kind: ItemKind, count: number): LiveItem[] {
  return Array.from({ length: count }, (_, number) =>
    item(version, kind, number, Math.floor(number / 3)),
  );
}

const jsonOf = (items: readonly LiveItem[]) => newestFirst(items).map((it) => it.json);

/** Reads the items of a file, byte for byte. */
async function itemsIn(file: string, format: "json" | "ndjson"): Promise<string[]> {
  const text = await readFile(file, "utf8");
  if (format === "ndjson") {
    return text === "" ? [] : text.trimEnd().split("\n");
  }
  const [, list = ""] = /"responses":\[(.*)\],"count":\d+\}\n$/.exec(text) ?? assert.fail(text);
  return list === "" ? [] : list.split(/(?<=\}),(?=\{)/);
}

async function run(
  server: TestServer,
  version: ApiVersion,
  options: Pick<ExportResponsesOptions, "kind" | "file" | "format"> &
    Partial<ExportResponsesOptions>,
) {
  const client = clientOf(server, version);
  return exportResponses({ client, toolVersion, ...options });
}

for (const version of apiVersions) {
  describe(`exports of API ${version}`, () => {
    const folder = folderOfEachTest();

    for (const kind of kinds) {
      for (const lastPage of lastPageSignals) {
        for (const count of [0, 1, 10, 30, 31]) {
          it(`contain ${count} ${kind} as they were sent, without later ones (last page signal ${lastPage})`, async () => {
            const items = itemsOf(version, kind, count);
            for (const format of ["json", "ndjson"] as const) {
              // The first answer tells the newest time, which ends the range, so everything that arrives later is outside
              // it.
              await using server = await startLiveServer({
                version,
                items,
                lastPage,
                cursor: "position",
                arrive: (request) =>
                  count === 0
                    ? []
                    : [1, 2, 3].map((n) => item(version, kind, 1000 * request + n, 50)),
              });
              const file = join(folder, `x.${format}`);
              const result = await run(server, version, { kind, file, format });
              assert.deepEqual(await itemsIn(file, format), jsonOf(items));
              assert.equal(result.responses, count);
              assert.deepEqual(result.warnings, []);
            }
          });
        }
      }

      it(`contain each of the ${kind} once despite arrivals in the last second`, async () => {
        const items = itemsOf(version, kind, 31);
        const arrived: LiveItem[] = [];
        await using server = await startLiveServer({
          version,
          items,
          arrive: (request) => {
            // New items of second 10 sort both before and behind those that were there.
            const come = [0.25, 999].map((order) => {
              const it = item(version, kind, 5000 + 10 * request + Math.ceil(order / 999), 10);
              return {
                ...it,
                order,
                json: it.json.replace(/"t":"[^"]*"/, `"new":"${request} ${order}"`),
              };
            });
            arrived.push(...come);
            return come;
          },
        });
        const file = join(folder, "x.ndjson");
        await run(server, version, { kind, file, format: "ndjson" });
        const found = await itemsIn(file, "ndjson");
        assert.deepEqual(
          found.filter((it) => !it.includes('"new"')),
          jsonOf(items),
        );
        const late = found.filter((it) => it.includes('"new"'));
        assert.equal(new Set(late).size, late.length);
        const known = new Set(arrived.map((it) => it.json));
        assert.ok(late.every((it) => known.has(it)));
      });

      it(`of ${kind} are resumed to the same bytes after an interruption`, async () => {
        const items = itemsOf(version, kind, 40);
        let broken = true;
        await using server = await startLiveServer({
          version,
          items,
          lastPage: "null",
          cursor: "position",
          fails: (request) => broken && request >= 3,
        });
        const file = join(folder, "x.json");
        const what = { kind, file, format: "json" } as const;
        await assert.rejects(run(server, version, what), { code: "server-fault" });
        broken = false;
        const before = server.requests.length;
        const refused = server.requests.at(-1)?.url.searchParams.get("endDateTime") ?? "";
        const { responses } = await run(server, version, { ...what, resume: true });
        assert.equal(responses, 40);
        assert.deepEqual(await itemsIn(file, "json"), jsonOf(items));
        // What is newer than the kept items is asked for by a start; all other requests go on from the refused page.
        const asked = server.requests
          .slice(before)
          .filter(({ url }) => url.pathname.includes("/responses"))
          .map(({ url: { searchParams } }) => ({
            start: searchParams.get("startDateTime"),
            end: searchParams.get("endDateTime") ?? "~",
          }));
        const rest = asked.filter(({ start }) => start === null);
        assert.ok(asked.every(({ start }) => (start ?? refused) === refused));
        assert.equal(rest[0]?.end, refused);
        assert.ok(rest.every(({ end }) => end <= refused));
      });
    }

    it("warn if responses are not newest first", async () => {
      const items = itemsOf(version, "responses", 12);
      // The server sorts by `finishedAt`, whatever the item's JSON says: one of the oldest comes early.
      const swap = new Map([
        [0, 8],
        [8, 0],
      ]);
      const turned = items.map((it, index) => ({
        ...it,
        json: items[swap.get(index) ?? index]?.json ?? "",
      }));
      await using server = await startLiveServer({ version, items: turned });
      const file = join(folder, "x.ndjson");
      const { warnings } = await run(server, version, {
        kind: "responses",
        file,
        format: "ndjson",
      });
      assert.match(warnings.join(), /did not come newest first/);
    });

    it("name the first and last item in the manifest, by ID if there is one", async () => {
      for (const kind of kinds) {
        await using server = await startLiveServer({
          version,
          items: itemsOf(version, kind, 12),
          lastPage: "empty",
          cursor: "position",
        });
        const file = join(folder, `${kind}.json`);
        await run(server, version, { kind, file, format: "json" });
        const manifest = JSON.parse(await readFile(`${file}.manifest.json`, "utf8")) as Record<
          string,
          unknown
        >;
        const id = (number: number) =>
          version === "v3"
            ? { responseId: `i${number}` }
            : kind === "metadata"
              ? { answerUid: `i${number}` }
              : {};
        assert.equal(manifest["apiVersion"], version);
        assert.deepEqual(manifest["survey"], { surveyId: "S1", label: "Live" });
        assert.deepEqual(manifest["first"], { ...id(11), finishedAt: "2025-03-27T10:00:03" });
        assert.deepEqual(manifest["last"], { ...id(0), finishedAt: "2025-03-27T10:00:00" });
      }
    });

    it("of a structure contain it as it was sent", async () => {
      const items: LiveItem[] = [];
      await using server = await startLiveServer({ version, items, lastPage: "null" });
      const file = join(folder, "s.json");
      await exportSurvey({ client: clientOf(server, version), surveyId: "S1", file, toolVersion });
      const name = version === "v3" ? "label" : "title";
      assert.equal(
        await readFile(file, "utf8"),
        `{"apiVersion":"${version}","survey":{ "surveyId":"S1","${name}":"Live"},"collectGroups":[]}\n`,
      );
    });
  });
}

describe("export with parameterField", () => {
  const folder = folderOfEachTest();

  it("sends it with every page of v2, and records it in file and manifest", async () => {
    const items = itemsOf("v2", "responses", 12);
    await using server = await startLiveServer({ version: "v2", items, cursor: "position" });
    const file = join(folder, "x.json");
    const query = { parameterField: "ANSWERS" } as const;
    await run(server, "v2", { kind: "responses", file, format: "json", query });
    const pages = server.requests.filter(({ url }) => url.pathname.endsWith("/responses"));
    // The first page of ten, and the rest.
    assert.equal(pages.length, 2);
    assert.ok(pages.every(({ url }) => url.searchParams.get("parameterField") === "ANSWERS"));
    const shown = { ...query, endDateTime: "2025-03-27T10:00:03" };
    for (const [path, field] of [
      [file, "query"],
      [`${file}.manifest.json`, "query"],
    ] as const) {
      const content = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>;
      assert.deepEqual(content[field], path === file ? shown : query);
    }
  });

  it("is refused in v1 and v3 before anything is written", async () => {
    for (const version of ["v1", "v3"] as const) {
      await using server = await startLiveServer({ version, items: [], cursor: "position" });
      const file = join(folder, "x.json");
      const query = { parameterField: "PARAMETERS" } as const;
      await assert.rejects(
        run(server, version, { kind: "responses", file, format: "json", query }),
        {
          code: "not-in-version",
        },
      );
      await assert.rejects(readFile(file), { code: "ENOENT" });
    }
  });
});
