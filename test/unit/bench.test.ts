import { strict as assert } from "node:assert";
import { narrow, narrowMetadata, ReplayedSurvey } from "../../scripts/bench/replayedSurvey.ts";
import { numberOf, secondOf, timeOf } from "../../scripts/bench/responses.ts";
import { serialOf, wide, wideLabelled } from "../../scripts/bench/wideSurvey.ts";
import { filtered, filters, sorted } from "../../scripts/bench/wideViews.ts";
import { v3Mapper } from "../../src/client/mappers/v3.ts";
import { matchesFilter } from "../../src/model/responseFilter.ts";

interface Page {
  readonly responses: { readonly responseId: string }[];
  readonly offset?: string;
}

const many = 2345;

describe("the survey that the bench replays", () => {
  const survey = new ReplayedSurvey(narrow, many);

  for (const { replayed, count } of [
    { replayed: narrow, count: many },
    { replayed: narrowMetadata, count: many },
    { replayed: wide, count: many },
    { replayed: wideLabelled, count: 345 },
  ]) {
    const { surveyId } = replayed.survey;

    it(`comes newest first, page after page, each response as it is (${surveyId})`, () => {
      const expected = Array.from({ length: count }, (_, index) => {
        const number = count - 1 - index;
        return replayed.response(number, secondOf(number, count));
      });
      const pages = new ReplayedSurvey(replayed, count);
      assert.deepEqual(readAll(pages, { size: "1000" }), expected);
      assert.deepEqual(readAll(pages, { size: "77" }), expected);
      const lines = expected.map((it) => `${JSON.stringify(it)}\n`);
      assert.equal(pages.ndjsonBytes, Buffer.byteLength(lines.join("")));
    });
  }

  it("splits at any second into ranges that share nothing", () => {
    const last = secondOf(many - 1, many);
    const ends = [0, 1, 17, 400, 401, last - 1, last].map(timeOf);
    const parts = ends.map((endDateTime, index) => {
      const startDateTime = ends[index - 1];
      return readAll(
        survey,
        startDateTime === undefined ? { endDateTime } : { startDateTime, endDateTime },
      );
    });
    assert.deepEqual(parts.toReversed().flat(), readAll(survey, {}));
    const [inFirstSecond = []] = parts;
    assert.equal(inFirstSecond.length > 1, true, "seconds are shared");
  });

  it("answers a range without responses by an empty page", () => {
    const startDateTime = timeOf(secondOf(many - 1, many));
    assert.deepEqual(pageOf(survey, { startDateTime }), { responses: [] });
  });

  it("does not mix up pages that are on their way at the same time", () => {
    const one = survey.page(new URLSearchParams({ offset: "r00002000" }));
    const before = textOf(one.bytes);
    survey.page(new URLSearchParams()).release();
    survey.page(new URLSearchParams({ offset: "r00001000" }));
    assert.equal(textOf(one.bytes), before);
  });
});

describe("what the bench expects of the panel", () => {
  const newestFirst = Array.from({ length: many }, (_, index) => {
    const number = many - 1 - index;
    return v3Mapper.response(wide.response(number, secondOf(number, many)));
  });

  it("is what filters let through", () => {
    for (const { name, filter } of filters(many)) {
      const found = newestFirst.filter((it) => matchesFilter(filter, it));
      const expected = found.map((it) => it.serial);
      assert.deepEqual(filtered(filter, many).map(serialOf), expected, name);
      assert.equal(found.length > 0 && found.length < many, true, name);
    }
  });

  it("is the order of a column, with what is missing at the end", () => {
    const number = (text: string) => Number(text);
    const cases = [
      { position: 5, of: number },
      { position: 37, of: number },
      { position: 40, of: (text: string) => text },
    ];
    for (const { position, of } of cases) {
      const name = `Q${String(position).padStart(2, "0")}`;
      const answered = newestFirst.map(({ serial, variables }) => {
        const value = variables.find((it) => it.name === name)?.answer[0]?.value;
        return { serial, value: value === undefined ? undefined : of(value) };
      });
      const missing = answered.filter((it) => it.value === undefined);
      assert.equal(missing.length > 0, true);
      for (const direction of ["ascending", "descending"] as const) {
        const sign = direction === "ascending" ? 1 : -1;
        const valued = answered
          .flatMap(({ serial, value }) => (value === undefined ? [] : [{ serial, value }]))
          .sort((a, b) => sign * (a.value < b.value ? -1 : Number(a.value > b.value)));
        const expected = [...valued, ...missing].map((it) => it.serial);
        assert.deepEqual(sorted(position, direction, many).map(serialOf), expected);
      }
    }
  });
});

function readAll(survey: ReplayedSurvey, query: Record<string, string>): object[] {
  const found: object[] = [];
  let offset: string | undefined;
  do {
    const page = pageOf(survey, { ...query, ...(offset === undefined ? {} : { offset }) });
    found.push(...page.responses);
    assert.equal(offset === undefined || numberOf(offset) > numberOf(page.offset ?? "r0"), true);
    offset = page.offset;
  } while (offset !== undefined);
  return found;
}

/** The length that the head tells is that of the body. */
function pageOf(survey: ReplayedSurvey, query: Record<string, string>): Page {
  const { bytes, release } = survey.page(new URLSearchParams(query));
  const [head = "", body = ""] = textOf(bytes).split("\r\n\r\n");
  release();
  assert.match(head, new RegExp(`^HTTP/1.1 200 OK\r\n(.*\r\n)*content-length: ${body.length}$`));
  return JSON.parse(body) as Page;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
