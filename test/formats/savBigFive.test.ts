import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import * as z from "zod";
import { startService, type TestService } from "../service/support/dataSpace.ts";
import { exportedSav, surveyId } from "./support/bigFive.ts";
import { psppTables, psppValues } from "./support/pspp.ts";
import { needsFolder, realSurveys } from "../support/shared.ts";
import { needsPspp } from "../support/witnesses.ts";

const response = z.object({
  variables: z.array(
    z.object({ name: z.string(), answer: z.array(z.object({ value: z.string() })) }),
  ),
});

/** Reads the codes of each item from the source, without any code of the export. */
async function sourceAnswers(): Promise<Map<string, number[]>> {
  const source = await readFile(join(realSurveys, "surveys", surveyId, "responses.ndjson"), "utf8");
  const answers = new Map<string, number[]>();
  for (const line of source.trimEnd().split("\n")) {
    for (const { name, answer } of response.parse(JSON.parse(line)).variables) {
      const codes = answers.get(name) ?? [];
      codes.push(...answer.map(({ value }) => Number(value)));
      answers.set(name, codes);
    }
  }
  return new Map([...answers].filter(([name]) => /^[ACENO][1-5]$/.test(name)));
}

describe("exported .sav file of the Big Five in PSPP", () => {
  let service: TestService | undefined;
  let answers: Map<string, number[]>;
  let sav: Uint8Array;

  before(async function () {
    needsFolder(this, realSurveys);
    needsPspp(this);
    service = await startService(["--directory", realSurveys]);
    answers = await sourceAnswers();
    sav = await exportedSav(service);
  });
  after(() => service?.stop());

  it("has the frequencies of the source", async () => {
    assert.equal(answers.size, 25);
    const tables = await psppTables(
      sav,
      `SET TVARS=NAMES /TNUMBERS=VALUES.\nFREQUENCIES ${[...answers.keys()].join(" ")}.`,
    );
    for (const [item, codes] of answers) {
      const rows = tables.find(({ title }) => title === item)?.rows ?? [];
      assert.deepEqual(
        rows
          .filter(([kind, value]) => kind === "Valid" || (kind === "" && value !== ""))
          .map((row) => row.slice(1, 3)),
        [...new Set(codes)]
          .toSorted((a, b) => a - b)
          .map((code) => [String(code), String(codes.filter((it) => it === code).length)]),
        item,
      );
    }
  });

  it("has the means of the source", async () => {
    const means = [...answers.keys()].map((it) => `/${it}_mean=MEAN(${it})`).join(" ");
    const commands = `COMPUTE all_=1.\nAGGREGATE /OUTFILE=* /BREAK=all_ ${means}.`;
    const [result] = await psppValues([sav], commands);
    assert.equal(result?.length, 2);
    for (const [index, [item, codes]] of [...answers].entries()) {
      const mean = codes.reduce((sum, it) => sum + it, 0) / codes.length;
      // PSPP adds up in another order, which rounds differently.
      assert.ok(Math.abs(Number(result[1]?.[index + 1]) - mean) < 1e-9, item);
    }
  });

  it("has the labels of the questionnaire", async () => {
    const [, labels] = await psppTables(sav, "SET TVARS=NAMES.\nDISPLAY DICTIONARY /VARIABLES=A1.");
    assert.deepEqual(labels?.rows.slice(1), [
      ["A1", "1", "Very Inaccurate"],
      ["", "2", "Moderately Inaccurate"],
      ["", "3", "Slightly Inaccurate"],
      ["", "4", "Slightly Accurate"],
      ["", "5", "Moderately Accurate"],
      ["", "6", "Very Accurate"],
    ]);
  });
});
