import assert from "node:assert/strict";
import { Random } from "../../../src/service/sample/random.ts";
import { needsFolder, realSurveys } from "../../support/shared.ts";
import { boundsOf, type Equation } from "./support/bounds.ts";
import { Conversation, type Asked } from "./support/conversation.ts";
import { madePeople, realPeople, sample, type People } from "./support/people.ts";
import { cellsOf, Equations, factorsOf, type Cell } from "./support/solver.ts";

const leastCount = 5;
const questions = 50;
/** To run all 1,000 sequences: SURVEY_EXPLORER_ADVERSARY=whole npx mocha test/analysis/disclosure/adversary.test.ts */
const isWhole = process.env["SURVEY_EXPLORER_ADVERSARY"] === "whole";
const sequences = isWhole ? 334 : 8;
/** Most cells (kinds of people) for which bounds are checked: linear programs are slow. */
const maxCells = 150;

const figures = {
  sequences: 0,
  told: 0,
  large: 0,
  tried: 0,
  bounded: 0,
  narrowest: Infinity,
};

describe("adversary who asks 50 questions to find counts of 1 to 4 people", function () {
  if (isWhole) {
    this.timeout(0);
  }
  after(() => {
    console.log(`      ${JSON.stringify(figures)}`);
  });

  const surveys: Record<string, () => People> = {
    "made-up people": () => madePeople(1),
    "the World Values Survey": () => realPeople("s000000z9"),
    "the Big Five Inventory": () => realPeople("s000000z8"),
  };
  for (const [name, read] of Object.entries(surveys)) {
    it(`finds none in ${sequences} conversations about ${name}`, function () {
      if (name !== "made-up people") {
        needsFolder(this, realSurveys);
      }
      const people = read();
      for (let seed = 1; seed <= sequences; seed++) {
        tryToSolve(people, seed);
      }
    });
  }

  it("gets more than a fifth of the large counts despite few people and many questions", () => {
    assert.ok(figures.told / figures.large > 0.2, JSON.stringify(figures));
  });
});

function tryToSolve(all: People, seed: number): void {
  const random = new Random(seed);
  const size = [40, 60, 90, 150, 250, 400][random.below(6)] ?? 40;
  const people = sample(all, size, random);
  const conversation = new Conversation(people, leastCount, random);
  conversation.ask(questions);
  const cells = cellsOf(conversation, people.size);
  const told = conversation.answers.filter((it) => it.isTold);
  const equations = new Equations();
  const given: Equation[] = [];
  for (const { asked } of told) {
    const factors = factorsOf(conversation, cells, asked);
    if (equations.add(factors)) {
      const result = factors.reduce((sum, it, at) => sum + it * (cells[at]?.size ?? 0), 0);
      given.push({ factors, result });
    }
  }
  const targets = [...smallGroups(conversation, cells, random)];
  for (const target of targets) {
    assert.ok(!equations.determines(target), `seed ${seed}: ${[...target].join()} is determined`);
  }
  checkSums(equations, cells, seed);
  checkBounds(given, cells, targets, seed);
  figures.sequences++;
  figures.tried += targets.length;
  count(conversation);
}

/**
 * Yields groups of 1 to 4 people: suppressed ones, single cells, and differences or intersections of two groups asked for.
 */
function* smallGroups(
  conversation: Conversation,
  cells: readonly Cell[],
  random: Random,
): Generator<ReadonlySet<number>> {
  const counted = conversation.answers.map((it) => it.asked).filter((it) => !it.value);
  const groups = distinct(counted).map((it) => factorsOf(conversation, cells, it));
  const whole = (has: (at: number) => boolean): Set<number> | undefined => {
    const found = new Set<number>();
    let size = 0;
    for (let at = 0; at < cells.length && size < leastCount; at++) {
      if (has(at)) {
        found.add(at);
        size += cells[at]?.size ?? 0;
      }
    }
    return size >= 1 && size < leastCount ? found : undefined;
  };
  const alone = [...cells.keys()].map((cell) => whole((at) => at === cell));
  const asked = groups.map((it) => whole((at) => it[at] !== 0));
  const pairs = Array.from({ length: isWhole ? 2000 : 500 }, () => {
    const [one, other] = [groups[random.below(groups.length)], groups[random.below(groups.length)]];
    return random.chance(0.5)
      ? whole((at) => one?.[at] !== 0 && other?.[at] === 0)
      : whole((at) => one?.[at] !== 0 && other?.[at] !== 0);
  });
  for (const target of [...asked, ...alone, ...pairs]) {
    if (target) {
      yield target;
    }
  }
}

function distinct(asked: readonly Asked[]): readonly Asked[] {
  const key = ({ batch, all, notAll }: Asked): string =>
    JSON.stringify([
      batch,
      ...[all, notAll].map((list) => list.map((it) => [it.attribute, ...it.codes])),
    ]);
  return [...new Map(asked.map((it) => [key(it), it])).values()];
}

/** Asserts that no row of the solved equations is about fewer people than the least count, whatever its factors are. */
function checkSums(equations: Equations, cells: readonly Cell[], seed: number): void {
  for (const row of equations.rows.values()) {
    const size = row.reduce((sum, it, at) => sum + (it === 0 ? 0 : (cells[at]?.size ?? 0)), 0);
    assert.ok(size >= leastCount, `seed ${seed}: a figure of ${size} people is determined`);
    figures.narrowest = Math.min(figures.narrowest, size);
  }
}

/** Asserts that nothing more follows from the fact that numbers of people are whole and not negative. */
function checkBounds(
  given: readonly Equation[],
  cells: readonly Cell[],
  targets: readonly ReadonlySet<number>[],
  seed: number,
): void {
  if (cells.length > maxCells) {
    return;
  }
  for (const target of targets.slice(0, 6)) {
    const [least, most] = boundsOf(given, target);
    const whole = Math.floor(most + 1e-6) - Math.ceil(least - 1e-6) + 1;
    assert.ok(whole > 1, `seed ${seed}: ${[...target].join()} is between ${least} and ${most}`);
    figures.bounded++;
  }
}

function count(conversation: Conversation): void {
  for (const { asked, isTold, size } of conversation.answers) {
    if (size >= leastCount && !asked.value) {
      figures.large++;
      figures.told += Number(isTold);
    }
  }
}
