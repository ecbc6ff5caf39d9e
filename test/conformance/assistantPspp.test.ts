import assert from "node:assert/strict";
import { call, testHost, type TestHost } from "../assistant/support/toolHosts.ts";
import { exportedSav, surveyId } from "../formats/support/bigFive.ts";
import { psppTables, type PsppTable } from "../formats/support/pspp.ts";
import { startService, temporaryFolder, type TestService } from "../service/support/dataSpace.ts";
import { needsFolder, realSurveys } from "../support/shared.ts";
import { clientOf } from "./support/clients.ts";
import { needsPspp } from "../support/witnesses.ts";

const questions = ["A1", "C3", "E5", "N2", "O4", "gender", "education"];

/** Education of at least 4 and age of at least 30. */
const filter = {
  conditions: [
    { kind: "variable", name: "education", is: "between", atLeast: 4 },
    { kind: "variable", name: "age", is: "between", atLeast: 30 },
  ],
};

interface Value {
  readonly code: string;
  readonly count: number | null;
  readonly percent: number | null;
}

interface CrossValue {
  readonly code: string;
  readonly count: readonly (number | null)[];
}

describe("figures of the Big Five for assistants, compared with PSPP", () => {
  let service: TestService | undefined;
  let door: TestHost | undefined;
  const tables = new Map<"all" | "some", PsppTable[]>();

  before(async function () {
    needsFolder(this, realSurveys);
    needsPspp(this);
    service = await startService(["--directory", realSurveys]);
    door = testHost(temporaryFolder(), { Real: clientOf(service, "v3") });
    const sav = await exportedSav(service);
    const commands =
      `SET TVARS=NAMES /TNUMBERS=VALUES /FORMAT=F40.14.\n` +
      `FREQUENCIES ${questions.join(" ")} /STATISTICS=NONE.\n` +
      `DESCRIPTIVES age A1 N2.\nCROSSTABS A1 BY gender /CELLS=COUNT.\n`;
    tables.set("all", await psppTables(sav, commands));
    tables.set(
      "some",
      await psppTables(sav, `SELECT IF education >= 4 AND age >= 30.\n${commands}`),
    );
  });
  after(async () => {
    await door?.close();
    await service?.stop();
  });

  async function content(name: Parameters<typeof call>[1], input: object) {
    assert.ok(door);
    return (await call(door, name, { survey: surveyId, ...input })).content;
  }

  function rowsOf(of: "all" | "some", title: string): PsppTable["rows"] {
    const found = tables.get(of)?.find((it) => it.title === title);
    assert.ok(found, title);
    return found.rows;
  }

  for (const [of, asked] of [
    ["all", {}],
    ["some", { filter }],
  ] as const) {
    it(`match its frequencies (${of} responses)`, async () => {
      let told = 0;
      for (const question of questions) {
        const { values } = await content("frequencies", { question, ...asked });
        for (const { code, count, percent } of values as Value[]) {
          const row = rowsOf(of, question).find(
            ([kind, value]) =>
              /^(Valid)?$/.test(kind ?? "") && value && Number(value) === Number(code),
          );
          if (count !== null) {
            const what = `${question} = ${code}`;
            assert.equal(count, Number(row?.[2] ?? 0), what);
            assert.ok(Math.abs((percent ?? 0) - parseFloat(row?.[4] ?? "0")) <= 0.05 + 1e-9, what);
            told++;
          }
        }
      }
      // With the filter, a question is suppressed if its base differs from an earlier one by the few who did not answer.
      assert.ok(told > (of === "all" ? 20 : 10), String(told));
    });

    it(`match its statistics (${of} responses)`, async () => {
      let told = 0;
      for (const question of ["age", "A1", "N2"]) {
        const { n, mean, sd } = await content("statistics", { question, ...asked });
        const [, ...row] =
          rowsOf(of, "Descriptive Statistics").find(([it]) => it === question) ?? [];
        for (const [at, it] of [n, mean, sd].entries()) {
          // A figure is suppressed if it differs from an earlier one only by the few who did not answer.
          if (typeof it === "number") {
            assert.ok(Math.abs(it - Number(row[at])) <= 1e-10 * Math.abs(it), question);
            told++;
          }
        }
      }
      assert.ok(told >= (of === "all" ? 3 : 1), String(told));
    });

    it(`match its cross table (${of} responses)`, async () => {
      const { columns, values } = await content("cross_table", {
        question: "A1",
        by: "gender",
        ...asked,
      });
      const [, head = [], ...rows] = rowsOf(of, "A1 × gender");
      let told = 0;
      for (const { code, count } of values as CrossValue[]) {
        const row = rows.find((it) => it[1] !== "" && Number(it[1]) === Number(code));
        for (const [at, column] of (columns as { code: string }[]).entries()) {
          const place = head.findIndex((it) => it !== "" && Number(it) === Number(column.code));
          const its = count[at] ?? null;
          if (its !== null) {
            assert.equal(its, Number(row?.[place] ?? NaN), `${code}, ${column.code}`);
            told++;
          }
        }
      }
      assert.ok(told >= 6, String(told));
    });
  }
});
