import assert from "node:assert/strict";
import type { ApiVersion } from "../../src/model/survey.ts";
import type { TestServer } from "../client/support/testServer.ts";
import type { LiveItem } from "../export/support/liveServer.ts";
import { questions, serveSurvey, submitted } from "./support/liveSurvey.ts";
import { LoadedSurvey, someResponses } from "./support/loading.ts";
import { startPostgres, type PostgresServer } from "./support/postgres.ts";
import { refusal, startProxy } from "./support/proxy.ts";
import { temporaryFolder } from "../support/folders.ts";

/** Returns the counts of each kind of change. */
function countsOf({
  inserted,
  replaced,
  removed,
  responses,
}: Awaited<ReturnType<LoadedSurvey["load"]>>) {
  return { inserted, replaced, removed, responses };
}

describe("survey tables in a database", () => {
  let postgres: PostgresServer;
  before(async function () {
    postgres = await startPostgres(this);
  });
  after(() => postgres[Symbol.asyncDispose]());

  let schemas = 0;
  /** Runs `work` with a survey in a schema of its own, and closes its servers afterwards. */
  async function withSurvey(
    version: ApiVersion,
    work: (
      survey: LoadedSurvey,
      serve: (items: readonly LiveItem[], ...more: ServeMore) => Promise<TestServer>,
    ) => Promise<void>,
  ): Promise<void> {
    await using folder = await temporaryFolder();
    const survey = new LoadedSurvey(postgres, version, folder.path, `schema ${schemas++}`);
    await survey.create();
    const servers: TestServer[] = [];
    try {
      await work(survey, async (items, ...more) => {
        const server = await serveSurvey(version, items, ...more);
        servers.push(server);
        return server;
      });
    } finally {
      await Promise.all(servers.map((it) => it[Symbol.asyncDispose]()));
    }
  }
  type ServeMore =
    Parameters<typeof serveSurvey> extends [unknown, unknown, ...infer M] ? M : never;

  for (const version of ["v1", "v2", "v3"] as const) {
    it(`have the rows of a ${version} export after responses are added, changed and deleted`, () =>
      withSurvey(version, async (survey, serve) => {
        const items = someResponses(version, 2300);
        const first = await serve(items);
        const { tables, ...loaded } = await survey.load(first);
        assert.deepEqual(
          tables,
          ["", "_long", "_codebook"].map((it) => `${survey.schema}.answers${it}`),
        );
        assert.deepEqual(countsOf({ tables, ...loaded }), {
          inserted: 2300,
          replaced: 0,
          removed: 0,
          responses: 2300,
        });
        await survey.check(first);

        const before = await survey.transactionId();
        assert.deepEqual(countsOf(await survey.load(first)), {
          inserted: 0,
          replaced: 0,
          removed: 0,
          responses: 2300,
        });
        assert.equal(await survey.rangesWritten(before), 0, "Unchanged ranges were written again.");

        const more = await serve([...items, ...someResponses(version, 20, 2300)]);
        assert.deepEqual(countsOf(await survey.load(more)), {
          inserted: 20,
          replaced: 0,
          removed: 0,
          responses: 2320,
        });
        await survey.check(more);

        const edited = submitted(version, { number: 700, answers: { Q1: ["2"], Q3: ["another"] } });
        const changed = await serve([
          ...items.filter((_, number) => number !== 1500 && number !== 700),
          edited,
        ]);
        const result = await survey.load(changed, { fresh: "all" });
        assert.deepEqual(countsOf(result), {
          inserted: 0,
          replaced: 1,
          removed: 21,
          responses: 2299,
        });
        assert.match(result.warnings.join("\n"), /21 responses are not in the survey any more/);
        await survey.check(changed);
      }));
  }

  it("get columns for new questions and embedded data, and updated rows for a new option", () =>
    withSurvey("v3", async (survey, serve) => {
      const items = someResponses("v3", 40);
      await survey.load(await serve(items));
      const wave = submitted("v3", {
        number: 40,
        answers: { Q2: ["1", "4"], Q5: ["새 질문"] },
        embedded: { panel: "p7" },
      });
      const more = questions.map((it) =>
        it.name === "Q2" ? { ...it, options: [...it.options, { name: "4", label: "New" }] } : it,
      );
      const added = { name: "Q5", type: "Text", label: "And now?", options: [] };
      const server = await serve([...items, wave], [...more, added]);
      const { inserted, replaced } = await survey.load(server);
      await survey.check(server);
      // A response that was asked before the option existed has not chosen it, which is 0, as in exports.
      const asked = items.filter((it) => it.json.includes('"Q2"')).length;
      assert.deepEqual([inserted, replaced], [1, asked]);
    }));

  it("keep their rows if a value does not fit the column type, and load after the column is dropped", () =>
    withSurvey("v3", async (survey, serve) => {
      const items = someResponses("v3", 30);
      const before = await serve(items);
      await survey.load(before);
      const server = await serve([
        ...items,
        submitted("v3", { number: 30, answers: { Q4: ["about five"], Q9: ["x"] } }),
      ]);
      await assert.rejects(survey.load(server), {
        code: "invalid-input",
        message:
          'The column "Q4" of the table "answers" holds numbers, and the responses now have texts for it. Nothing was written. Drop the column and load again: it comes back with the type that fits, and all responses are written again.',
      });
      await survey.check(before);
      assert.equal((await survey.types("answers")).has("Q9"), false);
      await postgres.query(`ALTER TABLE "${survey.schema}".answers DROP COLUMN "Q4"`);
      const { inserted, warnings } = await survey.load(server);
      assert.equal(inserted, 31);
      assert.match(warnings.join("\n"), /were gone from the database/);
      await survey.check(server);
    }));

  it("keep a column of numbers while no response has a value for it", () =>
    withSurvey("v3", async (survey, serve) => {
      const items = someResponses("v3", 30);
      await survey.load(await serve(items));
      const emptied = await serve([submitted("v3", { number: 31, answers: { Q1: ["1"] } })]);
      await survey.load(emptied, { fresh: "all" });
      await survey.check(emptied);
      const again = await serve(items);
      await survey.load(again, { fresh: "all" });
      await survey.check(again);
    }));

  it("are written again after tables are dropped or rows are deleted", () =>
    withSurvey("v3", async (survey, serve) => {
      const server = await serve(someResponses("v3", 30));
      await survey.load(server);
      for (const sql of [
        "DROP TABLE %.answers",
        "DROP TABLE %.answers_long",
        `DELETE FROM %.answers WHERE "Q1" = 1`,
        `DELETE FROM %.answers_long WHERE "_position" = 2`,
        "DROP TABLE %.answers_codebook",
      ]) {
        await postgres.query(sql.replace("%", `"${survey.schema}"`));
        await survey.load(server);
        await survey.check(server);
        assert.ok((await survey.rows("answers_codebook", ["question"])).length > 4, sql);
      }
    }));

  it("store numbers with all digits, times in the documented form, and any characters", () =>
    withSurvey("v3", async (survey, serve) => {
      const odd = [
        "\\N",
        "a\tb",
        "line\r\nline",
        "\\t",
        '"x"',
        "'; DROP TABLE x; --",
        "",
        "NULL",
        "😀 한글",
        "\ud83d cut",
        "\v\u2028",
      ];
      const items = odd.map((text, number) =>
        submitted("v3", {
          number,
          answers: {
            Q3: [text],
            Q4: ["9007199254740993", "0.1", "-12345678901234567890"].slice(
              number % 3,
              (number % 3) + 1,
            ),
          },
          embedded: { code: `00${number}`, [`key\t${text}`]: "1" },
        }),
      );
      const server = await serve(items);
      const { warnings } = await survey.load(server);
      const types = await survey.types("answers");
      assert.deepEqual(
        ["Q3", "Q4", "Q2_1", "Q1", "code", "finishedAt", "responseId"].map((it) => types.get(it)),
        ["text", "numeric", "smallint", "numeric", "text", "timestamp without time zone", "text"],
      );
      assert.match(warnings.join("\n"), /Halves of characters/);
      await survey.check(server);

      const digits = new LoadedSurvey(
        postgres,
        "v3",
        `${survey.copies}-2`,
        survey.schema,
        "digits",
      );
      const only = await serve(
        ["9007199254740993", "-12345678901234567890", "7", ""].map((value, number) =>
          submitted("v3", {
            number,
            startedAt: "yesterday",
            answers: { Q4: [value], Q3: ["a\0b"] },
            embedded: { panel: number === 0 ? "" : "1234567890123456789" },
          }),
        ),
      );
      const told = await digits.load(only);
      const typesNow = await digits.types("digits");
      assert.deepEqual(
        ["Q4", "panel", "startedAt"].map((it) => typesNow.get(it)),
        ["numeric", "numeric", "text"],
      );
      const rows = await digits.rows("digits", ["Q4", "startedAt", "Q3", "panel"]);
      assert.deepEqual(
        new Set(rows.map((it) => it[0])),
        new Set(["-12345678901234567890", "7", "9007199254740993", null]),
      );
      assert.deepEqual(new Set(rows.map((it) => it[3])), new Set(["1234567890123456789", null]));
      assert.deepEqual(new Set(rows.map((it) => it[2])), new Set(["a\ufffdb"]));
      assert.match(told.warnings.join("\n"), /NUL/);
    }));

  it("have valid column names that stay the same in later loads", () =>
    withSurvey("v3", async (survey, serve) => {
      const long = "아주 긴 질문 이름입니다 그래서 예순세 바이트에 들어가지 않습니다";
      const names = [`${long} A`, `${long} B`, "select", "ctid", "_range", 'quo"ted', "Q1", "q1"];
      const asked = names.map((name) => ({ name, type: "Text", label: name, options: [] }));
      const answers = (number: number) =>
        Object.fromEntries(names.map((name, at) => [name, [`${name} ${number} ${at}`]]));
      const items = [0, 1].map((number) => submitted("v3", { number, answers: answers(number) }));
      await survey.load(await serve(items, asked));
      const before = [...(await survey.types("answers")).keys()];
      assert.ok(before.every((it) => Buffer.byteLength(it) <= 63));
      assert.ok(
        ["select", "ctid_2", "_range_2", 'quo"ted', "Q1", "q1_2"].every((it) =>
          before.includes(it),
        ),
        before.join(", "),
      );
      assert.equal(before.filter((it) => it.startsWith("아주 긴 질문")).length, 2);
      // A question that comes first in the new structure must not take the name of an existing column.
      const first = { name: "Q1", type: "Text", label: "Embedded, then asked", options: [] };
      const server = await serve(
        [...items, submitted("v3", { number: 2, answers: answers(2), embedded: { CTID_2: "x" } })],
        [first, ...asked.filter((it) => it.name !== "Q1")],
      );
      await survey.load(server);
      const columns = await survey.types("answers");
      assert.deepEqual([...columns.keys()].slice(0, before.length), before);
      assert.ok(columns.has("CTID_2_2"));
      const cells = await survey.rows("answers", ["ctid_2", "q1_2", "Q1"]);
      assert.deepEqual(
        cells.sort(),
        [0, 1, 2].map((it) => [`ctid ${it} 3`, `q1 ${it} 7`, `Q1 ${it} 6`]),
      );
    }));

  it("describe columns in comments and in the codebook", () =>
    withSurvey("v3", async (survey, serve) => {
      await survey.load(await serve(someResponses("v3", 10)));
      const comments = await postgres.query(
        "SELECT attname, col_description(attrelid, attnum) AS said FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0",
        [`"${survey.schema}".answers`],
      );
      const said = new Map(comments.map((it) => [it["attname"], it["said"]]));
      assert.equal(said.get("Q1"), "How satisfied?\n1 = 매우\n2 = Not");
      assert.equal(said.get("Q2_3"), "Which?: Option 3");
      const rows = await survey.rows("answers_codebook", [
        "question",
        "value",
        "valueLabel",
        "column",
      ]);
      assert.deepEqual(
        rows.filter((it) => it[0] === "Q1"),
        [
          ["Q1", "1", "매우", "Q1"],
          ["Q1", "2", "Not", "Q1"],
        ],
      );
    }));

  it("contain all responses with the same ID, with a warning", () =>
    withSurvey("v3", async (survey, serve) => {
      const twice = [0, 1400].map((second, number) =>
        submitted("v3", { number, second, id: "same", answers: { Q3: [`said ${number}`] } }),
      );
      const server = await serve([...someResponses("v3", 2000).slice(2), ...twice]);
      const { responses, warnings } = await survey.load(server);
      await survey.check(server);
      const ids = await survey.rows("answers", ["responseId"]);
      assert.deepEqual([ids.length, new Set(ids.flat()).size], [responses, responses - 1]);
      assert.match(warnings.join("\n"), /1 response has the ID of another one/);
    }));

  it("have labels beside codes, or lists in one column, if the form says so", () =>
    withSurvey("v3", async (survey, serve) => {
      const server = await serve(someResponses("v3", 60));
      const form = { cells: "both", multiSelect: "delimited" } as const;
      await survey.load(server, { form });
      await survey.check(server, form);
      // Another form adds its columns, and leaves those of the first form empty.
      await survey.load(server);
      await survey.check(server);
    }));

  it("have the same rows if the database does not support COPY", () =>
    withSurvey("v3", async (survey, serve) => {
      const server = await serve(someResponses("v3", 1100));
      let refused = 0;
      await using proxy = await startProxy(postgres, {
        onMessage: ({ type, bytes }, answer) => {
          const isCopy = type === "Q" && bytes.includes("COPY");
          if (isCopy) {
            refused++;
            answer(refusal("0A000"));
          }
          return !isCopy;
        },
      });
      await survey.load(server, { environment: { WAREHOUSE: proxy.connectionString } });
      assert.equal(refused, 1);
      await survey.check(server);
    }));

  it("have the same rows if the responses are not ordered by time", () =>
    withSurvey("v3", async (survey, serve) => {
      const untimed = (it: LiveItem) => ({
        ...it,
        json: it.json.replaceAll(/"finishedAt":"[^"]*"/g, '"finishedAt":"some day"'),
      });
      const items = someResponses("v3", 60);
      const server = await serve(items.map(untimed));
      await survey.load(server);
      await survey.check(server);
      const again = await serve(items.slice(0, 50));
      await survey.load(again, { fresh: "all" });
      await survey.check(again);
    }));
});
