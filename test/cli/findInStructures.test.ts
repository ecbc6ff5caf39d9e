import { strict as assert } from "node:assert";
import { StructureFinder } from "../../src/cli/findInStructures.ts";
import { SurveyError } from "../../src/model/errors.ts";
import { inEnglish, localizable } from "../../src/model/localizable.ts";
import type { Service } from "../../src/service/service.ts";
import { clientOf, served } from "../conformance/support/clients.ts";

describe("finding questions from the shell", () => {
  const { signal } = new AbortController();
  let service: Service;
  let asked: string[];
  let finder: StructureFinder;

  before(async () => {
    service = await served();
  });
  beforeEach(() => {
    asked = [];
    const client = clientOf(service, "v3", { log: ({ operation }) => asked.push(operation) });
    finder = new StructureFinder(async (name) => {
      if (name !== "Sample") {
        throw new SurveyError("unreachable", localizable("Nobody answers."));
      }
      return client;
    });
  });

  it("finds questions with all words in any case, and lists them before options", async () => {
    const { found, unread } = await finder.find("RECOMMEND fri", ["Sample"], signal);
    assert.deepEqual(unread, []);
    assert.ok(found.some((it) => it.surveyId === "s0000cs" && it.question === "NPS"));
    const { found: satisfied } = await finder.find("satisfied", ["Sample"], signal);
    const first = satisfied.findIndex((it) => it.option);
    assert.ok(first > 0);
    assert.ok(satisfied.slice(first).every((it) => /satisfied/i.test(it.option?.label ?? "")));
    assert.ok(satisfied.slice(0, first).every((it) => /satisfied/i.test(it.label)));
  });

  it("says whether there are more than it lists", async () => {
    const { found, isCut } = await finder.find("a", ["Sample", "Sample"], signal);
    assert.deepEqual([found.length, isCut], [100, true]);
    assert.equal((await finder.find("RECOMMEND fri", ["Sample"], signal)).isCut, false);
  });

  it("reads each structure only once", async () => {
    await finder.find("satisfied", ["Sample"], signal);
    const read = asked.filter((it) => it === "getSurvey").length;
    assert.ok(read > 10);
    await finder.find("delivery", ["Sample"], signal);
    assert.equal(asked.filter((it) => it === "getSurvey").length, read);
  });

  it("finds questions in the other data spaces if one cannot be read", async () => {
    const { found, unread } = await finder.find("recommend", ["Gone", "Sample"], signal);
    assert.ok(found.length > 0);
    assert.deepEqual(
      unread.map((it) => [it.dataSpace, inEnglish(it.reason)]),
      [["Gone", "Nobody answers."]],
    );
  });

  it("stops when it is cancelled", async () => {
    await assert.rejects(finder.find("recommend", ["Sample"], AbortSignal.abort()), {
      code: "cancelled",
    });
  });
});
