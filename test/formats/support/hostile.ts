import fc from "fast-check";

/** Texts that some programs take for something else. */
export const misreadTexts = [
  "",
  " ",
  " leading and trailing ",
  "00123",
  "1e5",
  "-5",
  "-0",
  "+5",
  "9007199254740993",
  "TRUE",
  "NA",
  "NULL",
  "2026-11-22T00:15:30",
  "1/2",
  "1;2",
  'say "so", and\tso',
  "two\nlines",
  "two\r\nlines",
  "\r",
  "한국어 응답",
  "👨‍👩‍👧 家族",
  "e\u0301 \u202eright to left",
  "\ufeffmark",
  "\ufffe\uffff",
  "\0\u0001\u000b\u001f\u007f\u0085\u2028",
  "<b>&amp;</b> ]]>",
  "_x0041_ _x005F_ _xZZZZ_ _x000d_",
  "'apostrophe",
  "__proto__",
];

/** Texts that a spreadsheet may take for a formula. */
export const formulaTexts = [
  "=1+1",
  "+1+1",
  "-1+1",
  "@SUM(1,1)",
  "\t=1+1",
  "\r=1+1",
  "\n=1+1",
  "\0=1+1",
  " =1+1",
  "＝1+1",
  '"=1+1"',
  "'=1+1",
  '=HYPERLINK("https://localhost/?"&A1,"x")',
  "=cmd|' /C calc'!A0",
  '",=1+1,"',
  "x\r\n=1+1",
  "-Infinity",
];

const piece = fc.oneof(
  fc.constantFrom(...misreadTexts, ...formulaTexts, ",", '"', "\r\n", "\n", "\r", "'", "_x", "&"),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
);

/** Texts some of which are hostile to one reader or another. */
export const hostileText = fc.array(piece, { maxLength: 4 }).map((it) => it.join(""));
