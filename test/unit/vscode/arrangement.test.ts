import assert from "node:assert/strict";
import type { SurveySummary } from "../../../src/model/survey.ts";
import { arrange, type Arranging } from "../../../src/vscode/surveys/arrangement.ts";

const survey = (surveyId: string, label: string, createdAt?: string, updatedAt?: string) => ({
  ...{ surveyId, label, createdAt, updatedAt },
});

const few: readonly SurveySummary[] = [
  survey("s3", "Wave 10", "2026-11-03T09:00:00", "2026-11-03T09:00:00"),
  survey("s2", "wave 9", "2026-10-02T09:00:00"),
  survey("s1", "Brand tracker", "2026-09-01T09:00:00", "2026-11-20T09:00:00"),
];

function arranged(changes: Partial<Arranging>) {
  return arrange({
    ...{ surveys: few, isWhole: true, order: "created", filter: "", only: undefined },
    ...{ pins: [], found: new Map(), locale: "en", ...changes },
  });
}

const idsOf = (changes: Partial<Arranging>) =>
  [...arranged(changes).months.values()].flat().map((it) => it.surveyId);

describe("arrangement of surveys", () => {
  it("keeps the service's order, or sorts by last update or naturally by title", () => {
    assert.deepEqual(idsOf({}), ["s3", "s2", "s1"]);
    assert.deepEqual(
      idsOf({ order: "updated" }),
      ["s1", "s3", "s2"],
      "surveys without a time come last",
    );
    assert.deepEqual(idsOf({ order: "title" }), ["s1", "s2", "s3"]);
    const korean = ["하늘", "가을", "나무"].map((it) => survey(it, it.normalize("NFD")));
    const order = idsOf({ surveys: korean, order: "title", locale: "ko" });
    assert.deepEqual(order, ["가을", "나무", "하늘"]);
  });

  it("filters by all words in title and ID, ignoring case and Unicode form", () => {
    assert.deepEqual(idsOf({ filter: "WAVE 1" }), ["s3"]);
    assert.deepEqual(idsOf({ filter: "s2" }), ["s2"]);
    assert.deepEqual(idsOf({ filter: "wave s3" }), ["s3"]);
    assert.equal(arranged({ filter: "wave" }).matching, 2);
    const decomposed = [survey("k", "만족도 조사".normalize("NFD"))];
    assert.deepEqual(idsOf({ surveys: decomposed, filter: "만족" }), ["k"]);
    assert.deepEqual(idsOf({ filter: ".*" }), []);
  });

  it("lists pinned surveys once at the top and marks missing ones", () => {
    const pins = [few[2], survey("s9", "Elsewhere"), survey("s8", "Gone")].filter((it) => !!it);
    const found = new Map<string, SurveySummary | "gone">([
      ["s9", survey("s9", "Elsewhere, renamed")],
      ["s8", "gone"],
    ]);
    const { pinned, monthOf } = arranged({ pins, found, isWhole: false });
    assert.deepEqual(
      pinned.map((it) => [it.survey.label, it.isGone]),
      [
        ["Brand tracker", false],
        ["Elsewhere, renamed", false],
        ["Gone", true],
      ],
    );
    assert.deepEqual([...monthOf.keys()], ["s3", "s2"]);
    const unknown = { pins, found: new Map() };
    const gone = (isWhole: boolean) =>
      arranged({ ...unknown, isWhole }).pinned.map((it) => it.isGone);
    assert.deepEqual(gone(false), [false, false, false], "a later page may contain the survey");
    assert.deepEqual(gone(true), [false, true, true]);
    const only = new Set(["s9"]);
    const running = arranged({ pins, found: new Map(), only, surveys: [], isWhole: false });
    assert.deepEqual(
      running.pinned.map((it) => it.survey.surveyId),
      ["s9"],
    );
    assert.deepEqual(arranged({ pins, found, filter: "brand" }).pinned.length, 1);
  });

  it("groups more than 200 surveys by month, newest first, and those without a time last", () => {
    const month = (index: number) => String(12 - Math.floor(index / 20)).padStart(2, "0");
    const many = Array.from({ length: 200 }, (_, index) =>
      survey(`m${index}`, `Survey ${index}`, `2025-${month(index)}-01T00:00:00`),
    );
    assert.deepEqual([...arranged({ surveys: many }).months.keys()], [undefined]);
    const odd = [survey("x", "No time"), survey("y", "Odd", "yesterday")];
    const { months, monthOf } = arranged({ surveys: [...odd, ...many] });
    assert.deepEqual([...months.keys()].slice(0, 2), ["2025-12", "2025-11"]);
    assert.deepEqual(
      [...months].at(-1)?.[1].map((it) => it.surveyId),
      ["x", "y"],
    );
    assert.equal(months.get("2025-12")?.length, 20);
    assert.equal(monthOf.get("m20"), "2025-11");
    const byTitle = arranged({ surveys: [...odd, ...many], order: "title" });
    assert.deepEqual([...byTitle.months.keys()], [undefined]);
  });

  it("handles 10,000 surveys", () => {
    const surveys = Array.from({ length: 10_000 }, (_, index) =>
      survey(`s${index}`, `Satisfaction ${(index * 7919) % 10_000} 만족도`, "2025-01-01T00:00:00"),
    );
    const found = arranged({ surveys, order: "title", filter: "만족" });
    assert.equal([...found.months.values()].flat().length, 10_000);
  });
});
