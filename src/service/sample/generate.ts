import type { Answer, ResponseMetadata } from "../../model/response.ts";
import type { ResponseLine } from "../load/responseLine.ts";
import { clamp, type Person } from "./questions.ts";
import { Random } from "./random.ts";
import type { SampleSurvey } from "./survey.ts";

// Relative numbers of responses in each hour of a day, from midnight.
const hours = [2, 1, 1, 0, 0, 1, 3, 6, 9, 13, 15, 13, 12, 12, 14, 12, 10, 9, 9, 11, 14, 13, 8, 4];
const day = 24 * 60 * 60 * 1000;
// Share of responses that are finished in the same second as the one generated before.
const sameSecond = 0.03;
const skipped = 0.015;

/** Returns `survey.json` of a data space directory. */
export function surveyFile(survey: SampleSurvey): string {
  return JSON.stringify({
    surveyId: surveyId(survey),
    label: survey.label,
    questions: survey.blocks
      .flatMap((it) => it.questions)
      .map(({ name, type, label, options }) => ({ name, type, label, options })),
    embeddedData: survey.embeddedData.map(({ name, label, options }) => ({ name, label, options })),
    blocks: survey.blocks.map(({ name, label, questions }) => ({
      name,
      label,
      questions: questions.map((it) => it.name),
    })),
    collectGroups: survey.collectGroups.map(({ label, state }, index) => ({
      collectGroupId: groupId(survey, index),
      label,
      state,
    })),
    createdAt: survey.createdAt,
    updatedAt: survey.updatedAt,
  });
}

/** Returns `collect-groups.json` of a data space directory. */
export function collectGroupsFile(survey: SampleSurvey): string {
  return JSON.stringify(
    survey.collectGroups.map((group, index) => ({
      collectGroupId: groupId(survey, index),
      surveyId: surveyId(survey),
      label: group.label,
      channel: group.channel,
      state: group.state,
      targetCnt: group.targetCnt,
      startedAt: group.startedAt,
      completedAt: group.completedAt,
      isUsingHmac: group.isUsingHmac ?? false,
      createdAt: survey.createdAt,
      updatedAt: group.completedAt ?? group.startedAt ?? survey.updatedAt,
      ...(group.channel === "PUBLIC_LINK" ? { serial: serial(survey, 900_000 + index) } : {}),
    })),
  );
}

/** Yields the values of the lines of `responses.ndjson` of a data space directory, in no particular order. */
export function* responses(survey: SampleSurvey): Generator<ResponseLine & ResponseMetadata> {
  const random = new Random(Number.parseInt(survey.code, 36));
  const questions = survey.blocks.flatMap((it) => it.questions);
  const weights = survey.collectGroups.map((it) => it.weight);
  const days = dayWeights(survey.fieldwork.days);
  const firstDay = Date.parse(`${survey.fieldwork.firstDay}T00:00:00Z`);
  let finished = 0;
  for (let index = 0; index < survey.responses; index++) {
    if (index === 0 || !random.chance(sameSecond)) {
      const hour = random.pick(hours);
      finished = firstDay + random.pick(days) * day + (hour * 3600 + random.below(3600)) * 1000;
    }
    const person = someone(random);
    const screenedOut = random.chance(survey.screenedOut ?? 0);
    // Squared below, so that a few take very long.
    const slowness = 0.55 + Math.abs(random.normal()) * 0.4;
    const seconds =
      Math.round(survey.seconds * (0.3 + slowness * slowness) * (screenedOut ? 0.15 : 1)) + 5;
    const asked = screenedOut ? questions.slice(0, 1) : questions;
    yield {
      parameterUid: opaqueId("p", survey, Math.imul(index + 1, 0x85ebca6b)),
      responseId: opaqueId("a", survey, Math.imul(index + 1, 0x9e3779b1)),
      serial: serial(survey, index + 1),
      collectGroupId: groupId(survey, random.pick(weights)),
      completedStatus: screenedOut ? "SCREENED_OUT" : "COMPLETED",
      startedAt: timeText(finished - seconds * 1000),
      finishedAt: timeText(finished),
      embeddedData: survey.embeddedData.map(({ name, value }) => ({
        name,
        value: value(person, index),
      })),
      variables: asked.flatMap((question) => {
        const answer = answerOf(person, question);
        return answer.length === 0 ? [] : [{ name: question.name, answer }];
      }),
    };
  }
}

function surveyId(survey: SampleSurvey): string {
  return `s0000${survey.code}`;
}

function answerOf(person: Person, question: SampleSurvey["blocks"][number]["questions"][number]) {
  const asked = question.asked?.(person) ?? true;
  const answer: Answer[] = asked && !person.random.chance(skipped) ? question.answer(person) : [];
  person.given.set(question.name, answer);
  return answer;
}

function someone(random: Random): Person {
  return {
    random,
    mood: random.normal(),
    age: clamp(Math.round(39 + 13 * random.normal()), 16, 84),
    woman: random.chance(0.52),
    given: new Map(),
  };
}

// Most responses come on the first days. A reminder halfway through brings a second, smaller peak.
function dayWeights(days: number): number[] {
  const middle = Math.floor(days / 2);
  return Array.from(
    { length: days },
    (_, it) => 1 / (it + 1) + (it >= middle ? 0.5 / (it - middle + 1) : 0),
  );
}

function opaqueId(prefix: string, survey: SampleSurvey, bits: number): string {
  return `${prefix}${survey.code}${(bits >>> 0).toString(36).padStart(7, "0")}`;
}

function groupId(survey: SampleSurvey, index: number): string {
  return `g0000${survey.code}${index.toString(36)}`;
}

function serial(survey: SampleSurvey, index: number): string {
  return `${survey.code.toUpperCase()}${String(index).padStart(6, "0")}`;
}

// Date is slow for this many times, so it only formats days, and each day once.
const dayTexts = new Map<number, string>();

function timeText(milliseconds: number): string {
  const days = Math.floor(milliseconds / day);
  let text = dayTexts.get(days);
  if (text === undefined) {
    text = new Date(days * day).toISOString().slice(0, "YYYY-MM-DDT".length);
    dayTexts.set(days, text);
  }
  const seconds = (milliseconds - days * day) / 1000;
  return `${text}${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function two(value: number): string {
  const whole = Math.floor(value);
  return whole < 10 ? `0${whole}` : String(whole);
}
