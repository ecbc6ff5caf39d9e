import assert from "node:assert/strict";
import { Random } from "../../src/service/sample/random.ts";
import { SurveyError } from "../../src/model/errors.ts";
import type { LiveItem } from "../export/support/liveServer.ts";
import { questions, serveSurvey, submitted } from "../warehouse/support/liveSurvey.ts";
import { LoadedSurvey, someResponses } from "../warehouse/support/loading.ts";
import { startPostgres, type PostgresServer } from "../warehouse/support/postgres.ts";
import { startProxy } from "../warehouse/support/proxy.ts";
import { isWholeSuite, printTable, timeoutMs } from "./support/figures.ts";
import { startLoad } from "./support/loadTask.ts";
import { withCase } from "./support/runs.ts";
import { temporaryFolder } from "../support/folders.ts";

const wanted = isWholeSuite ? 20 : 4;
/** Number of loads of one survey that are killed before another survey is begun. */
const killsOfOne = 4;
const versions = ["v3", "v2", "v1"] as const;
/** About the number of messages that a load sends; the first load sends more. */
const messages = 60;

describe("loading into a database", function () {
  this.timeout(timeoutMs);
  const figures = { kills: 0, passed: 0, held: 0 };
  after(() =>
    printTable("Loads", [
      ["kill -9, then loaded again", figures.kills],
      ["  after the last message had reached the database", figures.passed],
      ["  before it had", figures.held],
    ]),
  );

  it(`loads the rows of an export after its process was killed at any of ${wanted} moments`, async function () {
    await using postgres = await startPostgres(this);
    for (let seed = 0; figures.kills < wanted; seed++) {
      assert.ok(seed < wanted, "Too many loads ended before they could be killed.");
      await withCase({ seed }, () => killSome(postgres, seed));
    }
  });

  async function killSome(postgres: PostgresServer, seed: number): Promise<void> {
    const random = new Random(seed);
    const version = versions[seed % versions.length] ?? "v3";
    await using folder = await temporaryFolder();
    const survey = new LoadedSurvey(postgres, version, folder.path, `s${seed}`);
    await survey.create();
    let items: readonly LiveItem[] = someResponses(version, 2500);
    for (let turn = 0; turn < killsOfOne && figures.kills < wanted; turn++) {
      const isAnew = turn > 0 && random.chance(0.5);
      await using server = await serveSurvey(version, items, turn > 1 ? more : questions);
      const last = 1 + random.below(messages);
      const isPassed = random.chance(0.5);
      let seen = 0;
      let kill = (): void => undefined;
      await using proxy = await startProxy(postgres, {
        onMessage: async () => {
          seen++;
          if (seen === last) {
            kill();
          }
          return seen < last || (seen === last && isPassed);
        },
      });
      const child = startLoad(
        {
          ...{ server, copies: survey.copies, copy: survey.copy, surveyId: "S1" },
          ...{ schema: survey.schema, table: survey.table, fresh: isAnew ? "all" : "new" },
        },
        proxy.connectionString,
      );
      kill = child.kill;
      const wasKilled = await child.ended;
      figures.kills += Number(wasKilled);
      figures[isPassed ? "passed" : "held"] += Number(wasKilled);
      const { responses } = await survey.load(server);
      assert.equal(responses, items.length);
      await survey.check(server);
      items = changed(items, version, random, turn);
    }
  }

  it("reports a full disk of the database, and loads the rows of an export when there is room", async function () {
    await using postgres = await startPostgres(this, "64m");
    await using folder = await temporaryFolder();
    const survey = new LoadedSurvey(postgres, "v3", folder.path, "small");
    await survey.create();
    const items = someResponses("v3", 200);
    await using before = await serveSurvey("v3", items);
    await survey.load(before);
    const random = new Random(1);
    const more = Array.from({ length: 2400 }, (_, number) =>
      submitted("v3", { number: 200 + number, answers: { Q3: [noise(random, 10_000)] } }),
    );
    await using server = await serveSurvey("v3", [...items, ...more]);
    await assert.rejects(survey.load(server), (error: unknown) => {
      assert.ok(error instanceof SurveyError);
      assert.equal(error.code, "warehouse-fault");
      assert.match(error.message, /it has no room or memory left \(53100: .+\)\. Make room there/);
      return true;
    });
    await survey.checkConsistent();
    await postgres.grow("300m");
    await survey.load(server);
    await survey.check(server);
  });
});

/** The questions from the third load on. */
const more = [
  ...questions.map((it) =>
    it.name === "Q2" ? { ...it, options: [...it.options, { name: "4", label: "New" }] } : it,
  ),
  { name: "Q5", type: "Text", label: "And now?", options: [] },
];

/** Returns the items of the next load: some are new, some are gone, some have come late. */
function changed(
  items: readonly LiveItem[],
  version: (typeof versions)[number],
  random: Random,
  turn: number,
): LiveItem[] {
  const left = items.filter(() => !random.chance(0.002));
  const first = 10_000 * (turn + 1);
  const edited = Array.from({ length: 5 }, (_, index) =>
    submitted(version, {
      number: first + index,
      // Between the times of the other responses.
      second: random.below(1500),
      answers: { Q1: ["1"], Q3: [`late ${turn}`] },
    }),
  );
  return [...left, ...edited, ...someResponses(version, random.below(1500), 2500 + 1500 * turn)];
}

/** Returns text that no database can compress. */
function noise(random: Random, length: number): string {
  let text = "";
  while (text.length < length) {
    text += random.below(2 ** 31).toString(36);
  }
  return text;
}
