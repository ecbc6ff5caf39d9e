import assert from "node:assert/strict";
import type { Question, Survey } from "../../../src/model/survey.ts";
import { codebookOf } from "../../../src/webview/structure/codebook/codebook.ts";
import { nextSort } from "../../../src/webview/shared/sorting.ts";
import { decodeCodebook } from "../../../src/webview/structure/codebook/codebookView.ts";
import {
  found,
  shownLines,
  sorted,
  type CodebookSort,
} from "../../../src/webview/structure/codebook/shownLines.ts";

const options = (...labels: readonly (readonly [string, string])[]) =>
  labels.map(([name, label]) => ({ name, label }));

const price: Question = {
  name: "price",
  type: "SingleChoice",
  label: "What is a <b>fa</b>ir price?",
  options: options(["10", "Ten"], ["9", "Nine &amp; less"], ["-1", ""]),
};
const brand: Question = {
  name: "brand",
  label: "<p>Which brand?</p>",
  options: options(["b", "카페".normalize("NFD")], ["a", "Äther"]),
};
const twin: Question = { ...brand, label: "", options: [] };

const survey: Survey = {
  surveyId: "S",
  label: "S",
  apiVersion: "v3",
  questions: [price, brand, twin],
  embeddedData: [{ name: "brand", label: "Brand of the panel" }],
};

const entries = codebookOf(survey, [brand, price, twin, brand]);

function lines(sort: CodebookSort | undefined, text = ""): string[] {
  return shownLines(found(sorted(entries, sort, "en"), text), () => true).map(({ line, level }) =>
    level === 1 ? line.key : line.code,
  );
}

describe("Codebook lines", () => {
  it("follow the questionnaire, each with a unique key", () => {
    assert.deepEqual(lines(undefined), [
      ...["variable:brand", "b", "a", "variable:price", "10", "9", "-1"],
      ...["variable:brand\n2", "embedded:brand"],
    ]);
  });

  it("are sorted on each level, numbers by size and empty texts last", () => {
    const by = (column: CodebookSort["column"]) => ({ column, direction: "ascending" }) as const;
    assert.deepEqual(lines(by("code")).slice(0, 7), [
      ...["variable:brand", "a", "b", "variable:price", "-1", "9", "10"],
    ]);
    assert.deepEqual(lines(by("label")), [
      ...["embedded:brand", "variable:price", "9", "10", "-1"],
      ...["variable:brand", "a", "b", "variable:brand\n2"],
    ]);
    assert.deepEqual(lines({ column: "label", direction: "descending" }), [
      ...["variable:brand", "b", "a", "variable:price", "10", "9", "-1"],
      ...["embedded:brand", "variable:brand\n2"],
    ]);
    const sorts: (CodebookSort | undefined)[] = [];
    for (let sort = nextSort(undefined, "name"); sort; sort = nextSort(sort, "name")) {
      sorts.push(sort);
    }
    assert.deepEqual(
      sorts.map((it) => it?.direction),
      ["ascending", "descending"],
    );
  });

  it("are found by visible text, ignoring case and Unicode form", () => {
    assert.deepEqual(lines(undefined, "A FAIR"), ["variable:price", "10", "9", "-1"]);
    assert.deepEqual(lines(undefined, "nine & l"), ["variable:price", "9"]);
    assert.deepEqual(lines(undefined, "카페"), ["variable:brand", "b"]);
    assert.deepEqual(lines(undefined, "카페".normalize("NFD")), ["variable:brand", "b"]);
    assert.deepEqual(lines(undefined, "ÄTHER".normalize("NFD")), ["variable:brand", "a"]);
    assert.deepEqual(lines(undefined, "amp"), []);
    assert.deepEqual(lines(undefined, "<b>"), []);
  });

  it("restore only valid parts of a stored state", () => {
    const first = decodeCodebook(undefined);
    for (const kept of [null, 3, [], { text: 1, sort: { column: "x" }, turned: "a", place: 1 }]) {
      assert.deepEqual(decodeCodebook(kept), first);
    }
    const sort = { column: "label", direction: "descending" } as const;
    const turned = ["variable:brand"];
    const kept = { text: "a", sort, isFolded: true, turned, place: { top: "x", column: 2 } };
    assert.deepEqual(decodeCodebook(kept), {
      ...kept,
      place: { ...kept.place, active: undefined },
    });
  });
});
