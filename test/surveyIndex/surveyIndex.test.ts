import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { localizable } from "../../src/model/localizable.ts";
import type { Question, Survey } from "../../src/model/survey.ts";
import { Random } from "../../src/service/sample/random.ts";
import { nodeSqlite } from "../../src/store/sqliteDriver.ts";
import type { IndexHit } from "../../src/surveyIndex/calls.ts";
import { indexKinds, type IndexKind } from "../../src/surveyIndex/indexEntries.ts";
import { createIndexClient } from "../../src/surveyIndex/indexClient.ts";
import { SurveyIndex } from "../../src/surveyIndex/surveyIndex.ts";
import { plantedLabel } from "./support/plantedLabels.ts";
import { programs } from "../support/programs.ts";
import { folderOfEachTest } from "../support/folders.ts";

const space = "space";

function surveyOf(surveyId: string, label: string, questions: readonly Question[] = []): Survey {
  return {
    ...{ apiVersion: "v3", surveyId, label, questions },
    embeddedData: [{ name: "region", label: "Sales region" }],
    blocks: [{ name: "B1", label: "About prices", questions: questions.map((it) => it.name) }],
  };
}

function questionOf(name: string, label: string, options: readonly string[] = []): Question {
  return {
    ...{ name, label, type: "SingleChoice" },
    options: options.map((it, at) => ({ name: String(at + 1), label: it })),
  };
}

const groups = [{ collectGroupId: "group-1", label: "Customer mailing" }];

describe("survey index", () => {
  const folder = folderOfEachTest();
  let index: SurveyIndex;
  const path = () => join(folder, "index", "surveys.db");

  beforeEach(async () => {
    index = new SurveyIndex(nodeSqlite, path());
  });

  afterEach(async () => {
    index.close();
  });

  function found(
    text: string,
    kinds: readonly IndexKind[] = indexKinds,
    spaces = [space],
  ): readonly IndexHit[] {
    return index.search({ spaces, text, kinds, limit: 20 });
  }

  const names = (text: string, kinds?: readonly IndexKind[]): string[] =>
    found(text, kinds).map((it) => it.question ?? it.code ?? "");

  it("finds each kind of item by its text, name and ID", () => {
    const survey = surveyOf("survey-1", "Brand tracker", [
      questionOf("Q7", "Is the <b>pri</b>ce fair?", ["Very fair", "Don&#39;t know"]),
    ]);
    index.put(space, survey, groups);
    const [question] = found("price fair", ["question"]);
    assert.deepEqual(question, {
      ...{ space, surveyId: "survey-1", survey: "Brand tracker", kind: "question" },
      ...{ question: "Q7", block: "About prices", type: "SingleChoice" },
      ...{ text: "Is the price fair?", label: "Is the <b>pri</b>ce fair?" },
    });
    assert.deepEqual(names("q7", ["question"]), ["Q7"]);
    const [option] = found("don't know");
    assert.deepEqual([option?.question, option?.code, option?.text], ["Q7", "2", "Don't know"]);
    assert.deepEqual(names("tracker brand"), ["survey-1"]);
    assert.deepEqual(names("survey-1"), ["survey-1"]);
    assert.deepEqual(names("about"), ["B1"]);
    assert.deepEqual(names("sales"), ["region"]);
    assert.deepEqual(names("region"), ["region"]);
    assert.deepEqual(names("mailing"), ["group-1"]);
    assert.deepEqual(names("<b>"), []);
    assert.deepEqual(names("price fare"), []);
  });

  it("matches one and two letters at the beginnings of words, and more letters anywhere in a word", () => {
    index.put(space, surveyOf("s", "x", [questionOf("Q1", "How satisfied are you?")]), []);
    assert.deepEqual(names("s", ["question"]), ["Q1"]);
    assert.deepEqual(names("sa", ["question"]), ["Q1"]);
    assert.deepEqual(names("ti", ["question"]), []);
    assert.deepEqual(names("tisf", ["question"]), ["Q1"]);
    assert.deepEqual(names("SATISFIED how", ["question"]), ["Q1"]);
  });

  it("ranks whole words first, then beginnings of words, then other matches", () => {
    const labels = ["Repriced goods", "Pricing", "The price", "price"];
    const questions = labels.map((it, at) => questionOf(`Q${at + 1}`, it));
    index.put(space, surveyOf("s", "x", questions), []);
    assert.deepEqual(names("pric", ["question"]), ["Q4", "Q2", "Q3", "Q1"]);
    assert.deepEqual(names("price", ["question"]), ["Q4", "Q3", "Q1"]);
  });

  it("ranks the best match first even if 500 earlier surveys share another matching text", () => {
    for (let at = 0; at < 500; at++) {
      index.put(space, surveyOf(`s${at}`, "x", [questionOf("Q1", "The price of it")]), []);
    }
    index.put(space, surveyOf("last", "x", [questionOf("Q2", "Price")]), []);
    const surveys = found("price", ["question"]).map((it) => it.surveyId);
    assert.deepEqual(surveys, ["last", ...Array.from({ length: 19 }, (_, at) => `s${at}`)]);
  });

  it("finds 300 labels by their visible text, and none by markup", () => {
    const random = new Random(18);
    const planted = Array.from({ length: 300 }, (_, at) => plantedLabel(random, at));
    const surveys = Array.from({ length: 10 }, (_, at) =>
      surveyOf(
        `s${at}`,
        `Survey ${at}`,
        planted
          .filter((it) => it.number % 10 === at)
          .map(({ number, html }) => questionOf(`P${number}`, html)),
      ),
    );
    surveys.forEach((it) => index.put(space, it, []));
    const missed = planted.filter(
      ({ number, seen }) => !seen.every((it) => names(it, ["question"]).includes(`P${number}`)),
    );
    assert.deepEqual(missed, []);
    for (const markup of ["<b>", "strong", "&amp;", "&nbsp", "span", "style=", "</"]) {
      assert.deepEqual(names(markup), [], markup);
    }
  });

  it("searches only the given data spaces", () => {
    index.put("one", surveyOf("s", "Prices"), []);
    index.put("other", surveyOf("s", "Prices"), []);
    const spacesOf = (spaces: string[]) =>
      found("prices", ["survey"], spaces).map((it) => it.space);
    assert.deepEqual(spacesOf(["one"]), ["one"]);
    assert.deepEqual(spacesOf(["one", "other"]), ["one", "other"]);
    assert.deepEqual(spacesOf([]), []);
  });

  it("lists the surveys to read: new, changed, failed and outdated ones", () => {
    const listed = [
      { surveyId: "a", label: "A", updatedAt: "2026-01-01T00:00:00" },
      { surveyId: "b", label: "B" },
    ];
    assert.deepEqual(index.list(space, listed, 1, 0), ["a", "b"]);
    assert.deepEqual(index.status([space]), [
      {
        ...{ space, surveys: 2 },
        unread: [
          { space, surveyId: "a", label: "A" },
          { space, surveyId: "b", label: "B" },
        ],
      },
    ]);
    index.put(space, { ...surveyOf("a", "A"), updatedAt: "2026-01-01T00:00:00" }, []);
    const fault = localizable("refused");
    index.fail({ space, surveyId: "b" }, fault);
    assert.deepEqual(index.status([space])[0]?.unread, [
      { space, surveyId: "b", label: "B", fault },
    ]);
    assert.deepEqual(index.list(space, listed, 2, 0), ["b"]);
    const [a, b] = listed;
    assert.ok(a && b);
    assert.deepEqual(index.list(space, [{ ...a, updatedAt: "2026-01-02T00:00:00" }], 3, 0), ["a"]);
    assert.deepEqual(index.list(space, [a], 4, Date.now() + 1000), ["a"]);
    assert.deepEqual(index.list(space, [a], 5, 0), []);
    index.endList(space, 5);
    assert.equal(index.status([space])[0]?.surveys, 1);
    assert.deepEqual(names("b", ["survey"]), []);
  });

  it("lists a survey again that was read before the clock was set back", () => {
    index.put(space, surveyOf("a", "A"), []);
    const listed = [{ surveyId: "a", label: "A" }];
    assert.deepEqual(index.list(space, listed, 1, 0), []);
    index.close();
    const database = nodeSqlite.open(path());
    database.run("UPDATE survey SET read_at = read_at + 3600000");
    database.close();
    assert.deepEqual(index.list(space, listed, 2, Date.now()), ["a"]);
  });

  it("finds the title of a survey that is not read yet", () => {
    index.list(space, [{ surveyId: "a", label: "Brand tracker" }], 1, 0);
    assert.deepEqual(names("brand"), ["a"]);
  });

  it("finds the current content of a survey but not its previous content", () => {
    index.put(space, surveyOf("s", "x", [questionOf("Q1", "Old price", ["Yes"])]), groups);
    index.put(space, surveyOf("s", "y", [questionOf("Q1", "New price", ["No"])]), []);
    assert.deepEqual(names("old"), []);
    assert.deepEqual(names("yes"), []);
    assert.deepEqual(names("mailing"), []);
    assert.deepEqual(names("new price"), ["Q1"]);
    assert.deepEqual(names("price", ["question"]), ["Q1"]);
  });

  it("returns a question with its options", () => {
    const survey = surveyOf("s", "x", [
      questionOf("Q1", "First", ["Yes", "No"]),
      questionOf("Q2", "Second"),
      questionOf("Q2", "Second of this name", ["Maybe"]),
    ]);
    index.put(space, survey, []);
    const options = (name: string) =>
      index.question({ space, surveyId: "s" }, name)?.options.map((it) => [it.code, it.text]);
    assert.deepEqual(options("Q1"), [
      ["1", "Yes"],
      ["2", "No"],
    ]);
    assert.deepEqual(options("Q2"), []);
    assert.equal(options("Q3"), undefined);
  });

  it("finds identical and similar questions of other surveys, and counts differing codes", () => {
    const scale = ["Very satisfied", "Satisfied", "Dissatisfied"];
    const asked = questionOf("Q1", "How satisfied are you with the price?", scale);
    const recoded: Question = {
      ...asked,
      options: asked.options.map((it, at) => ({ ...it, name: String(3 - at) })),
    };
    index.put(space, surveyOf("own", "Own", [asked, questionOf("Q9", asked.label, scale)]), []);
    index.put(space, surveyOf("same", "Same", [{ ...recoded, name: "P1" }]), []);
    const like = questionOf("Q2", "How satisfied were you with our prices?", scale.slice(0, 2));
    index.put(space, surveyOf("like", "Like", [like]), []);
    index.put("other", surveyOf("else", "Else", [asked]), []);
    index.put(space, surveyOf("no", "No", [questionOf("Q1", "Where do you live?", ["Town"])]), []);
    const similar = (spaces: string[]) => index.similar(spaces, { space, surveyId: "own" }, "Q1");
    const found = similar([space, "other"]).map((it) => [
      it.question.surveyId,
      it.question.question,
      it.isSameName,
      Math.round(it.textAlike * 100),
      Math.round((it.optionsAlike ?? 0) * 100),
      it.otherCodes,
    ]);
    assert.deepEqual(found, [
      ["else", "Q1", true, 100, 100, 0],
      ["same", "P1", false, 100, 100, 2],
      ["like", "Q2", false, found[2]?.[3], 67, 0],
    ]);
    assert.ok(Number(found[2]?.[3]) >= 50);
    assert.deepEqual(
      similar([space]).map((it) => it.question.surveyId),
      ["same", "like"],
    );
    assert.deepEqual(index.similar([space], { space, surveyId: "own" }, "Q?"), []);
  });

  it("removes all texts of a forgotten data space", () => {
    index.put("kept", surveyOf("s", "Kept", [questionOf("Q1", "Common words", ["Yes"])]), []);
    index.put("gone", surveyOf("s", "Gone", [questionOf("Q1", "Confidential words", ["Yes"])]), []);
    index.forget("gone");
    assert.deepEqual(found("confidential", indexKinds, ["kept", "gone"]), []);
    assert.deepEqual(
      found("words", ["question"], ["kept", "gone"]).map((it) => it.space),
      ["kept"],
    );
    index.close();
    const database = nodeSqlite.open(path());
    const texts = database.all("SELECT search FROM text").map((it) => String(it["search"]));
    database.close();
    assert.ok(texts.every((it) => !it.includes("confidential")));
  });

  it("is rebuilt if it is damaged, and reports each rebuild once", () => {
    for (let time = 1; time <= 2; time++) {
      index.put(space, surveyOf("s", "Prices"), []);
      index.close();
      const file = readFileSync(path());
      file.fill(0x5a, 100, 20_000);
      writeFileSync(path(), file);
      assert.deepEqual(found("prices"), []);
      assert.deepEqual([index.wasRebuilt(), index.wasRebuilt()], [true, false]);
    }
    index.put(space, surveyOf("s", "Prices"), []);
    assert.deepEqual(names("prices", ["survey"]), ["s"]);
  });

  it("is rebuilt if a newer version wrote it", () => {
    index.put(space, surveyOf("s", "Prices"), []);
    index.close();
    const database = nodeSqlite.open(path());
    database.exec("PRAGMA user_version = 999");
    database.close();
    assert.deepEqual(found("prices"), []);
    assert.equal(index.wasRebuilt(), true);
  });

  it("is filled by one holder at a time, and by another one after the clock was set back", () => {
    assert.ok(index.takeLease("a"));
    assert.ok(index.takeLease("a"));
    assert.ok(!index.takeLease("b"));
    index.close();
    const database = nodeSqlite.open(path());
    database.run("UPDATE lease SET until = until + 3600000");
    database.close();
    assert.ok(index.takeLease("b"));
    assert.ok(!index.takeLease("a"));
  });

  it("accepts 2,000 questions of 100 options, options without codes, and a label of 100 kB", async () => {
    const options = Array.from({ length: 100 }, (_, at) => `Choice ${at}`);
    const long = `${"<p class='x'>filler</p>".repeat(5000)}<i>nee</i>dle`;
    const questions = [
      ...Array.from({ length: 2000 }, (_, at) => questionOf(`Q${at}`, `Question ${at}`, options)),
      questionOf("QL", long),
      { name: "QN", label: "No codes", options: [{ name: "", label: "Nameless" }] },
    ];
    // Runs in the real worker, whose memory is limited.
    const client = createIndexClient(programs.surveyIndex, path());
    await client.put(space, surveyOf("s", "x", questions), []);
    await client.put(space, surveyOf("s", "y", questions), []);
    await client.dispose();
    assert.deepEqual(names("needle", ["question"]), ["QL"]);
    assert.deepEqual(names("question 1999", ["question"]), ["Q1999"]);
    assert.deepEqual(names("nameless", ["option"]), ["QN"]);
    assert.equal(found("choice 7", ["option"]).length, 20);
  });
});
