import { strict as assert } from "node:assert";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { urlFileText, writeUrlFile } from "../../src/export/urlFile.ts";
import { SurveyError } from "../../src/model/errors.ts";
import { readCsv, readJson } from "../../src/model/urlText.ts";
import { folderOfSuite } from "../support/folders.ts";

const content = {
  columns: ["uid", "wave"],
  rows: [
    { cells: ["007", -2], url: "https://s.example/?uid=007&wave=-2" },
    { cells: ['=1+"x"', null], url: "https://s.example/?uid=%3D1" },
  ],
};

describe("file of response URLs", () => {
  const folder = folderOfSuite();

  it("is CSV as in RFC 4180 with unchanged values", () => {
    assert.equal(
      urlFileText(content, "csv"),
      'uid,wave,url\r\n007,-2,https://s.example/?uid=007&wave=-2\r\n"=1+""x""",,https://s.example/?uid=%3D1\r\n',
    );
  });

  it("guards formulas for Excel, but not numbers", () => {
    const lines = urlFileText(content, "excel").split("\r\n");
    assert.equal(lines[0], "\ufeffuid,wave,url");
    assert.equal(lines[1], "007,-2,https://s.example/?uid=007&wave=-2");
    assert.equal(lines[2], '"\'=1+""x""",,https://s.example/?uid=%3D1');
    for (const sign of ["=", "+", "-", "@", "\t", "\r", "\n"]) {
      const text = `${sign}1`;
      const row = { cells: [text], url: "" };
      const excel = urlFileText({ columns: [text], rows: [row] }, "excel");
      assert.equal(excel, `\ufeff"'${text}",url\r\n"'${text}",\r\n`);
    }
  });

  it("has the same rows when it is read back", () => {
    const table = {
      columns: ["uid", "wave", "url"],
      rows: content.rows.map((it) => [...it.cells, it.url]),
    };
    assert.deepEqual(readJson(urlFileText(content, "json")), table);
    const asText = table.rows.map((row) => row.map((it) => (it === null ? null : String(it))));
    assert.deepEqual(readCsv(urlFileText(content, "csv")), { ...table, rows: asText });
  });

  it("renames its own column if a parameter has the same name", () => {
    const rows = [{ cells: ["a", "b"], url: "u" }];
    assert.equal(
      urlFileText({ columns: ["url", "url_2"], rows }, "json"),
      '[\n{"url":"a","url_2":"b","url_3":"u"}\n]\n',
    );
  });

  it("replaces a file only if requested, and leaves no other file", async () => {
    const file = join(folder, "urls.csv");
    await writeFile(file, "mine");
    await assert.rejects(
      writeUrlFile(content, "csv", file, false),
      (error) => error instanceof SurveyError && error.code === "file-exists",
    );
    assert.equal(await readFile(file, "utf8"), "mine");
    await writeUrlFile(content, "csv", file, true);
    assert.equal(await readFile(file, "utf8"), urlFileText(content, "csv"));
    assert.deepEqual(await readdir(folder), ["urls.csv"]);
  });

  it("reports a missing folder", async () => {
    await assert.rejects(
      writeUrlFile(content, "json", join(folder, "none", "urls.json"), false),
      /none.*folder does not exist/,
    );
  });
});
