import assert from "node:assert/strict";
import { join } from "node:path";
import { exportResponses, type ExportResult } from "../export/support/exporting.ts";
import { createFormats } from "../../src/formats/formatsClient.ts";
import { tableConversion } from "../../src/formats/tableConversion.ts";
import { metadataColumns, metadataNames } from "../../src/model/metadataColumns.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import { type TableFormat, tableFormats } from "../../src/formats/kinds/formats.ts";
import { defaultTableForm, type TableForm } from "../../src/model/tabular/tableForm.ts";
import type { Service } from "../../src/service/service.ts";
import { clientOf, served } from "./support/clients.ts";
import { readTable, type ReadTable } from "../formats/support/tableFiles.ts";
import { programs } from "../support/programs.ts";
import { folderOfSuite } from "../support/folders.ts";

const formats = createFormats(programs.formats);

/** Surveys with several answers beside a text, with several answers and labels, and without responses. */
const answered = ["s0000mo", "s0000dd"];
const empty = "s0000ex";

/** Columns that v1 and v2 do not have. */
const newer: readonly string[] = metadataNames.filter(
  (it) => !metadataColumns[it].versions.includes("v2"),
);

describe("table files of the sample", () => {
  let service: Service;
  const folder = folderOfSuite();
  before(async () => {
    service = await served();
  });

  let files = 0;
  async function exported(
    version: ApiVersion,
    surveyId: string,
    format: TableFormat,
    form: Partial<TableForm> = {},
  ): Promise<ReadTable & ExportResult> {
    const client = clientOf(service, version);
    const file = join(folder, `${++files}.${format}`);
    const common = { client, surveyId, kind: "responses", file, format, toolVersion: "1" } as const;
    const table = tableConversion({
      translations: { locale: "en", strings: {} },
      ...common,
      formats,
      query: {},
      form: { ...defaultTableForm, ...form },
    });
    const result = await exportResponses({ ...common, table });
    return { ...result, ...(await readTable(file, format)) };
  }

  /** Variable names of SPSS begin with a letter. */
  const savName = (name: string) => name.replace(/^(?=\d)/, "@");

  for (const version of apiVersions) {
    it(`have the same content in every format in ${version}`, async () => {
      // v1 and v2 have the same wire format and share the code that reads it: each form is tested in one of them.
      const forms = ([{}, { cells: "both" }, { layout: "long" }] as const).filter(
        (_, at) => version === "v3" || version === ["v1", "v2"][at % 2],
      );
      const surveyIds = version === "v3" ? [...answered, empty] : [...answered.slice(1), empty];
      for (const surveyId of surveyIds) {
        for (const form of forms) {
          const csv = await exported(version, surveyId, "csv", form);
          if (!("layout" in form)) {
            assert.equal(csv.rows.length, csv.responses);
          }
          for (const format of tableFormats.filter((it) => it !== "csv")) {
            const { columns, rows, responses } = await exported(version, surveyId, format, form);
            const names = format === "sav" ? csv.columns.map(savName) : csv.columns;
            assert.deepEqual(columns, names, `${format} of ${surveyId}`);
            assert.deepEqual(rows, csv.rows, `${format} of ${surveyId}`);
            assert.equal(responses, csv.responses);
          }
        }
      }
    });
  }

  it("have the columns of v3 in the same order in v1 and v2, except those that v1 and v2 do not provide", async () => {
    for (const surveyId of answered) {
      const [v1, v2, v3] = await Promise.all(
        apiVersions.map((version) => exported(version, surveyId, "csv")),
      );
      assert.ok(v1 && v2 && v3);
      assert.deepEqual([v1.columns, v1.rows], [v2.columns, v2.rows]);
      const client = clientOf(service, "v3");
      const { questions } = await client.getSurvey(surveyId);
      // v1 and v2 identify options by rank.
      const ranked = new Map(
        questions.flatMap(({ name, options }) =>
          options.flatMap((option, index): [string, string][] => [
            [`${name}_${option.name}`, `${name}_${index + 1}`],
            [`${name}_${option.name}_TEXT`, `${name}_${index + 1}_TEXT`],
          ]),
        ),
      );
      assert.deepEqual(
        v1.columns,
        v3.columns.filter((it) => !newer.includes(it)).map((it) => ranked.get(it) ?? it),
      );
      assert.deepEqual(v3.columns.slice(0, 3), ["responseId", "serial", "collectGroupId"]);
      // Values that are not codes are the same in all versions.
      for (const name of ["serial", "collectGroupId", "startedAt", "finishedAt"]) {
        assert.deepEqual(valuesOf(v1, name), valuesOf(v3, name), name);
      }
    }
  });

  it("have exactly the documented columns in the long layout", async () => {
    const [surveyId = ""] = answered;
    const { columns } = await exported("v3", surveyId, "csv", { layout: "long" });
    assert.equal(
      columns.join(),
      "responseId,serial,collectGroupId,variable,value,valueLabel,otherText",
    );
  });
});

function valuesOf({ columns, rows }: ReadTable, name: string): (string | undefined)[] {
  return rows.map((row) => row[columns.indexOf(name)]);
}
