import { strict as assert } from "node:assert";
import { resolve } from "node:path";
import type { ExportRequest } from "../../src/export/exportRequest.ts";
import { formOf } from "../../src/export/exportForm.ts";
import { exportFormats, optionsOf } from "../../src/formats/kinds/formats.ts";
import { defaultTableForm } from "../../src/model/tabular/tableForm.ts";
import { checkRecipe, readRecipe } from "../../src/recipe/recipe.ts";
import { exportDraft, newRecipe, stepFileName, writtenStep } from "../../src/recipe/writtenStep.ts";

const recipe = resolve("/recipes/nightly.survey-recipe.json");

const request: ExportRequest = {
  dataSpace: "Live",
  surveyId: "S1",
  label: "A survey",
  kind: "responses",
  query: {
    startDateTime: "2025-03-01T00:00:00",
    collectGroupId: "g",
    variables: ["Q1"],
    filter: { duration: { atLeast: 10 } },
  },
  file: resolve("/recipes/out/a.csv"),
  format: "csv",
  form: { ...defaultTableForm, cells: "both", preset: "excel" },
  codebook: "md",
  fresh: "new",
  overwrite: true,
  verify: true,
};

function stepOf(asked: ExportRequest, missing?: Parameters<typeof exportDraft>[1]) {
  const text = newRecipe(writtenStep(exportDraft(asked, missing), recipe));
  const [step] = readRecipe("x", Buffer.from(text)).steps;
  assert.ok(step);
  return { text, step };
}

describe("recipe step of an export", () => {
  it("contains all options of the export, with paths relative to the recipe", () => {
    const { step } = stepOf(request, { survey: ["99"], questions: [] });
    assert.deepEqual(step, {
      kind: "export",
      dataSpace: "Live",
      survey: "S1",
      file: "out/a.csv",
      format: "csv",
      ...request.query,
      layout: "wide",
      cells: "both",
      multiSelect: defaultTableForm.multiSelect,
      labelRow: defaultTableForm.labelRow,
      preset: "excel",
      codebook: "md",
      missingCodes: { survey: ["99"], questions: [] },
      fresh: "new",
      verify: true,
      overwrite: true,
    });
  });

  it("is valid in every format, with the table form of the export", () => {
    for (const format of exportFormats) {
      for (const kind of ["responses", "metadata"] as const) {
        const query =
          kind === "responses" ? request.query : { startDateTime: "2025-03-01T00:00:00" };
        const codebook = optionsOf(format).includes("codebook") ? ("csv" as const) : undefined;
        const form = { ...defaultTableForm, preset: "plain" } as const;
        const { step } = stepOf({ ...request, kind, query, format, form, codebook });
        assert.ok("format" in step && step.format === format);
        const asked = formOf(format, step.kind === "export" ? step : {});
        assert.ok(
          asked === undefined || JSON.stringify(asked) === JSON.stringify(defaultTableForm),
        );
      }
    }
  });

  it("refers to the manifest of an earlier export by its relative path", () => {
    const since = resolve("/before/a.csv.manifest.json");
    const { step } = stepOf({ ...request, since });
    assert.ok(step.kind === "export");
    assert.equal(step.since, "../before/a.csv.manifest.json");
    assert.equal(step.fresh, undefined);
  });

  it("suggests a file name without placeholders, and rejects braces in a chosen path", () => {
    const file = stepFileName("Which {title}?", "csv");
    assert.equal(stepOf({ ...request, file }).step.kind, "export");
    assert.doesNotMatch(file, /[{}]/);
    const braces = { ...request, file: resolve("/recipes/{date}.csv") };
    assert.throws(() => stepOf(braces), /braces/);
  });

  it("contains neither API key nor Space ID, and rejects unknown fields", () => {
    const draft = exportDraft(request, undefined);
    const fields = { ...draft.fields, apiKey: "key" };
    assert.throws(() => writtenStep({ ...draft, fields }, recipe));
    const { text } = stepOf(request);
    const found = checkRecipe(Buffer.from(text), ["S1-key", "space-of-S1"]);
    assert.ok("recipe" in found);
  });
});
