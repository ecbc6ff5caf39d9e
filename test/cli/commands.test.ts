import { strict as assert } from "node:assert";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createHash } from "node:crypto";
import * as z from "zod";
import { createFormats } from "../../src/formats/formatsClient.ts";
import { exportFormats, isTableFormat } from "../../src/formats/kinds/formats.ts";
import { tableConversion } from "../../src/formats/tableConversion.ts";
import { defaultTableForm } from "../../src/model/tabular/tableForm.ts";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import { exportResponses } from "../export/support/exporting.ts";
import type { Service } from "../../src/service/service.ts";
import { clientOf, served } from "../conformance/support/clients.ts";
import { temporaryFolder } from "../service/support/dataSpace.ts";
import { runShell, type ShellEnd } from "./support/shell.ts";
import { repository } from "../../scripts/host/folders.ts";
import { programs } from "../support/programs.ts";

const formats = createFormats(programs.formats);
const { version: toolVersion } = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile(join(repository, "package.json"), "utf8")));

/** A survey of the built-in sample that has responses of all kinds. */
const surveyId = "s0000cs";

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

describe("survey-explorer command line", () => {
  let service: Service;
  let folder: string;
  let client: SurveyClient;

  before(async () => {
    service = await served();
    const { baseUrl, caFile } = service;
    const ca = await readFile(caFile, "utf8");
    const address = { name: new URL(baseUrl).host, baseUrl, version: "v3", ca } as const;
    client = clientOf(service, "v3", { address, request: { concurrency: 1 } });
  });
  beforeEach(() => {
    folder = temporaryFolder();
  });

  const shell = (...args: string[]): Promise<ShellEnd> =>
    runShell([...args, "--url", service.baseUrl], { access: service, cwd: folder });
  /** Parses standard output, which must be one JSON document. */
  const jsonOf = ({ code, out, err }: ShellEnd): unknown => {
    assert.equal(code, 0, err);
    assert.equal(out.trimEnd().split("\n").length, 1);
    return JSON.parse(out);
  };

  it("warns in the words of the shell, as JSON and in recipes, too", async () => {
    const common = ["--survey", surveyId, "--format", "csv"];
    jsonOf(await shell("export", ...common, "--out", "1.csv", "--json"));
    const since = join(folder, "1.csv.manifest.json");
    const manifest = z.looseObject({}).parse(JSON.parse(await readFile(since, "utf8")));
    await writeFile(since, JSON.stringify({ ...manifest, structureHash: "0".repeat(64) }));
    const dataSpace = new URL(service.baseUrl).host;
    const step = { kind: "export", dataSpace, survey: surveyId, since, format: "csv" };
    const recipe = { version: 1, steps: [{ ...step, file: "3.csv" }] };
    await writeFile(join(folder, "r.survey-recipe.json"), JSON.stringify(recipe));
    const outcomes = [
      await shell("export", ...common, "--since", since, "--out", "2.csv", "--json"),
      await shell("run", "r.survey-recipe.json", "--json"),
    ];
    for (const outcome of outcomes) {
      const said = JSON.stringify(jsonOf(outcome));
      assert.match(said, /structure of the survey has changed.*survey-explorer codebook/);
      assert.doesNotMatch(said, /Show Structure Changes/);
    }
  });

  it("check reports the result of each check", async () => {
    const report = z
      .strictObject({
        ok: z.boolean(),
        checks: z.array(z.strictObject({ name: z.string(), ok: z.boolean(), message: z.string() })),
      })
      .parse(jsonOf(await shell("check", "--json")));
    assert.ok(report.ok);
    assert.deepEqual(
      report.checks.map((it) => it.name),
      ["address", "TLS", "credentials", "version", "first page"],
    );
  });

  it("surveys lists all surveys, or only running ones with --running", async () => {
    const list = z.array(z.looseObject({ surveyId: z.string(), label: z.string() }));
    const all = list.parse(jsonOf(await shell("surveys", "--json")));
    const running = list.parse(jsonOf(await shell("surveys", "--running", "--json")));
    assert.ok(all.length > running.length && running.length > 0);
    const { out } = await shell("surveys");
    assert.deepEqual(
      out
        .trimEnd()
        .split("\n")
        .map((it) => it.split("\t")[0]),
      all.map((it) => it.surveyId),
    );
  });

  it("structure, codebook and summary write complete files", async () => {
    const of = ["--survey", surveyId];
    const structure = jsonOf(await shell("structure", ...of, "--out", "s.json", "--json"));
    const written = await readFile(join(folder, "s.json"));
    const file = join(folder, "s.json");
    assert.deepEqual(structure, { file, bytes: written.length, sha256: sha256(written) });
    for (const [command, name, format] of [
      ["codebook", "c.md", "md"],
      ["summary", "s.html", "html"],
    ] as const) {
      const result = jsonOf(
        await shell(command, ...of, "--out", name, "--format", format, "--json"),
      );
      const { length } = await readFile(join(folder, name));
      assert.deepEqual(result, { file: join(folder, name), bytes: length });
    }
    assert.match(await readFile(join(folder, "c.md"), "utf8"), /^# .+/);
    assert.match(await readFile(join(folder, "s.html"), "utf8"), /<\/html>\s*$/);
  });

  it("fieldwork counts all responses", async () => {
    const figures = z
      .looseObject({ surveyId: z.string(), all: z.looseObject({ responses: z.number() }) })
      .parse(jsonOf(await shell("fieldwork", "--survey", surveyId, "--json")));
    assert.deepEqual([figures.surveyId, figures.all.responses], [surveyId, 1500]);
    const { out } = await shell("fieldwork", "--survey", surveyId);
    assert.match(out, /\| All \|.*\b1,500\b/);
  });

  for (const format of exportFormats) {
    it(`export writes the same ${format} file as exportResponses`, async () => {
      const result = z
        .looseObject({ file: z.string(), sha256: z.string(), responses: z.number() })
        .parse(
          jsonOf(
            await shell(
              "export",
              "--survey",
              surveyId,
              "--format",
              format,
              "--out",
              `x.${format}`,
              "--json",
            ),
          ),
        );
      const bytes = await readFile(join(folder, `x.${format}`));
      assert.deepEqual([result.responses, result.sha256], [1500, sha256(bytes)]);
      const file = join(folder, `core.${format}`);
      const table = isTableFormat(format)
        ? tableConversion({
            ...{ formats, client, kind: "responses", query: {}, file, format, toolVersion },
            form: defaultTableForm,
            translations: { locale: "en", strings: {} },
          })
        : undefined;
      const core = await exportResponses({ client, surveyId, file, format, table, toolVersion });
      assert.equal(result.sha256, core.sha256);
    });
  }

  it("metadata writes and verifies the metadata of a time range", async () => {
    const args = ["--survey", surveyId, "--format", "ndjson", "--out", "m.ndjson", "--json"];
    const asked = ["--start-date-time", "2025-03-10T00:00:00", "--verify"];
    const result = z
      .looseObject({ responses: z.number(), verification: z.looseObject({ ok: z.literal(true) }) })
      .parse(jsonOf(await shell("metadata", ...args, ...asked)));
    const lines = (await readFile(join(folder, "m.ndjson"), "utf8")).trimEnd().split("\n");
    assert.equal(lines.length, result.responses);
    const metadata = z.looseObject({ finishedAt: z.string() });
    assert.ok(lines.every((it) => metadata.parse(JSON.parse(it)).finishedAt > "2025-03-10"));
  });

  it("verify finds a missing response, and repairs the file with --repair", async () => {
    const args = ["--survey", surveyId, "--format", "ndjson", "--out", "x.ndjson"];
    assert.equal((await shell("export", ...args)).code, 0);
    const file = join(folder, "x.ndjson");
    const whole = await readFile(file, "utf8");
    await writeFile(file, whole.slice(whole.indexOf("\n") + 1));
    const found = await shell("verify", "x.ndjson", "--json");
    assert.equal(found.code, 3, found.err);
    const { ok, missing } = z
      .looseObject({ ok: z.boolean(), missing: z.number() })
      .parse(JSON.parse(found.out));
    assert.deepEqual({ ok, missing }, { ok: false, missing: 1 });
    assert.equal((await shell("verify", "x.ndjson", "--repair")).code, 0);
    assert.equal(await readFile(file, "utf8"), whole);
  });

  it("verify prints only the fields of the command's result as JSON for a file that is cut off", async () => {
    const args = ["--survey", surveyId, "--format", "json", "--out", "cut.json"];
    assert.equal((await shell("export", ...args)).code, 0);
    const file = join(folder, "cut.json");
    const whole = await readFile(file);
    await writeFile(file, whole.subarray(0, whole.length / 2));
    const { code, out } = await shell("verify", "cut.json", "--json");
    assert.equal(code, 3);
    const fields = ["ok", "responses", "missing", "extra", "doubled", "intact", "repaired"];
    assert.deepEqual(Object.keys(JSON.parse(out) as object), fields);
  });

  it("export --fresh none writes the same file from the copy in --copies", async () => {
    const args = ["--survey", surveyId, "--format", "ndjson", "--copies", "copies"];
    assert.equal((await shell("export", ...args, "--out", "a.ndjson")).code, 0);
    const none = await shell("export", ...args, "--out", "b.ndjson", "--fresh", "none");
    assert.equal(none.code, 0, none.err);
    const [a, b] = await Promise.all(
      ["a.ndjson", "b.ndjson"].map((it) => readFile(join(folder, it))),
    );
    assert.deepEqual(b, a);
  });

  it("prints Korean help in a Korean locale", async () => {
    const { out } = await runShell(["--help"], {
      cwd: folder,
      environment: { LANG: "ko_KR.UTF-8" },
    });
    assert.match(out, /설문/);
  });

  it("says in Korean that a time is invalid in a Korean locale", async () => {
    const out = ["--survey", surveyId, "--format", "json", "--out", "k.json"];
    const { err } = await runShell(["export", ...out, "--start-date-time", "yesterday"], {
      cwd: folder,
      environment: { LANG: "ko_KR.UTF-8" },
    });
    assert.match(err, /--start-date-time 2025-03-01T09:00:00과 같은 시각이어야 합니다/);
  });

  it("run tells what steps warn of", async () => {
    const target = { dataSpace: "Live", survey: surveyId, file: "w.ndjson", format: "ndjson" };
    const recipe = { version: 1, steps: [{ kind: "export", ...target, variables: ["nope"] }] };
    await writeFile(join(folder, "w.survey-recipe.json"), JSON.stringify(recipe));
    const { code, err } = await shell("run", "w.survey-recipe.json");
    assert.equal(code, 0);
    assert.match(err, /\n1 name that was asked for is not in the survey: "nope"\. Check it\.\n/);
  });

  it("run with one step needs only that step's data space", async () => {
    const steps = ["Other", "Live"].map((dataSpace) => {
      const target = { dataSpace, survey: surveyId, file: `${dataSpace}.json` };
      return { kind: "structure", ...target };
    });
    await writeFile(join(folder, "o.survey-recipe.json"), JSON.stringify({ version: 1, steps }));
    const { code, err } = await shell("run", "o.survey-recipe.json", "--step", "2");
    assert.deepEqual([code, err], [0, `Step 2 of 2: structure, ${surveyId}\n`]);
  });

  it("run executes a recipe, and its export has the bytes of the export command", async () => {
    const target = { dataSpace: "Live", survey: surveyId };
    const recipe = {
      version: 1,
      steps: [
        { kind: "export", ...target, file: "out/{surveyId}.csv", format: "csv", verify: true },
        { kind: "metadata", ...target, file: "m.ndjson", format: "ndjson" },
        { kind: "codebook", ...target, file: "{title} {date}.md", format: "md" },
        { kind: "structure", ...target, file: "s.json" },
        { kind: "summary", ...target, file: "s.md", format: "md" },
        { kind: "report", ...target, file: "r.html", format: "html" },
      ],
    };
    await writeFile(join(folder, "n.survey-recipe.json"), JSON.stringify(recipe));
    const outcomes = z.strictObject({
      steps: z.array(
        z.looseObject({
          ok: z.boolean(),
          result: z.looseObject({ file: z.string(), sha256: z.string().optional() }).optional(),
        }),
      ),
    });
    const { steps } = outcomes.parse(jsonOf(await shell("run", "n.survey-recipe.json", "--json")));
    assert.deepEqual(new Set(steps.map((it) => it.ok)), new Set([true]));
    await shell("export", "--survey", surveyId, "--format", "csv", "--out", "single.csv");
    assert.equal(steps[0]?.result?.sha256, sha256(await readFile(join(folder, "single.csv"))));
    const names = await readdir(folder);
    assert.ok(
      names.some((it) => /^Customer satisfaction 2025 \d{4}-\d{2}-\d{2}\.md$/.test(it)),
      names.join(),
    );
  });
});
