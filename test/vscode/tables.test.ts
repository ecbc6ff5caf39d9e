import { strict as assert } from "node:assert";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parse } from "csv-parse/sync";
import readWorkbook from "read-excel-file/node";
import * as vscode from "vscode";
import { sendText, startTestServer, type TestServer } from "../client/support/testServer.ts";
import { exportFormats, tableFormats } from "../../src/formats/kinds/formats.ts";
import { metadataNamesOf } from "../../src/model/metadataColumns.ts";
import type { ResponseMetadata } from "../../src/model/response.ts";
import { apiVersions } from "../../src/model/survey.ts";
import { convertByOffice } from "../formats/support/tools.ts";
import { skip } from "../../scripts/testing/skip.ts";
import { needsOffice } from "../support/witnesses.ts";
import { addDataSpace, run } from "./support/commands.ts";
import { zipEntries } from "./support/zip.ts";
import { folderOfSuite } from "../support/folders.ts";

interface Exported {
  readonly file: string;
  readonly format: string;
  readonly responses: number;
  readonly pages: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly warnings: readonly string[];
}

interface Compared {
  readonly ok: boolean;
  readonly responses: number;
  readonly missing: number;
  readonly extra: number;
  readonly doubled: number;
}

const dataSpace = "Hard";
const surveyId = "hard";
const spaceId = "space";
const apiKey = "키:key/that+stands~nowhere";

const options = (labels: Record<string, string>) =>
  Object.entries(labels).map(([name, label]) => ({ name, label }));

const survey = {
  surveyId,
  label: "Hard <b>survey</b>",
  questions: [
    {
      name: "Q1",
      type: "SingleChoice",
      label: "<p>How?</p>",
      options: options({ "1": "<b>매우</b> so", "2": "No &amp; never", "99": "Other" }),
    },
    {
      name: "M",
      type: "MULTI_SELECT",
      label: "Which?",
      options: options({ a: "Apple", b: "배", c: "Chosen by nobody" }),
    },
    { name: "open", type: "LongText", label: "Say" },
    { name: "age", type: "Number", label: "Age", options: [] },
    { name: "id", type: "Number", label: "ID" },
    { name: "a,b", type: "Text", label: "Comma" },
    { name: "A,B", type: "Text", label: 'Comma "again"' },
    { name: 'say "x"\r\nnow', type: "Text", label: "Quotes" },
    { name: "tier", type: "Text", label: "A variable" },
    { name: "nobody", type: "SingleChoice", label: "Nobody", options: options({ x: "X" }) },
    { name: "nothing", type: "LongText", label: "Nobody, without options" },
  ],
  embeddedData: [{ name: "tier", label: "Embedded" }],
  blocks: [{ name: "B", label: "Block", questions: ["Q1", "M"] }],
};

interface Asked {
  readonly name: string;
  readonly answer?: readonly object[] | null;
}

const says = (name: string, ...answer: readonly object[]): Asked => ({ name, answer });

/** Answers of the responses, oldest first. */
const answers: readonly (readonly Asked[])[] = [
  [],
  [
    says("Q1", { value: "1" }),
    says("M", { value: "a" }, { value: "b" }),
    says("open", { value: "NA" }),
    says("age", { value: "41" }),
    says("id", { value: "9007199254740993" }),
  ],
  [
    says("Q1", { value: "99", etcValue: '가나다, "so"' }),
    says("M", { value: "b" }, { value: "a", etcValue: "다른" }),
    says("open", { value: "=1+1" }),
    says("age", { value: "-3.5" }),
    says("id", { value: "00123" }),
    says("tier", { value: "variable" }),
  ],
  [
    says("Q1", { value: "7" }),
    says("M", { value: "zz" }),
    says("open", { value: "" }),
    says("age"),
    says("id", { value: "1e400" }),
    says("a,b", { value: "x\r\ny" }),
    says("A,B", { value: "Y" }),
  ],
  [
    { name: "Q1", answer: null },
    { name: "M" },
    says("open", { value: "@SUM(A1)" }),
    says('say "x"\r\nnow', { value: "-" }),
    says("gone", { value: "k" }),
  ],
];

function itemOf(number: number, asked: readonly Asked[], second = number): string {
  return JSON.stringify({
    parameterUid: null,
    responseId: `r${number}`,
    serial: `S;${number}`,
    collectGroupId: number % 2 === 0 ? "g1" : "g-unknown",
    ...(number === 0 ? {} : { completedStatus: "COMPLETED" }),
    startedAt: "2025-03-01T08:59:59",
    finishedAt: `2025-03-01T09:00:${String(second).padStart(2, "0")}`,
    embeddedData: number === 2 ? [{ name: "tier", value: "007", valueLabel: "<i>Gold</i>" }] : [],
    variables: asked,
  });
}

const first = answers.map((asked, number) => itemOf(number, asked));

/** Serves the items, two per page. */
function serveItems(
  items: readonly string[],
  before: () => Promise<unknown> | undefined,
): Promise<TestServer> {
  const field = (it: string, name: string) =>
    String((JSON.parse(it) as Record<string, unknown>)[name]);
  return startTestServer(async ({ url, headers }, answer) => {
    const credentials = Buffer.from(`${spaceId}:${apiKey}`).toString("base64").replace(/=+$/, "");
    if (headers.authorization !== `Basic ${credentials}`) {
      sendText(answer, `{"message":"who are you?"}`, 401);
      return;
    }
    const { pathname, searchParams: query } = url;
    if (pathname === "/v3/surveys") {
      sendText(answer, `{"surveys":[${JSON.stringify({ surveyId, label: survey.label })}]}`);
    } else if (pathname === `/v3/surveys/${surveyId}`) {
      sendText(answer, JSON.stringify(survey));
    } else if (pathname.endsWith("/collect-groups")) {
      sendText(answer, `[{"collectGroupId":"g1","surveyId":"hard","label":"패널, <b>web</b>"}]`);
    } else if (pathname === "/v3/collect-groups/g1") {
      sendText(answer, `{"collectGroupId":"g1","surveyId":"hard","label":"패널, <b>web</b>"}`);
    } else if (pathname.startsWith(`/v3/surveys/${surveyId}/responses`)) {
      await before();
      const range = items.toReversed().filter((it) => {
        const time = field(it, "finishedAt");
        return (
          time > (query.get("startDateTime") ?? "") && time <= (query.get("endDateTime") ?? "~")
        );
      });
      const after = query.get("offset");
      const start =
        after === null ? 0 : range.findIndex((it) => field(it, "responseId") === after) + 1;
      const page = range.slice(start, start + Math.min(2, Number(query.get("size") ?? 2)));
      const last = page.at(-1);
      const offset =
        last !== undefined && start + page.length < range.length
          ? `"${field(last, "responseId")}"`
          : "null";
      sendText(answer, `{"responses":[${page.join()}],"offset":${offset}}`);
    } else {
      sendText(answer, `{"message":"nothing at ${pathname}"}`, 404);
    }
  });
}

describe("Table exports by command", () => {
  let server: TestServer;
  const folder = folderOfSuite();
  const items = [...first];
  let beforePage: () => Promise<unknown> | undefined = () => undefined;

  before(async () => {
    server = await serveItems(items, () => beforePage());
    await addDataSpace({ name: dataSpace, version: "v3", spaceId, apiKey }, server, folder);
  });

  after(async () => {
    await run("clearExports", {});
    await run("stopLocalDataSpace", {});
    await run("removeDataSpace", { dataSpace });
    await server[Symbol.asyncDispose]();
  });

  const target = (name: string) => ({
    dataSpace,
    surveyId,
    file: join(folder, name),
    format: name.slice(name.lastIndexOf(".") + 1),
  });
  const exported = (name: string, more: object = {}) =>
    run<Exported>("exportResponses", { ...target(name), ...more });
  const csvOf = async (name: string) =>
    parse(await readFile(join(folder, name)), { record_delimiter: "\r\n" });

  const names = [
    metadataNamesOf("v3", "responses").join(),
    "Q1,Q1_99_TEXT,M_a,M_b,M_c,M_zz,M_ORDER,M_a_TEXT,open,age,id",
  ];
  const later = ["a,b", "A,B_2", 'say "x" now', "tier", "nobody", "nothing", "gone", "tier_2"];
  const columns = [...names.join().split(","), ...later];
  const facts = (number: number, collectGroupId: string, completedStatus: string) => {
    const sent: ResponseMetadata = {
      ...{ responseId: `r${number}`, serial: `S;${number}`, collectGroupId, completedStatus },
      ...{ startedAt: "2025-03-01T08:59:59", finishedAt: `2025-03-01T09:00:0${number}` },
    };
    return metadataNamesOf("v3", "responses").map((it) => sent[it] ?? "");
  };
  const blanks = (count: number) => Array<string>(count).fill("");
  const rows = [
    facts(4, "g1", "COMPLETED").concat(
      [...blanks(8), "@SUM(A1)"],
      [...blanks(4), "-", ...blanks(3), "k", ""],
    ),
    facts(3, "g-unknown", "COMPLETED").concat(
      ["7", "", "0", "0", "0", "1", "zz", ...blanks(3)],
      ["1e400", "x\r\ny", "Y", ...blanks(6)],
    ),
    facts(2, "g1", "COMPLETED").concat(
      ["99", '가나다, "so"'],
      ["1", "1", "0", "0", "b;a", "다른", "=1+1", "-3.5", "00123"],
      ["", "", "", "variable", "", "", "", "007"],
    ),
    facts(1, "g-unknown", "COMPLETED").concat(
      ["1", "", "1", "1", "0", "0", "a;b"],
      ["", "NA", "41", "9007199254740993", ...blanks(8)],
    ),
    [...facts(0, "g1", ""), ...blanks(19)],
  ];

  it("write all answers as codes in the wide layout by default, and warn of renamed columns and unknown codes", async () => {
    const { file, sha256, bytes, responses, format, warnings } = await exported("default.csv");
    assert.deepEqual(await csvOf("default.csv"), [columns, ...rows]);
    const content = await readFile(file);
    assert.equal(sha256, createHash("sha256").update(content).digest("hex"));
    assert.deepEqual([bytes, responses, format], [content.length, 5, "csv"]);
    assert.equal(warnings.length, 2);
    assert.match(warnings[0] ?? "", /"A,B" is A,B_2.*"tier" is tier_2/);
    assert.match(warnings[1] ?? "", /Q1: 7 \(1\), M: zz \(1\)/);
    assert.ok(!content.includes("\ufeff"));
  });

  it("write the same table into a workbook, with numbers as numbers and formulas as text", async () => {
    await exported("default.xlsx");
    const [sheet] = await readWorkbook(join(folder, "default.xlsx"), { trim: false });
    const [header, ...found] = sheet?.data ?? [];
    assert.deepEqual(header, columns);
    const numbers = new Set(["Q1", "M_a", "M_b", "M_c", "M_zz", "age"]);
    const typed = rows.map((row) =>
      row.map((it, index) =>
        it === "" ? null : numbers.has(columns[index] ?? "") ? Number(it) : it,
      ),
    );
    assert.deepEqual(found, typed);
  });

  it("describe the export in its manifest", async () => {
    const manifest: unknown = JSON.parse(
      await readFile(join(folder, "default.csv.manifest.json"), "utf8"),
    );
    const { sha256, warnings } = await exported("default.csv", { overwrite: true });
    const said = manifest as Record<string, unknown> & { table: Record<string, unknown> };
    const { first: newest, last, range, tool, startedAt, finishedAt, table } = said;
    assert.deepEqual(
      { dataSpace: said["dataSpace"], version: said["apiVersion"], survey: said["survey"] },
      { dataSpace, version: "v3", survey: { surveyId, label: survey.label } },
    );
    assert.deepEqual(range, { endDateTime: "2025-03-01T09:00:04", frozen: true });
    assert.deepEqual(newest, { responseId: "r4", finishedAt: "2025-03-01T09:00:04" });
    assert.deepEqual(last, { responseId: "r0", finishedAt: "2025-03-01T09:00:00" });
    assert.deepEqual([said["responses"], table["rows"]], [5, 5]);
    assert.deepEqual([said["sha256"], said["warnings"]], [sha256, warnings]);
    assert.ok(String(startedAt) <= String(finishedAt));
    assert.equal((tool as { name: string }).name, "survey-explorer");
    assert.deepEqual(table["unknownCodes"], [
      { variable: "Q1", code: "7", count: 1 },
      { variable: "M", code: "zz", count: 1 },
    ]);
    assert.deepEqual(table["renamed"], [
      { from: "A,B", to: "A,B_2" },
      { from: 'say "x"\r\nnow', to: 'say "x" now' },
      { from: "tier", to: "tier_2" },
    ]);
  });

  it("mark declared missing codes until the declaration is removed", async () => {
    const of = { dataSpace, surveyId };
    const declare = (said: object) => run<object>("setMissingCodes", { ...of, ...said });
    const codes = (name: string, ...its: string[]) => ({ name, codes: its });
    await declare({ codes: ["-3.5", "99"] });
    const declared = { survey: ["-3.5", "99"], questions: [codes("Q1", "7")] };
    assert.deepEqual(await declare({ question: "Q1", codes: ["7", "7"] }), declared);
    await exported("missing.csv", { codebook: "csv" });
    const manifest = await readFile(join(folder, "missing.csv.manifest.json"), "utf8");
    assert.ok(manifest.includes('"missingCodes"'));
    const [header = [], ...lines] = await csvOf("missing.codebook.csv");
    const place = header.indexOf("missing");
    assert.ok(place >= 0, header.join());
    assert.ok(lines.some((it) => it.includes("Q1") && it.includes("7") && it[place] !== ""));
    const { sha256 } = await exported("missing.sav");
    await assert.rejects(declare({ question: "Q0", codes: ["1"] }), /no question "Q0"/);
    await assert.rejects(declare({}), /must have codes/);
    await assert.rejects(declare({ codes: [1] }), /codes/);
    assert.deepEqual(await declare({ question: "Q1" }), { ...declared, questions: [] });
    assert.deepEqual(await declare({ codes: [] }), { survey: [], questions: [] });
    assert.notEqual((await exported("missing.sav", { overwrite: true })).sha256, sha256);
  });

  it("write labels, or codes and labels, on request", async () => {
    await exported("both.csv", { cells: "both" });
    const [header = [], ...found] = await csvOf("both.csv");
    const cell = (response: number, name: string) => found[4 - response]?.[header.indexOf(name)];
    assert.deepEqual(
      header.filter((it) => it.endsWith("_label")),
      ["collectGroupId_label", "Q1_label", "nobody_label", "tier_2_label"],
    );
    assert.deepEqual(
      header.filter((it) => !it.endsWith("_label")),
      columns,
    );
    assert.deepEqual([cell(1, "Q1"), cell(1, "Q1_label")], ["1", "매우 so"]);
    assert.deepEqual([cell(3, "Q1"), cell(3, "Q1_label")], ["7", "7"]);
    assert.deepEqual([cell(2, "tier_2"), cell(2, "tier_2_label")], ["007", "Gold"]);
    await exported("labels.csv", { cells: "labels", multiSelect: "delimited" });
    const labelled: Record<string, string>[] = parse(await readFile(join(folder, "labels.csv")), {
      columns: true,
      record_delimiter: "\r\n",
    });
    assert.deepEqual(
      labelled.map((it) => [it["collectGroupId"], it["Q1"], it["M"], it["M_ORDER"]]),
      [
        ["g1", "", "", ""],
        ["g-unknown", "7", "zz", "zz"],
        ["g1", "Other", "Apple;배", "b;a"],
        ["g-unknown", "매우 so", "Apple;배", "a;b"],
        ["g1", "", "", ""],
      ],
    );
  });

  it("write one row per answer in the long layout", async () => {
    const { responses, warnings } = await exported("long.csv", { layout: "long" });
    const [header, ...found] = await csvOf("long.csv");
    assert.equal(
      header?.join(),
      "responseId,serial,collectGroupId,variable,value,valueLabel,otherText",
    );
    assert.deepEqual(
      found.filter(([id]) => id === "r2").map((it) => it.slice(3)),
      [
        ["Q1", "99", "Other", '가나다, "so"'],
        ["M", "b", "배", ""],
        ["M", "a", "Apple", "다른"],
        ["open", "=1+1", "", ""],
        ["age", "-3.5", "", ""],
        ["id", "00123", "", ""],
        ["tier", "variable", "", ""],
        ["tier_2", "007", "Gold", ""],
      ],
    );
    assert.ok(found.every(([id]) => id !== "r0"));
    assert.equal(responses, 5);
    assert.ok(warnings.some((it) => it.includes("1 response")));
  });

  it("write a byte order mark, a row of labels and guarded formulas for Excel", async () => {
    await exported("excel.csv", { preset: "excel", labelRow: true });
    const text = await readFile(join(folder, "excel.csv"), "utf8");
    assert.ok(text.startsWith("\ufeffresponseId,"));
    const [header = [], labels = [], ...found] = parse(text, {
      bom: true,
      record_delimiter: "\r\n",
    });
    const cell = (response: number, name: string) => found[4 - response]?.[header.indexOf(name)];
    assert.equal(labels[header.indexOf("Q1")], "How?");
    assert.equal(labels[header.indexOf("M_b")], "Which?: 배");
    assert.deepEqual(
      [cell(4, "open"), cell(2, "open"), cell(2, "age"), cell(4, 'say "x" now')],
      ["'@SUM(A1)", "'=1+1", "-3.5", "'-"],
    );
  });

  it("resolve to the documented fields only", async () => {
    const written = await run<Exported & { readonly verification: Compared }>("exportResponses", {
      ...target("documented.csv"),
      verify: true,
    });
    const { verification, ...result } = written;
    const fields = ["file", "format", "responses", "pages", "bytes", "sha256", "asOf", "warnings"];
    assert.deepEqual(Object.keys(result).sort(), fields.sort());
    const compared = ["ok", "responses", "missing", "extra", "doubled", "intact", "repaired"];
    assert.deepEqual(Object.keys(verification).sort(), compared.sort());
    await writeFile(written.file, '"damaged');
    const damaged = await run<Compared>("verifyExport", { dataSpace, file: written.file });
    assert.deepEqual(Object.keys(damaged).sort(), compared);
  });

  it("are verified as complete or damaged and repaired, in every format", async () => {
    for (const format of tableFormats) {
      const { file, sha256 } = await exported(`verified.${format}`);
      const compared = await run<Compared>("verifyExport", { dataSpace, file });
      const { ok, responses, missing, extra, doubled } = compared;
      assert.deepEqual([ok, responses, missing, extra, doubled], [true, 5, 0, 0, 0], format);
      const content = await readFile(file);
      content[content.length - 3] = (content.at(-3) ?? 0) ^ 1;
      await writeFile(file, content);
      const changed = await run<Compared>("verifyExport", { dataSpace, file });
      assert.equal(changed.ok, false, format);
      const repaired = await run<Compared>("verifyExport", { dataSpace, file, repair: true });
      assert.equal(repaired.ok, true, format);
      const again = createHash("sha256").update(await readFile(file));
      assert.equal(again.digest("hex"), sha256, format);
    }
  });

  it("resume after a sign-out to the same bytes", async () => {
    const { sha256 } = await exported("whole.csv");
    let pages = 0;
    // The page is answered only after that, because the export could end before it otherwise.
    beforePage = () => (++pages === 2 ? run("signOut", { dataSpace }) : undefined);
    await assert.rejects(exported("broken.csv"), { code: "signed-out" });
    beforePage = () => undefined;
    assert.ok((await stat(join(folder, "broken.csv.partial"))).isDirectory());
    await run("signIn", { dataSpace, spaceId, apiKey });
    const resumed = await exported("broken.csv", { resume: true });
    assert.deepEqual([resumed.responses, resumed.sha256], [5, sha256]);
    const left = (await readdir(folder)).filter((it) => it.startsWith("broken"));
    assert.deepEqual(left.sort(), ["broken.csv", "broken.csv.manifest.json"]);
  });

  it("overwrite a file only with `overwrite`", async () => {
    for (const format of tableFormats) {
      const name = `kept.${format}`;
      await writeFile(join(folder, name), "mine");
      await assert.rejects(exported(name), { code: "file-exists" });
      assert.equal(await readFile(join(folder, name), "utf8"), "mine");
      await exported(name, { overwrite: true });
      assert.notEqual(await readFile(join(folder, name), "utf8"), "mine");
    }
  });

  it("of new responses contain no duplicates", async () => {
    await exported("before.csv");
    // One of them is in the second in which the earlier export ended.
    items.push(
      itemOf(5, [says("Q1", { value: "2" })], 4),
      itemOf(6, [says("open", { value: "" })]),
    );
    const since = join(folder, "before.csv.manifest.json");
    const { responses } = await exported("new.csv", { since });
    assert.equal(responses, 2);
    const [, ...found] = await csvOf("new.csv");
    assert.deepEqual(
      found.map(([id]) => id),
      ["r6", "r5"],
    );
    assert.equal(
      (await exported("newer.csv", { since: join(folder, "new.csv.manifest.json") })).responses,
      0,
    );
  });

  it("are identical from the data space exported as a directory", async () => {
    const directory = join(folder, "space");
    await run("exportDataSpace", { dataSpace, directory });
    const { name } = await run<{ name: string }>("startLocalDataSpace", { directory });
    const { sha256 } = await exported("original.csv");
    const local = { ...target("local.csv"), dataSpace: name };
    const copy = await run<Exported>("exportResponses", local);
    assert.equal(copy.sha256, sha256);
    // The same directory is not served twice, however its path is written.
    const again = await run<{ name: string }>("startLocalDataSpace", {
      directory: `${directory}/`,
    });
    assert.equal(again.name, name);
    await run("stopLocalDataSpace", {});
  });

  it("write metadata and codebooks in every format and version", async () => {
    const { name } = await run<{ name: string }>("startLocalDataSpace", {});
    const headers: string[] = [];
    for (const version of apiVersions) {
      await run("changeVersion", { dataSpace: name, version });
      const of = (file: string, format: string) => ({
        dataSpace: name,
        surveyId: "s0000dd",
        file: join(folder, `${version}-${file}.${format}`),
        format,
      });
      for (const format of exportFormats) {
        const { responses } = await run<Exported>("exportMetadata", of("metadata", format));
        assert.equal(responses, 312);
      }
      for (const format of ["csv", "json", "md"]) {
        const { file, bytes } = await run<Exported>("exportCodebook", of("codebook", format));
        assert.equal((await stat(file)).size, bytes);
      }
      const [header = []] = await csvOf(`${version}-metadata.csv`);
      headers.push(header.join());
      const [line = []] = await csvOf(`${version}-codebook.csv`);
      assert.equal(
        line.join(),
        "block,order,question,type,label,html,value,valueLabel,column,unknown,dataType,missing",
      );
    }
    assert.deepEqual(
      headers,
      apiVersions.map((it) => metadataNamesOf(it, "metadata").join()),
    );
    await run("changeVersion", { dataSpace: name, version: "v3" });
    await run("stopLocalDataSpace", {});
  });

  it("write the Big Five Inventory as a workbook that LibreOffice reads like the CSV file", async function () {
    const extension = vscode.extensions.getExtension("survey-explorer.survey-explorer");
    const directory = resolve(extension?.extensionPath ?? "", "../shared/data/real-surveys");
    if (!(await readdir(directory).catch(() => undefined))) {
      skip(this, `there is no ${directory}`);
    }
    needsOffice(this);
    const { name } = await run<{ name: string }>("startLocalDataSpace", { directory });
    const bigFive = { dataSpace: name, surveyId: "s000000z8" };
    for (const format of ["csv", "xlsx"]) {
      const file = join(folder, `big-five.${format}`);
      const { responses } = await run<Exported>("exportResponses", { ...bigFive, file, format });
      assert.equal(responses, 2800);
    }
    const office = join(folder, "office");
    await mkdir(office);
    await convertByOffice(
      office,
      join(folder, "big-five.xlsx"),
      "csv:Text - txt - csv (StarCalc):44,34,76",
    );
    const read: string[][] = parse(await readFile(join(office, "big-five.csv")));
    assert.deepEqual(read, await csvOf("big-five.csv"));
    await run("stopLocalDataSpace", {});
  });

  it("keep the key out of all files, including the parts of workbooks", async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((it) => it.isFile());
    assert.ok(files.length > 50);
    for (const it of files) {
      const bytes = await readFile(join(it.parentPath, it.name));
      const content = it.name.endsWith(".xlsx")
        ? Buffer.concat([bytes, ...zipEntries(bytes)])
        : bytes;
      for (const key of spellings) {
        assert.ok(!content.includes(key), `${it.name} contains ${key}`);
      }
    }
  });
});

/** The key by itself, and as the header has it. */
const spellings = [
  apiKey,
  encodeURIComponent(apiKey),
  ...[apiKey, `${spaceId}:${apiKey}`].map((it) =>
    Buffer.from(it).toString("base64").replace(/=+$/, ""),
  ),
];
