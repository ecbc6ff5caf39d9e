import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { exportResponses, type ExportResponsesOptions } from "../export/support/exporting.ts";
import { readManifest } from "../../src/export/manifest.ts";
import { verifyExport } from "../export/support/exporting.ts";
import type { ConvertJob } from "../../src/formats/calls.ts";
import { createFormats } from "../../src/formats/formatsClient.ts";
import { tableConversion } from "../../src/formats/tableConversion.ts";
import { SurveyError } from "../../src/model/errors.ts";
import { inEnglish } from "../../src/model/localizable.ts";
import { tableFormats } from "../../src/formats/kinds/formats.ts";
import { defaultTableForm, type TableForm } from "../../src/model/tabular/tableForm.ts";
import { nodeSqlite } from "../../src/store/sqliteDriver.ts";
import { clientFor } from "../client/support/clients.ts";
import { copyIn, pageOf } from "../copy/support/copiedPages.ts";
import {
  response,
  startService,
  writeDirectory,
  type TestService,
} from "../service/support/dataSpace.ts";
import { readSav } from "./support/sav.ts";
import { programs } from "../support/programs.ts";
import { folderOfEachTest, temporaryFolder } from "../support/folders.ts";

const formats = createFormats(programs.formats);

const survey = {
  surveyId: "S1",
  label: "만족도 & more",
  questions: [
    {
      name: "Q1",
      type: "SingleChoice",
      label: "How <b>satisfied</b>?",
      options: [
        { name: "1", label: "매우" },
        { name: "2", label: "Not" },
      ],
    },
    { name: "a,b", type: "Text", label: "Say", options: [] },
    { name: "A,B", type: "Text", label: "Say again", options: [] },
  ],
};

function answered(index: number, ...answer: readonly object[]): Record<string, unknown> {
  const day = 1 + (index % 3);
  return response(
    `r${String(index).padStart(3, "0")}`,
    `2025-03-0${day}T09:00:${10 + (index % 40)}`,
    {
      collectGroupId: "g1",
      variables: answer,
    },
  );
}

const sent = [
  answered(0, { name: "Q1", answer: [{ value: "1" }] }, { name: "a,b", answer: [{ value: "NA" }] }),
  answered(1, { name: "Q1", answer: [{ value: "9" }] }),
  answered(2, { name: "a,b", answer: [{ value: 'x "y"\r\nz' }] }),
  answered(3),
];

describe("table export converted in the worker", () => {
  const folder = folderOfEachTest();

  let service: TestService;
  let client: ReturnType<typeof clientFor>;
  before(async () => {
    const directory = writeDirectory({
      surveys: [
        {
          surveyId: "S1",
          survey,
          collectGroups: [{ collectGroupId: "g1", label: "패널" }],
          responses: sent,
        },
      ],
    });
    service = await startService(["--directory", directory]);
    const { baseUrl, ca, spaceId, apiKey } = service;
    client = clientFor({ baseUrl, ca }, { credentials: async () => ({ spaceId, apiKey }) });
  });
  after(() => service.stop());

  function options(
    file: string,
    format: (typeof tableFormats)[number],
    form: Partial<TableForm> = {},
    codebook?: "md",
  ): ExportResponsesOptions {
    const table = tableConversion({
      translations: { locale: "en", strings: {} },
      formats,
      client,
      kind: "responses",
      query: {},
      format,
      form: { ...defaultTableForm, ...form },
      file,
      codebook,
      toolVersion: "1",
    });
    return {
      client,
      surveyId: "S1",
      kind: "responses",
      file,
      format,
      table,
      toolVersion: "1",
    };
  }

  it("has a row per response, and warns of differences from the structure", async () => {
    const file = join(folder, "x.csv");
    const codebook = join(folder, "x.codebook.md");
    const steps: string[] = [];
    const { warnings, responses } = await exportResponses({
      ...options(file, "csv", { cells: "both" }, "md"),
      onProgress: ({ step }) => steps.push(step),
    });
    assert.equal(responses, 4);
    const rows = parse<Record<string, string>>(await readFile(file, "utf8"), { columns: true });
    const shown = rows.map((it) => [
      it["Q1"],
      it["Q1_label"],
      it["collectGroupId_label"],
      it["a,b"],
    ]);
    assert.deepEqual(shown.sort(), [
      ["", "", "패널", ""],
      ["", "", "패널", 'x "y"\r\nz'],
      ["1", "매우", "패널", "NA"],
      ["9", "9", "패널", ""],
    ]);
    assert.equal(warnings.length, 2);
    assert.match(warnings[0] ?? "", /^1 column has another name .*"A,B" is A,B_2\.$/);
    assert.match(warnings[1] ?? "", /^1 code is not in .*: Q1: 9 \(1\)\.$/);
    assert.match(await readFile(codebook, "utf8"), /^# 만족도/);
    const { table } = await readManifest(`${file}.manifest.json`);
    assert.equal(table?.rows, 4);
    assert.equal(table.codebook, "md");
    assert.deepEqual(
      table.columns.map((it) => it.name),
      Object.keys(rows[0] ?? {}),
    );
    assert.deepEqual([...new Set(steps)].slice(0, 2), ["reading", "columns"]);
  });

  it("uses the column names of the format in the codebook and the manifest, too", async () => {
    const file = join(folder, "x.sav");
    const codebook = join(folder, "x.codebook.md");
    const { warnings } = await exportResponses(options(file, "sav", {}, "md"));
    assert.match(
      warnings[0] ?? "",
      /^2 columns have other names .*"a,b" is a_b, "A,B" is A_B_2\.$/,
    );
    const { table } = await readManifest(`${file}.manifest.json`);
    assert.deepEqual(table?.renamed, [
      { from: "a,b", to: "a_b" },
      { from: "A,B", to: "A_B_2" },
    ]);
    const read = await readSav(await readFile(file));
    assert.deepEqual(
      table.columns.map((it) => it.name),
      read.columns.map((it) => it.name),
    );
    assert.match(await readFile(codebook, "utf8"), /\| A\\_B\\_2 \|/);
  });

  it("warns of responses without rows in the long layout", async () => {
    const { warnings } = await exportResponses(
      options(join(folder, "x.csv"), "csv", { layout: "long" }),
    );
    assert.match(warnings.at(-1) ?? "", /^1 response has no answers/);
  });

  for (const format of tableFormats) {
    it(`has the same bytes when ${format} is converted again for verification`, async () => {
      const file = join(folder, `x.${format}`);
      await exportResponses(options(file, format));
      const found = await verifyExport({
        client,
        file,
        tableOf: (manifest) => {
          assert.deepEqual(manifest.table.form, defaultTableForm);
          return options(file, format).table ?? assert.fail();
        },
        toolVersion: "2",
      });
      assert.deepEqual([found.ok, found.intact, found.damage], [true, true, undefined]);
    });
  }

  it("is a folder by day that replaces an earlier one", async () => {
    const file = join(folder, "x");
    const wanted = options(file, "parquet", { partition: "day" });
    await exportResponses(wanted);
    const { bytes, sha256 } = await exportResponses({ ...wanted, overwrite: true });
    assert.deepEqual((await readdir(file)).sort(), [
      "day=2025-03-01",
      "day=2025-03-02",
      "day=2025-03-03",
    ]);
    const { table } = await readManifest(`${file}.manifest.json`);
    assert.equal(
      table?.files?.reduce((sum, it) => sum + it.rows, 0),
      4,
    );
    assert.equal(
      table.files.reduce((sum, it) => sum + it.bytes, 0),
      bytes,
    );
    assert.equal((await readManifest(`${file}.manifest.json`)).sha256, sha256);
  });

  it("stops when it is cancelled during conversion, and can be resumed", async () => {
    const file = join(folder, "x.csv");
    const cancelling = new AbortController();
    const steps: string[] = [];
    const wanted = options(file, "csv");
    await assert.rejects(
      exportResponses({
        ...wanted,
        signal: cancelling.signal,
        onProgress: ({ step }) => {
          if (step !== "reading") {
            steps.push(step);
            cancelling.abort();
          }
        },
      }),
      { code: "cancelled" },
    );
    assert.equal(steps.length, 1, steps.join());
    assert.deepEqual((await readdir(folder)).sort(), ["x.csv.partial"]);
    const { responses } = await exportResponses({ ...wanted, resume: true });
    assert.equal(responses, 4);
    assert.ok(existsSync(file));
  });
});

describe("worker of the formats", () => {
  const source: ConvertJob["source"] = {
    version: "v3",
    dataSpace: "Test",
    survey: { apiVersion: "v3", surveyId: "S1", label: "S", questions: [], embeddedData: [] },
    collectGroups: [],
    kind: "responses",
  };

  async function convert(items: readonly string[], target?: string) {
    await using folder = await temporaryFolder();
    const copy = copyIn(nodeSqlite, folder.path);
    copy.takeLease();
    copy.addPage(pageOf(items));
    copy.finish(0);
    copy.close();
    return await formats.convert({
      source,
      items: { file: copy.path, version: "v3", wanted: { kind: "responses", query: {} } },
      target: target ?? join(folder.path, "table"),
      format: "csv",
      form: defaultTableForm,
      toolVersion: "1",
    });
  }

  it("names the response that cannot be read", async () => {
    await assert.rejects(
      convert(['{"responseId":"a"}', '{"responseId":"b","variables":1}']),
      (error) => {
        assert.ok(error instanceof SurveyError && error.code === "malformed-answer");
        assert.match(error.message, /responses\[1\].*variables/);
        return true;
      },
    );
  });

  it("removes control and direction characters from warnings", async () => {
    const variables = [{ name: "q\u202e\u001b[31m", answer: [{ value: "9" }] }];
    const { warnings } = await convert([JSON.stringify({ responseId: "a", variables })]);
    const said = warnings.map(inEnglish).join(" ");
    assert.match(said, /another name than in the survey: "q.*31m" is q/);
    assert.doesNotMatch(said, /[\p{Cc}\u202e]/u);
  });

  it("reports a file that cannot be written", async () => {
    await assert.rejects(convert([], "/dev/null/x"), { code: "file-fault" });
  });

  it("reports that it cannot be started", async () => {
    const job = {
      language: "r",
      file: "x",
      format: "csv",
      form: defaultTableForm,
      table: { columns: [] },
    } as const;
    const absent = createFormats(join(import.meta.dirname, "absent.ts"));
    await assert.rejects(absent.snippet(job), { code: "file-fault" });
  });
});
