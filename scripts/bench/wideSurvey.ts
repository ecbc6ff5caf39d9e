// The survey that figures of the responses panel are about: 40 variables of every kind. As with that of responses.ts,
// what it answers depends on the number of a response only.
import type { Answer } from "../../src/model/response.ts";
import { idPatches, putDigits, timePatch, type Patch, type Replayed } from "./replayedSurvey.ts";
import { chance, idOf, mixed, timeOf } from "./responses.ts";

interface Question {
  readonly name: string;
  readonly type: "SINGLE_CHOICE" | "MULTI_SELECT" | "NUMBER" | "TEXT";
  readonly label: string;
  readonly options: readonly { readonly name: string; readonly label: string }[];
  /** What was answered, nobody asked about whether it was shown. */
  answer(number: number): readonly Answer[];
}

/** After so many responses all but the amount, the open text, ids and times repeats. */
const patterns = 2000;

const scale = ["Not at all", "A little", "Somewhat", "Much", "Very much"];
const uses = ["Phone", "Laptop", "Desktop computer", "Tablet", "Television", "Watch", "None"];
const words =
  "about above again alike alone among apple arise aware begin below bring build carry chain chair chart check " +
  "clean clear clock close cloud count cover cross daily depth doubt dream eight enter equal event every exact " +
  "field final first floor focus force found fresh front fruit giant given glass grand green group guess happy " +
  "heavy house human ideal image inner";
const lexicon = words.split(" ");
const wordsOfText = 7;

/** The numbers of the questions that stand out, from 1. */
export const at = { route: 10, other: 7, age: 35, amount: 37, text: 40 };
const routed = [11, 12, 13, 14, 15];

const questions: readonly Question[] = Array.from({ length: 40 }, (_, index) =>
  question(index + 1),
);

function question(position: number): Question {
  const name = nameOf(position);
  const statement = `statement ${position}, which is about something else than the others`;
  if (position === at.text) {
    const type = "TEXT";
    const label = "<p>Is there anything that you would like to add?</p>";
    return { name, type, label, options: [], answer: (number) => [{ value: openText(number) }] };
  }
  if (position >= at.age) {
    const label = `<p>How many are there of <b>${statement}</b>?</p>`;
    return { name, type: "NUMBER", label, options: [], answer: numbers(position) };
  }
  if (position > 26) {
    const label = `<p>Which of these do you use for ${statement}?</p>`;
    const options = optionsOf(uses);
    return { name, type: "MULTI_SELECT", label, options, answer: several(position) };
  }
  const label = `<p>How much do you <b>agree</b> with ${statement}?</p>`;
  const options = optionsOf(position === at.other ? [...scale, "Other"] : scale);
  return { name, type: "SINGLE_CHOICE", label, options, answer: one(position, options.length) };
}

export function nameOf(position: number): string {
  return `Q${String(position).padStart(2, "0")}`;
}

function optionsOf(labels: readonly string[]): Question["options"] {
  return labels.map((label, index) => ({ name: String(index + 1), label: `<p>${label}</p>` }));
}

function one(position: number, options: number): Question["answer"] {
  return (number) => {
    // Some are chosen more often than others, differently from question to question.
    const drawn = chanceOf(number, position) ** (0.6 + 0.05 * (position % 20));
    const code = 1 + Math.floor(drawn * options);
    const etcValue = code > scale.length ? "something of my own" : undefined;
    return [{ value: String(code), ...(etcValue === undefined ? {} : { etcValue }) }];
  };
}

function several(position: number): Question["answer"] {
  return (number) => {
    const chosen = uses.flatMap((_, index) =>
      chanceOf(number, position * 100 + index) < 0.3 ? [{ value: String(index + 1) }] : [],
    );
    return chosen.length === 0 ? [{ value: String(uses.length) }] : chosen;
  };
}

function numbers(position: number): Question["answer"] {
  const value = (number: number) => {
    const drawn = chanceOf(number, position);
    switch (position) {
      case at.age:
        return 18 + Math.floor(drawn * 72);
      case at.amount:
        return amountOf(number);
      default:
        return Math.floor(drawn * 1000) / 10;
    }
  };
  return (number) => [{ value: String(value(number)) }];
}

/** From 0 up to 1, for the response's pattern. */
function chanceOf(number: number, draw: number): number {
  return chance((number % patterns) * 10_007 + draw);
}

/** Five digits. */
function amountOf(number: number): number {
  return 10_000 + (mixed(number * 2 + 1) % 90_000);
}

/** 41 letters, hardly ever twice the same. */
function openText(number: number): string {
  let text = "";
  let drawn = mixed(number * 2 + 1_000_000_000);
  for (let word = 0; word < wordsOfText; word++) {
    text += `${word === 0 ? "" : " "}${lexicon[drawn % lexicon.length] ?? ""}`;
    drawn = word === 3 ? mixed(drawn ^ number) : Math.floor(drawn / lexicon.length);
  }
  return text;
}

/** Seconds that the response took: from 1 to 40 minutes. */
export function durationOf(number: number): number {
  return 60 + (mixed(number * 2 + 500_000_000) % 2341);
}

/** What the response says to a question: `null` where it was not shown, empty where it was not answered. */
export function cellOf(number: number, position: number): readonly Answer[] | null {
  const isRouted = routed.includes(position);
  const question = questions[position - 1];
  if (!question || (isRouted && Number(cellOf(number, at.route)?.[0]?.value ?? 0) < 2)) {
    return null;
  }
  const skipped = chanceOf(number, 5000 + position) < (position === at.text ? 0.2 : 0.04);
  return skipped ? [] : question.answer(number);
}

export function groupOf(number: number): string {
  return chanceOf(number, 9001) < 0.7 ? "g1" : "g2";
}

export function statusOf(number: number): string {
  return chanceOf(number, 9002) < 0.9 ? "COMPLETED" : "PARTIAL";
}

export function embeddedOf(number: number): { readonly name: string; readonly value: string }[] {
  return [
    { name: "source", value: chanceOf(number, 9003) < 0.5 ? "mail" : "link" },
    { name: "region", value: `R${1 + Math.floor(chanceOf(number, 9004) * 8)}` },
  ];
}

const groups = [
  { collectGroupId: "g1", label: "Web", state: "RUNNING" },
  { collectGroupId: "g2", label: "Panel", state: "RUNNING" },
];

/** As the reference leaves it open: each variable with its answer, without what the survey's structure says. */
export const wide: Replayed = surveyOf("wide", (question, answer) => ({
  name: question.name,
  answer,
}));

/** As the reference shows it: with the type, label and options of each variable. */
export const wideLabelled: Replayed = surveyOf("wideLabelled", (question, answer) => ({
  name: question.name,
  type: question.type,
  label: question.label,
  options: question.options.map((it) => ({ value: it.name, valueLabel: it.label })),
  answer,
}));

function surveyOf(
  surveyId: string,
  variable: (question: Question, answer: readonly Answer[]) => object,
): Replayed {
  const answerPatch = (position: number, put: Patch["put"]): Patch[] =>
    questions.slice(position - 1, position).map((question) => {
      const [after = ""] = JSON.stringify(variable(question, [{ value: "#" }])).split("#");
      return { after, put };
    });
  return {
    survey: {
      surveyId,
      label: "Bench survey of 40 variables",
      questions: questions.map(({ name, type, label, options }) => ({
        name,
        type,
        label,
        options,
      })),
      embeddedData: [
        { name: "source", label: "Source" },
        { name: "region", label: "Region" },
      ],
      blocks: [0, 1, 2, 3].map((block) => ({
        name: `B${block + 1}`,
        label: `Block ${block + 1}`,
        questions: questions.slice(10 * block, 10 * block + 10).map((it) => it.name),
      })),
      collectGroups: groups,
      createdAt: "2025-01-01T00:00:00",
      updatedAt: "2025-01-01T00:00:00",
    },
    collectGroups: groups.map((it) => ({ ...it, surveyId, channel: "PUBLIC_LINK" })),
    patterns,
    patches: [
      ...idPatches,
      timePatch("startedAt", durationOf),
      timePatch("finishedAt", () => 0),
      ...answerPatch(at.amount, (buffer, at, number) => putDigits(buffer, at, 5, amountOf(number))),
      ...answerPatch(at.text, (buffer, at, number) => buffer.write(openText(number), at, "latin1")),
    ],
    response: (number, second) => ({
      parameterUid: `p${idOf(number).slice(1)}`,
      responseId: idOf(number),
      serial: serialOf(number),
      collectGroupId: groupOf(number),
      completedStatus: statusOf(number),
      startedAt: timeOf(second - durationOf(number)),
      finishedAt: timeOf(second),
      embeddedData: embeddedOf(number),
      variables: questions.flatMap((question, index) => {
        const answer = cellOf(number, index + 1);
        return answer === null ? [] : [variable(question, answer)];
      }),
    }),
  };
}

export function serialOf(number: number): string {
  return `s${idOf(number).slice(1)}`;
}
