import type { ApiVersion } from "../../../src/model/survey.ts";
import { timeOfSeconds } from "../../../src/model/time.ts";
import { sendText, type TestServer } from "../../client/support/testServer.ts";
import { startLiveServer, type LiveItem } from "../../export/support/liveServer.ts";

/* A survey whose responses and questions change between two loads. */

const epoch = Date.UTC(2025, 2, 27, 10) / 1000;

export interface Question {
  readonly name: string;
  readonly type: string;
  readonly label: string;
  readonly options: readonly { readonly name: string; readonly label: string }[];
}

export const questions: readonly Question[] = [
  {
    name: "Q1",
    type: "SingleChoice",
    label: "How <b>satisfied</b>?",
    options: [
      { name: "1", label: "매우" },
      { name: "2", label: "Not" },
    ],
  },
  {
    name: "Q2",
    type: "MULTI_SELECT",
    label: "Which?",
    options: ["1", "2", "3"].map((name) => ({ name, label: `Option ${name}` })),
  },
  { name: "Q3", type: "Text", label: "Say", options: [] },
  { name: "Q4", type: "Number", label: "How many?", options: [] },
];

type Answer = string | { readonly value: string; readonly etcValue: string };

/** Answers by the name of the question. */
export type Answers = Readonly<Record<string, readonly Answer[]>>;

interface Submitted {
  readonly number: number;
  /** Seconds after the epoch. Default: three responses share every other second. */
  readonly second?: number;
  readonly id?: string;
  /** Order among the responses of one second. Default: `number`. */
  readonly order?: number;
  /** Default: a fixed time. Tests give times in other forms. */
  readonly startedAt?: string;
  readonly answers: Answers;
  readonly embedded?: Readonly<Record<string, string>>;
}

/** Returns a response as the version sends it. */
export function submitted(version: ApiVersion, response: Submitted): LiveItem {
  const { number, answers, embedded = {} } = response;
  const finishedAt = timeOfSeconds(epoch + (response.second ?? 2 * Math.floor(number / 3)));
  const id = response.id ?? `r${number}`;
  const { startedAt = "2025-03-27T09:00:00" } = response;
  const facts = { serial: `s${number}`, collectGroupId: "g1", startedAt, finishedAt };
  const isNew = version === "v3";
  const given = Object.entries(embedded);
  const content = isNew
    ? {
        responseId: id,
        ...facts,
        variables: Object.entries(answers).map(([name, its]) => ({
          name,
          answer: its.map((it) => (typeof it === "string" ? { value: it } : it)),
        })),
        embeddedData: given.map(([name, value]) => ({ name, value })),
      }
    : { ...facts, answers: olderAnswers(answers), parameters: embedded };
  const metadata = isNew ? { responseId: id, ...facts } : { answerUid: id, ...facts };
  return {
    finishedAt,
    order: response.order ?? number,
    json: JSON.stringify(content),
    metadata: JSON.stringify(metadata),
  };
}

/** Returns answers in the form of v1 and v2: codes are numbers, and the rank joins an answer to its question. */
function olderAnswers(answers: Answers) {
  return Object.entries(answers).map(([name, its]) => {
    const place = questions.findIndex((it) => it.name === name);
    const isCoded = (questions[place]?.options.length ?? 0) > 0;
    return {
      name,
      rank: place + 1,
      answer: its.map((it) =>
        typeof it !== "string"
          ? { num: Number(it.value), str: it.etcValue }
          : isCoded
            ? { num: Number(it) }
            : { str: it },
      ),
    };
  });
}

function structureOf(version: ApiVersion, its: readonly Question[], title: string) {
  return version === "v3"
    ? { surveyId: "S1", label: title, questions: its }
    : {
        surveyId: "S1",
        title,
        questions: its.map(({ type, label, options }, index) => ({
          rank: index + 1,
          type,
          text: label,
          options: options.map((it) => ({ rank: Number(it.name), text: it.label })),
        })),
      };
}

export function serveSurvey(
  version: ApiVersion,
  items: readonly LiveItem[],
  its: readonly Question[] = questions,
  label = "만족도 & more",
): Promise<TestServer> {
  const survey = JSON.stringify(structureOf(version, its, label));
  const groups = JSON.stringify([
    { collectGroupId: "g1", surveyId: "S1", [version === "v3" ? "label" : "name"]: "패널" },
  ]);
  return startLiveServer({
    version,
    items,
    pageSize: 500,
    disturb: ({ pathname }, answer) => {
      const isSurvey = pathname.endsWith("/surveys/S1");
      const isGroups = pathname.endsWith("/collect-groups");
      if (isSurvey || isGroups) {
        sendText(answer, isSurvey ? survey : groups);
      }
      return isSurvey || isGroups;
    },
  });
}
