import type { PanelLocale, PanelSource } from "../../../src/messages/panel.ts";
import type { ResponsesContent, ResponsesState } from "../../../src/messages/responses.ts";
import type { StructureContent, StructureState } from "../../../src/messages/structure.ts";
import { defaultColumnLayout } from "../../../src/model/columnLayout.ts";
import type { Column, Row } from "../../../src/model/grid.ts";
import type { Answer } from "../../../src/model/response.ts";
import type { CollectGroup, Question, Survey } from "../../../src/model/survey.ts";

/** Fixtures of the panels, in the shapes that the host sends. */

export const english: PanelLocale = { locale: "en-GB", strings: {} };
export const subject = { dataSpace: "Acme research", surveyId: "csat-2025" };
const source: PanelSource = {
  dataSpace: subject.dataSpace,
  apiVersion: "v3",
  readAt: Date.UTC(2025, 2, 3, 14, 5),
};

const groups: readonly CollectGroup[] = [
  {
    collectGroupId: "grp-0001",
    surveyId: subject.surveyId,
    label: "Website link",
    channel: "PUBLIC_LINK",
    state: "RUNNING",
    targetCnt: 1500,
    isUsingHmac: false,
    startedAt: "2025-03-01T09:00:00",
    createdAt: "2025-02-20T10:12:30",
    updatedAt: "2025-03-01T09:00:00",
  },
  {
    collectGroupId: "grp-0002",
    surveyId: subject.surveyId,
    label: "Panel wave 2",
    channel: "PANEL",
    state: "READY",
    targetCnt: 1000,
    isUsingHmac: true,
    createdAt: "2025-02-21T10:12:30",
    updatedAt: "2025-02-21T10:12:30",
  },
];

const satisfaction: Question = {
  name: "Q1",
  type: "SingleChoice",
  label: "How satisfied are you <strong>overall</strong> with our service?",
  options: [
    { name: "1", label: "Very satisfied" },
    { name: "2", label: "Somewhat satisfied" },
    { name: "3", label: "Neither satisfied nor dissatisfied" },
    { name: "4", label: "Somewhat dissatisfied" },
    { name: "5", label: "Very dissatisfied" },
  ],
};

const devices: Question = {
  name: "Q2",
  type: "MULTI_SELECT",
  label: "<p>Which of these do you use?</p><p><em>Choose all that apply.</em></p>",
  options: [
    { name: "1", label: "Phone" },
    { name: "2", label: "Laptop" },
    { name: "3", label: "Desktop &amp; monitor" },
    { name: "9", label: "Other" },
  ],
};

const score: Question = {
  name: "NPS",
  type: "NUMBER",
  label: "How likely are you to recommend us, from 0 to 10?",
  options: [],
};

const comment: Question = {
  name: "Q3_comment",
  type: "LONG_TEXT",
  label: "What should we do better? Write as much as you like; every answer is read by a person.",
  options: [],
};

const hidden: Question = { name: "device_check", type: undefined, label: "", options: [] };

const survey: Survey = {
  apiVersion: "v3",
  surveyId: subject.surveyId,
  label: "Customer satisfaction 2025",
  createdAt: "2025-02-18T08:30:00",
  updatedAt: "2025-03-01T09:14:02",
  questions: [satisfaction, devices, score, comment, hidden],
  embeddedData: [
    { name: "segment", label: "Customer segment" },
    { name: "source_campaign", label: "Campaign that the customer came from" },
  ],
  blocks: [
    { name: "B1", label: "Satisfaction", questions: ["Q1", "NPS"] },
    { name: "B2", label: "Use", questions: ["Q2", "Q_removed", "Q3_comment"] },
  ],
};

export function structureState(
  change: Partial<StructureState> = {},
): StructureState & { kind: "state" } {
  return {
    kind: "state",
    locale: english,
    subject,
    title: survey.label,
    loading: false,
    content: { source, survey, collectGroups: groups },
    ...change,
  };
}

export function structureContent(change: Partial<Survey>): StructureContent {
  return { source, survey: { ...survey, ...change }, collectGroups: groups };
}

/** 120 questions with 7 options each, in 12 blocks. */
export function longSurvey(): Partial<Survey> {
  const questions = Array.from({ length: 120 }, (_, index): Question => {
    const number = index + 1;
    return {
      name: `Q${number}`,
      type: "SingleChoice",
      label: `Statement ${number}: to what extent do you <b>agree</b> that this applies to you?`,
      options: Array.from({ length: 7 }, (_option, code) => ({
        name: String(code + 1),
        label: `Level ${code + 1} of <i>agreement</i>`,
      })),
    };
  });
  const blocks = Array.from({ length: 12 }, (_, index) => ({
    name: `B${index + 1}`,
    label: `Part ${index + 1}`,
    questions: questions.slice(index * 10, index * 10 + 10).map((it) => it.name),
  }));
  return { label: "A long survey", questions, blocks };
}

export const koreanSurvey: Partial<Survey> = {
  label: "2025년 고객 만족도 조사",
  questions: [
    {
      name: "문1",
      type: "SingleChoice",
      label: "저희 서비스에 대해 <strong>전반적으로</strong> 얼마나 만족하십니까?",
      options: [
        { name: "1", label: "매우 만족" },
        { name: "2", label: "만족" },
        { name: "3", label: "보통" },
        { name: "4", label: "불만족" },
      ],
    },
  ],
  blocks: [{ name: "B1", label: "만족도", questions: ["문1"] }],
};

const coded = (labels: Record<string, string>) =>
  Object.entries(labels).map(([name, label]) => ({ name, label }));

const plain = (name: string): Column => ({ kind: "metadata", name, text: "", options: [] });

const columns: readonly Column[] = [
  ...["serial", "finishedAt", "startedAt", "completedStatus", "collectGroupId"].map(plain),
  plain("responseId"),
  {
    kind: "variable",
    name: "Q1",
    type: "SingleChoice",
    block: "Satisfaction",
    text: "How satisfied are you overall with our service?",
    options: satisfaction.options,
  },
  {
    kind: "variable",
    name: "Q2",
    type: "MULTI_SELECT",
    block: "Use",
    text: "Which of these do you use? Choose all that apply.",
    options: coded({ 1: "Phone", 2: "Laptop", 3: "Desktop & monitor", 9: "Other" }),
  },
  {
    kind: "variable",
    name: "NPS",
    type: "NUMBER",
    block: "Use",
    text: score.label,
    options: [],
  },
  {
    kind: "variable",
    name: "Q3_comment",
    type: "LONG_TEXT",
    block: "Use",
    text: comment.label,
    options: [],
  },
  {
    kind: "embedded",
    name: "segment",
    text: "Customer segment",
    options: coded({ b2b: "Business", b2c: "Private" }),
  },
];

const only = (value: string): readonly Answer[] => [{ value }];

const comments = [
  "Shorter waiting times on the phone.",
  null,
  'Nothing, "all good"\tas it is',
  "배송이 더 빨랐으면 좋겠습니다",
  null,
];

/** One in ten was not asked about devices, one in ten left them unanswered. */
export function responseRow(index: number): Row {
  const serial = 2800 - index;
  const minute = String(59 - (index % 60)).padStart(2, "0");
  const note = comments[index % comments.length];
  const chosen: (readonly Answer[] | null)[] = [
    [{ value: "1" }, { value: "2" }],
    [{ value: "9", etcValue: "tablet" }],
    [{ value: "3" }],
    [{ value: "77" }],
    index % 2 === 0 ? null : [],
  ];
  return {
    id: 2799 - index,
    cells: [
      only(`S${serial}`),
      only(`2025-03-03T09:${minute}:02`),
      only(`2025-03-03T08:${minute}:40`),
      only("COMPLETED"),
      only(index % 3 === 0 ? "grp-0002" : "grp-0001"),
      only(`resp-${String(serial).padStart(8, "0")}`),
      only(String((index % 5) + 1)),
      chosen[index % chosen.length] ?? null,
      index % 7 === 3 ? null : only(String(index % 11)),
      note == null ? null : only(note),
      only(index % 2 === 0 ? "b2b" : "b2c"),
    ],
  };
}

/** The newest of the survey's responses, newest first. */
export function responseRows(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => responseRow(index));
}

export function responsesContent(change: Partial<ResponsesContent> = {}): ResponsesContent {
  return {
    source,
    columns,
    view: 1,
    kept: 0,
    matching: 0,
    loaded: 0,
    isComplete: true,
    ...change,
  };
}

export function responsesState(
  change: Partial<ResponsesState> = {},
): ResponsesState & { kind: "state" } {
  return {
    kind: "state",
    locale: english,
    subject,
    title: survey.label,
    reading: { state: "idle" },
    filter: {},
    cells: "labels",
    layout: defaultColumnLayout,
    tab: "responses",
    summary: { base: "answered", asTables: false, headerBars: false },
    collectGroups: groups,
    content: responsesContent(),
    ...change,
  };
}

/** The survey as v1 and v2 send it: ranks as names, no blocks, parameters without labels. */
export function olderStructure(apiVersion: "v1" | "v2"): StructureContent {
  const older: Survey = {
    ...survey,
    apiVersion,
    questions: [satisfaction, devices, score].map((question, index) => ({
      ...question,
      name: String(index + 1),
      rank: index + 1,
      options: question.options.map(({ label }, position) => ({
        name: String(position + 1),
        rank: position + 1,
        label,
      })),
    })),
    embeddedData: [{ name: "segment", isCollectable: true }, { name: "source_campaign" }],
    blocks: undefined,
  };
  return { source: { ...source, apiVersion }, survey: older, collectGroups: groups };
}

/** Responses as v1 and v2 send them: neither status nor id, and names that come with the answers. */
export function olderResponses(apiVersion: "v1" | "v2"): {
  columns: Column[];
  rows: Row[];
  content: ResponsesContent;
} {
  const kept = columns.flatMap((column, index) =>
    ["completedStatus", "responseId"].includes(column.name) ? [] : [{ column, index }],
  );
  let rank = 0;
  return {
    content: responsesContent({ source: { ...source, apiVersion } }),
    columns: kept.map(({ column }) => {
      switch (column.kind) {
        case "metadata":
          return column;
        case "variable":
          return { ...column, rank: ++rank, block: undefined };
        case "embedded":
          return { ...column, text: "", options: [] };
      }
    }),
    rows: responseRows(500).map(({ id, cells }) => ({
      id,
      cells: kept.map((it) => cells[it.index] ?? null),
    })),
  };
}
