import { strict as assert } from "node:assert";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  serviceOfSuite,
  temporaryFolder,
  writeDirectory,
  type TestService,
} from "../service/support/dataSpace.ts";
import { runShell, startShell, type ShellOptions } from "./support/shell.ts";

const key = "canary-7f3a91c2";
const survey = ["--survey", "s0000cs"];
const out = ["--out", "x.csv", "--format", "csv"];

interface Wrong {
  readonly args: readonly string[];
  readonly code: number;
  readonly says: RegExp;
  readonly without?: keyof ReturnType<typeof accessOf>;
  readonly input?: string;
  readonly recipe?: object;
  /** Expected standard output. Default: empty. */
  readonly out?: string;
}

function accessOf({ baseUrl, caFile, spaceId, apiKey }: TestService) {
  return { baseUrl, caFile, spaceId, apiKey };
}

const live = { dataSpace: "Live", survey: "s0000cs" };
const step = { kind: "export", ...live, file: "x.csv", format: "csv" };

/** `URL` stands for the service's address, `RECIPE` for the recipe file. */
const wrongs: Readonly<Record<string, Wrong>> = {
  "a missing command": { args: [], code: 2, says: /Usage: survey-explorer/ },
  "an unknown command": { args: ["exprot"], code: 2, says: /unknown command 'exprot'/ },
  "an unknown option": { args: ["check", "--colour"], code: 2, says: /unknown option '--colour'/ },
  "an unknown format": {
    args: ["export", ...survey, "--format", "pdf", "--out", "x", "--url", "URL"],
    code: 2,
    says: /'pdf' is invalid/,
  },
  "missing options": {
    args: ["export", "--url", "URL"],
    code: 2,
    says: /--survey is missing; --out is missing; --format is missing/,
  },
  "a folder that takes no files": {
    args: ["export", ...survey, "--format", "csv", "--out", "/proc/x.csv", "--url", "URL"],
    code: 1,
    says: /\/proc\/x\.csv/,
  },
  "a missing address": { args: ["surveys"], code: 2, says: /--url is missing/ },
  "an address without TLS": {
    args: ["surveys", "--url", "http://127.0.0.1:1"],
    code: 2,
    says: /https:\/\//,
  },
  "an unreachable service": {
    args: ["surveys", "--url", "https://127.0.0.1:1"],
    code: 1,
    says: /cannot be reached/,
  },
  "a wrong key": {
    args: ["surveys", "--url", "URL"],
    code: 1,
    says: /Space ID.*SURVEY_EXPLORER_API_KEY/,
    without: "apiKey",
  },
  "missing credentials": {
    args: ["surveys", "--url", "URL"],
    code: 2,
    says: /SURVEY_EXPLORER_SPACE_ID.*is missing/,
    without: "spaceId",
  },
  "credentials as an argument": {
    args: ["surveys", "--url", "URL", "--credentials", key],
    code: 2,
    says: /takes only -/,
  },
  "incomplete credentials on standard input": {
    args: ["surveys", "--url", "URL", "--credentials", "-"],
    code: 2,
    says: /too few lines/,
    input: "space\n",
  },
  "a missing certificate file": {
    args: ["surveys", "--url", "URL", "--ca", "none.pem"],
    code: 1,
    says: /none\.pem cannot be read.*--ca/,
  },
  "an unknown survey": {
    args: ["export", "--survey", "none", ...out, "--url", "URL"],
    code: 1,
    says: /no survey "none".*survey-explorer surveys/,
  },
  "an end before the start": {
    args: [
      ...["export", ...survey, ...out, "--url", "URL"],
      ...["--start-date-time", "2025-03-02T00:00:00", "--end-date-time", "2025-03-01T00:00:00"],
    ],
    code: 2,
    says: /--end-date-time must be later than --start-date-time/,
  },
  "an option that contradicts the format": {
    args: [
      "export",
      ...survey,
      "--format",
      "ndjson",
      "--out",
      "x",
      "--layout",
      "long",
      "--url",
      "URL",
    ],
    code: 2,
    says: /--layout .*not as ndjson/,
  },
  "an invalid time": {
    args: ["export", ...survey, ...out, "--start-date-time", "yesterday", "--url", "URL"],
    code: 2,
    says: /--start-date-time must be a time like/,
  },
  "a filter that is not JSON": {
    args: ["export", ...survey, ...out, "--filter", "{", "--url", "URL"],
    code: 2,
    says: /--filter is not JSON/,
  },
  "a filter with an unknown kind of condition": {
    args: [
      "export",
      ...survey,
      ...out,
      "--filter",
      `{"conditions":[{"kind":"nothing","name":"Q1","is":"oneOf","values":["1"]}]}`,
      "--url",
      "URL",
    ],
    code: 2,
    says: /--filter \/conditions\/0\/kind expected one of/,
  },
  "an option of another API version": {
    args: ["export", ...survey, ...out, "--parameter-field", "ANSWERS", "--url", "URL"],
    code: 2,
    says: /v3/,
  },
  "a filter by what is not exported": {
    args: [
      ...["export", ...survey, ...out, "--variables", "Q2", "--url", "URL", "--filter"],
      `{"conditions":[{"kind":"variable","name":"Q1","is":"oneOf","values":["1"]}]}`,
    ],
    code: 2,
    says: /not among the --variables to export\. Add it, or leave this condition out\. See/,
  },
  "a missing copy": {
    args: ["export", ...survey, ...out, "--fresh", "none", "--url", "URL"],
    code: 2,
    says: /s0000cs/,
  },
  "an unknown column": {
    args: [
      "summary",
      ...survey,
      "--out",
      "x.md",
      "--format",
      "md",
      "--columns",
      "none",
      "--url",
      "URL",
    ],
    code: 2,
    says: /no column "none"/,
  },
  "a file that is not an export": {
    args: ["verify", "there", "--url", "URL"],
    code: 2,
    says: /there/,
  },
  "a missing recipe": {
    args: ["run", "none.json", "--url", "URL"],
    code: 1,
    says: /none\.json/,
  },
  "a recipe with invalid fields": {
    args: ["run", "RECIPE", "--url", "URL"],
    code: 2,
    says: /nothing was written: \/steps\/0\/layout .*; \/steps\/1\/colour is an unknown field/,
    recipe: {
      version: 1,
      steps: [
        { ...step, format: "json", layout: "wide" },
        { ...step, file: "y", colour: 1 },
      ],
    },
  },
  "a recipe that contains the API key": {
    args: ["run", "RECIPE", "--url", "URL"],
    code: 2,
    says: /\/steps\/0\/file contains what looks like a key/,
    recipe: { version: 1, steps: [{ ...step, file: `${key}.csv` }] },
  },
  "a recipe with data spaces without addresses": {
    args: ["run", "RECIPE", "--url", "URL"],
    code: 2,
    says: /no address for "Live", "Other"/,
    recipe: { version: 1, steps: [step, { ...step, dataSpace: "Other", file: "y.csv" }] },
  },
  "an unknown step": {
    args: ["run", "RECIPE", "--url", "URL", "--step", "2"],
    code: 2,
    says: /no step 2/,
    recipe: { version: 1, steps: [step] },
  },
  "a missing environment variable for the database": {
    args: ["run", "RECIPE", "--url", "URL"],
    code: 1,
    says: /WAREHOUSE_URL is empty or not set/,
    out: "0 of 1 steps done.\n",
    recipe: { version: 1, steps: [{ kind: "load", ...live, connection: "WAREHOUSE_URL" }] },
  },
  "an address beside named ones for assistants": {
    args: ["mcp", "--url", "URL", "--data-space", "Live=URL"],
    code: 2,
    says: /^--url cannot be used with --data-space here\./,
  },
  "an invalid port": {
    args: ["serve", "--port", "x"],
    code: 2,
    says: /--port must be a number from 0 to 65535/,
  },
  "a port that is too large": {
    args: ["serve", "--port", "65536"],
    code: 2,
    says: /--port must be a number from 0 to 65535/,
  },
};

describe("invalid use of survey-explorer", () => {
  const directory = writeDirectory({ surveys: [{ surveyId: "s0000cs" }] });
  const service = serviceOfSuite(["--directory", directory]);

  for (const [name, { args, code, says, without, input, recipe, out: said = "" }] of Object.entries(
    wrongs,
  )) {
    it(`reports ${name} and writes no file`, async () => {
      const folder = temporaryFolder();
      await writeFile(join(folder, "there"), "");
      await writeFile(join(folder, "r.survey-recipe.json"), JSON.stringify(recipe ?? {}));
      const names = await readdir(folder);
      const access = accessOf(service);
      // A key that the service does not know, to see whether it leaks.
      const apiKey = without === "apiKey" || recipe ? key : access.apiKey;
      const spaceId = without === "spaceId" ? "" : access.spaceId;
      const options: ShellOptions = { access: { ...access, apiKey, spaceId }, cwd: folder, input };
      const filled = args.map((it) =>
        it.replace("URL", access.baseUrl).replace("RECIPE", "r.survey-recipe.json"),
      );
      const ended = await runShell([...filled], options);
      assert.match(ended.err, says);
      assert.deepEqual([ended.code, ended.out], [code, said]);
      assert.deepEqual(await readdir(folder), names);
      assert.ok(!ended.err.includes(key), ended.err);
    });
  }

  for (const [name, args, message] of [
    ["an unknown option", ["surveys", "--colour"], "unknown option '--colour'"],
    ["an unknown command", ["exprot"], "unknown command 'exprot' (Did you mean export?)"],
    ["a missing argument", ["verify"], "missing required argument 'file'"],
  ] as const) {
    it(`prints ${name} as JSON with --json`, async () => {
      const cwd = temporaryFolder();
      const { code, out: document } = await runShell([...args, "--json"], { cwd });
      assert.equal(code, 2);
      const said = `The command line is not complete or not right: ${message}. See --help.`;
      assert.deepEqual(JSON.parse(document), { error: { code: "invalid-input", message: said } });
    });
  }

  it("names the formats of a recipe in Korean", async () => {
    const cwd = temporaryFolder();
    const steps = [{ ...step, format: "pdf" }];
    await writeFile(join(cwd, "r.survey-recipe.json"), JSON.stringify({ version: 1, steps }));
    const environment = { LANG: "ko_KR.UTF-8" };
    const { code, err } = await runShell(["run", "r.survey-recipe.json"], { cwd, environment });
    assert.match(err, /\/steps\/0\/format json, ndjson, .* 중 하나여야 합니다/);
    assert.equal(code, 2);
  });

  // The help is written at once, and the process notices the error some time later.
  for (const [name, ...more] of [["surveys", "--json", "--url"], ["--help"]] as const) {
    it(`says what to do if standard output cannot be written: ${name}`, async function () {
      if (process.platform !== "linux") {
        this.skip();
      }
      const cwd = temporaryFolder();
      const before = ["/bin/sh", "-c", 'exec "$@" > /dev/full', "sh"];
      const args = [name, ...more, ...(name === "surveys" ? [service.baseUrl] : [])];
      const { code, err } = await runShell(args, { access: service, cwd, before });
      assert.equal(
        err,
        "Standard output cannot be written: the disk is full. Free up some space.\n",
      );
      assert.equal(code, 1);
    });
  }

  it("says nothing if the reader of standard output has closed it", async () => {
    const { child, ended } = startShell(["--help"], { cwd: temporaryFolder() });
    child.stdout.destroy();
    assert.equal((await ended).err, "");
  });

  for (const [name, args, says] of [
    ["an unknown option", ["surveys", "--colour"], "알 수 없는 옵션 '--colour'"],
    ["a similar option", ["export", "--labelrow"], "'--labelrow' (혹시 --label-row인가요?)"],
    ["a similar command", ["exprot"], "알 수 없는 명령 'exprot' (혹시 export인가요?)"],
    ["a missing argument", ["verify"], "필요한 인수 'file'이(가) 없습니다"],
    ["an excess argument", ["verify", "a", "b"], "인수는 1개여야 하지만 2개입니다: a, b"],
    ["a value of a flag", ["export", "--label-row", "x"], "인수는 0개여야 하지만 1개입니다: x"],
    ["a missing value", ["export", "--format"], "옵션 '--format <value>'에 값이 없습니다"],
    [
      "another value",
      ["export", "--preset", "x"],
      "'x'은(는) 쓸 수 없습니다. 가능한 값: plain, excel",
    ],
    ["values in two lines", ["export", "--partition", "a\nb"], "가능한 값: none, day"],
  ] as const) {
    it(`reports ${name} in Korean`, async () => {
      const cwd = temporaryFolder();
      const environment = { LANG: "ko_KR.UTF-8" };
      const { code, err } = await runShell([...args], { cwd, environment });
      assert.ok(err.includes(says), err);
      assert.match(err, /^명령줄이 .*: .*[^.]\. --help를 참고하세요\.\n$/);
      assert.equal(code, 2);
    });
  }

  it("prints the error as JSON with --json", async () => {
    const cwd = temporaryFolder();
    const args = ["surveys", "--json", "--url", "https://127.0.0.1:1"];
    const { code, out: document } = await runShell(args, { access: service, cwd });
    const { error } = JSON.parse(document) as { error: { code: string } };
    assert.deepEqual([code, error.code], [1, "unreachable"]);
  });
});
