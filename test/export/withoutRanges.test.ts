import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readManifest } from "../../src/export/manifest.ts";
import { copiesIn, exportResponses } from "./support/exporting.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import { protocols } from "../../src/protocol/versions.ts";
import { clientOf } from "../client/support/clients.ts";
import { sendText, startTestServer, type TestServer } from "../client/support/testServer.ts";
import { temporaryFolder } from "../support/folders.ts";

const pageSize = 10;

/** Starts a server that always sends the whole survey, whatever range is asked for. */
function startWithoutRanges(version: ApiVersion, items: readonly string[]): Promise<TestServer> {
  const { getResponses, getResponseMetadata } = protocols[version];
  return startTestServer(({ url }, answer) => {
    if (!/\/responses(\/metadata)?$/.test(url.pathname)) {
      sendText(answer, url.pathname.endsWith("groups") ? "[]" : `{"surveyId":"S1"}`);
      return;
    }
    const isMetadata = url.pathname.endsWith("/metadata");
    const { items: list, cursor } = (isMetadata ? getResponseMetadata : getResponses)?.paging ?? {
      items: "",
      cursor: "",
    };
    const start = Number(url.searchParams.get(cursor) ?? 0);
    const next = start + pageSize;
    const more = next < items.length ? `,"${cursor}":"${next}"` : "";
    sendText(answer, `{"${list}":[${items.slice(start, next).join(",")}]${more}}`);
  });
}

/** Returns items, newest first, two per second; without `hasTimes`, every seventh has no time. */
function itemsOf(version: ApiVersion, hasTimes: boolean): string[] {
  return Array.from({ length: 95 }, (_, index) => {
    const number = 94 - index;
    const second = Math.floor(number / 2) * 50;
    const time = new Date(Date.UTC(2025, 0, 1) + second * 1000).toISOString().slice(0, 19);
    const finishedAt = hasTimes || number % 7 > 0 ? `,"finishedAt":"${time}"` : "";
    const id = version === "v3" ? `"responseId":"r${number}",` : "";
    return `{${id}"serial":"s${number}"${finishedAt}}`;
  });
}

for (const version of apiVersions) {
  for (const hasTimes of [true, false]) {
    for (const lanes of [1, 4]) {
      const kind = hasTimes ? "ignores ranges" : "ignores ranges and omits some times";
      it(`a service that ${kind} is exported completely in ${version} with ${lanes} lanes`, async () => {
        await using folder = await temporaryFolder();
        const items = itemsOf(version, hasTimes);
        await using server = await startWithoutRanges(version, items);
        const file = join(folder.path, "x");
        await exportResponses({
          client: clientOf(server, version),
          file,
          format: "ndjson",
          lanes,
          minLanes: lanes,
        });
        assert.equal(await readFile(file, "utf8"), items.map((it) => `${it}\n`).join(""));
        assert.deepEqual((await readdir(folder.path)).toSorted(), ["x", "x.manifest.json"]);
      });
    }
  }

  for (const hasTimes of [true, false]) {
    const kind = hasTimes ? "ignores ranges" : "ignores ranges and omits some times";
    it(`a copy of a service that ${kind} is read again if it differs, in ${version}`, async () => {
      await using folder = await temporaryFolder();
      const items = itemsOf(version, hasTimes);
      const options = {
        copies: copiesIn(join(folder.path, "copies")),
        copy: { space: "space", version, surveyId: "S1" },
        surveyId: "S1",
        kind: "responses",
        file: join(folder.path, "x"),
        format: "ndjson",
        overwrite: true,
        toolVersion: "1",
      } as const;
      {
        await using server = await startWithoutRanges(version, items);
        await exportResponses({ ...options, client: clientOf(server, version) });
      }
      const left = items.toSpliced(31, 1);
      await using server = await startWithoutRanges(version, left);
      const client = clientOf(server, version);
      const { warnings } = await exportResponses({ ...options, client, fresh: "new" });
      assert.equal(await readFile(options.file, "utf8"), left.map((it) => `${it}\n`).join(""));
      assert.match(warnings.join(), /responses gone: 1.*so all responses were loaded again/);
      assert.equal((await readManifest(`${options.file}.manifest.json`)).fresh, "all");
    });
  }

  it(`an export of a range contains exactly the range if the service ignores ranges, in ${version}`, async () => {
    await using folder = await temporaryFolder();
    const items = itemsOf(version, true);
    await using server = await startWithoutRanges(version, items);
    const timeOf = (it: string) => /"finishedAt":"([^"]*)"/.exec(it)?.[1] ?? "";
    // Includes ranges far from the newest page.
    for (const [newest, oldest] of [
      [0, 5],
      [31, 44],
      [70, 94],
    ] as const) {
      const [endDateTime, startDateTime] = [newest, oldest].map((it) => timeOf(items[it] ?? ""));
      const file = join(folder.path, String(newest));
      await exportResponses({
        client: clientOf(server, version),
        query: { startDateTime, endDateTime },
        file,
        format: "ndjson",
      });
      const wanted = items.filter((it) => {
        const time = timeOf(it);
        return time > (startDateTime ?? "") && time <= (endDateTime ?? "");
      });
      assert.ok(wanted.length > 3);
      assert.equal(await readFile(file, "utf8"), wanted.map((it) => `${it}\n`).join(""));
    }
  });
}
