import { strict as assert } from "node:assert";
import { narrow, Pages, secondOf, timeOf, wide } from "../../scripts/bench/survey.ts";

interface Page {
  readonly responses: { readonly responseId: string }[];
  readonly offset?: string;
}

const many = 2345;

describe("benchmark surveys", () => {
  const pages = new Pages(narrow, many);

  for (const survey of [narrow, wide]) {
    for (const isMetadata of [false, true]) {
      it(`are served newest first in pages of any size (${survey.surveyId}, metadata: ${isMetadata})`, () => {
        const expected = Array.from({ length: many }, (_, index) => {
          const number = many - 1 - index;
          return survey.responseAt(number, secondOf(number, many), isMetadata);
        });
        const made = new Pages(survey, many, isMetadata);
        assert.deepEqual(readAll(made, { size: "1000" }), expected);
        assert.deepEqual(readAll(made, { size: "77" }), expected);
        const bodies = [...made.bodies()].map((it) => JSON.parse(it.toString()) as object[]);
        assert.deepEqual(bodies.flat(), expected);
      });
    }
  }

  it("can be split at any second into ranges without overlap", () => {
    const last = secondOf(many - 1, many);
    const ends = [0, 1, 17, 400, 401, last - 1, last].map(timeOf);
    const parts = ends.map((endDateTime, index) => {
      const startDateTime = ends[index - 1];
      return readAll(
        pages,
        startDateTime === undefined ? { endDateTime } : { startDateTime, endDateTime },
      );
    });
    assert.deepEqual(parts.toReversed().flat(), readAll(pages, {}));
    const [inFirstSecond = []] = parts;
    assert.equal(inFirstSecond.length > 1, true, "several responses share a second");
  });

  it("return an empty page for a range without responses", () => {
    const startDateTime = timeOf(secondOf(many - 1, many));
    assert.deepEqual(pageOf(pages, { startDateTime }), { responses: [] });
  });
});

function readAll(survey: Pages, query: Record<string, string>): object[] {
  const found: object[] = [];
  let offset: string | undefined;
  do {
    const page = pageOf(survey, { ...query, ...(offset === undefined ? {} : { offset }) });
    found.push(...page.responses);
    assert.equal(offset === undefined || (page.offset ?? "") < offset, true);
    offset = page.offset;
  } while (offset !== undefined);
  return found;
}

/** Returns a page, and checks that the length in its head is that of its body. */
function pageOf(survey: Pages, query: Record<string, string>): Page {
  const page = survey.page(new URLSearchParams(query)).toString("latin1");
  const [head = "", body = ""] = page.split("\r\n\r\n");
  assert.match(head, new RegExp(`^HTTP/1.1 200 OK\r\n(.*\r\n)*content-length: ${body.length}$`));
  return JSON.parse(body) as Page;
}
