import type { Column, Row } from "../../../src/model/grid.ts";
import type { Answer } from "../../../src/model/response.ts";
import { responseRow, responsesContent } from "./fixtures.ts";

/** The panels' survey with questions that are hard to draw: long labels, 60 options, many numbers, a weight. */

const long =
  "I have been a customer for many years and have never had a reason to complain about anything at all, neither about the products, which are excellent, nor about the people on the phone, who know what they are talking about, nor about the deliveries, which come when they were promised, in all weathers";

const options = (count: number, label: (number: number) => string) =>
  Array.from({ length: count }, (_, index) => ({
    name: String(index + 1),
    label: label(index + 1),
  }));

const added: readonly Column[] = [
  {
    kind: "variable",
    name: "Q4_region",
    type: "SingleChoice",
    block: "About you",
    text: "In which of these regions do you live?",
    options: options(60, (it) => `Region ${it}`),
  },
  {
    kind: "variable",
    name: "Q5_long",
    type: "SingleChoice",
    block: "About you",
    text: `Which of these statements describes you best? ${long}?`,
    options: [
      { name: "1", label: long },
      { name: "2", label: "None of them" },
    ],
  },
  {
    kind: "variable",
    name: "age",
    type: "NUMBER",
    block: "About you",
    text: "How old are you?",
    options: [],
  },
  { kind: "embedded", name: "weight", text: "Weight of the response", options: [] },
];

export const summaryColumns: readonly Column[] = [...responsesContent().columns, ...added];

const only = (value: number): readonly Answer[] => [{ value: String(value) }];

export function summaryRows(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => {
    const { id, cells } = responseRow(index);
    return {
      id,
      cells: [
        ...cells,
        only((((index * index) % 47) % 60) + 1),
        only(index % 3 === 0 ? 2 : 1),
        index % 10 === 0 ? [] : only(18 + ((index * 7 + (index % 5) * 3) % 60)),
        only(index % 4),
      ],
    };
  });
}

/** 200 questions with 60 options each. */
export function manyColumns(): Column[] {
  return [
    ...responsesContent().columns.filter((it) => it.kind === "metadata"),
    ...Array.from({ length: 200 }, (_, index): Column => ({
      kind: "variable",
      name: `X${index + 1}`,
      type: "SingleChoice",
      block: `Part ${Math.floor(index / 20) + 1}`,
      text: `Question ${index + 1} of very many`,
      options: options(60, (it) => `Option ${it}`),
    })),
  ];
}

export function manyRows(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index,
    cells: [
      ...responseRow(index).cells.slice(0, 6),
      ...Array.from({ length: 200 }, (_question, at) => only(((index + at) % 60) + 1)),
    ],
  }));
}
