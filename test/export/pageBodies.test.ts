import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import { exportResponses } from "./support/exporting.ts";
import { SurveyError, type ErrorCode } from "../../src/model/errors.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import { maximumDepth } from "../../src/protocol/json.ts";
import { clientFor } from "../client/support/clients.ts";
import { sendText, startTestServer, type TestServer } from "../client/support/testServer.ts";
import { needs, parsingCases, type ParsingCase } from "./support/corpora.ts";
import { pagingOf } from "./support/itemServer.ts";
import { assertPrototypesUntouched } from "./support/prototypes.ts";
import { temporaryFolder } from "../support/folders.ts";

const survey = `{"surveyId":"S1"}`;
const end = "2025-03-27T10:00:00";
const firstItem = `{"finishedAt":"${end}","first":true}`;

/** Where in a page the bytes of a case are placed. */
const places = {
  "as the whole page": ["", ""],
  "as an item": [`{"responses":[`, "]}"],
  "as the value of a field": [`{"responses":[{"finishedAt":"2025-03-27T09:00:00","x":`, "}]}"],
} as const;
const placeNames = Object.keys(places) as (keyof typeof places)[];

function bodyOf(place: keyof typeof places, bytes: Uint8Array): Buffer {
  const [before, after] = places[place];
  return Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);
}

/** Parses as JSON.parse does, in strict UTF-8 with at most one byte order mark. @returns undefined if it is no JSON */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * Returns the items of a page by the rules of JSON.parse, as a file must have them, or undefined if it is not a valid page.
 */
function itemsOf(place: keyof typeof places, bytes: Uint8Array): string[] | undefined {
  const body = bodyOf(place, bytes);
  const page = parsed(body);
  const list: unknown = Object.entries(Object(page) as object).find(
    ([it]) => it === "responses",
  )?.[1];
  const isPage =
    Array.isArray(list) &&
    list.every((it) => typeof it === "object" && it !== null && !Array.isArray(it)) &&
    depthOf(page) <= maximumDepth;
  if (!isPage || list.length === 0) {
    return isPage ? [] : undefined;
  }
  const [before] = places["as an item"];
  // White space around an item belongs to the page.
  return [
    body
      .toString("utf8", before.length, body.length - "]}".length)
      .replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ""),
  ];
}

function depthOf(value: unknown): number {
  let [level, depth] = [[value], 0];
  while ((level = level.filter((it) => typeof it === "object" && it !== null)).length > 0) {
    level = level.flatMap((it) => Object.values(it as object) as unknown[]);
    depth++;
  }
  return depth;
}

/** Error codes with which an invalid page may be refused. */
const refusals: readonly ErrorCode[] = ["malformed-answer", "too-large"];

function assertRefused(error: unknown, about: string): void {
  assert.ok(error instanceof SurveyError, `${about}: ${String(error)}`);
  assert.ok(refusals.includes(error.code), `${about}: ${error.code}`);
  assert.doesNotMatch(error.message, /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u, about);
  assert.ok(error.message.length < 1000, about);
}

describe("page bodies", () => {
  let server: TestServer;
  /** Returns the hostile page of a survey. */
  let hostile: (surveyId: string) => Uint8Array = () => new Uint8Array();
  let clients: Record<ApiVersion, SurveyClient>;

  before(async () => {
    // Every survey has a valid page, followed by the hostile one.
    server = await startTestServer(({ url }, answer) => {
      const version = apiVersions.find((it) => url.pathname.startsWith(`/${it}/`)) ?? "v3";
      const { cursor } = pagingOf(version, "responses");
      const isPage = url.pathname.endsWith("/responses");
      const surveyId = url.searchParams.get("surveyId") ?? url.pathname.split("/")[3] ?? "";
      if (url.pathname.includes("collect-groups") || url.pathname.endsWith("/hostile")) {
        sendText(answer, hostile(""));
        return;
      }
      const first = `{"responses":[${firstItem}],"${cursor}":"next"}`;
      const isNext = url.searchParams.get(cursor) === "next";
      sendText(answer, isPage ? (isNext ? hostile(surveyId) : first) : survey);
    });
    const clientIn = (version: ApiVersion) =>
      clientFor(server, {
        address: { name: "Test", baseUrl: server.baseUrl, version, ca: server.ca },
        // An answer that is not JSON is usually asked for again, which is hopeless here.
        request: { attempts: 1 },
      });
    clients = { v1: clientIn("v1"), v2: clientIn("v2"), v3: clientIn("v3") };
  });
  after(() => server[Symbol.asyncDispose]());
  afterEach(assertPrototypesUntouched);

  const cases = parsingCases();

  /** Serves each case as the survey whose id is its index. */
  function serveCases(place: keyof typeof places): void {
    hostile = (index) => bodyOf(place, cases[Number(index)]?.bytes ?? new Uint8Array());
  }

  it("of the corpus are valid or invalid as their names say", function () {
    needs(this, cases);
    assert.ok(cases.length > 300);
    const field = "as the value of a field";
    for (const { name, bytes } of cases) {
      if (/^[yn]_/.test(name)) {
        assert.equal(itemsOf(field, bytes) !== undefined, name.startsWith("y"), name);
      }
    }
  });

  for (const place of placeNames) {
    for (const version of apiVersions) {
      it(`are read in ${version} or refused with a typed error: every file ${place}`, async function () {
        needs(this, cases);
        serveCases(place);
        const readCase = async ({ name, bytes }: ParsingCase, index: number) => {
          const expected = itemsOf(place, bytes);
          const reads = [
            clients[version].responsePage(`${index}`, { cursor: "next" }),
            clients[version].rawResponsePage(`${index}`, { cursor: "next" }),
          ] as const;
          const [decoded, raw] = await Promise.allSettled(reads);
          if (expected) {
            assert.equal(decoded.status, "fulfilled", name);
            assert.equal(raw.status, "fulfilled", name);
            assert.equal(decoded.value.items.length, expected.length, name);
            const body = Buffer.from(raw.value.body);
            assert.deepEqual(
              raw.value.items.map((it) => body.toString("utf8", it.start, it.end)),
              expected,
              name,
            );
          } else {
            for (const it of [decoded, raw]) {
              assert.equal(it.status, "rejected", name);
              assertRefused(it.reason, name);
            }
          }
        };
        await Promise.all(cases.map(readCase));
      });
    }

    it(`are exported unchanged or not at all: every file ${place}`, async function () {
      needs(this, cases);
      await using folder = await temporaryFolder();
      serveCases(place);
      const exportCase = async ({ name, bytes }: ParsingCase, index: number) => {
        // Over the three places, each file is tested in each version.
        const version = apiVersions[(index + placeNames.indexOf(place)) % 3] ?? "v3";
        const format = index % 2 === 0 ? "json" : "ndjson";
        const expected = itemsOf(place, bytes);
        const file = join(folder.path, `${index}`);
        const exporting = exportResponses({
          client: clients[version],
          surveyId: `${index}`,
          file,
          format,
        });
        if (expected) {
          const { responses } = await exporting;
          const items = [firstItem, ...expected];
          assert.equal(responses, items.length, name);
          assert.equal(
            await readFile(file, "utf8"),
            format === "ndjson"
              ? items.map((it) => `${it.replace(/[\r\n]/g, "")}\n`).join("")
              : `{"apiVersion":"${version}","survey":${survey},"query":{"endDateTime":"${end}"},"responses":[${items.join()}],"count":${items.length}}\n`,
            name,
          );
        } else {
          await assert.rejects(exporting, (error) => {
            assertRefused(error, name);
            return true;
          });
          await assert.rejects(readFile(file), { code: "ENOENT" }, name);
        }
      };
      // In parallel: most of the time is spent waiting for the disk.
      await Promise.all(cases.map(exportCase));
    });
  }

  it("of other answers are read or refused with a typed error", async function () {
    needs(this, cases);
    const client = clients.v1;
    let serials = 0;
    for (const { name, bytes } of cases) {
      hostile = () => bytes;
      const reads = [
        client.getCollectGroupSerial("g1"),
        client.getCollectGroup("g1"),
        client.listCollectGroups("S1"),
        client.getSurvey("hostile"),
        client.rawSurvey("hostile"),
      ] as const;
      const [serial, group, groups, structure, raw] = await Promise.allSettled(reads);
      for (const it of [serial, group, groups, structure, raw]) {
        if (it.status === "rejected") {
          assertRefused(it.reason, name);
        }
      }
      // No file of the corpus is a valid survey or collect group.
      assert.deepEqual([group.status, structure.status], ["rejected", "rejected"], name);
      const value = parsed(bytes);
      const expected = typeof value === "string" ? value : undefined;
      assert.equal(serial.status === "fulfilled" ? serial.value : undefined, expected, name);
      serials += expected === undefined ? 0 : 1;
      assert.equal(groups.status === "fulfilled", Array.isArray(value) && value.length === 0, name);
      const isKept = raw.status === "fulfilled";
      assert.equal(isKept, value !== undefined && depthOf(value) <= maximumDepth, name);
      const mark = bytes.indexOf("\ufeff") === 0 ? 3 : 0;
      assert.ok(!isKept || bytes.subarray(mark).equals(raw.value), name);
    }
    assert.ok(serials > 0);
  });

  it("are refused if they are nested deeper than 500 levels", async () => {
    const bodies = ["[", "[[[[{}],", `{"a":`, `{"":[`, `{"responses":[`].flatMap((open) => [
      Buffer.from(open.repeat(2_000_000 / open.length)),
      bodyOf("as an item", Buffer.from(open.repeat(2_000_000 / open.length))),
      bodyOf("as the value of a field", Buffer.from(open.repeat(2_000_000 / open.length))),
    ]);
    const deep = "[".repeat(1_000_000) + "]".repeat(1_000_000);
    bodies.push(bodyOf("as the value of a field", Buffer.from(deep)));
    for (const body of bodies) {
      hostile = () => body;
      const client = clients.v3;
      const reads = [
        client.responsePage("S1", { cursor: "next" }),
        client.rawResponsePage("S1", { cursor: "next" }),
      ];
      for (const it of await Promise.allSettled(reads)) {
        assert.equal(it.status, "rejected");
        assertRefused(it.reason, body.subarray(0, 50).toString());
        assert.match((it.reason as Error).message, /is nested deeper than 500 levels/);
      }
    }
  });

  it("have the same depth limit whether they are decoded or not", async () => {
    const field = "as the value of a field";
    for (const [levels, status] of [
      [maximumDepth - 3, "fulfilled"],
      [maximumDepth - 2, "rejected"],
    ] as const) {
      hostile = () => bodyOf(field, Buffer.from("[".repeat(levels) + "]".repeat(levels)));
      const client = clients.v3;
      const reads = [
        client.responsePage("S1", { cursor: "next" }),
        client.rawResponsePage("S1", { cursor: "next" }),
      ];
      const outcomes = await Promise.allSettled(reads);
      assert.deepEqual(
        outcomes.map((it) => it.status),
        [status, status],
      );
    }
  });
});
