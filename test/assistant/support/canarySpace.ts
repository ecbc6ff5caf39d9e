import { writeDirectory } from "../../service/support/dataSpace.ts";

/*
 * A survey of 60 people with a small group of three, who alone chose code 3 and came last. Texts that people wrote and
 * embedded data must not be told unasked.
 */

export const surveyId = "S1";
export const spaceId = "canary-space-4711";
export const apiKey = "canary-key-0815";
/** Occurs in every text that people wrote. */
export const canaryText = "canarytext";
export const canaryField = "canaryfield";

export const people = 60;
const hostileLabel = '<b>Yes</b> | "no" <script>alert(1)</script>\n\n| --- | [x](command:y)';

const options = [
  { name: "1", label: hostileLabel },
  { name: "2", label: "<p>Sometimes</p>" },
  { name: "3", label: "<p>Never</p>" },
];

const survey = {
  surveyId,
  label: "Canaries | <b>bold</b> ` $(x)",
  createdAt: "2025-03-01T00:00:00",
  questions: [
    { name: "Q1", type: "SingleChoice", label: "<p>Often | ever?</p>", options },
    { name: "Q2", type: "LongText", label: "<p>Why?</p>", options: [] },
    { name: "Q3", type: "Number", label: "<p>How many?</p>", options: [] },
    {
      name: "Q4",
      type: "SingleChoice",
      label: "<p>Which?</p>",
      options: Array.from({ length: 250 }, (_, at) => ({
        name: `c${String(at)}`,
        label: `<p>Choice ${String(at)}</p>`,
      })),
    },
    { name: "dup", type: "SingleChoice", label: "<p>Asked</p>", options: options.slice(1) },
    { name: "rare", type: "LongText", label: "<p>Anything?</p>", options: [] },
  ],
  embeddedData: [
    { name: "dup", label: "Came along" },
    { name: "mail", label: "E-mail" },
    { name: "plan", label: "Plan" },
  ],
  blocks: [
    { name: "main", label: "Main", questions: ["Q1", "Q2", "Q3"] },
    { name: "rest", label: "Rest", questions: ["Q4", "dup", "rare"] },
  ],
  collectGroups: [{ collectGroupId: "g1", label: "All", state: "RUNNING" }],
};

function codeOf(person: number): string {
  return person < 30 ? "1" : person < 57 ? "2" : "3";
}

/** Returns the answers of a person, by the key of the column. */
export function answersOf(person: number): Readonly<Record<string, string>> {
  return {
    "variable:Q1": codeOf(person),
    "variable:Q4": `c${String(person % 6)}`,
    "variable:dup": person % 3 === 0 ? "2" : "3",
    "embedded:dup": person % 2 === 0 ? "a" : "b",
  };
}

function responseOf(person: number): object {
  const answers = answersOf(person);
  const number = String(person).padStart(3, "0");
  const minute = String(person % 60).padStart(2, "0");
  return {
    responseId: `r${number}`,
    serial: `s${number}`,
    collectGroupId: "g1",
    completedStatus: "COMPLETED",
    startedAt: `2025-03-02T09:${minute}:00`,
    finishedAt: `2025-03-02T10:${minute}:00`,
    embeddedData: [
      { name: "dup", value: answers["embedded:dup"] },
      { name: "mail", value: `${canaryField}${number}@example.com` },
      { name: "plan", value: person < 57 ? "standard" : `${canaryField}vip` },
    ],
    variables: [
      { name: "Q1", answer: [{ value: answers["variable:Q1"] }] },
      {
        name: "Q2",
        answer:
          person < 55
            ? [
                {
                  value: `${canaryText} ${number}: mail me at p${number}@example.com or 010-1234-5${number}`,
                },
              ]
            : [],
      },
      { name: "Q3", answer: [{ value: String(Math.floor(person / 2)) }] },
      { name: "Q4", answer: [{ value: answers["variable:Q4"] }] },
      { name: "dup", answer: [{ value: answers["variable:dup"] }] },
      { name: "rare", answer: person < 3 ? [{ value: `${canaryText} of three` }] : [] },
    ],
  };
}

/** Writes the data space directory, which is removed when the tests end. @returns its path */
export function writeCanaries(count = people): string {
  return writeDirectory({
    dataspace: { label: "Canaries", spaceId, apiKey },
    surveys: [
      {
        surveyId,
        survey,
        collectGroups: [
          { collectGroupId: "g1", surveyId, label: "All", state: "RUNNING", targetCnt: 80 },
        ],
        responses: Array.from({ length: count }, (_, person) => responseOf(person)),
      },
    ],
  });
}
