// The survey that figures of exports are about, the same from every server: what it answers depends on the number of a
// response only.

export const surveyId = "bench";

const questions = 2;
const answers = ["Not at all", "A little", "Somewhat", "Much", "Very much"];
const started = Date.UTC(2025, 0, 1);

export const survey = {
  surveyId,
  label: "Bench survey",
  questions: Array.from({ length: questions }, (_, index) => ({
    name: `Q${index + 1}`,
    type: "SingleChoice",
    label: `<p>How much do you <b>agree</b> with statement ${index + 1}?</p>`,
    options: answers.map((label, code) => ({ name: String(code + 1), label: `<p>${label}</p>` })),
  })),
  embeddedData: [{ name: "source", label: "Source" }],
  blocks: [],
  collectGroups: [{ collectGroupId: "g1", label: "Web", state: "RUNNING" }],
  createdAt: "2025-01-01T00:00:00",
  updatedAt: "2025-01-01T00:00:00",
};

/**
 * When a response was finished, in seconds after the survey's start: three in a second in the mean, so that border seconds
 * occur, and more of them early on, as after an invitation, so that equal spans of time are not equal work.
 * @param number from 0, the oldest
 */
export function secondOf(number: number, responses: number): number {
  const share = number / responses;
  return Math.floor((responses / 3) * share * Math.sqrt(share));
}

/** The time in the service's form. UTC in and UTC out, so no zone comes in. */
export function timeOf(second: number): string {
  return new Date(started + second * 1000).toISOString().slice(0, 19);
}

export function secondAt(time: string): number {
  return (Date.parse(`${time}Z`) - started) / 1000;
}

export function idOf(number: number): string {
  return `r${String(number).padStart(8, "0")}`;
}

export function numberOf(id: string): number {
  return Number(id.slice(1));
}

/** How many different ones there are, apart from ids and times: those repeat after so many. */
export const patterns = 1000;

/**
 * A response as the service sends it; `isBrief` leaves out what the survey says already (DATASPACE_FORMAT.md). All are of
 * one length.
 */
export function response(number: number, finishedAt: string, isBrief = false) {
  const digits = idOf(number).slice(1);
  return {
    parameterUid: `p${digits}`,
    responseId: `r${digits}`,
    serial: `s${digits}`,
    collectGroupId: "g1",
    completedStatus: "COMPLETED",
    startedAt: finishedAt,
    finishedAt,
    embeddedData: [{ name: "source", value: patternChance(number, 0) < 0.5 ? "mail" : "link" }],
    variables: survey.questions.map(({ name, type, label, options }, index) => ({
      name,
      ...(isBrief
        ? {}
        : {
            type,
            label,
            options: options.map((it) => ({ value: it.name, valueLabel: it.label })),
          }),
      answer: [
        { value: String(1 + Math.floor(patternChance(number, index + 1) * answers.length)) },
      ],
    })),
  };
}

function patternChance(number: number, draw: number): number {
  return chance((number % patterns) * 31 + draw);
}

/** From 0 up to 1, the same for the same number. */
export function chance(number: number): number {
  return mixed(number) / 4_294_967_296;
}

/** 32 bits that look drawn by lot, the same for the same number (the finalizer of MurmurHash3). */
export function mixed(number: number): number {
  let mixed = number + 20_250_327;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
