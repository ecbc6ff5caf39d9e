import { longText, multiSelect, number, onlyAfter, scale, singleChoice } from "../questions.ts";
import type { SampleSurvey } from "../survey.ts";
import { coded, likely, satisfied, weight } from "./scales.ts";

const region = coded("region", "Region", [
  ["N", "North", 30],
  ["S", "South", 25],
  ["E", "East", 20],
  ["W", "West", 25],
]);

const brands = [
  ["lumina", "Lumina", 0.82],
  ["northwind", "Northwind", 0.71],
  ["aster", "Aster &amp; Co.", 0.44],
  ["hanbit", "Hanbit", 0.38],
  ["kiosk9", "Kiosk 9", 0.21],
] as const;

const customerSatisfaction: SampleSurvey = {
  code: "cs",
  label: "Customer satisfaction 2025",
  createdAt: "2025-03-03T09:15:00",
  updatedAt: "2025-04-14T16:40:12",
  fieldwork: { firstDay: "2025-03-10", days: 28 },
  seconds: 260,
  responses: 1500,
  embeddedData: [
    coded("tier", "Customer tier", [
      ["G", "Gold", 15],
      ["S", "Silver", 35],
      ["B", "Basic", 50],
    ]),
    region,
    { name: "orderId", label: "Order", value: (_, index) => `10${String(48_213 + index * 7)}` },
  ],
  collectGroups: [
    {
      label: "Invitation by e-mail",
      channel: "EMAIL",
      state: "COMPLETED",
      weight: 5,
      targetCnt: 1500,
      startedAt: "2025-03-10T08:00:00",
      completedAt: "2025-04-07T18:00:00",
    },
    {
      label: "Link on the receipt",
      channel: "PUBLIC_LINK",
      state: "RUNNING",
      weight: 3,
      targetCnt: 1000,
      startedAt: "2025-03-10T08:00:00",
      isUsingHmac: true,
    },
    {
      label: "Text message",
      channel: "SMS",
      state: "PAUSED",
      weight: 1,
      targetCnt: 400,
      startedAt: "2025-03-20T10:00:00",
    },
  ],
  blocks: [
    {
      name: "visit",
      label: "Your visit",
      questions: [
        singleChoice("Q1", "<p>How often do you shop with us?</p>", [
          ["1", "<p>Every week</p>", 18, 0.3],
          ["2", "<p>Every month</p>", 41, 0.1],
          ["3", "<p>A few times a year</p>", 30],
          ["4", "<p>This was the <em>first</em> time</p>", 11, -0.2],
        ]),
        multiSelect(
          "Q2",
          "<p>What did you buy?<br>Choose <b>all</b> that apply.</p>",
          [
            ["1", "<p>Groceries</p>", 0.55],
            ["2", "<p>Household &amp; garden</p>", 0.31],
            ["3", "<p>Clothing</p>", 0.24],
            ["4", "<p>Electronics</p>", 0.17],
          ],
          {
            name: "99",
            label: "<p>Something else, namely</p>",
            rate: 0.08,
            texts: [
              "Gift card",
              "Pet food",
              "Flowers",
              "A birthday present",
              "Bike parts",
              "Stamps",
            ],
          },
        ),
      ],
    },
    {
      name: "satisfaction",
      label: "Satisfaction",
      questions: [
        scale("Q3", "<p>Overall, how satisfied are you with your <b>last visit</b>?</p>", {
          labels: satisfied,
          mean: 3.8,
          pull: 0.9,
          spread: 0.5,
        }),
        scale("Q4_1", "<p>How satisfied are you with: <em>staff</em></p>", {
          labels: satisfied,
          mean: 4,
        }),
        scale("Q4_2", "<p>How satisfied are you with: <em>prices</em></p>", {
          labels: satisfied,
          mean: 3.1,
        }),
        scale("Q4_3", "<p>How satisfied are you with: <em>choice</em></p>", {
          labels: satisfied,
          mean: 3.7,
        }),
        scale("Q4_4", "<p>How satisfied are you with: <em>checkout &amp; waiting</em></p>", {
          labels: satisfied,
          mean: 3.4,
          spread: 1.1,
        }),
        scale("NPS", "<p>How likely are you to recommend us to a friend or colleague?</p>", {
          from: 0,
          to: 10,
          labels: likely,
          mean: 7.4,
          pull: 1.9,
          spread: 1.1,
        }),
        onlyAfter(
          "Q3",
          ["1", "2"],
          longText("Q5", "<p>We are sorry to hear that. What went wrong?</p>", 0.7, [
            [
              "The queue at the checkout was too long.",
              "Nobody could tell me where to find what I wanted.",
              "The price at the till was not the price on the shelf.",
              "Item was out of stock, again.",
            ],
            ["It was too crowded.", "Parking took longer than shopping."],
            ["Nothing really, I pressed the wrong button."],
          ]),
        ),
      ],
    },
    {
      name: "person",
      label: "About you",
      questions: [
        number("age", "<p>How old are you?</p>", ({ age }) => age),
        singleChoice("gender", "<p>Gender</p>", [
          ["F", "<p>Female</p>", 51],
          ["M", "<p>Male</p>", 46],
          ["X", "<p>Other, or no answer</p>", 3],
        ]),
        longText("Q6", "<p>Is there anything else you would like to tell us?</p>", 0.22, [
          ["I will not come back.", "Please open a second till at noon."],
          ["No.", "Nothing to add.", "See above."],
          [
            "Keep it up!",
            "Thank you, Maria at the cheese counter is wonderful.",
            "Best shop in town :)",
          ],
        ]),
      ],
    },
  ],
};

const brandTracker: SampleSurvey = {
  code: "bt",
  label: "Brand tracker Q3 2025",
  createdAt: "2025-06-23T11:02:31",
  updatedAt: "2025-09-30T23:59:59",
  fieldwork: { firstDay: "2025-07-01", days: 91 },
  seconds: 190,
  responses: 20_000,
  screenedOut: 0.04,
  embeddedData: [
    region,
    coded("panel", "Panel", [
      ["P1", "Panel One", 60],
      ["P2", "Opinion Street", 40],
    ]),
    weight,
  ],
  collectGroups: ["July", "August", "September"].map((month, index) => ({
    label: `Panel, ${month}`,
    channel: "PANEL",
    state: index < 2 ? "COMPLETED" : "RUNNING",
    weight: 1,
    targetCnt: 6700,
    startedAt: `2025-0${7 + index}-01T00:00:00`,
    ...(index < 2 ? { completedAt: `2025-0${8 + index}-01T00:00:00` } : {}),
  })),
  blocks: [
    {
      name: "screener",
      label: "Screener",
      questions: [number("S1", "<p>In which year were you born?</p>", ({ age }) => 2025 - age)],
    },
    {
      name: "funnel",
      label: "Brand funnel",
      questions: [
        multiSelect(
          "aware",
          "<p>Which of these brands have you <b>heard of</b>?</p>",
          brands.map(([name, label, rate]) => [name, label, rate]),
          {
            name: "other",
            label: "Another",
            rate: 0.03,
            texts: ["Solari", "Tiny Kiosk", "Ösa", "별빛"],
          },
        ),
        multiSelect(
          "used",
          "<p>Which did you use in the <b>last 3 months</b>?</p>",
          brands.map(([name, label, rate]) => [name, label, rate * 0.4, 0.2]),
        ),
        singleChoice(
          "preferred",
          "<p>Which would you choose next time?</p>",
          brands.map(([name, label, rate]) => [name, label, rate]),
        ),
      ],
    },
    {
      name: "image",
      label: "Image of Lumina",
      questions: [
        ["image_1", "Is worth its price", 3.4],
        ["image_2", "Is a brand I trust", 3.7],
        ["image_3", "Is &quot;different from the others&quot;", 3],
      ].map(([name, label, mean]) =>
        scale(String(name), `<p>${label}</p>`, {
          to: 7,
          labels: ["Does not fit at all", "Fits perfectly"],
          mean: Number(mean) + 1,
          pull: 1.1,
        }),
      ),
    },
    {
      name: "intent",
      label: "Intent",
      questions: [
        scale("intent", "<p>How likely are you to buy <b>Lumina</b> in the next month?</p>", {
          to: 10,
          labels: likely,
          mean: 5.6,
          pull: 2,
          spread: 1.4,
        }),
      ],
    },
  ],
};

export const customerSurveys = [customerSatisfaction, brandTracker];
