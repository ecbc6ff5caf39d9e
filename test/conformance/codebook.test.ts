import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import { codebookOf } from "../../src/formats/codebook.ts";
import { readItemSource } from "../../src/formats/itemSource.ts";
import { pageResponses } from "../../src/formats/pageResponses.ts";
import { tableScan } from "../../src/model/tabular/table.ts";
import { defaultTableForm, type TableForm } from "../../src/model/tabular/tableForm.ts";
import type { Service } from "../../src/service/service.ts";
import { collect } from "../client/support/collect.ts";
import { clientOf, served } from "./support/clients.ts";

type Line = Record<string, string>;

interface Codebook {
  readonly lines: readonly Line[];
  /** Column names of a table of the same responses. */
  readonly columns: readonly string[];
}

async function codebookBy(
  client: SurveyClient,
  surveyId: string,
  form: TableForm,
): Promise<Codebook> {
  const [source, { body, items }] = await Promise.all([
    readItemSource(client, surveyId, "responses", {}),
    client.rawResponsePage(surveyId),
  ]);
  const scan = tableScan(source);
  scan.add(pageResponses(source, body, items));
  const text = codebookOf({
    source,
    body,
    items,
    format: "csv",
    form,
    translations: { locale: "en", strings: {} },
  });
  return {
    lines: parse(text, { columns: true, record_delimiter: "\r\n" }),
    columns: scan.table(form).columns.map((it) => it.name),
  };
}

describe("codebook of the sample", () => {
  let service: Service;
  let surveyIds: string[] = [];
  before(async () => {
    service = await served();
    const surveys = await collect(clientOf(service, "v3").listSurveys());
    surveyIds = surveys.slice(0, 8).map((it) => it.surveyId);
  });

  it("lists exactly the columns of the table in every version and form", async () => {
    assert.ok(surveyIds.length > 3);
    for (const version of ["v1", "v2", "v3"] as const) {
      for (const surveyId of surveyIds) {
        for (const form of [
          defaultTableForm,
          { ...defaultTableForm, cells: "both", multiSelect: "delimited" } as const,
        ]) {
          const { lines, columns } = await codebookBy(clientOf(service, version), surveyId, form);
          const named = new Set(lines.flatMap((it) => it["column"]?.split(";") ?? []));
          assert.deepEqual([...named].sort(), [...columns].sort(), `${version} ${surveyId}`);
        }
      }
    }
  });

  it("describes questions and options the same way in v1, v2 and v3", async () => {
    const facts = ({ lines }: Codebook) =>
      lines
        .filter((it) => it["html"] !== "")
        .map((it) => [it["order"], it["label"], it["html"], it["valueLabel"]]);
    for (const surveyId of surveyIds) {
      const [v1, v2, v3] = await Promise.all(
        (["v1", "v2", "v3"] as const).map((version) =>
          codebookBy(clientOf(service, version), surveyId, defaultTableForm),
        ),
      );
      assert.ok(v1 && v2 && v3);
      assert.deepEqual(v1, v2, surveyId);
      assert.ok(facts(v3).length > 0);
      assert.deepEqual(facts(v1), facts(v3), surveyId);
      const names = ({ lines }: Codebook) => lines.map((it) => it["question"]);
      // In v1 and v2 only responses contain the name of a question; without responses its rank is used instead.
      const ranks = v1.lines.filter((it) => it["question"] === it["order"] && it["html"] !== "");
      assert.deepEqual(
        names(v1).filter((it) => !names(v3).includes(it)),
        ranks.map((it) => it["question"]),
        surveyId,
      );
    }
  });
});
