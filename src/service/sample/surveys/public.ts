import {
  longText,
  multiSelect,
  number,
  scale,
  singleChoice,
  type SampleQuestion,
} from "../questions.ts";
import type { SampleSurvey } from "../survey.ts";
import { coded, satisfied, 동의, 만족 } from "./scales.ts";

const 외래경험: SampleSurvey = {
  code: "kh",
  label: "병원 외래 환자 경험 조사",
  createdAt: "2025-02-17T08:30:00",
  updatedAt: "2025-03-31T08:30:00",
  fieldwork: { firstDay: "2025-02-24", days: 25 },
  seconds: 270,
  responses: 900,
  embeddedData: [
    coded("진료과", "진료과", [
      ["IM", "내과", 40],
      ["OS", "정형외과", 25],
      ["PD", "소아청소년과", 20],
      ["DM", "피부과", 15],
    ]),
  ],
  collectGroups: [
    {
      label: "진료 후 문자",
      channel: "SMS",
      state: "COMPLETED",
      weight: 1,
      targetCnt: 900,
      startedAt: "2025-02-24T09:00:00",
      completedAt: "2025-03-21T00:00:00",
    },
  ],
  blocks: [
    {
      name: "진료",
      label: "진료",
      questions: [
        number(
          "대기",
          "<p>예약 시각부터 몇 분을 기다리셨습니까?</p>",
          ({ random, mood }) => 22 - 8 * mood + 9 * random.normal(),
        ),
        ...[
          "의사는 제 말을 주의 깊게 들었다.",
          "설명이 이해하기 쉬웠다.",
          "간호사는 예의를 갖추었다.",
          "사생활이 보호되었다.",
        ].map((it, index) =>
          scale(`경험${index + 1}`, `<p>${it}</p>`, { labels: 동의, mean: 4, pull: 0.7 }),
        ),
        scale("전반", "<p><b>전반적으로</b> 얼마나 만족하십니까?</p>", {
          labels: 만족,
          mean: 3.9,
          pull: 0.9,
          spread: 0.4,
        }),
        longText("개선", "<p>개선할 점</p>", 0.25, [
          ["대기 시간이 너무 깁니다.", "주차장이 부족해요."],
          ["없음", "안내 표지판이 더 있으면 좋겠습니다."],
          ["친절하게 봐 주셔서 감사합니다.", "늘 고맙습니다."],
        ]),
      ],
    },
  ],
};

const commuting: SampleSurvey = {
  code: "mo",
  label: "Commuting after the timetable change",
  createdAt: "2025-10-01T09:00:00",
  updatedAt: "2025-11-01T00:00:00",
  fieldwork: { firstDay: "2025-10-06", days: 20 },
  seconds: 160,
  responses: 740,
  embeddedData: [
    {
      name: "stop",
      label: "Stop of the poster",
      value: ({ random }) => `S${String(100 + random.below(60))}`,
    },
    { name: "line", label: "Line", value: (_, index) => String(701 + ((index * 5) % 7)) },
    { name: "week", label: "Week of the poster", value: (_, index) => String((index % 3) + 41) },
  ],
  collectGroups: [
    {
      label: "Posters",
      channel: "PUBLIC_LINK",
      state: "RUNNING",
      weight: 3,
      targetCnt: 800,
      startedAt: "2025-10-06T05:00:00",
    },
    { label: "Newsletter", channel: "EMAIL", state: "READY", weight: 0, targetCnt: 500 },
  ],
  blocks: [
    {
      name: "trip",
      label: "Your trip",
      questions: [
        multiSelect(
          "modes",
          "<p>How did you travel to work <b>yesterday</b>?</p>",
          [
            ["bus", "Bus", 0.44],
            ["train", "Train", 0.31],
            ["bike", "Bicycle", 0.19],
            ["car", "Car", 0.28],
            ["walk", "On foot", 0.16],
          ],
          {
            name: "other",
            label: "Another way",
            rate: 0.04,
            texts: ["Ferry", "Scooter", "I worked at home", "Skateboard"],
          },
        ),
        number(
          "minutes",
          "<p>Door to door, in minutes</p>",
          ({ random, mood }) => 38 - 6 * mood + 14 * random.normal(),
        ),
        scale("change", "<p>Has the new timetable made your trip better?</p>", {
          labels: ["Much worse", "Worse", "Same", "Better", "Much better"],
          mean: 3.1,
          pull: 1,
        }),
        longText("idea", "<p>One idea for the next timetable?</p>", 0.3, [
          ["The 7:42 is always full.", "Give us back line 14."],
          ["More buses on Sunday."],
          ["Keep it.", "The new night bus is great."],
        ]),
      ],
    },
  ],
};

const products = [
  "Bread",
  "Milk",
  "Coffee",
  "Tea",
  "Fruit",
  "Vegetables",
  "Meat",
  "Fish",
  "Cheese",
  "Sweets",
];
const aspects = ["price", "quality", "freshness", "origin", "packaging"];

// 120 questions: for each of 10 products how much, how often, where, five aspects and four kinds of household use.
const household: SampleSurvey = {
  code: "hp",
  label: "Household panel: annual profile (120 questions)",
  createdAt: "2025-01-06T09:00:00",
  updatedAt: "2025-01-31T09:00:00",
  fieldwork: { firstDay: "2025-01-13", days: 12 },
  seconds: 1500,
  responses: 400,
  embeddedData: [coded("wave", "Wave", [["25", "2025", 1]])],
  collectGroups: [
    {
      label: "Households",
      channel: "PANEL",
      state: "COMPLETED",
      weight: 1,
      targetCnt: 400,
      startedAt: "2025-01-13T08:00:00",
      completedAt: "2025-01-25T00:00:00",
    },
  ],
  blocks: products.map((product, index) => ({
    name: `B${index + 1}`,
    label: product,
    questions: productQuestions(`P${String(index + 1).padStart(2, "0")}`, product),
  })),
};

function productQuestions(code: string, product: string): SampleQuestion[] {
  return [
    number(
      `${code}_units`,
      `<p><b>${product}</b>: packages a month</p>`,
      ({ random }) => 6 + 3 * random.normal(),
    ),
    singleChoice(`${code}_often`, `<p><b>${product}</b>: how often do you buy it?</p>`, [
      ["1", "Daily", 10],
      ["2", "Weekly", 50],
      ["3", "Monthly", 28],
      ["4", "Never", 12],
    ]),
    multiSelect(
      `${code}_where`,
      `<p><b>${product}</b>: where?</p>`,
      [
        ["1", "Supermarket", 0.8],
        ["2", "Market", 0.25],
        ["3", "Online", 0.2],
      ],
      {
        name: "9",
        label: "Elsewhere",
        rate: 0.05,
        texts: ["Farm shop", "Neighbour", "Own garden"],
      },
    ),
    ...aspects.map((it, index) =>
      scale(`${code}_${it}`, `<p><b>${product}</b>: satisfaction with <em>${it}</em></p>`, {
        labels: satisfied,
        mean: 3.8 - index * 0.1,
      }),
    ),
    ...["adults", "children", "guests", "pets"].map((it) =>
      number(
        `${code}_${it}`,
        `<p><b>${product}</b>: share used by ${it}, in %</p>`,
        ({ random }) => 25 + 10 * random.normal(),
      ),
    ),
  ];
}

export const publicSurveys = [외래경험, commuting, household];
