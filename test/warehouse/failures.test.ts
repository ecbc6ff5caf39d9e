import assert from "node:assert/strict";
import { inspect } from "node:util";
import { SurveyError } from "../../src/model/errors.ts";
import { createWarehouse } from "../../src/warehouse/warehouseClient.ts";
import type { TestServer } from "../client/support/testServer.ts";
import { serveSurvey } from "./support/liveSurvey.ts";
import { LoadedSurvey, someResponses } from "./support/loading.ts";
import { password, startPostgres, type PostgresServer } from "./support/postgres.ts";
import { startProxy } from "./support/proxy.ts";
import { programs } from "../support/programs.ts";
import { temporaryFolder } from "../support/folders.ts";

function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

const worker = createWarehouse(programs.warehouse);

describe("loading into a database that fails", () => {
  let postgres: PostgresServer;
  let server: TestServer;
  before(async function () {
    postgres = await startPostgres(this);
    server = await serveSurvey("v3", someResponses("v3", 50));
  });
  after(async () => {
    await postgres[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  let schemas = 0;
  async function withSurvey(work: (survey: LoadedSurvey) => Promise<void>): Promise<void> {
    await using folder = await temporaryFolder();
    const survey = new LoadedSurvey(postgres, "v3", folder.path, `s${schemas++}`);
    await survey.create();
    await work(survey);
  }

  async function failureOf(work: Promise<unknown>): Promise<SurveyError> {
    const error = await work.then(
      () => assert.fail("The load succeeded."),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof SurveyError, inspect(error));
    return error;
  }

  const connections: readonly (readonly [string, (it: PostgresServer) => string, RegExp])[] = [
    [
      "wrong password",
      (it) => it.connection({ password: "an0ther:secret" }),
      /refuses the account/,
    ],
    ["unknown database", (it) => it.connection({ database: "n0where" }), /refuses the account/],
    [
      "password with unescaped characters",
      () => `postgresql://explorer:${password}@127.0.0.1/x`,
      /cannot be reached/,
    ],
    [
      "no server at the address",
      () => "postgresql://explorer:an0ther:secret@127.0.0.1:1/postgres",
      /cannot be reached/,
    ],
    ["server without TLS", (it) => `${it.connection({})}&sslmode=require`, /cannot be reached/],
    ["invalid connection string", () => "an0ther secret", /cannot be reached/],
  ];
  for (const [name, stringOf, expected] of connections) {
    it(`reports the connection error without any part of the connection string: ${name}`, () =>
      withSurvey(async (survey) => {
        const WAREHOUSE = stringOf(postgres);
        for (const warehouse of [undefined, worker]) {
          const options = { environment: { WAREHOUSE }, ...(warehouse && { warehouse }) };
          const error = await failureOf(survey.load(server, options));
          assert.equal(error.code, "warehouse-fault");
          assert.match(error.message, expected);
          assert.match(error.message, /environment variable WAREHOUSE/);
          const told = inspect(error, { depth: 10, showHidden: true }) + (error.stack ?? "");
          for (const secret of [
            "s3cr",
            "p@ss",
            "an0ther",
            "n0where",
            encodeURIComponent(password),
          ]) {
            assert.equal(told.includes(secret), false, `${secret} is in ${told}`);
          }
        }
      }));
  }

  it("names the environment variable that is not set", () =>
    withSurvey(async (survey) => {
      const error = await failureOf((async () => survey.load(server, { environment: {} }))());
      assert.equal(error.code, "invalid-input");
      assert.match(error.message, /environment variable WAREHOUSE is empty or not set/);
    }));

  it("refuses tables of others and of another survey, a reserved table name and an unknown schema", () =>
    withSurvey(async (survey) => {
      await postgres.query(`CREATE TABLE "${survey.schema}".mine_codebook (x int)`);
      const error = await failureOf(survey.load(server, { table: "mine" }));
      assert.equal(error.code, "invalid-input");
      assert.match(error.message, /"mine_codebook" already/);
      await survey.load(server);
      const other = await failureOf(
        survey.load(server, { surveyId: "S2", copy: { ...survey.copy, surveyId: "S2" } }),
      );
      assert.match(other.message, /has the survey "S1" of the data space "Test" \(API v3\)/);
      const state = await failureOf(survey.load(server, { table: "survey_explorer_loads" }));
      assert.match(state.message, /cannot be called/);
      const nowhere = await failureOf(survey.load(server, { schema: "not there" }));
      assert.match(nowhere.message, /schema does not exist there/);
    }));

  it("refuses to load while another load is running, and loads when it has ended", () =>
    withSurvey(async (survey) => {
      const [isWriting, mayWrite] = [gate(), gate()];
      await using proxy = await startProxy(postgres, {
        onMessage: async ({ type }) => {
          if (type === "d") {
            isWriting.open();
            await mayWrite.opened;
          }
          return true;
        },
      });
      const environment = { WAREHOUSE: proxy.connectionString };
      const first = survey.load(server, { environment });
      await Promise.race([isWriting.opened, first]);
      const error = await failureOf(survey.load(server));
      assert.equal(error.code, "warehouse-fault");
      assert.match(error.message, /"answers" is being filled by another process/);
      mayWrite.open();
      assert.equal((await first).inserted, 50);
      assert.equal((await survey.load(server)).inserted, 0);
      await survey.check(server);
    }));

  it("does not overwrite rows of a newer load after its lock was lost", () =>
    withSurvey(async (survey) => {
      const [isWriting, mayWrite] = [gate(), gate()];
      await using proxy = await startProxy(postgres, {
        onMessage: async ({ type, bytes }) => {
          if (type === "Q" && bytes.includes("BEGIN")) {
            // The first transaction is that of the lock.
            begun++;
          }
          if (begun === 3) {
            isWriting.open();
            await mayWrite.opened;
          }
          return true;
        },
      });
      let begun = 0;
      const first = survey.load(server, { environment: { WAREHOUSE: proxy.connectionString } });
      first.catch(() => undefined);
      await Promise.race([isWriting.opened, first]);
      // Ends the connection that holds the lock.
      await postgres.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction' AND application_name = 'survey-explorer'",
      );
      assert.equal((await survey.load(server)).inserted, 50);
      mayWrite.open();
      const error = await failureOf(first);
      assert.match(error.message, /is being filled by another process/);
      await survey.check(server);
    }));

  it("stops when it is cancelled, and continues with the next load", () =>
    withSurvey(async (survey) => {
      const stop = new AbortController();
      await using proxy = await startProxy(postgres, {
        onMessage: ({ bytes }) => {
          if (bytes.includes("CREATE TABLE") && bytes.includes("answers_long")) {
            stop.abort();
          }
          return true;
        },
      });
      const error = await failureOf(
        survey.load(server, {
          warehouse: worker,
          signal: stop.signal,
          environment: { WAREHOUSE: proxy.connectionString },
        }),
      );
      assert.equal(error.code, "cancelled");
      await survey.load(server, { warehouse: worker });
      await survey.check(server);
    }));
});
