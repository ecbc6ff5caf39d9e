import assert from "node:assert/strict";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as z from "zod";
import { SurveyError } from "../../src/model/errors.ts";
import { loadDirectory } from "../../src/service/load/directory.ts";
import { openTemporaryStore } from "../../src/store/sqlite.ts";
import {
  response,
  responses,
  runService,
  startService,
  temporaryFolder,
  writeDirectory,
  type DirectorySpec,
  type SurveySpec,
} from "./support/dataSpace.ts";
import { json, readPage, text } from "./support/request.ts";

const good = (surveyId: string): SurveySpec => ({ surveyId, responses: [response("r1")] });

/** Returns why a directory is not loaded. */
async function complaint(directory: string): Promise<string> {
  const store = openTemporaryStore();
  try {
    await loadDirectory(directory, store);
  } catch (error) {
    assert.ok(error instanceof SurveyError, String(error));
    return error.message;
  } finally {
    await store.close();
  }
  return assert.fail("The directory was loaded.");
}

const line = (id: string, more: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify(response(id, undefined, more));

describe("invalid data space directory", () => {
  const lineFaults: [name: string, lines: unknown[] | Uint8Array, expected: RegExp][] = [
    ["a line that is not JSON", [line("r1"), "{", line("r3")], /:2: the text is not JSON/],
    ["a line that is not an object", [line("r1"), "[]"], /:2: .*expected object/i],
    ["a missing responseId", [{ finishedAt: "2025-03-01T09:00:00" }], /:1: responseId: /],
    ["an empty responseId", [response("")], /:1: responseId: /],
    [
      "half a surrogate pair in a responseId",
      [line("r\ud800"), line("r\ud801")],
      /:1: responseId: must not have half/,
    ],
    ["a missing finishedAt", [line("r1"), '{"responseId":"r2"}'], /:2: finishedAt: /],
    [
      "a finishedAt in another form",
      [response("r1", "2025-03-01T09:00:00Z")],
      /:1: finishedAt: must be/,
    ],
    [
      "a finishedAt on a day that does not exist",
      [response("r1", "2025-02-29T09:00:00")],
      /:1: finishedAt: must be/,
    ],
    [
      "a duplicate responseId",
      [line("r1"), line("r2"), line("r1")],
      /:3: responseId: r1 is in line 1/,
    ],
    [
      "a number as an answer",
      [line("r1", { variables: [{ name: "Q", answer: [{ value: 1 }] }] })],
      /:1: variables\[0\]\.answer\[0\]\.value: /,
    ],
    [
      "a raw control character",
      ['{"responseId":"r\u0001","finishedAt":"2025-03-01T09:00:00"}'],
      /:1: the text is not JSON/,
    ],
    [
      "text that is not UTF-8",
      Buffer.concat([
        Buffer.from(`${line("r1")}\n{"a":"`),
        Buffer.from([0xff]),
        Buffer.from('"}\n'),
      ]),
      /:2: the text is not UTF-8/,
    ],
    ["UTF-16", Buffer.from(`\ufeff${line("r1")}\n`, "utf16le"), /:1: the text is not/],
    ["two values in a line", [`${line("r1")} ${line("r2")}`], /:1: the text is not JSON/],
    ["a line that is too long", [`"${"x".repeat(2 ** 20)}"`], /:1: the line is longer than 1 MiB/],
    [
      "a line that is nested too deeply",
      [
        `{"responseId":"r1","finishedAt":"2025-03-01T09:00:00","x":${"[".repeat(9999)}${"]".repeat(9999)}}`,
      ],
      /:1: the text is nested deeper/,
    ],
  ];
  for (const [name, responses, expected] of lineFaults) {
    it(`is refused with invalid responses: ${name}`, async () => {
      const err = await complaint(
        writeDirectory({ surveys: [good("a"), { surveyId: "b", responses }] }),
      );
      assert.match(err, expected);
      assert.match(err, /surveys\/b\/responses\.ndjson:\d/);
    });
  }

  const fileFaults: [name: string, spec: DirectorySpec, expected: RegExp][] = [
    [
      "a missing API key",
      { dataspace: { label: "x", spaceId: "y" }, surveys: [] },
      /dataspace\.json: apiKey: /,
    ],
    [
      "an empty API key",
      { dataspace: { label: "x", spaceId: "y", apiKey: "" }, surveys: [] },
      /dataspace\.json: apiKey: /,
    ],
    [
      "a colon in the Space ID",
      { dataspace: { label: "x", spaceId: "a:b", apiKey: "k" }, surveys: [] },
      /dataspace\.json: spaceId: must not have a colon/,
    ],
    [
      "a truncated dataspace.json",
      { dataspace: '{\n"label":', surveys: [] },
      /dataspace\.json:2: the text is not JSON, or is cut off \(column 9\)\./,
    ],
    [
      "a survey.json with a comma too much",
      { surveys: [{ surveyId: "a", survey: '{\n"surveyId": "a",\n"label": "한",}' }] },
      /survey\.json:3: the text is not JSON, or is cut off \(column 14\)\./,
    ],
    [
      "a survey.json in UTF-16",
      { surveys: [{ surveyId: "a", survey: Buffer.from('\ufeff{"surveyId":"a"}', "utf16le") }] },
      /survey\.json: the text is not UTF-8/,
    ],
    [
      "a survey without an ID",
      { surveys: [{ surveyId: "a", survey: { label: "A" } }] },
      /surveys\/a\/survey\.json: surveyId: /,
    ],
    [
      "half a surrogate pair in a surveyId",
      { surveys: [{ surveyId: "a", survey: { surveyId: "\ud800" } }] },
      /survey\.json: surveyId: must not have half/,
    ],
    [
      "a question without a name",
      { surveys: [{ surveyId: "a", survey: { surveyId: "a", questions: [{}] } }] },
      /questions\[0\]\.name: /,
    ],
    [
      "a duplicate surveyId",
      { surveys: [good("a"), { surveyId: "b", survey: { surveyId: "a" } }] },
      /surveys\/b\/survey\.json: surveyId: a is in .*a\/survey\.json already/,
    ],
    [
      "a duplicate collectGroupId in a survey",
      {
        surveys: [
          { surveyId: "a", collectGroups: [{ collectGroupId: "g" }, { collectGroupId: "g" }] },
        ],
      },
      /a\/collect-groups\.json: \[1\]\.collectGroupId: g is in this file already/,
    ],
    [
      "a collect group of another survey",
      { surveys: [{ surveyId: "a", collectGroups: [{ collectGroupId: "g", surveyId: "b" }] }] },
      /collect-groups\.json: \[0\]\.surveyId: it is b/,
    ],
  ];
  for (const [name, spec, expected] of fileFaults) {
    it(`is refused: ${name}`, async () => {
      assert.match(await complaint(writeDirectory(spec)), expected);
    });
  }

  it("is refused: a missing folder, dataspace.json or survey.json", async () => {
    const directory = writeDirectory({ surveys: [good("a")] });
    const missing = await runService(["--directory", join(directory, "none")]);
    assert.deepEqual([missing.code, missing.out], [1, ""]);
    assert.match(missing.err, /There is no folder .*none/);
    assert.ok(!/^\s+at /m.test(missing.err), missing.err);
    rmSync(join(directory, "surveys/a/survey.json"));
    assert.match(await complaint(directory), /surveys\/a\/survey\.json: this file is missing/);
    rmSync(join(directory, "dataspace.json"));
    assert.match(await complaint(directory), /dataspace\.json: this file is missing/);
  });

  for (const path of [
    "dataspace.json",
    "surveys",
    "surveys/s",
    "surveys/s/survey.json",
    "surveys/s/collect-groups.json",
    "surveys/s/responses.ndjson",
  ]) {
    it(`is refused: a link at ${path} to a place outside the directory`, async () => {
      const directory = writeDirectory({ surveys: [{ surveyId: "s" }] });
      const elsewhere = join(temporaryFolder(), "it");
      renameSync(join(directory, path), elsewhere);
      symlinkSync(elsewhere, join(directory, path));
      const err = await complaint(directory);
      assert.ok(err.startsWith(join(directory, path)), err);
      assert.match(err, /: this link leads out of the directory\./);
    });
  }

  for (const path of ["surveys", "surveys/s/collect-groups.json", "surveys/s/responses.ndjson"]) {
    it(`is refused: a link at ${path} to nothing or to itself, and what is no such thing`, async () => {
      const directory = writeDirectory({ surveys: [{ surveyId: "s" }] });
      const place = join(directory, path);
      const isFolder = path === "surveys";
      rmSync(place, { recursive: true });
      for (const target of ["nowhere", basename(path)]) {
        symlinkSync(target, place);
        const err = await complaint(directory);
        assert.ok(err.startsWith(`${place}: this link leads nowhere.`), err);
        rmSync(place);
      }
      if (isFolder) {
        writeFileSync(place, "");
      } else {
        mkdirSync(place);
      }
      const err = await complaint(directory);
      assert.ok(err.startsWith(`${place}: this is not a ${isFolder ? "folder" : "file"}.`), err);
    });
  }

  it("does not include a directory that is a link or has links into itself", async () => {
    const directory = writeDirectory({ surveys: [{ surveyId: "s", responses: responses(2) }] });
    const shared = join(directory, "shared");
    renameSync(join(directory, "surveys", "s"), shared);
    symlinkSync(shared, join(directory, "surveys", "s"));
    const link = join(temporaryFolder(), "link");
    symlinkSync(directory, link);
    await using service = await startService(["--directory", link]);
    const { ids } = await readPage(service, "/v3/surveys/s/responses");
    assert.deepEqual(ids, ["r000002", "r000001"]);
  });

  it("is reported without the content of responses", async () => {
    const surveys = [{ surveyId: "a", responses: ['{"secret-answer" oops}'] }];
    const err = await complaint(writeDirectory({ surveys }));
    assert.ok(!err.includes("secret-answer"), err);
  });
});

describe("data space directory from another program", () => {
  it("can have byte order marks, CRLF, empty lines and no final newline", async () => {
    const bytes = Buffer.from(`\ufeff${line("r1")}\r\n\r\n${line("r2")}\n\n${line("r3")}`);
    const directory = writeDirectory({
      dataspace: '\ufeff{"label":"x","spaceId":"s","apiKey":"k"}\r\n',
      surveys: [{ surveyId: "a", responses: bytes }],
    });
    await using service = await startService(["--directory", directory]);
    const expected = [line("r3"), line("r2"), line("r1")].join(",");
    assert.equal(await text(service, "/v3/surveys/a/responses"), `{"responses":[${expected}]}`);
  });

  it("can omit optional fields and collect-groups.json", async () => {
    const nulls = {
      serial: null,
      collectGroupId: null,
      startedAt: null,
      variables: null,
      embeddedData: null,
    };
    const directory = writeDirectory({
      surveys: [
        {
          surveyId: "a",
          survey: { surveyId: "a", questions: null, new: [] },
          collectGroups: [{ collectGroupId: "g", state: "NEW", channel: null }],
          responses: [
            response("r1", undefined, nulls),
            response("r2", undefined, { collectGroupId: "elsewhere" }),
          ],
        },
      ],
    });
    rmSync(join(directory, "surveys/a/collect-groups.json"));
    await using service = await startService(["--directory", directory]);
    assert.deepEqual((await readPage(service, "/v3/surveys/a/responses")).ids, ["r2", "r1"]);
    assert.deepEqual(await json(service, "/v3/surveys/a/collect-groups"), []);
    const times = { startedAt: null, finishedAt: "2025-03-01T09:00:00" };
    assert.deepEqual((await readPage(service, "/v2/responses?surveyId=a")).items.at(-1), {
      serial: null,
      collectGroupId: null,
      ...times,
      answers: [],
    });
  });

  it("can have a collect group in several surveys, one of them with its details", async () => {
    const same = { collectGroupId: "g", channel: "PUBLIC_LINK" };
    const groups = {
      a: { ...same, label: "List of a" },
      b: { ...same, surveyId: "b", label: "Detail of b", targetCnt: 500, serial: "SB" },
      c: { ...same, surveyId: "c", label: "List of c" },
    };
    const directory = writeDirectory({
      surveys: Object.entries(groups).map(([surveyId, it]) => ({
        surveyId,
        collectGroups: [it],
        responses: [response(`r${surveyId}`, undefined, { collectGroupId: "g" })],
      })),
    });
    await using service = await startService(["--directory", directory]);
    for (const [surveyId, it] of Object.entries(groups)) {
      const listed = z
        .array(z.looseObject({ label: z.string() }))
        .parse(await json(service, `/v3/surveys/${surveyId}/collect-groups`));
      assert.deepEqual(
        listed.map(({ label }) => label),
        [it.label],
      );
      const { ids } = await readPage(service, `/v3/surveys/${surveyId}/responses`);
      assert.deepEqual(ids, [`r${surveyId}`]);
    }
    const { serial: _, ...detail } = groups.b;
    assert.deepEqual(await json(service, "/v3/collect-groups/g"), detail);
    assert.equal(await json(service, "/v1/collect-groups/g/serial"), "SB");
  });

  it("can have no surveys", async () => {
    await using service = await startService(["--directory", writeDirectory({ surveys: [] })]);
    assert.deepEqual(await json(service, "/v3/surveys"), { surveys: [] });
  });
});
