import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join, posix, win32 } from "node:path";
import fc from "fast-check";
import { fileName } from "../../src/export/fileName.ts";
import { targetFiles } from "../../src/export/targetFiles.ts";
import { labelText } from "../../src/model/label.ts";
import { naughtyStrings, needs } from "./support/corpora.ts";
import { temporaryFolder } from "../support/folders.ts";

const devices = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].concat(
  Array.from("0123456789¹²³").flatMap((it) => [`COM${it}`, `LPT${it}`]),
);

/** Asserts that the name made of the text is a valid name on every system, and not a path. */
function checkName(text: string): string {
  const name = fileName(text, "ndjson");
  const about = `${JSON.stringify(text)} became ${JSON.stringify(name)}`;
  for (const file of [name, `${name}.repair`]) {
    for (const beside of Object.values<string>({ ...targetFiles(file) })) {
      assert.ok(Buffer.byteLength(`${beside}.written`) <= 255, about);
    }
  }
  assert.ok(name.endsWith(".ndjson"), about);
  const stem = name.slice(0, -".ndjson".length);
  assert.ok(stem.length > 0, about);
  assert.doesNotMatch(stem, /[\\/:*?"<>|]/, about);
  assert.doesNotMatch(stem, /[\p{C}\p{Default_Ignorable_Code_Point}]/u, about);
  assert.doesNotMatch(stem, /^[\s.-]|[\s.]$/, about);
  const base = stem.split(".")[0] ?? "";
  assert.ok(!devices.includes(base.trim().toUpperCase()), about);
  for (const path of [posix, win32]) {
    const folder = path === posix ? "/a/b" : "C:\\a\\b";
    const whole = path.join(folder, name);
    assert.deepEqual([path.dirname(whole), path.basename(whole)], [folder, name], about);
  }
  return name;
}

const texts = [
  "",
  " ",
  ".",
  "..",
  "../../etc/passwd",
  "..\\..\\Windows\\System32\\drivers\\etc\\hosts",
  "C:\\autoexec.bat",
  "C:stream",
  "\\\\server\\share\\x",
  "/",
  "a:b",
  "file:///etc/passwd",
  ".bashrc",
  ". . hidden",
  "-rf",
  "trailing. . .",
  "\u2800\u3164",
  "\u200b.\u200bhidden",
  "\u200bCON",
  "invoice\u202efdp.exe",
  "\u2066left\u2069",
  "a\u0000b",
  "a\nb\r\nc\u2028d\u2029e",
  "\ud800",
  "\udc00 and \ud83d",
  "x".repeat(5000),
  "가".repeat(5000),
  "👩‍👩‍👧‍👦".repeat(200),
  `e${"\u0301".repeat(5000)}`,
  `CON e${"\u0301".repeat(500)}`,
  `${"x".repeat(230)}. . .y`,
  `a${".".repeat(500_000)}b`,
];

describe("file name made from a survey's title", () => {
  it("is not a path, not hidden and not too long", () => texts.forEach(checkName));

  it("is not a Windows device name", () => {
    for (const it of devices) {
      for (const text of [it, it.toLowerCase(), `.${it}`, `${it}.x.y`, `${it} .x`, ` ${it} `]) {
        checkName(text);
      }
    }
  });

  it("is safe and writable for every naughty string", async function () {
    const strings = naughtyStrings();
    needs(this, strings);
    await using folder = await temporaryFolder();
    for (const [index, text] of strings.entries()) {
      checkName(text);
      // Each name gets a folder of its own: some file systems take two of these names for the same.
      const inside = join(folder.path, String(index));
      await mkdir(inside);
      const name = checkName(labelText(text));
      await writeFile(join(inside, name), "");
      assert.deepEqual(await readdir(inside), [name]);
    }
  });

  it("is safe for random text", () => {
    const parts = fc.constantFrom(
      ".",
      "/",
      "\\",
      ":",
      "~",
      "-",
      " ",
      "\n",
      "CON",
      "nul",
      "é",
      "한",
      "\ud800",
      "\u202e",
    );
    const text = fc.array(fc.oneof(parts, fc.string({ unit: "binary", maxLength: 300 })));
    fc.assert(
      fc.property(text, (it) => void checkName(it.join(""))),
      { seed: 5, numRuns: 1_000 },
    );
  });

  it("stays readable", () => {
    for (const [text, name] of [
      ["Kundenzufriedenheit 2025", "Kundenzufriedenheit 2025.json"],
      ["고객 만족도 조사 (3월)", "고객 만족도 조사 (3월).json"],
      ["Q1/Q2: who?", "Q1_Q2_ who_.json"],
      ["  v1.2 ", "v1.2.json"],
      ["Con brio", "Con brio.json"],
      ["COM1.old", "_COM1.old.json"],
      ["…", "….json"],
      ["", "survey.json"],
    ] as const) {
      assert.equal(fileName(text, "json"), name);
    }
    assert.equal(fileName("...", "json", "raw"), "raw.json");
  });
});
