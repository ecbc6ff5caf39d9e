import { strict as assert } from "node:assert";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock } from "node:test";
import { Ajv } from "ajv";
import type { JobHost } from "../../src/jobs/jobHost.ts";
import { checkRecipe, readRecipe } from "../../src/recipe/recipe.ts";
import type { WrittenRecipe } from "../../src/recipe/recipeSchema.ts";
import { RecipeError } from "../../src/recipe/recipeError.ts";
import { localDate, resolvedPath } from "../../src/recipe/fileNames.ts";
import { runRecipe } from "../../src/recipe/runRecipe.ts";

const space = { dataSpace: "Live", survey: "S1" };
const exporting = { kind: "export", ...space, file: "a.csv", format: "csv" } as const;

function check(steps: readonly object[], known: readonly string[] = [], more: object = {}) {
  return checkRecipe(Buffer.from(JSON.stringify({ version: 1, steps, ...more })), known);
}

function pointers(...values: Parameters<typeof check>): string[] {
  const found = check(...values);
  return "issues" in found ? found.issues.map((it) => it.pointer) : [];
}

const all: WrittenRecipe["steps"] = [
  { ...exporting, layout: "long", codebook: "md", startDateTime: "2025-03-01T00:00:00" },
  { kind: "metadata", ...space, file: "m.ndjson", format: "ndjson" },
  { kind: "codebook", ...space, file: "c.csv", format: "csv", preset: "excel" },
  { kind: "structure", ...space, file: "s.json" },
  { kind: "summary", ...space, file: "s.html", format: "html", columns: ["Q1"] },
  { kind: "report", ...space, file: "r.md", format: "md", split: "Q1", measure: "row" },
  { kind: "load", ...space, connection: "WAREHOUSE_URL", schema: "public", table: "s" },
];

describe("recipe", () => {
  it("accepts steps of every kind", () => {
    const found = check(all);
    assert.ok("recipe" in found, JSON.stringify(found));
    assert.deepEqual(
      found.recipe.steps.map((it) => it.kind),
      all.map((it) => it.kind),
    );
  });

  it("reports each invalid field by its JSON pointer", () => {
    const wrong = [
      { ...exporting, format: "ndjson", layout: "long", cells: "both", colour: 1 },
      { ...exporting, file: "b.csv", startDateTime: "yesterday", "a/b~": 1 },
      { kind: "exprot" },
      { kind: "structure", ...space },
      { kind: "load", ...space, connection: "postgres://localhost/x" },
      { ...exporting, file: "{name}.csv", since: "x", fresh: "new" },
      {
        ...exporting,
        file: "e.csv",
        startDateTime: "2025-03-02T00:00:00",
        endDateTime: "2025-03-01T00:00:00",
      },
    ];
    assert.deepEqual(
      new Set(pointers(wrong, [], { more: true })),
      new Set([
        "/more",
        "/steps/0/colour",
        "/steps/0/layout",
        "/steps/0/cells",
        "/steps/1/startDateTime",
        "/steps/1/a~1b~0",
        "/steps/2/kind",
        "/steps/3/file",
        "/steps/4/connection",
        "/steps/5/file",
        "/steps/5/fresh",
        "/steps/6/endDateTime",
      ]),
    );
  });

  it("reports a problem and its place in one error, which states that nothing was written", () => {
    const text = JSON.stringify({
      version: 1,
      steps: [{ ...exporting, format: "json", layout: "wide" }],
    });
    assert.throws(
      () => readRecipe("/x/a.survey-recipe.json", Buffer.from(text)),
      (error) => {
        assert.ok(error instanceof RecipeError);
        assert.match(
          error.message,
          /^The recipe \/x\/a.survey-recipe.json cannot be run, and nothing was written: \/steps\/0\/layout applies to exports as .*csv.*, not as json$/,
        );
        return true;
      },
    );
  });

  it("rejects invalid JSON, other versions and an empty list of steps", () => {
    const of = (text: string) => {
      const found = checkRecipe(Buffer.from(text));
      return "issues" in found ? found.issues.map((it) => it.pointer) : [];
    };
    assert.deepEqual(of("{"), [""]);
    assert.deepEqual(of("[]"), [""]);
    assert.deepEqual(of('{"version":2,"steps":[]}'), ["/version", "/steps"]);
  });

  it("rejects secrets without repeating them", () => {
    const key = "k3y-of-nobody-81f2";
    const basic = `Basic ${Buffer.from("space:secret").toString("base64")}`;
    const steps = [
      { ...exporting, apiKey: key },
      { ...exporting, file: `${key}.csv` },
      { ...exporting, file: "c.csv", variables: ["Q1", basic] },
      { ...exporting, file: "d.csv", collectGroupId: "postgres://me:word@host/db" },
      { ...exporting, file: "e.csv", space_id: "x" },
    ];
    const found = check(steps, [key]);
    assert.ok("issues" in found);
    assert.deepEqual(
      found.issues.map((it) => it.pointer),
      [
        "/steps/0/apiKey",
        "/steps/1/file",
        "/steps/2/variables/1",
        "/steps/3/collectGroupId",
        "/steps/4/space_id",
      ],
    );
    assert.ok(!JSON.stringify(found.issues).includes(key));
    assert.deepEqual(pointers([{ ...exporting, file: "Basic information.csv" }], [key]), []);
  });

  it("rejects two steps that write the same file", () => {
    const twice = [exporting, { ...exporting, file: "./a.csv" }];
    assert.deepEqual(pointers(twice), ["/steps/1/file"]);
    const titled = { ...exporting, file: "{title}.csv" };
    assert.deepEqual(pointers([titled, { ...titled, survey: "S2" }]), []);
  });

  it("expands date, survey ID and title in file names, and keeps titles from changing the directory", async () => {
    const values = {
      date: () => localDate(new Date(2025, 2, 9, 23, 59)),
      surveyId: () => "S/1",
      title: () => '../../etc: "Kaffee" {date}',
    };
    const path = (name: string) => resolvedPath(name, "/r", values);
    assert.equal(await path("out/{date}/{surveyId}.csv"), "/r/out/2025-03-09/S_1.csv");
    assert.equal(await path("../{title}.csv"), "/_.._etc_ _Kaffee_ {date}.csv");
    assert.equal(await path("/data/x.csv"), "/data/x.csv");
    assert.equal(await path("responses.{date}"), "/r/responses.2025-03-09");
    assert.equal(await path("a.{surveyId}.v{date}"), "/r/a.S_1.v2025-03-09");
  });

  it("expands the name of a manifest as that of its file", async () => {
    for (const title of ["Wave 1.", "NUL", "설문 조사 ".repeat(20)]) {
      const values = { date: () => "", surveyId: () => "", title: () => title };
      const path = (name: string) => resolvedPath(name, "/r", values);
      const manifest = `${await path("{title}.csv")}.manifest.json`;
      assert.equal(await path("{title}.csv.manifest.json"), manifest);
    }
  });

  it("has one date for all its steps, even if midnight passes meanwhile", async () => {
    const folder = await mkdtemp(join(tmpdir(), "survey-explorer-recipe-"));
    const now = new Date(2025, 2, 9, 23, 59).getTime();
    mock.timers.enable({ apis: ["Date"], now });
    try {
      const step = { kind: "structure", ...space, file: "{date}/a.json" };
      const found = check([step, { ...step, file: "{date}/b.json" }]);
      assert.ok("recipe" in found);
      const host = {
        translations: { locale: "en", strings: {} },
        client: () => {
          mock.timers.setTime(now + 120_000);
          return Promise.reject(new Error("It is away."));
        },
      } as unknown as JobHost;
      const file = join(folder, "a.survey-recipe.json");
      const { signal } = new AbortController();
      await runRecipe({ file, recipe: found.recipe, host, signal });
      assert.deepEqual(await readdir(folder), ["2025-03-09"]);
    } finally {
      mock.timers.reset();
      await rm(folder, { recursive: true });
    }
  });

  it("does not replace the file of a step by that of another survey with the same title", async () => {
    const folder = await mkdtemp(join(tmpdir(), "survey-explorer-recipe-"));
    try {
      const step = { kind: "structure", ...space, file: "{title}.json", overwrite: true };
      const found = check([step, { ...step, survey: "S2" }]);
      assert.ok("recipe" in found);
      const client = {
        ...{ dataSpace: "Live", baseUrl: "https://live.example", version: "v3" },
        getSurvey: async () => ({ label: "Wave" }),
        rawSurvey: async (surveyId: string) => Buffer.from(JSON.stringify({ surveyId })),
        rawCollectGroups: async () => Buffer.from("[]"),
      };
      const host = {
        translations: { locale: "en", strings: {} },
        toolVersion: "1",
        client: async () => client,
      } as unknown as JobHost;
      const file = join(folder, "a.survey-recipe.json");
      const { signal } = new AbortController();
      const { steps } = await runRecipe({ file, recipe: found.recipe, host, signal });
      assert.deepEqual(
        steps.map((it) => it.error),
        [
          undefined,
          {
            code: "invalid-input",
            message: `${join(folder, "Wave.json")} is also the file of step 1, which ran before. Give one of the two another name, for example with {surveyId}.`,
          },
        ],
      );
      assert.match(await readFile(join(folder, "Wave.json"), "utf8"), /"S1"/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("matches its JSON schema in fields and kinds", async () => {
    const file = join(import.meta.dirname, "../../schemas/survey-recipe.schema.json");
    const schema: unknown = JSON.parse(await readFile(file, "utf8"));
    assert.ok(typeof schema === "object" && schema !== null);
    const valid = new Ajv({ strict: false }).compile(schema);
    assert.ok(valid({ version: 1, steps: all }), JSON.stringify(valid.errors));
    assert.ok(!valid({ version: 1, steps: [{ ...exporting, colour: 1 }] }));
    assert.ok(!valid({ version: 1, steps: [{ ...exporting, format: "pdf" }] }));
  });
});
