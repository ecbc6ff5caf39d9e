import assert from "node:assert/strict";
import { Random } from "../../src/service/sample/random.ts";
import type { Service } from "../../src/service/service.ts";
import { NaiveSpan } from "../analysis/disclosure/support/naiveSpan.ts";
import { clientOf, serve } from "../conformance/support/clients.ts";
import { answersOf, people, surveyId, writeCanaries } from "./support/canarySpace.ts";
import { call, testHost, type TestHost } from "./support/toolHosts.ts";
import { temporaryFolder } from "../support/folders.ts";

/*
 * An adversary who has only the tools, and asks for frequencies and cross tables under filters, through two doors. No count
 * of a small group of people can be computed from all the counts that were told. The ledger has an adversary of its own
 * (test/analysis/disclosure).
 */

const calls = 30;
const least = 5;
const columns = ["variable:Q1", "variable:Q4", "variable:dup", "embedded:dup"];
const everybody = Array.from({ length: people }, (_, person) => ({
  person,
  answers: answersOf(person),
}));

type Test = (person: number) => boolean;

interface Asked {
  readonly filter: object;
  readonly passes: Test;
}

function valuesOf(column: string): string[] {
  return [...new Set(everybody.map(({ answers }) => answers[column] ?? ""))];
}

const is =
  (column: string, ...codes: readonly string[]): Test =>
  (person) =>
    codes.includes(answersOf(person)[column] ?? "");

/** Filters by the time of the response, by some codes of a column, or by both. */
function askedBy(random: Random): Asked {
  const until = random.below(2) === 0 ? undefined : 20 + random.below(people - 20);
  const column = columns[random.below(columns.length)] ?? "";
  const [kind = "", name = ""] = column.split(":");
  const codes = valuesOf(column).filter(() => random.below(3) > 0);
  const isNarrow = random.below(2) === 0 && codes.length > 0;
  return {
    filter: {
      ...(until === undefined
        ? {}
        : { endDateTime: `2025-03-02T10:${String(until).padStart(2, "0")}:30` }),
      ...(isNarrow
        ? { conditions: [{ kind, name, is: "oneOf", values: codes, missing: [] }] }
        : {}),
    },
    passes: (person) => person <= (until ?? people) && (!isNarrow || is(column, ...codes)(person)),
  };
}

function vectorOf(...tests: readonly Test[]): bigint[] {
  return everybody.map(({ person }) => (tests.every((it) => it(person)) ? 1n : 0n));
}

/** Asks a question and adds the counts that were told to the known ones. @returns the number of counts told */
async function ask(door: TestHost, span: NaiveSpan, random: Random): Promise<number> {
  const { filter, passes } = askedBy(random);
  const question = columns[random.below(columns.length)] ?? "";
  // Q4 has too many options to be a split.
  const others = columns.filter((it) => it !== question && it !== "variable:Q4");
  const by = others[random.below(others.length)] ?? "";
  const isCrossed = random.below(3) === 0;
  const { content } = await call(
    door,
    isCrossed ? "cross_table" : "frequencies",
    isCrossed ? { survey: surveyId, question, by, filter } : { survey: surveyId, question, filter },
  );
  let told = 0;
  const know = (count: unknown, ...tests: readonly Test[]): void => {
    if (typeof count === "number") {
      const vector = vectorOf(passes, ...tests);
      assert.equal(
        BigInt(count),
        vector.reduce((sum, it) => sum + it, 0n),
      );
      span.add(vector);
      told++;
    }
  };
  know(content["n"]);
  const parts = (content["columns"] ?? []) as { code: string; n: unknown }[];
  parts.forEach(({ code, n }) => know(n, is(by, code)));
  for (const { code, count } of content["values"] as { code: string; count: unknown }[]) {
    const counts = Array.isArray(count) ? (count as unknown[]) : undefined;
    if (counts) {
      counts.forEach((it, at) => know(it, is(question, code), is(by, parts[at]?.code ?? "")));
    } else {
      know(count, is(question, code));
    }
  }
  return told;
}

/** Returns the groups of 1 to 4 people given by their answers to up to three questions, and each single person. */
function smallGroups(): bigint[][] {
  const found = new Map<string, bigint[]>();
  const add = (tests: readonly Test[], from: number): void => {
    const vector = vectorOf(...tests);
    const size = vector.reduce((sum, it) => sum + it, 0n);
    if (size > 0n && size < BigInt(least)) {
      found.set(vector.join(""), vector);
    }
    for (let at = from; at < columns.length && tests.length < 3; at++) {
      const column = columns[at] ?? "";
      valuesOf(column).forEach((code) => add([...tests, is(column, code)], at + 1));
    }
  };
  add([], 0);
  everybody.forEach(({ person }) => add([(it) => it === person], columns.length));
  return [...found.values()];
}

describe("adversary with access to the tools only", () => {
  let service: Service;
  before(async () => {
    service = await serve(writeCanaries(), "absent");
  });
  after(() => service.close());

  for (const seed of [1, 2, 3, 4]) {
    it(`computes no count of 1 to 4 people from the answers (${String(seed)})`, async () => {
      await using folder = await temporaryFolder();
      const clients = { Space: clientOf(service, "v3") };
      const doors = [testHost(folder.path, clients), testHost(folder.path, clients)];
      const random = new Random(seed);
      const span = new NaiveSpan(people);
      let told = 0;
      try {
        for (let at = 0; at < calls; at++) {
          const door = doors[at % 2];
          assert.ok(door);
          told += await ask(door, span, random);
        }
      } finally {
        await Promise.all(doors.map((it) => it.close()));
      }
      assert.ok(told > 20 && span.dimension > 5, `${String(told)}, ${String(span.dimension)}`);
      const groups = smallGroups();
      assert.ok(groups.length > people);
      for (const group of groups) {
        assert.ok(!span.has(group), group.join(""));
      }
    });
  }
});
