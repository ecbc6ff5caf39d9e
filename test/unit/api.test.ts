import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type * as declared from "../../api/survey-explorer.d.ts";
import { repository } from "../../scripts/host/folders.ts";
import type * as queries from "../../src/client/queries.ts";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import type { SurveyExplorerApi } from "../../src/extension.ts";
import type * as errors from "../../src/model/errors.ts";
import type * as responses from "../../src/model/response.ts";
import type * as surveys from "../../src/model/survey.ts";
import type { DataSpace } from "../../src/vscode/dataSpaces/dataSpaces.ts";

/**
 * True if each type can stand in for the other and both have the same keys. Without the keys, a missing optional field would
 * not be noticed.
 */
type Same<A, B> = [A, B, keyof A, keyof B] extends [B, A, keyof B, keyof A]
  ? true
  : "differs from api/survey-explorer.d.ts";
/** Only the declared methods: the whole client has more, and its calls take more. */
type Offered = Pick<SurveyClient, keyof declared.SurveyClient>;

// Mismatches are type errors, which `npm run lint` reports.
const facts: readonly boolean[] = [
  true satisfies Same<declared.DataSpace, DataSpace>,
  true satisfies Same<declared.ApiVersion, surveys.ApiVersion>,
  true satisfies Same<declared.ErrorCode, errors.ErrorCode>,
  true satisfies Same<declared.Cancellable, queries.Cancellable>,
  true satisfies Same<declared.SurveyQuery, queries.SurveyQuery>,
  true satisfies Same<declared.MetadataQuery, queries.MetadataQuery>,
  true satisfies Same<declared.ResponseQuery, queries.ResponseQuery>,
  true satisfies Same<declared.UrlParameters, queries.UrlParameters>,
  true satisfies Same<declared.UrlOptions, queries.UrlOptions>,
  true satisfies Same<declared.SurveySummary, surveys.SurveySummary>,
  true satisfies Same<declared.Survey, surveys.Survey>,
  true satisfies Same<declared.Question, surveys.Question>,
  true satisfies Same<declared.Option, surveys.Option>,
  true satisfies Same<declared.EmbeddedField, surveys.EmbeddedField>,
  true satisfies Same<declared.Block, surveys.Block>,
  true satisfies Same<declared.CollectGroupReference, surveys.CollectGroupReference>,
  true satisfies Same<declared.CollectGroup, surveys.CollectGroup>,
  true satisfies Same<declared.ResponseMetadata, responses.ResponseMetadata>,
  true satisfies Same<declared.Response, responses.Response>,
  true satisfies Same<declared.EmbeddedValue, responses.EmbeddedValue>,
  true satisfies Same<declared.Variable, responses.Variable>,
  true satisfies Same<declared.Answer, responses.Answer>,
  true satisfies Same<keyof declared.SurveyExplorerApi, keyof SurveyExplorerApi>,
  true satisfies SurveyExplorerApi extends declared.SurveyExplorerApi ? true : false,
  true satisfies Offered extends declared.SurveyClient ? true : false,
  true satisfies declared.SurveyClient extends Offered ? true : false,
  true satisfies errors.SurveyError extends declared.SurveyExplorerError ? true : false,
];

const declaration = join(repository, "api/survey-explorer.d.ts");
const read = (path: string): string => readFileSync(join(repository, path), "utf8");

/** Returns what the compiler reports about a text beside the declaration, without any other source of ours. */
function complaints(text: string): string[] {
  const file = join(repository, "api/user.ts");
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2023,
    lib: ["lib.es2023.d.ts"],
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ["node", "vscode"],
    typeRoots: [join(repository, "node_modules/@types")],
  };
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => path === file || disk.fileExists(path),
    getSourceFile: (path, ...rest) =>
      path === file
        ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2023)
        : disk.getSourceFile(path, ...rest),
  };
  const program = ts.createProgram([file], options, host);
  const ours = [file, declaration].map((path) => program.getSourceFile(path));
  return ours
    .flatMap((it) => [
      ...program.getSyntacticDiagnostics(it),
      ...program.getSemanticDiagnostics(it),
    ])
    .map((it) => ts.flattenDiagnosticMessageText(it.messageText, "\n"));
}

describe("API for other extensions", () => {
  const page = read("docs/extensions.md");
  const blocks = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code);

  it("has the declared types", () => {
    assert.ok(facts.every((it) => it));
    assert.deepEqual(complaints('import type {} from "./survey-explorer.d.ts";'), []);
  });

  it("has documented examples that compile against the declaration alone", () => {
    assert.equal(blocks.length, 4);
    assert.deepEqual(
      complaints(`${blocks.join("")}\nexport { runningSurveys, countAnswers };`),
      [],
    );
    const wrong = blocks.join("").replace("survey.label", "survey.title");
    assert.match(complaints(wrong).join("\n"), /'title' does not exist/);
  });

  it("has documented examples that the test extension runs", () => {
    const program = read("test/vscode/neighbour/extension.ts");
    const [head = "", first = "", second = ""] = blocks;
    const own = head.replaceAll(/^import .*\n|^\n/gm, "");
    for (const block of [own, first, second]) {
      assert.ok(block.length > 100);
      assert.ok(program.includes(block), block);
    }
  });

  it("has its declaration in the package", () => {
    const manifest = JSON.parse(read("package.json")) as { readonly types: string };
    assert.equal(join(repository, manifest.types), declaration);
    assert.ok(read(".vscodeignore").split("\n").includes("!api/*.d.ts"));
  });
});
