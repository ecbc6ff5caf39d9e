import { longText, multiSelect, number, onlyAfter, scale, singleChoice } from "../questions.ts";
import type { SampleSurvey } from "../survey.ts";
import { coded, 동의, 만족, 추천 } from "./scales.ts";

const 지역 = coded("지역", "거주 지역", [
  ["11", "서울", 38],
  ["26", "부산", 12],
  ["41", "경기", 32],
  ["30", "대전", 8],
  ["50", "제주", 3],
]);

const 고객만족도: SampleSurvey = {
  code: "km",
  label: "고객 만족도 조사 (2025년 상반기)",
  createdAt: "2025-04-21T10:00:00",
  updatedAt: "2025-06-13T18:05:44",
  fieldwork: { firstDay: "2025-05-07", days: 30 },
  seconds: 230,
  responses: 1700,
  embeddedData: [
    coded("등급", "회원 등급", [
      ["V", "VIP", 1],
      ["G", "골드", 3],
      ["S", "실버", 6],
    ]),
    지역,
  ],
  collectGroups: [
    {
      label: "알림톡",
      channel: "KAKAO",
      state: "COMPLETED",
      weight: 6,
      targetCnt: 2000,
      startedAt: "2025-05-07T09:00:00",
      completedAt: "2025-06-06T00:00:00",
    },
    {
      label: "홈페이지 링크",
      channel: "PUBLIC_LINK",
      state: "RUNNING",
      weight: 3,
      targetCnt: 1200,
      startedAt: "2025-05-07T09:00:00",
      isUsingHmac: true,
    },
    {
      label: "전자우편",
      channel: "EMAIL",
      state: "STOPPED",
      weight: 1,
      targetCnt: 500,
      startedAt: "2025-05-12T09:00:00",
    },
  ],
  blocks: [
    {
      name: "이용",
      label: "이용 경험",
      questions: [
        singleChoice("문1", "<p>최근 <b>3개월</b> 동안 얼마나 자주 이용하셨습니까?</p>", [
          ["1", "<p>주 1회 이상</p>", 22, 0.2],
          ["2", "<p>월 2~3회</p>", 35, 0.1],
          ["3", "<p>월 1회</p>", 27],
          ["4", "<p>그보다 드물게</p>", 16, -0.3],
        ]),
        multiSelect(
          "문2",
          "<p>이용하신 서비스를 <em>모두</em> 골라 주십시오.</p>",
          [
            ["1", "<p>온라인 주문</p>", 0.64],
            ["2", "<p>매장 방문</p>", 0.47],
            ["3", "<p>고객센터 상담</p>", 0.18, -0.3],
            ["4", "<p>교환 &middot; 환불</p>", 0.12, -0.4],
          ],
          {
            name: "기타",
            label: "<p>기타 (직접 입력)</p>",
            rate: 0.05,
            texts: ["정기 배송", "선물하기", "매장 픽업", "앱 이벤트"],
          },
        ),
      ],
    },
    {
      name: "만족",
      label: "만족도",
      questions: [
        scale("문3", "<p>전반적으로 얼마나 만족하십니까?</p>", {
          labels: 만족,
          mean: 3.7,
          pull: 0.9,
          spread: 0.5,
        }),
        scale("문4_1", "<p>항목별 만족도<br><b>가격</b></p>", { labels: 만족, mean: 3.1 }),
        scale("문4_2", "<p>항목별 만족도<br><b>배송</b></p>", { labels: 만족, mean: 4 }),
        scale("문4_3", "<p>항목별 만족도<br><b>상담원의 응대</b></p>", { labels: 만족, mean: 3.6 }),
        scale("추천", "<p>주변에 추천하실 의향이 있습니까?</p>", {
          from: 0,
          to: 10,
          labels: 추천,
          mean: 7,
          pull: 2,
        }),
        onlyAfter(
          "문3",
          ["1", "2"],
          longText("문5", "<p>만족하지 못하신 이유를 적어 주십시오.</p>", 0.65, [
            [
              "배송이 너무 늦었습니다.",
              "전화 연결이 안 됩니다. 세 번이나 기다렸어요.",
              "포장이 찢어져서 왔습니다.",
            ],
            ["가격이 올랐습니다."],
            ["잘못 눌렀습니다."],
          ]),
        ),
      ],
    },
    {
      name: "응답자",
      label: "응답자 정보",
      questions: [
        number("나이", "<p>만 나이</p>", ({ age }) => age),
        singleChoice("성별", "<p>성별</p>", [
          ["1", "<p>남성</p>", 47],
          ["2", "<p>여성</p>", 53],
        ]),
      ],
    },
  ],
};

const 대학생활: SampleSurvey = {
  code: "ku",
  label: "대학생 생활 실태 조사",
  createdAt: "2025-09-01T09:00:00",
  updatedAt: "2025-10-02T09:00:00",
  fieldwork: { firstDay: "2025-09-08", days: 21 },
  seconds: 480,
  responses: 1250,
  embeddedData: [
    coded("학년", "학년", [
      ["1", "1학년", 27],
      ["2", "2학년", 26],
      ["3", "3학년", 24],
      ["4", "4학년", 23],
    ]),
    { name: "캠퍼스", label: "캠퍼스", value: (_, index) => (index % 4 === 0 ? "국제" : "서울") },
  ],
  collectGroups: [
    {
      label: "학내 포털 공지",
      channel: "PUBLIC_LINK",
      state: "RUNNING",
      weight: 4,
      targetCnt: 1000,
      startedAt: "2025-09-08T09:00:00",
    },
    {
      label: "학과 사무실 안내",
      channel: "EMAIL",
      state: "PAUSED",
      weight: 1,
      targetCnt: 400,
      startedAt: "2025-09-10T09:00:00",
    },
  ],
  blocks: [
    {
      name: "생활",
      label: "생활",
      questions: [
        singleChoice("주거", "<p>현재 어디에서 지내십니까?</p>", [
          ["1", "본가", 41],
          ["2", "기숙사", 27],
          ["3", "자취", 29],
          ["4", "친척집", 3],
        ]),
        number("통학", "<p>편도 통학 시간 (분)</p>", ({ random }) => 45 + 25 * random.normal()),
        number(
          "수면",
          "<p>하루 평균 수면 시간</p>",
          ({ random, mood }) => 6.6 + 0.5 * mood + random.normal(),
        ),
        number("생활비", "<p>한 달 생활비 (만 원)</p>", ({ random }) => 55 + 18 * random.normal()),
        multiSelect(
          "수입",
          "<p>생활비는 어떻게 마련합니까?</p>",
          [
            ["부모", "부모님 지원", 0.72],
            ["알바", "아르바이트", 0.51],
            ["장학", "장학금", 0.24],
            ["대출", "학자금 대출", 0.09, -0.3],
          ],
          {
            name: "기타",
            label: "기타",
            rate: 0.04,
            texts: ["과외", "주식", "저축한 돈", "군 적금"],
          },
        ),
      ],
    },
    {
      name: "마음",
      label: "마음",
      questions: [
        "대학 생활이 즐겁다.",
        "진로에 대해 불안하다.",
        "믿고 이야기할 친구가 있다.",
        "학교에 소속감을 느낀다.",
      ].map((it, index) =>
        scale(`마음${index + 1}`, `<p>${it}</p>`, {
          labels: 동의,
          mean: 3.4,
          pull: index === 1 ? -0.8 : 0.8,
        }),
      ),
    },
    {
      name: "바람",
      label: "학교에 바라는 점",
      questions: [
        longText("바람", "<p>학교에 바라는 점을 자유롭게 적어 주세요.</p>", 0.3, [
          ["등록금을 내려 주세요.", "수강 신청 서버 좀 늘려 주세요.", "학식이 맛없어요."],
          ["도서관 24시간 개방", "셔틀버스 증차"],
          ["지금처럼만 해 주세요.", "교수님들께 감사합니다."],
        ]),
      ],
    },
  ],
};

export const koreanSurveys = [고객만족도, 대학생활];
