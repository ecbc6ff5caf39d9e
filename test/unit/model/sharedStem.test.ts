import assert from "node:assert/strict";
import fc from "fast-check";
import { withoutSharedStems } from "../../../src/model/sharedStem.ts";

describe("shared stem of questions", () => {
  for (const [what, texts, short] of [
    [
      "is removed from all questions that share it",
      ["How satisfied are you with: staff", "How satisfied are you with: our prices"],
      ["… staff", "… our prices"],
    ],
    [
      "ends at a word boundary",
      ["How often do you use a computer?", "How often do you use a companion?"],
      ["… computer?", "… companion?"],
    ],
    [
      "is common to all of them",
      [
        "How satisfied are you with the opening hours?",
        "How satisfied are you with the opening days?",
        "How satisfied are you with the parking?",
      ],
      ["… opening hours?", "… opening days?", "… parking?"],
    ],
    [
      "excludes a preceding question that shares only its first words",
      [
        "How satisfied are you overall?",
        "How satisfied are you with what this shop offers its customers: choice",
        "How satisfied are you with what this shop offers its customers: staff",
      ],
      ["How satisfied are you overall?", "… choice", "… staff"],
    ],
    [
      "is found in Korean at half the number of letters",
      ["다음에 얼마나 만족하십니까? 직원의 친절", "다음에 얼마나 만족하십니까? 가격", "나이"],
      ["… 직원의 친절", "… 가격", "나이"],
    ],
    [
      "is found in Chinese, without spaces between words",
      ["您对以下各方面的满意程度如何：员工", "您对以下各方面的满意程度如何：价格"],
      ["… 员工", "… 价格"],
    ],
    [
      "is found in right-to-left text",
      ["ما مدى رضاك عن المتجر: الموظفون", "ما مدى رضاك عن المتجر: الأسعار"],
      ["… الموظفون", "… الأسعار"],
    ],
    [
      "is kept if it is short, the whole text, or all but a punctuation mark",
      [
        ...["Your age", "Your agency"],
        ...["How do you like the shop", "How do you like the shop at night"],
        ...["Would you come again?", "Would you come again!"],
        ...["", "", "Which of these do you know?", "Which of these do you know?"],
      ],
      undefined,
    ],
    [
      "does not split a character",
      ["Rate the following emoji from 1 to 5 👍🏽", "Rate the following emoji from 1 to 5 👍🏿"],
      undefined,
    ],
  ] as const) {
    it(what, () => assert.deepEqual(withoutSharedStems(texts), short ?? texts));
  }

  it("leaves the end of each text", () => {
    const words = fc.array(
      fc.constantFrom("how", "satisfied", "are you", "with", "의", "가격", "?"),
      {
        maxLength: 6,
      },
    );
    const text = words.map((it) => `How much do you like ${it.join(" ")}`);
    fc.assert(
      fc.property(fc.array(fc.oneof(text, fc.string({ unit: "grapheme" }))), (texts) => {
        for (const [index, short] of withoutSharedStems(texts).entries()) {
          const whole = texts[index] ?? "";
          const rest = short.slice(2);
          assert.ok(
            short === whole || (short.startsWith("… ") && rest !== "" && whole.endsWith(rest)),
          );
        }
      }),
      { seed: 21 },
    );
  });
});
