import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  sentStructureHash,
  sentSurvey,
  sinceWarnings,
  spanWarnings,
  unknownGroupWarnings,
  unknownNameWarnings,
} from "../../src/export/structureFacts.ts";
import { inEnglish } from "../../src/model/localizable.ts";
import { textColumn } from "../../src/model/tabular/cells.ts";
import type { ReadQuery } from "../../src/reader/readQuery.ts";

const client = { version: "v3", dataSpace: "Acme" } as const;

function sent(survey: object): Buffer {
  return Buffer.from(JSON.stringify({ surveyId: "S1", label: "L", ...survey }));
}

describe("structure in a manifest", () => {
  it("has a hash that changes only with content that data depend on", () => {
    const hash = sentStructureHash(client, sent({ questions: [{ name: "Q1", label: "How?" }] }));
    assert.match(hash ?? "", /^[0-9a-f]{64}$/);
    const later = {
      updatedAt: "2025-03-03T09:14:00",
      questions: [{ name: "Q1", label: "<b>How?</b>" }],
    };
    assert.equal(sentStructureHash(client, sent(later)), hash);
    const other = { questions: [{ name: "Q1", label: "Why?" }] };
    assert.notEqual(sentStructureHash(client, sent(other)), hash);
    assert.equal(sentStructureHash(client, Buffer.from("{}")), undefined);
  });

  it("leads to a warning if responses may span a change, in any time zone", () => {
    const ends = {
      first: { finishedAt: "2025-03-10T12:00:00" },
      last: { finishedAt: "2025-03-05T12:00:00" },
    };
    const turn = (after: string, before: string) => ({
      after: Date.parse(`${after}Z`),
      before: Date.parse(`${before}Z`),
    });
    const count = (...turns: ReturnType<typeof turn>[]) => spanWarnings(turns, ends).length;
    assert.equal(count(), 0);
    assert.equal(count(turn("2025-03-07T00:00:00", "2025-03-08T00:00:00")), 1);
    // The change may have been at any time in between.
    assert.equal(count(turn("2025-03-01T00:00:00", "2025-04-01T00:00:00")), 1);
    assert.equal(count(turn("2025-03-01T00:00:00", "2025-03-04T21:00:00")), 0);
    assert.equal(count(turn("2025-03-01T00:00:00", "2025-03-05T00:00:00")), 1);
    assert.equal(count(turn("2025-03-11T01:00:00", "2025-03-11T02:00:00")), 1);
    assert.equal(count(turn("2025-03-11T03:00:00", "2025-03-11T04:00:00")), 0);
    const [warning] = spanWarnings(
      [
        turn("2025-02-01T00:00:00", "2025-02-02T00:00:00"),
        turn("2025-03-06T00:00:00", "2025-03-06T01:00:00"),
        turn("2025-03-06T01:00:00", "2025-03-07T00:00:00"),
      ],
      ends,
    );
    assert(warning);
    assert.match(inEnglish(warning), /changed 2 times between 2025-03-06T00:00:00 and 2025-03-07/);
    assert.equal(spanWarnings([turn("2025-03-07T00:00:00", "2025-03-08T00:00:00")], {}).length, 0);
  });

  it("leads to a warning if it has not what was asked for, and nor do the responses", () => {
    const survey = sentSurvey(
      client,
      sent({ questions: [{ name: "Q1", label: "How?" }], embeddedData: [{ name: "wave" }] }),
    );
    assert(survey);
    const warned = (query: ReadQuery, exported = { responses: 2 }) =>
      unknownNameWarnings(survey, query, exported).map(inEnglish);
    assert.deepEqual(warned({ variables: ["q1"], embeddedData: ["Wave"] }), []);
    assert.deepEqual(warned({ variables: ["Q1", "Q2"], embeddedData: ["Q1"] }), [
      '2 names that were asked for are not in the survey: "Q2", "Q1". Check them.',
    ]);
    const origin = { kind: "variable", name: "Q2", part: "value" } as const;
    const table = { columns: [{ ...textColumn("", 1), name: "Q2", origin }] };
    assert.deepEqual(
      unknownNameWarnings(survey, { variables: ["Q2"] }, { responses: 2, table }),
      [],
    );
    const filter = {
      conditions: [{ kind: "variable", name: "Q2", is: "oneOf", values: ["1"], missing: [] }],
    } as const;
    assert.deepEqual(warned({ filter }), []);
    assert.deepEqual(warned({ filter }, { responses: 0 }), [
      '1 name that was asked for is not in the survey: "Q2". Check it.',
    ]);
  });

  it("leads to a warning if no response is of a collect group that the survey lacks", () => {
    const structure = {
      survey: sent({}),
      collectGroups: Buffer.from('[{"collectGroupId":"g1","surveyId":"S1","label":"Panel"}]'),
    };
    const warned = (collectGroupId: string, responses = 0) =>
      unknownGroupWarnings(client, structure, { collectGroupId }, { responses }).map(inEnglish);
    assert.deepEqual(warned("G1"), [
      '1 name that was asked for is not in the survey: "G1". Check it.',
    ]);
    assert.deepEqual(warned("g1"), []);
    assert.deepEqual(warned("G1", 1), [], "a group that was deleted has responses");
  });

  it("leads to a warning if the earlier export has another structure hash", () => {
    assert.equal(sinceWarnings("a", "b").length, 1);
    assert.equal(sinceWarnings("a", "a").length, 0);
    assert.equal(sinceWarnings(undefined, "a").length, 0);
  });
});
