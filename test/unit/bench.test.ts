import { strict as assert } from "node:assert";
import { ReplayedSurvey } from "../../scripts/bench/replayedSurvey.ts";
import { numberOf, response, secondOf, timeOf } from "../../scripts/bench/responses.ts";

interface Page {
  readonly responses: { readonly responseId: string }[];
  readonly offset?: string;
}

const many = 3456;

describe("the survey that the bench replays", () => {
  const survey = new ReplayedSurvey(many);

  it("comes newest first, page after page, each response as it is", () => {
    const expected = Array.from({ length: many }, (_, index) => made(many - 1 - index));
    assert.deepEqual(readAll(survey, { size: "1000" }), expected);
    assert.deepEqual(readAll(survey, { size: "77" }), expected);
  });

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

function made(number: number): object {
  return response(number, timeOf(secondOf(number, many)));
}

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
