// What the panel has to show of the survey of 40 variables: reckoned here, to measure nothing that is not right.
import {
  cellTest,
  isWithin,
  type Condition,
  type ResponseFilter,
} from "../../src/model/responseFilter.ts";
import type { Answer } from "../../src/model/response.ts";
import { secondOf, timeOf } from "./responses.ts";
import { at, cellOf, durationOf, embeddedOf, groupOf, nameOf, statusOf } from "./wideSurvey.ts";

export interface NamedFilter {
  readonly name: string;
  readonly filter: ResponseFilter;
}

/** Changes of the filter, each in place of the one before. */
export function filters(responses: number): NamedFilter[] {
  const oneOf = (position: number, ...values: string[]): Condition => ({
    ...variable(position),
    is: "oneOf",
    values,
    missing: [],
  });
  const missing = (position: number, kind: "noAnswer" | "notShown"): Condition => ({
    ...variable(position),
    is: "oneOf",
    values: [],
    missing: [kind],
  });
  const contains = (position: number, text: string): Condition => ({
    ...variable(position),
    is: "contains",
    text,
  });
  const region = (...values: string[]): Condition => ({
    kind: "embedded",
    name: "region",
    is: "oneOf",
    values,
    missing: [],
  });
  const partial: Condition = {
    kind: "metadata",
    name: "completedStatus",
    is: "oneOf",
    values: ["PARTIAL"],
    missing: [],
  };
  const timeAt = (share: number) => timeOf(secondOf(Math.floor(share * responses), responses));
  const tenth = { startDateTime: timeAt(0.4), endDateTime: timeAt(0.5) };
  const of = (...conditions: Condition[]): ResponseFilter => ({ conditions });
  return [
    { name: "one value", filter: of(oneOf(1, "1")) },
    { name: "one value of another question", filter: of(oneOf(2, "5")) },
    { name: "two values", filter: of(oneOf(16, "2", "3")) },
    { name: "one of several answers", filter: of(oneOf(27, "1")) },
    { name: "not shown", filter: of(missing(12, "notShown")) },
    { name: "no answer", filter: of(missing(3, "noAnswer")) },
    { name: "the other option", filter: of(oneOf(at.other, "6")) },
    { name: "a number", filter: of(oneOf(at.age, "42")) },
    { name: "embedded data", filter: of(region("R3")) },
    { name: "status", filter: of(partial) },
    { name: "collect group", filter: { collectGroupId: "g2" } },
    { name: "short duration", filter: { duration: { atMost: 300 } } },
    { name: "duration between", filter: { duration: { atLeast: 600, atMost: 900 } } },
    { name: "time range", filter: tenth },
    { name: "a word in open texts", filter: of(contains(at.text, "apple")) },
    { name: "two words in open texts", filter: of(contains(at.text, "Happy house")) },
    { name: "a text beside an option", filter: of(contains(at.other, "my own")) },
    { name: "another value of the first", filter: of(oneOf(1, "2")) },
    {
      name: "five at once",
      filter: {
        ...tenth,
        collectGroupId: "g1",
        duration: { atLeast: 300 },
        ...of(oneOf(1, "1", "2"), oneOf(27, "1")),
      },
    },
    {
      name: "an open text, numbers and a region",
      filter: of(
        contains(at.text, "cloud"),
        oneOf(at.age, ...Array.from({ length: 20 }, (_, index) => String(20 + index))),
        region("R1", "R2"),
      ),
    },
  ];
}

function variable(position: number) {
  return { kind: "variable", name: nameOf(position) } as const;
}

/** The responses that are let through, newest first. */
export function filtered(filter: ResponseFilter, responses: number): number[] {
  return newestFirst(responses).filter((number) => matches(filter, number, responses));
}

function matches(filter: ResponseFilter, number: number, responses: number): boolean {
  const { startDateTime, endDateTime, collectGroupId, duration, conditions = [] } = filter;
  if (startDateTime !== undefined || endDateTime !== undefined) {
    const time = timeOf(secondOf(number, responses));
    if (time <= (startDateTime ?? "") || time > (endDateTime ?? "~")) {
      return false;
    }
  }
  return (
    (collectGroupId === undefined || groupOf(number) === collectGroupId) &&
    (duration === undefined || isWithin(durationOf(number), duration)) &&
    conditions.every((it) => cellTest(it)(cellAt(it, number)))
  );
}

function cellAt({ kind, name }: Condition, number: number): readonly Answer[] | null {
  switch (kind) {
    case "variable":
      return cellOf(number, Number(name.slice(1)));
    case "embedded":
      return embeddedOf(number).filter((it) => it.name === name);
    case "metadata":
      return [{ value: statusOf(number) }];
  }
}

/** All responses by their answers to a question of one answer; among equal ones the newest first, without a value last. */
export function sorted(
  position: number,
  direction: "ascending" | "descending",
  responses: number,
): number[] {
  const answers = newestFirst(responses).map((number) => {
    const text = cellOf(number, position)?.[0]?.value;
    const value = text === undefined || position === at.text ? text : Number(text);
    return { number, value };
  });
  const sign = direction === "ascending" ? 1 : -1;
  answers.sort(({ value: one }, { value: other }) => {
    if (one === other) {
      return 0;
    }
    if (one === undefined || other === undefined) {
      return one === undefined ? 1 : -1;
    }
    return one < other ? -sign : sign;
  });
  return answers.map((it) => it.number);
}

function newestFirst(responses: number): number[] {
  return Array.from({ length: responses }, (_, index) => responses - 1 - index);
}
