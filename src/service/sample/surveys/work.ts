import { longText, multiSelect, number, onlyAfter, scale, singleChoice } from "../questions.ts";
import type { SampleSurvey } from "../survey.ts";
import { agree, coded, likely, satisfied } from "./scales.ts";

const department = coded("department", "Department", [
  ["ENG", "Engineering", 38],
  ["OPS", "Operations", 27],
  ["SAL", "Sales", 20],
  ["HR", "People", 6],
  ["FIN", "Finance", 9],
]);

const statements = [
  "I know what is expected of me at work.",
  "I have what I need to do my work well.",
  "In the last seven days I received recognition for good work.",
  "My manager cares about me as a person.",
  "At work, my opinion counts.",
  "I have a <em>good friend</em> at work.",
  "In the last year I had opportunities to learn &amp; grow.",
  "I can switch off after work.",
];

const employeeEngagement: SampleSurvey = {
  code: "ee",
  label: "Employee engagement 2025",
  createdAt: "2025-05-02T10:00:00",
  updatedAt: "2025-05-30T17:20:05",
  fieldwork: { firstDay: "2025-05-12", days: 14 },
  seconds: 420,
  responses: 860,
  embeddedData: [
    department,
    {
      name: "tenure",
      label: "Years in the company",
      value: ({ age, random }) => String(random.below(Math.max(1, age - 20))),
    },
  ],
  collectGroups: [
    {
      label: "All staff",
      channel: "EMAIL",
      state: "COMPLETED",
      weight: 9,
      targetCnt: 1100,
      startedAt: "2025-05-12T08:00:00",
      completedAt: "2025-05-26T00:00:00",
    },
    {
      label: "Kiosk in the canteen",
      channel: "OFFLINE",
      state: "COMPLETED",
      weight: 1,
      targetCnt: 100,
      startedAt: "2025-05-14T11:00:00",
      completedAt: "2025-05-26T00:00:00",
    },
  ],
  blocks: [
    {
      name: "engagement",
      label: "How much do you agree?",
      questions: statements.map((it, index) =>
        scale(`E${index + 1}`, `<p>${it}</p>`, {
          labels: agree,
          mean: 3.9 - index * 0.12,
          pull: 0.8,
        }),
      ),
    },
    {
      name: "outlook",
      label: "Outlook",
      questions: [
        scale("eNPS", "<p>Would you recommend us as a place to work?</p>", {
          from: 0,
          to: 10,
          labels: likely,
          mean: 6.9,
          pull: 2.1,
        }),
        singleChoice("stay", "<p>Where do you see yourself in <b>two years</b>?</p>", [
          ["1", "<p>Here, in the same role</p>", 34, 0.3],
          ["2", "<p>Here, in another role</p>", 38, 0.3],
          ["3", "<p>Elsewhere</p>", 28, -0.6],
        ]),
        onlyAfter(
          "stay",
          ["3"],
          multiSelect(
            "leave",
            "<p>What would make you leave?</p>",
            [
              ["pay", "<p>Pay</p>", 0.6, -0.2],
              ["growth", "<p>No room to grow</p>", 0.45, -0.3],
              ["manager", "<p>My manager</p>", 0.2, -0.5],
              ["place", "<p>Moving house</p>", 0.15],
            ],
            {
              name: "other",
              label: "<p>Other:</p>",
              rate: 0.15,
              texts: ["Retirement", "My own company", "Going back to university"],
            },
          ),
        ),
        longText("change", "<p>If you could change <b>one</b> thing, what would it be?</p>", 0.45, [
          [
            "Fewer reorganisations.",
            "Meetings.\nToo many meetings.",
            "Pay that keeps up with the market",
          ],
          ["Better coffee.", "More home office.", "A quiet room."],
          ["Nothing, I like it here.", "Hire more people like us!"],
        ]),
      ],
    },
  ],
};

const exitInterview: SampleSurvey = {
  code: "ex",
  label: "Exit interview 2026 (draft)",
  createdAt: "2025-11-03T15:45:00",
  updatedAt: "2025-11-12T09:30:00",
  fieldwork: { firstDay: "2026-01-01", days: 1 },
  seconds: 300,
  responses: 0,
  embeddedData: [department],
  collectGroups: [
    { label: "From 1 January", channel: "EMAIL", state: "READY", weight: 1, targetCnt: 60 },
  ],
  blocks: [
    {
      name: "exit",
      label: "Leaving",
      questions: [
        singleChoice("reason", "<p>What is your main reason for leaving?</p>", [
          ["1", "<p>Another offer</p>", 1],
          ["2", "<p>Studies</p>", 1],
          ["3", "<p>Retirement</p>", 1],
          ["4", "<p>I would rather not say</p>", 1],
        ]),
        longText("farewell", "<p>What should we do better?</p>", 1, [[""], [""], [""]]),
      ],
    },
  ],
};

const developerDay: SampleSurvey = {
  code: "dd",
  label: "Developer Day Seoul 2025: feedback · 참가자 의견",
  createdAt: "2025-09-18T13:00:00",
  updatedAt: "2025-09-26T20:00:00",
  fieldwork: { firstDay: "2025-09-26", days: 6 },
  seconds: 110,
  responses: 312,
  embeddedData: [
    coded("ticket", "Ticket", [
      ["STD", "Standard", 8],
      ["STU", "Student · 학생", 3],
      ["SPK", "Speaker", 1],
    ]),
  ],
  collectGroups: [
    {
      label: "QR code in the hall",
      channel: "PUBLIC_LINK",
      state: "COMPLETED",
      weight: 2,
      startedAt: "2025-09-26T09:00:00",
      completedAt: "2025-09-26T20:00:00",
    },
    {
      label: "Mail afterwards",
      channel: "EMAIL",
      state: "RUNNING",
      weight: 1,
      targetCnt: 300,
      startedAt: "2025-09-27T09:00:00",
    },
  ],
  blocks: [
    {
      name: "day",
      label: "The day · 행사",
      questions: [
        scale("overall", "<p>How did you like the day?<br>행사는 어떠셨나요?</p>", {
          labels: satisfied,
          mean: 4.2,
        }),
        multiSelect(
          "tracks",
          "<p>Which tracks did you attend?<br>참석한 트랙을 모두 골라 주세요.</p>",
          [
            ["ai", "AI &amp; data", 0.62],
            ["web", "Web", 0.48],
            ["infra", "Infrastructure", 0.33],
            ["career", "Career · 커리어", 0.22],
          ],
        ),
        longText("comment", "<p>Anything else? 남기고 싶은 말씀</p>", 0.35, [
          ["The room was too small.", "점심 줄이 너무 길었어요."],
          ["Good.", "괜찮았습니다."],
          ["See you next year! 🎉", "발표 자료도 공유해 주세요. 감사합니다!"],
        ]),
      ],
    },
  ],
};

const usability: SampleSurvey = {
  code: "us",
  label: "Usability of the new checkout",
  createdAt: "2025-08-11T09:00:00",
  updatedAt: "2025-08-20T09:00:00",
  fieldwork: { firstDay: "2025-08-12", days: 8 },
  seconds: 540,
  responses: 150,
  embeddedData: [
    coded("variant", "Variant", [
      ["A", "Old checkout", 1],
      ["B", "New checkout", 1],
    ]),
  ],
  collectGroups: [
    {
      label: "Test panel",
      channel: "PANEL",
      state: "COMPLETED",
      weight: 1,
      targetCnt: 150,
      startedAt: "2025-08-12T08:00:00",
      completedAt: "2025-08-20T00:00:00",
    },
  ],
  blocks: [
    {
      name: "task",
      label: "Task",
      questions: [
        singleChoice("done", "<p>Could you complete the order?</p>", [
          ["1", "Yes", 78, 0.2],
          ["2", "With help", 14, -0.2],
          ["3", "No", 8, -0.6],
        ]),
        number(
          "clicks",
          "<p>How many pages did you see?</p>",
          ({ random, mood }) => 6 - mood + 1.5 * random.normal(),
        ),
      ],
    },
    {
      name: "sus",
      label: "System usability scale",
      questions: [
        "I would use it frequently.",
        "It is unnecessarily complex.",
        "It is easy to use.",
        "I would need support to use it.",
        "Its functions are well integrated.",
      ].map((it, index) =>
        scale(`SUS${index + 1}`, `<p>${it}</p>`, {
          labels: agree,
          mean: 3,
          pull: index % 2 === 0 ? 0.9 : -0.9,
        }),
      ),
    },
  ],
};

export const workSurveys = [employeeEngagement, exitInterview, developerDay, usability];
