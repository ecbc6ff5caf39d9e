import { longText, multiSelect, number, scale, singleChoice } from "../questions.ts";
import type { SampleSurvey } from "../survey.ts";
import { agree, coded, 동의 } from "./scales.ts";

const productPulse: SampleSurvey = {
  code: "pf",
  label: "Product pulse: would you miss it?",
  createdAt: "2025-10-06T08:00:00",
  updatedAt: "2025-10-06T08:00:00",
  fieldwork: { firstDay: "2025-10-07", days: 5 },
  seconds: 40,
  responses: 1000,
  embeddedData: [
    coded("plan", "Plan", [
      ["free", "Free", 7],
      ["team", "Team", 2],
      ["ent", "Enterprise", 1],
    ]),
  ],
  collectGroups: [
    {
      label: "In the app",
      channel: "PUBLIC_LINK",
      state: "COMPLETED",
      weight: 1,
      targetCnt: 1000,
      startedAt: "2025-10-07T07:00:00",
      completedAt: "2025-10-12T00:00:00",
    },
  ],
  blocks: [
    {
      name: "pulse",
      label: "Pulse",
      questions: [
        singleChoice("miss", "<p>How would you feel if you could <b>no longer</b> use it?</p>", [
          ["1", "<p>Very disappointed</p>", 42, 0.7],
          ["2", "<p>Somewhat disappointed</p>", 38],
          ["3", "<p>Not disappointed</p>", 20, -0.8],
        ]),
        longText("why", "<p>Why?</p>", 0.4, [
          ["I found something faster.", "It loses my changes."],
          ["It does the job.", "I only use it at work."],
          ["It saves me an hour a day.", "Nothing else handles Korean *and* Excel."],
        ]),
      ],
    },
  ],
};

const 컨셉테스트: SampleSurvey = {
  code: "kc",
  label: "신제품 컨셉 테스트: 콜드브루 라떼",
  createdAt: "2025-07-14T14:30:00",
  updatedAt: "2025-07-25T11:11:11",
  fieldwork: { firstDay: "2025-07-21", days: 4 },
  seconds: 310,
  responses: 600,
  screenedOut: 0.12,
  embeddedData: [
    coded("시안", "제시 시안", [
      ["A", "A안: 고소한 맛", 1],
      ["B", "B안: 산뜻한 맛", 1],
    ]),
  ],
  collectGroups: [
    {
      label: "20대 패널",
      channel: "PANEL",
      state: "COMPLETED",
      weight: 1,
      targetCnt: 300,
      startedAt: "2025-07-21T09:00:00",
      completedAt: "2025-07-24T22:00:00",
    },
    {
      label: "30대 패널",
      channel: "PANEL",
      state: "COMPLETED",
      weight: 1,
      targetCnt: 300,
      startedAt: "2025-07-21T09:00:00",
      completedAt: "2025-07-25T00:00:00",
    },
  ],
  blocks: [
    {
      name: "선별",
      label: "선별 문항",
      questions: [
        singleChoice("S1", "<p>지난 한 달 동안 커피 음료를 마신 적이 있습니까?</p>", [
          ["1", "예", 95],
          ["2", "아니요", 5],
        ]),
      ],
    },
    {
      name: "컨셉",
      label: "컨셉 평가",
      questions: [
        scale("호감", "<p>이 컨셉이 얼마나 마음에 드십니까?</p>", {
          to: 7,
          labels: ["전혀 마음에 들지 않음", "매우 마음에 듦"],
          mean: 4.8,
          pull: 1.2,
        }),
        scale("구매", "<p>출시되면 <b>구매할 의향</b>이 있습니까?</p>", {
          labels: 동의,
          mean: 3.3,
          pull: 0.9,
        }),
        number(
          "가격",
          "<p>한 병에 얼마까지 낼 수 있습니까? (원)</p>",
          ({ random, mood }) => 100 * Math.round(28 + 5 * mood + 4 * random.normal()),
        ),
        multiSelect(
          "인상",
          "<p>어떤 점이 눈에 띄었습니까?</p>",
          [
            ["맛", "맛", 0.52, 0.2],
            ["용기", "용기 디자인", 0.41],
            ["성분", "성분 &lt;저당&gt;", 0.3],
            ["이름", "제품 이름", 0.18],
          ],
          { name: "기타", label: "기타", rate: 0.06, texts: ["색깔", "광고 문구", "원두 산지"] },
        ),
        longText("의견", "<p>자유 의견</p>", 0.4, [
          ["너무 달 것 같아요.", "이름이 어려워요."],
          ["비슷한 제품이 많습니다.", "가격에 따라 다를 것 같습니다."],
          ["빨리 나왔으면 좋겠어요!", "디카페인도 만들어 주세요 ☕"],
        ]),
      ],
    },
  ],
};

const 축제: SampleSurvey = {
  code: "kf",
  label: "지역 축제 방문객 조사",
  // Created in the same second as the commuting survey, so that these two are ordered by id.
  createdAt: "2025-10-01T09:00:00",
  updatedAt: "2025-10-13T09:00:00",
  fieldwork: { firstDay: "2025-10-03", days: 3 },
  seconds: 95,
  responses: 480,
  embeddedData: [],
  collectGroups: [
    {
      label: "정문 QR",
      channel: "PUBLIC_LINK",
      state: "COMPLETED",
      weight: 2,
      startedAt: "2025-10-03T10:00:00",
      completedAt: "2025-10-05T22:00:00",
    },
    {
      label: "안내소 태블릿",
      channel: "OFFLINE",
      state: "COMPLETED",
      weight: 1,
      startedAt: "2025-10-03T10:00:00",
      completedAt: "2025-10-05T22:00:00",
    },
  ],
  blocks: [
    {
      name: "방문",
      label: "방문",
      questions: [
        singleChoice("동행", "<p>누구와 오셨습니까?</p>", [
          ["1", "혼자", 9],
          ["2", "가족", 48],
          ["3", "친구", 25],
          ["4", "연인", 18],
        ]),
        number("지출", "<p>오늘 쓰신 금액 (천 원)</p>", ({ random }) => 45 + 30 * random.normal()),
        scale("재방문", "<p>내년에도 오시겠습니까?</p>", { labels: 동의, mean: 3.9 }),
      ],
    },
  ],
};

const course: SampleSurvey = {
  code: "co",
  label: "Course evaluation: Statistics 101",
  createdAt: "2025-01-20T12:00:00",
  updatedAt: "2025-02-03T12:00:00",
  fieldwork: { firstDay: "2025-01-27", days: 5 },
  seconds: 120,
  responses: 96,
  embeddedData: [],
  collectGroups: [
    {
      label: "In the lecture",
      channel: "PUBLIC_LINK",
      state: "COMPLETED",
      weight: 1,
      targetCnt: 120,
      startedAt: "2025-01-27T10:00:00",
      completedAt: "2025-02-01T00:00:00",
    },
  ],
  blocks: [
    {
      name: "course",
      label: "The course",
      questions: [
        "The pace was right.",
        "x&#772; and <em>s</em>&sup2; were explained well.",
        "The exercises helped.",
      ].map((it, index) => scale(`C${index + 1}`, `<p>${it}</p>`, { labels: agree, mean: 3.6 })),
    },
  ],
};

export const shortSurveys = [productPulse, 컨셉테스트, 축제, course];
