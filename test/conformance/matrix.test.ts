import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import { apiVersions } from "../../src/model/survey.ts";
import type { Response, ResponseMetadata } from "../../src/model/response.ts";
import { versionSupports } from "../../src/model/versionSupport.ts";
import { pathParameters, type OperationName } from "../../src/protocol/operation.ts";
import { lastPageSignals, type LastPageSignal } from "../../src/service/dataSpace.ts";
import type { Service } from "../../src/service/service.ts";
import { examples, reference, type OperationExample } from "../support/operations.ts";
import { clientOf, pagesOf, serveWithSignals, type SignallingServices } from "./support/clients.ts";
import { inputsOf, Matrix, pageBorders, rows, timeBorders, type Row } from "./support/matrix.ts";
import {
  contentSpace,
  countedId,
  countedItems,
  detail,
  detailedId,
  groups,
  itemsIn,
  surveyIds,
  surveySpaces,
  windowedId,
  windowOf,
  writeSpace,
  type Item,
  type SurveySpace,
} from "./support/spaces.ts";

const repository = join(import.meta.dirname, "../..");
const matrix = new Matrix();

/** What the checks of a row need: a service for each data space, which signals the last page in the same way. */
interface Context {
  readonly signal: LastPageSignal;
  readonly services: Map<SurveySpace, Service>;
  /** Returns a client of the data space whose surveys have content. */
  readonly client: () => SurveyClient;
}

/** Items per page if no size is asked for. */
function pageSize({ version, name }: Row): number {
  return version === "v3" && name === "listSurveys" ? 100 : 1000;
}

/** Returns the number of items of each page. Full pages are followed by an empty one only if that signals the last page. */
function pageLengths(count: number, size: number, signal: LastPageSignal): number[] {
  const full = Array.from({ length: Math.floor(count / size) }, () => size);
  const rest = count % size === 0 ? [] : [count % size];
  const empty = count === 0 || signal === "empty-page" ? [0] : [];
  return [...full, ...rest, ...empty];
}

type Checks = (row: Row, context: Context) => void;

/** Operations whose example says what is served. */
type Served = {
  [Name in OperationName]: (typeof examples)[Name] extends { readonly served: unknown }
    ? Name
    : never;
}[OperationName];

/** The checks of operations that take more than an ID, or differ by version. */
const ownChecks: Readonly<Record<Exclude<OperationName, Served>, Checks>> = {
  listSurveys(row, context) {
    const { version } = row;
    const { signal, services } = context;
    const read = async (space: SurveySpace, query: { running?: boolean; size?: number }) => {
      const service = services.get(space) ?? assert.fail();
      const client = clientOf(service, version);
      return pagesOf((cursor) => client.surveyPage({ ...query, cursor }));
    };
    for (const space of surveySpaces) {
      for (const running of [false, true]) {
        const expected = surveyIds(space, running);
        it(`lists ${expected.length} surveys${running ? `, the running ones of ${space.all}` : ""}`, async () => {
          const pages = await read(space, { running });
          assert.deepEqual(
            pages.flat().map((it) => it.surveyId),
            expected,
          );
          assert.deepEqual(
            pages.map((it) => it.length),
            pageLengths(expected.length, pageSize(row), signal),
          );
          const filter = version === "v3" ? "collectGroupStatus" : "collectGroupsStatus";
          const cursor = version === "v3" ? "offset" : "nextSurveyId";
          const input = [...(running ? [filter] : []), ...(pages.length > 1 ? [cursor] : [])];
          matrix.passed(row, signal, { input, pages: [expected.length] });
        });
      }
    }
    if ("size" in row.operation.query) {
      it("lists as many surveys per page as requested", async () => {
        const space = surveySpaces.find((it) => it.all === 100) ?? assert.fail();
        const pages = await read(space, { size: 25 });
        assert.deepEqual(
          pages.map((it) => it.length),
          pageLengths(100, 25, signal),
        );
        assert.deepEqual(
          pages.flat().map((it) => it.surveyId),
          surveyIds(space, false),
        );
        matrix.passed(row, signal, { input: ["size"] });
      });
    }
  },

  getSurvey(row, { signal, client }) {
    it("returns the survey with the fields of the version", async () => {
      const survey = await client().getSurvey(detailedId);
      const { version } = row;
      assert.equal(survey.apiVersion, version);
      assert.equal(survey.label, detail.label);
      assert.deepEqual(
        survey.questions.map((it) => [it.type, it.label, it.options.map((option) => option.label)]),
        detail.questions.map((it) => [it.type, it.label, it.options.map((option) => option.label)]),
      );
      const byName = versionSupports(version, "questionNames");
      assert.deepEqual(
        survey.questions.map((it) => it.name),
        byName ? ["Q1", "Q2"] : ["1", "2"],
      );
      assert.deepEqual(
        survey.questions.map((it) => it.rank),
        versionSupports(version, "questionRanks") ? [1, 2] : [undefined, undefined],
      );
      assert.deepEqual(
        survey.embeddedData.map((it) => it.name),
        ["source", "tier"],
      );
      assert.deepEqual(
        survey.blocks,
        versionSupports(version, "blocks") ? detail.blocks : undefined,
      );
      assert.equal(survey.collectGroups?.length, version === "v3" ? groups.length : undefined);
      assert.deepEqual([survey.createdAt, survey.updatedAt], [detail.createdAt, detail.updatedAt]);
      await assert.rejects(client().getSurvey("none"), { code: "not-found" });
      matrix.passed(row, signal, { input: ["surveyId"] });
    });
  },

  listCollectGroups(row, { signal, client }) {
    it("lists the collect groups of the survey", async () => {
      const found = await client().listCollectGroups(detailedId);
      const facts = (it: (typeof found)[number]) => [
        it.collectGroupId,
        it.surveyId,
        it.label,
        it.channel,
        it.state,
        it.isUsingHmac,
        ...(versionSupports(row.version, "collectGroupDetailInList")
          ? [it.targetCnt, it.createdAt]
          : []),
      ];
      assert.deepEqual(found.map(facts), groups.map(facts));
      assert.deepEqual(await client().listCollectGroups(countedId(1)), []);
      await assert.rejects(client().listCollectGroups("none"), { code: "not-found" });
      matrix.passed(row, signal, { input: ["surveyId"] });
    });
  },

  getResponses(row, context) {
    const { signal, client } = context;
    const read = (surveyId: string, query: RangeQuery) =>
      pagesOf((cursor) => client().responsePage(surveyId, { ...query, cursor }));
    rangeChecks(row, context, read, (it) => ({
      id: it.serial,
      // v1 and v2 send the id only once.
      same: [it.responseId],
    }));
    const only = async (query: Parameters<SurveyClient["responsePage"]>[1]) => {
      const { items } = await client().responsePage(detailedId, query);
      return items[0] ?? assert.fail();
    };
    for (const input of ["variables", "embeddedData"] as const) {
      if (input in row.operation.query) {
        it(`returns only the requested ${input}, regardless of case`, async () => {
          const found = await only({ [input]: input === "variables" ? ["q2"] : ["TIER"] });
          assert.deepEqual(
            found.variables.map((it) => it.name),
            input === "variables" ? ["Q2"] : ["Q1", "Q2"],
          );
          assert.deepEqual(
            found.embeddedData.map((it) => it.name),
            input === "variables" ? ["source", "tier"] : ["tier"],
          );
          matrix.passed(row, signal, { input: [input] });
        });
      }
    }
    if ("parameterField" in row.operation.query) {
      it("returns parameters in the requested field", async () => {
        const values = [
          ["source", "web"],
          ["tier", "gold"],
        ];
        const beside = await only({ parameterField: "PARAMETERS" });
        assert.deepEqual(
          beside.embeddedData.map((it) => [it.name, it.value]),
          values,
        );
        assert.equal(beside.variables.length, 2);
        const among = await only({ parameterField: "ANSWERS" });
        assert.deepEqual(among.embeddedData, []);
        assert.deepEqual(
          among.variables.slice(2).map((it) => [it.name, it.answer[0]?.value]),
          values,
        );
        matrix.passed(row, signal, { input: ["parameterField"] });
      });
    }
  },

  getResponseMetadata(row, context) {
    const read = (surveyId: string, query: RangeQuery) =>
      pagesOf((cursor) => context.client().metadataPage(surveyId, { ...query, cursor }));
    rangeChecks(row, context, read, (it) => ({
      id: it.serial,
      same: [row.version === "v3" ? it.responseId : it.answerUid, it.serial],
    }));
  },

  getResponseUrls(row, { signal, client }) {
    for (const count of pageBorders(row)) {
      it(`returns ${count} URLs in order, each with its own values`, async () => {
        const sent = Array.from({ length: count }, (_, n) => ({ source: `값 & ${n}`, tier: n }));
        for (const group of groups.filter((it) => it.channel === "PUBLIC_LINK")) {
          const urls = await client().getResponseUrls(group.collectGroupId, sent);
          const found = urls.map((it) => Object.fromEntries(new URL(it).searchParams));
          assert.deepEqual(
            found.map(({ source, tier }) => ({ source, tier: Number(tier) })),
            sent,
          );
          assert.ok(found.every((it) => "hmac" in it === group.isUsingHmac));
        }
        matrix.passed(row, signal, { input: ["collectGroupId", "body"], pages: [count] });
      });
    }

    it("refuses unknown parameters and collect groups that are not public links", async () => {
      await assert.rejects(client().getResponseUrls("link", [{ none: 1 }]), {
        code: "rejected",
        message: /none/,
      });
      await assert.rejects(client().getResponseUrls("panel", [{}]), {
        code: "rejected",
        message: /PUBLIC_LINK/,
      });
      await assert.rejects(client().getResponseUrls("none", [{}]), { code: "not-found" });
    });
  },

  getCollectGroupSerial(row, { signal, client }) {
    it("returns the serial of public links only", async () => {
      for (const { collectGroupId, serial } of groups) {
        const asking = client().getCollectGroupSerial(collectGroupId);
        if (serial === undefined) {
          await assert.rejects(asking, { code: "rejected", message: /PUBLIC_LINK/ });
        } else {
          assert.equal(await asking, serial);
        }
      }
      matrix.passed(row, signal, { input: ["collectGroupId"] });
    });
  },
};

const checks: Readonly<Partial<Record<OperationName, Checks>>> = ownChecks;

/** Checks an operation by what its example says is served. */
function servedChecks(row: Row, { signal, client }: Context): void {
  it("returns what the data space has", async () => {
    const { call, served = [] }: OperationExample = examples[row.name];
    assert.ok(served.length > 0);
    for (const { id, result } of served) {
      assert.deepEqual(await call(client(), id), result);
    }
    await assert.rejects(call(client(), "none"), { code: "not-found" });
    matrix.passed(row, signal, { input: pathParameters(row.operation.path) });
  });
}

interface RangeQuery {
  readonly startDateTime?: string;
  readonly endDateTime?: string;
  readonly size?: number;
}

/** Checks that the operations for responses and for metadata share. */
function rangeChecks<T extends Response | ResponseMetadata>(
  row: Row,
  { signal }: Context,
  read: (surveyId: string, query: RangeQuery) => Promise<(readonly T[])[]>,
  idsOf: (item: T) => { id: string | undefined; same: (string | undefined)[] },
): void {
  const surveyInput = "surveyId";
  const cursor = row.version === "v3" ? "offset" : "pageToken";
  const isExactly = (pages: readonly (readonly T[])[], expected: readonly Item[], size = 1000) => {
    const items = pages.flat();
    assert.deepEqual(
      items.map((it) => idsOf(it).id),
      expected.map((it) => it.id),
    );
    assert.deepEqual(
      items.map((it) => it.finishedAt),
      expected.map((it) => it.finishedAt),
    );
    for (const { id, same } of items.map(idsOf)) {
      assert.ok(same.every((it) => it === id || (it === undefined && row.version !== "v3")));
    }
    assert.deepEqual(
      pages.map((it) => it.length),
      pageLengths(expected.length, size, signal),
    );
  };

  for (const count of pageBorders(row)) {
    it(`returns ${count} items`, async () => {
      const pages = await read(countedId(count), {});
      isExactly(pages, countedItems(count));
      const input = [surveyInput, ...(pages.length > 1 ? [cursor] : [])];
      matrix.passed(row, signal, { input, pages: [count], times: ["open start", "open end"] });
    });

    it(`returns ${count} items of a range, without its start and with its end`, async () => {
      const window = windowOf(count);
      const expected = itemsIn(window);
      assert.equal(expected.length, count);
      const pages = await read(windowedId, window);
      isExactly(pages, expected);
      const times = new Set(pages.flat().map((it) => it.finishedAt));
      assert.ok(!times.has(window.startDateTime));
      assert.equal(times.has(window.endDateTime), count > 0);
      const input = ["startDateTime", "endDateTime"];
      matrix.passed(row, signal, { input, times: ["start out", ...(count > 0 ? ["end in"] : [])] });
    });
  }

  it("returns all items after a start, and all up to an end", async () => {
    const { startDateTime, endDateTime } = windowOf(1000);
    isExactly(await read(windowedId, { startDateTime }), itemsIn({ startDateTime }));
    isExactly(await read(windowedId, { endDateTime }), itemsIn({ endDateTime }));
    await assert.rejects(read("none", {}), { code: "not-found" });
    matrix.passed(row, signal, { times: ["start out", "end in"] });
  });

  if ("size" in row.operation.query) {
    it("returns as many items per page as requested", async () => {
      isExactly(await read(countedId(999), { size: 333 }), countedItems(999), 333);
      isExactly(await read(countedId(1000), { size: 999 }), countedItems(1000), 999);
      matrix.passed(row, signal, { input: ["size"] });
    });
  }
}

describe("conformance matrix", () => {
  const spaces = new Map<SurveySpace, SignallingServices>();
  before(async () => {
    for (const space of [contentSpace, ...surveySpaces]) {
      spaces.set(space, await serveWithSignals(writeSpace(space)));
    }
  });
  after(() => Promise.all([...spaces.values()].map((it) => it.close())));

  for (const signal of lastPageSignals) {
    describe(`with last page signal ${signal}`, () => {
      const services = new Map<SurveySpace, Service>();
      before(() => {
        for (const [space, its] of spaces) {
          services.set(space, its.services.get(signal) ?? assert.fail());
        }
      });

      for (const row of rows) {
        describe(`${row.name} of ${row.version}`, () => {
          let client: SurveyClient;
          before(() => {
            client = clientOf(services.get(contentSpace) ?? assert.fail(), row.version);
          });
          const check = checks[row.name] ?? servedChecks;
          check(row, { signal, services, client: () => client });
        });
      }
    });
  }
});

// Runs after the checks, which it counts.
describe("table of the conformance matrix", () => {
  it("has a row for each operation of the reference, and covers every input and every border", () => {
    for (const version of apiVersions) {
      const names = rows.filter((it) => it.version === version).map((it) => it.name);
      assert.deepEqual(names.toSorted(), Object.keys(reference[version]).toSorted());
    }
    for (const row of rows) {
      assert.deepEqual(matrix.with(row, "input", inputsOf(row)), inputsOf(row), row.name);
      assert.deepEqual(matrix.with(row, "pages", pageBorders(row)), pageBorders(row), row.name);
      assert.deepEqual(matrix.with(row, "times", timeBorders(row)), timeBorders(row), row.name);
    }
  });

  it("equals the table of the manual", async () => {
    const table = (await format(matrix.table(), { parser: "markdown" })).trim();
    console.log(`${table}\n\n${matrix.count} checks`);
    const manual = join(repository, "docs", "api-versions.md");
    const page = readFileSync(manual, "utf8");
    const [, before, shown, after] =
      /^([^]*<!-- conformance -->\n\n)([^]*?)(\n\n<!-- \/conformance -->[^]*)$/.exec(page) ??
      assert.fail();
    if (process.env["SURVEY_EXPLORER_CONFORMANCE"] === "write") {
      writeFileSync(manual, [before, table, after].join(""));
      return;
    }
    assert.equal(
      shown,
      table,
      "Run this file with SURVEY_EXPLORER_CONFORMANCE=write, which writes docs/api-versions.md.",
    );
  });
});
