import assert from "node:assert/strict";
import { redacted, redactedKinds, type RedactedKind } from "../../src/assistant/redaction.ts";

/** Texts that people write, and what redaction leaves of them. */
const found: readonly (readonly [text: string, left: string, ...kinds: RedactedKind[]])[] = [
  ["Mail me at kim.minsu+shop@example.co.kr!", "Mail me at [email]!", "email"],
  ["abc@example.com으로 보내 주세요", "[email]으로 보내 주세요", "email"],
  ["a_b(at)mail.example.org", "[email]", "email"],
  ["ABC@EXAMPLE.COM and d@e.io", "[email] and [email]", "email", "email"],
  ["사용자@메일.한국", "[email]", "email"],
  ["k\u200bim@exam\u200bple.com", "[email]", "email"],
  ["ｋｉｍ＠ｅｘａｍｐｌｅ．ｃｏｍ", "[email]", "email"],
  ["010-1234-5678로 전화", "[phone]로 전화", "phone"],
  ["01012345678", "[phone]", "phone"],
  ["010 1234 5678이에요", "[phone]이에요", "phone"],
  ["02)123-4567", "[phone]", "phone"],
  ["+82 10-1234-5678", "[phone]", "phone"],
  ["Call 0049 30 1234567 or (030) 1234567", "Call [phone] or [phone]", "phone", "phone"],
  ["(212) 555-2134 ext", "[phone] ext", "phone"],
  ["1-800-555-2134", "[phone]", "phone"],
  ["٠١٠-١٢٣٤-٥٦٧٨", "[phone]", "phone"],
  ["０１０－１２３４－５６７８", "[phone]", "phone"],
  ["0\u200b1\u200b0\u200b12345678", "[phone]", "phone"],
  ["010 - 1234 - 5678 or (212) - 555 - 2134", "[phone] or [phone]", "phone", "phone"],
  ["010\u00a01234\u30005678", "[phone]", "phone"],
  ["My number: 010-1234-\r\n5678", "My number: [phone]", "phone"],
  ["010\u0000-12\u000734-5678", "[phone]", "phone"],
  ["대표번호 1588 - 1234", "대표번호 [phone]", "phone"],
  ["01.02.1990 010-1234-5678", "01.02.1990 [phone]", "phone"],
  ["17/06/1990 010-1234-5678", "17/06/1990 [phone]", "phone"],
  ["1990-06-15, 2025-03-01 010-1234-5678", "1990-06-15, 2025-03-01 [phone]", "phone"],
  ["1990. 6. 15. 010-1234-5678", "1990. 6. 15. [phone]", "phone"],
  ["대표번호 1588-1234", "대표번호 [phone]", "phone"],
  ["see https://example.com/a?b=c#d and www.example.net", "see [link] and [link]", "link", "link"],
  ["example.co.kr에서 봤어요", "[link]에서 봤어요", "link"],
  ["bit.ly/3xYz", "[link]", "link"],
  ["t.me/someone", "[link]", "link"],
  ["카드 4111 1111 1111 1111입니다", "카드 [card]입니다", "card"],
  ["4111-1111-1111-1111", "[card]", "card"],
  ["4111 - 1111 -\n1111 - 1111", "[card]", "card"],
  ["4111 1111 1111 1111 12/27", "[card] 12/27", "card"],
  ["No. 12 4111 1111 1111 1111", "No. 12 [card]", "card"],
  ["378282246310005", "[card]", "card"],
  ["주민번호 900101-1234567", "주민번호 [id]", "id"],
  ["9001011234567", "[id]", "id"],
  ["900101-1******", "[id]", "id"],
  ["SSN 123-45-6789.", "SSN [id].", "id"],
  ["123 - 45 - 6789", "[id]", "id"],
  ["DE89 3704 0044 0532 0130 00 is mine", "[id] is mine", "id"],
  ["GB82WEST12345698765432", "[id]", "id"],
];

/** Texts that contain nothing to redact. */
const left = [
  "I was born in 1990 and came in 2019-2021.",
  "It costs 1,204 won, or 12.50, or 1500-2000.",
  "3 of 5, 10/10, 4.5/5, 100%",
  "On 2025-03-01 at 09:14:02, or 01.02.2025, or 05/06/2025",
  "Order 123456789012 came late",
  "The 24/7 support of 9-5 was ok; open 0900-1700",
  "e.g. and/or i.e. yes/no",
  "Version 1.2.3.4 of Node.js",
  "Room 101, floor 7",
  "4111 1111 1111 1112 does not check",
  "메일 주소는 없습니다. 전화도요!",
  "me@home and @handle",
  "0000000000000000",
];

describe("redaction of texts", () => {
  it("replaces and counts personal data of each kind", () => {
    for (const [text, expected, ...kinds] of found) {
      const { text: told, counts } = redacted(text);
      assert.equal(told, expected, text);
      for (const kind of redactedKinds) {
        assert.equal(counts[kind], kinds.filter((it) => it === kind).length, `${kind}: ${text}`);
      }
    }
  });

  it("keeps years, prices, dates and other numbers", () => {
    for (const text of left) {
      assert.equal(redacted(text).text, text);
    }
  });

  it("changes nothing when applied again", () => {
    const texts = found.filter((it) => it.length > 2);
    for (const [one] of texts) {
      for (const [other] of texts) {
        const { text } = redacted(`${one}, ${other}`);
        assert.equal(redacted(text).text, text);
      }
    }
  });

  it("takes limited time for long texts of any content", () => {
    const texts = ["a", "1", "0 ", "a.", "a@", "0-", "www.", "DE12 ", "(0", "가", "1.", "a-"];
    for (const piece of texts) {
      const start = performance.now();
      redacted(piece.repeat(50_000));
      const took = performance.now() - start;
      assert.ok(took < 5000, `${piece}: ${String(took)} ms`);
    }
  });
});
