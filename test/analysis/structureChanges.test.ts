import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { outlineText } from "../../src/analysis/structureOutline.ts";
import { comparability } from "../../src/analysis/structurePairs.ts";
import { structureChanges } from "../../src/analysis/structureChanges.ts";
import type { ApiVersion, Option, Question, Survey } from "../../src/model/survey.ts";
import { Random } from "../../src/service/sample/random.ts";

/** Builds a question from options such as "1 Yes", which has the code 1; the code "?" means none. */
function question(name: string, label: string, ...options: string[]): Question {
  return { name, label, options: options.map(option) };
}

function option(text: string): Option {
  const [code = "", ...words] = text.split(" ");
  return { name: code === "?" ? "" : code, label: words.join(" ") };
}

function survey(questions: readonly Question[], more: Partial<Survey> = {}): Survey {
  const base = { surveyId: "S1", label: "Survey", apiVersion: "v3", embeddedData: [] } as const;
  return { ...base, questions, ...more };
}

/** A survey as v1 and v2 send it, with ranks as names. */
function ranked(
  version: ApiVersion,
  ...questions: readonly (readonly [string, ...string[]])[]
): Survey {
  return survey(
    questions.map(([label, ...options], index) => ({
      ...question(`${index + 1}`, label),
      options: options.map((it, rank) => ({ name: `${rank + 1}`, rank: rank + 1, label: it })),
    })),
    { apiVersion: version },
  );
}

function told(older: Survey, newer: Survey): string[] {
  return structureChanges(older, newer).map((it) => {
    const of = it.question === undefined ? "" : ` of ${it.question}`;
    const words = it.from === undefined && it.to === undefined ? "" : `: ${it.from} > ${it.to}`;
    return `${it.kind} ${it.name}${of} ${it.change}${words}`;
  });
}

const scale = ["1 Bad", "2 Fair", "3 Good"] as const;

describe("structure changes", () => {
  it("are empty if only markup, Unicode form, title or collect groups differ", () => {
    const older = survey([question("Q1", "<b>Price</b> &amp; value", "1 \u1100\u1161")]);
    const newer = survey([question("Q1", "Price <i>&</i> value", "1 \uac00")], {
      ...{ updatedAt: "2025-03-03T09:14:02", label: "Another title" },
      collectGroups: [{ collectGroupId: "G1", label: "New" }],
    });
    assert.deepEqual(told(older, newer), []);
    assert.equal(outlineText(older), outlineText(newer));
  });

  it("match questions of the same name by their texts", () => {
    const a = question("Q1", "First", ...scale);
    const b = question("Q1", "Second", "1 Yes");
    assert.deepEqual(told(survey([a, b]), survey([b])), ["question Q1 removed"]);
    assert.deepEqual(told(survey([a, b]), survey([a, question("Q1", "Third", "1 Yes")])), [
      "question Q1 relabelled: Second > Third",
    ]);
    assert.deepEqual(told(survey([a, b]), survey([b, a])), ["question Q1 moved"]);
  });

  it("match options without codes by their labels", () => {
    const of = (...options: string[]) => survey([question("Q1", "Which?", ...options)]);
    const older = of("? Car", "? Bus", "? Train");
    assert.deepEqual(told(older, of("? Car", "? Bike", "? Bus", "? Train")), [
      "option  of Q1 added",
    ]);
    assert.deepEqual(told(older, of("? Car", "? Coach", "? Train")), [
      "option  of Q1 relabelled: Bus > Coach",
    ]);
    assert.deepEqual(told(older, of("? Car", "5 Bus", "? Train")), [
      "option 5 of Q1 recoded:  > 5",
    ]);
    const blank = of("1 ", "2 ");
    assert.deepEqual(told(blank, of("1 ", "3 ")), [
      "option 2 of Q1 removed",
      "option 3 of Q1 added",
    ]);
  });

  it("match by names first and by texts for the rest", () => {
    const older = survey([question("Q1", "How?", "1 Yes", "2 No"), question("Q2", "Why?")]);
    const swapped = survey([question("Q1", "How?", "1 No", "2 Yes"), question("Q3", "Why?")]);
    assert.deepEqual(told(older, swapped), [
      "option 1 of Q1 relabelled: Yes > No",
      "option 2 of Q1 relabelled: No > Yes",
      "question Q3 renamed: Q2 > Q3",
    ]);
    // A question with the same text and completely different options is another question.
    const other = survey([question("Q9", "How?", "1 Red", "2 Blue"), question("Q2", "Why?")]);
    assert.deepEqual(told(older, other), ["question Q1 removed", "question Q9 added"]);
    const nameless = survey([question("Q1", "How?", "1 Yes", "2 No"), question("Q2", "Where?")]);
    assert.deepEqual(told(nameless, survey([question("Q1", ""), question("Q5", "")])).length, 5);
  });

  it("match a renamed block by its questions, and follow questions to another block", () => {
    const questions = ["Q1", "Q2", "Q3", "Q4"].map((it) => question(it, `Text of ${it}`));
    const block = (name: string, label: string, ...its: string[]) => ({
      ...{ name, label, questions: its },
    });
    const older = survey(questions, {
      blocks: [block("A", "Start", "Q1", "Q2", "Q3"), block("B", "End", "Q4")],
    });
    const renamed = survey(questions, {
      blocks: [block("C", "Begin", "Q1", "Q2", "Q3"), block("B", "End", "Q4")],
    });
    assert.deepEqual(told(older, renamed), [
      "block C renamed: A > C",
      "block C relabelled: Start > Begin",
    ]);
    const moved = survey([...questions.slice(1), question("Q7", "Text of Q1")], {
      blocks: [block("A", "Start", "Q2", "Q3"), block("B", "End", "Q4", "Q7")],
    });
    assert.deepEqual(told(older, moved), [
      "question Q7 renamed: Q1 > Q7",
      "question Q7 moved: A > B",
    ]);
    const listed = survey([...questions.slice(1), ...questions.slice(0, 1)]);
    assert.deepEqual(told(survey(questions), listed), ["question Q1 moved"]);
  });

  it("report the fewest parts as moved", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = new Random(seed);
      const codes = Array.from({ length: random.below(12) }, (_, index) => index);
      const mixed = [...codes];
      codes.forEach((_, at) => {
        const other = random.below(codes.length);
        [mixed[at], mixed[other]] = [mixed[other] ?? 0, mixed[at] ?? 0];
      });
      const of = (its: number[]) =>
        survey([question("Q", "?", ...its.map((it) => `${it} L${it}`))]);
      const changes = structureChanges(of(codes), of(mixed));
      const moved = new Set(changes.map(({ name }) => Number(name)));
      const stayed = mixed.filter((it) => !moved.has(it));
      assert.deepEqual(
        stayed,
        [...stayed].sort((a, b) => a - b),
      );
      assert.equal(stayed.length, longestRise(mixed));
      assert(changes.every((it) => it.change === "moved" && it.from === undefined));
    }
  });

  it("ignore question ranks that shift because of other questions", () => {
    const older = ranked("v2", ["Age"], ["Price?", "Low", "High"], ["Rate it", "1", "2"], ["Why?"]);
    const newer = ranked(
      "v2",
      ["Region"],
      ["Age"],
      ["What price?", "Low", "High"],
      ["Rate it", "1", "2"],
    );
    assert.deepEqual(told(older, newer), [
      "question 4 removed",
      "question 1 added",
      "question 3 relabelled: Price? > What price?",
    ]);
    const alike = ranked("v1", ["Rate"], ["Age"], ["Rate"], ["Rate"]);
    assert.deepEqual(told(alike, ranked("v1", ["Age"], ["Rate"], ["Rate"])), [
      "question 1 removed",
    ]);
    assert.deepEqual(told(alike, ranked("v1", ["Rate"], ["Rate"], ["Rate"], ["Age"])), [
      "question 4 moved",
    ]);
  });

  it("report changed option ranks as recoded", () => {
    const older = ranked("v2", ["Which?", "Car", "Bus", "Train"]);
    assert.deepEqual(told(older, ranked("v2", ["Which?", "Car", "Bike", "Bus", "Train"])), [
      "option 2 of 1 added",
      "option 3 of 1 recoded: 2 > 3",
      "option 4 of 1 recoded: 3 > 4",
    ]);
    assert.deepEqual(told(older, ranked("v2", ["Which?", "Car", "Coach", "Train"])), [
      "option 2 of 1 relabelled: Bus > Coach",
    ]);
  });

  it("compare API versions by texts and by the fields of both versions", () => {
    const older = ranked("v2", ["Age"], ["Which?", "Car", "Bus"]);
    const newer = survey(
      [question("AGE", "Age"), question("T1", "Which?", "c <b>Car</b>", "b Bus")],
      {
        blocks: [{ name: "A", label: "Start", questions: ["AGE", "T1"] }],
      },
    );
    assert.deepEqual(told(older, newer), []);
    const { names, codes, blocks, fieldLabels } = comparability(older, newer);
    assert.deepEqual([names, codes, blocks, fieldLabels], [false, false, false, false]);
    assert.deepEqual(told(older, { ...newer, questions: newer.questions.slice(1) }), [
      "question 1 removed",
    ]);
  });

  it("are found quickly among 200,000 options and in labels of 100 kB", () => {
    const options = Array.from({ length: 100 }, (_, index) => `${index} Label ${index}`);
    const many = Array.from({ length: 2000 }, (_, index) =>
      question(`Q${index}`, `Text ${index}`, ...options),
    );
    const html = (text: string) => `<p>${"<b>x</b> &amp; ".repeat(6500)}</p>${text}`;
    const long = Array.from({ length: 5 }, (_, index) => question(`L${index}`, html(`${index}`)));
    const older = survey([...many, ...long]);
    const newer = survey([
      ...many.slice(1).map(({ name, label, options: [first, ...others] }, index) => ({
        ...{ name: `${name}a`, label },
        options: index % 10 === 0 || !first ? [...others, option("100 More")] : [first, ...others],
      })),
      ...long.map((it) => ({ ...it, label: `${it.label}!` })),
    ]);
    const changes = structureChanges(older, newer);
    assert.equal(changes.length, 1 + 1999 + 2 * 200 + 5);
  });
});

/** Length of the longest increasing subsequence, by dynamic programming. */
function longestRise(numbers: readonly number[]): number {
  const lengths: number[] = [];
  numbers.forEach((it, at) => {
    const before = lengths.filter((_, index) => index < at && (numbers[index] ?? 0) < it);
    lengths.push(1 + Math.max(0, ...before));
  });
  return Math.max(0, ...lengths);
}
