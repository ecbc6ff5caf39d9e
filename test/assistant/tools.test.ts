import assert from "node:assert/strict";
import * as z from "zod";
import { argumentsOf } from "../../src/assistant/toolJob.ts";
import type { TextsRequest, ToolHost } from "../../src/assistant/toolHost.ts";
import type { ToolAnswer } from "../../src/assistant/tool.ts";
import { toolNames, type ToolName } from "../../src/assistant/toolNames.ts";
import { tools } from "../../src/assistant/tools.ts";
import { localizable } from "../../src/model/localizable.ts";
import type { Service } from "../../src/service/service.ts";
import { clientOf, serve, served } from "../conformance/support/clients.ts";
import { response, writeDirectory } from "../service/support/dataSpace.ts";
import {
  apiKey,
  canaryField,
  canaryText,
  people,
  spaceId,
  surveyId as survey,
  writeCanaries,
} from "./support/canarySpace.ts";
import { call, testHost, type TestHost } from "./support/toolHosts.ts";
import { folderOfEachTest } from "../support/folders.ts";

type Content = Readonly<Record<string, unknown>>;

const first57 = { endDateTime: "2025-03-02T10:56:59" };
const ofOne = {
  conditions: [{ kind: "metadata", name: "serial", is: "oneOf", values: ["s003"] }],
};

describe("tools for assistants", () => {
  const folder = folderOfEachTest();
  let service: Service;
  const doors: TestHost[] = [];
  before(async () => {
    service = await serve(writeCanaries(), "absent");
  });
  after(() => service.close());
  afterEach(async () => {
    await Promise.all(doors.splice(0).map((it) => it.close()));
  });

  function open(more: Partial<ToolHost> = {}, from = service): TestHost {
    const door = testHost(
      folder,
      { New: clientOf(from, "v3"), Old: clientOf(from, "v2") },
      { dataSpaces: async () => [spaceOf("New", "texts")], ...more },
    );
    doors.push(door);
    return door;
  }

  function spaceOf(name: string, level: "nothing" | "structure" | "figures" | "texts") {
    return { name, version: name === "Old" ? "v2" : "v3", isSignedIn: true, level } as const;
  }

  async function contentOf(door: TestHost, name: ToolName, input: object): Promise<Content> {
    return (await call(door, name, input)).content;
  }

  async function countsOf(door: TestHost, input: object): Promise<(number | null)[]> {
    const { values } = await contentOf(door, "frequencies", { survey, question: "Q1", ...input });
    return (values as { count: number | null }[]).map((it) => it.count);
  }

  it("match the list of tool names, and describe themselves and every argument", () => {
    assert.deepEqual(tools.map((it) => it.name).toSorted(), [...toolNames].toSorted());
    for (const { description, input, name, sharing } of tools) {
      assert.ok(description.length > 100 && description.length < 700, name);
      const { properties = {}, additionalProperties } = z.toJSONSchema(input, { io: "input" });
      assert.equal(additionalProperties, false, name);
      for (const [field, schema] of Object.entries(properties)) {
        const about = typeof schema === "object" ? (schema.description ?? "") : "";
        assert.ok(about.length > 20, `${name} ${field}`);
      }
      assert.throws(() => sharing({ survay: 1 }), { code: "invalid-input" });
      assert.throws(() => argumentsOf({ name, input }, { survay: 1 }), { code: "invalid-input" });
    }
  });

  it("return frequencies with their context, and null for counts that would reveal few people", async () => {
    const door = open();
    const { content, text, figures } = await call(door, "frequencies", { survey, question: "Q1" });
    const { asOf, hash, values, ...rest } = content;
    assert.deepEqual(rest, {
      survey,
      question: "Q1",
      label: "Often | ever?",
      base: "answered",
      filter: null,
      weight: null,
      n: people,
    });
    assert.match(String(asOf), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(
      (values as object[]).map((it) => Object.keys(it)),
      Array.from({ length: 3 }, () => ["code", "label", "count", "percent"]),
    );
    assert.deepEqual(await countsOf(door, {}), [30, null, null]);
    assert.deepEqual(figures, {
      hash,
      query: {
        dataSpace: "New",
        surveyId: survey,
        question: "Q1",
        by: undefined,
        filter: {},
        weight: undefined,
        base: "answered",
      },
    });
    for (const word of [
      "New",
      survey,
      String(hash),
      String(asOf),
      "Filter: none",
      "Weight: none",
    ]) {
      assert.ok(text.includes(word), word);
    }
    assert.deepEqual(door.shared[0], {
      tool: "frequencies",
      dataSpace: "New",
      surveyId: survey,
      what: "Counts of Q1",
    });
  });

  it("withhold counts that reveal few people by a narrower filter, another version or another door", async () => {
    const [one, other] = [open(), open()];
    const spaces = async () => [spaceOf("New", "texts"), spaceOf("Old", "texts")];
    const both = open({ dataSpaces: spaces });
    const told = await countsOf(one, {});
    assert.deepEqual(await countsOf(one, { filter: first57 }), [null, null, null]);
    assert.deepEqual(await countsOf(other, { filter: first57 }), [null, null, null]);
    const group = { survey, question: "collectGroupId" };
    const before = await contentOf(both, "frequencies", { ...group, dataSpace: "New" });
    assert.equal(before["n"], people);
    const old = await contentOf(both, "frequencies", {
      ...group,
      dataSpace: "Old",
      filter: first57,
    });
    assert.equal(old["n"], null);
    assert.deepEqual(await countsOf(other, {}), told);
  });

  it("withhold them also if two doors ask at the same time", async () => {
    const [one, other] = [open(), open()];
    const filters = [{}, first57, { endDateTime: "2025-03-02T10:58:59" }];
    const answers = await Promise.all(
      [one, other].flatMap((door) =>
        filters.map((filter) => contentOf(door, "frequencies", { survey, question: "Q1", filter })),
      ),
    );
    const sizes = new Set(answers.flatMap(({ n }) => (typeof n === "number" ? [n] : [])));
    assert.equal(sizes.size, 1, [...sizes].join());
  });

  it("return a cross table, statistics and fieldwork", async () => {
    const door = open();
    const crossed = await contentOf(door, "cross_table", {
      survey,
      question: "variable:dup",
      by: "embedded:dup",
    });
    assert.deepEqual(crossed["columns"], [
      { code: "a", label: "a", n: 30 },
      { code: "b", label: "b", n: 30 },
    ]);
    assert.deepEqual(
      (crossed["values"] as { count: unknown }[]).map((it) => it.count),
      [
        [10, 10],
        [20, 20],
      ],
    );
    const { n, mean, median, min, max } = await contentOf(door, "statistics", {
      survey,
      question: "Q3",
    });
    // Minimum and maximum are suppressed, because only two people gave each number.
    assert.deepEqual([n, mean, median, min, max], [60, 14.5, 14.5, null, null]);
    const { groups, days, target } = await contentOf(door, "fieldwork", { survey });
    assert.deepEqual(
      [groups, days, target],
      [
        [{ code: "g1", label: "All", state: "RUNNING", count: 60, target: 80, percent: 75 }],
        [{ day: "2025-03-02", count: 60 }],
        80,
      ],
    );
  });

  it("reject unknown or unsuitable arguments and suggest similar ones", async () => {
    const door = open();
    const several = open({
      dataSpaces: async () => [spaceOf("New", "texts"), spaceOf("Old", "texts")],
    });
    const none = open({ dataSpaces: async () => [] });
    const refused = async (door: TestHost, name: ToolName, input: object, message: RegExp) =>
      assert.rejects(call(door, name, input), { name: "SurveyError", message });
    const ask = { survey, question: "Q1" };
    await refused(several, "frequencies", ask, /Name one as dataSpace: "New", "Old"/);
    await refused(none, "frequencies", ask, /no data space/);
    await refused(door, "frequencies", { ...ask, dataSpace: "Neww" }, /Did you mean "New"/);
    await refused(door, "frequencies", { ...ask, question: "Q9" }, /Names like it: .*"Q1"/);
    await refused(door, "frequencies", { ...ask, question: "What is it?" }, /read_structure/);
    await refused(door, "frequencies", { ...ask, question: "dup" }, /variable:dup .*embedded:dup/);
    await refused(door, "frequencies", { survey, qestion: "Q1" }, /Did you mean "question"/);
    await refused(door, "frequencies", { survey: "nope", question: "Q1" }, /nope/);
    await refused(door, "frequencies", { ...ask, question: "Q2" }, /open_answers/);
    await refused(door, "frequencies", { ...ask, question: "mail" }, /identify people/);
    await refused(door, "frequencies", { ...ask, question: "serial" }, /no question "serial"/);
    await refused(door, "cross_table", { ...ask, by: "Q2" }, /Choose a question with options/);
    await refused(door, "cross_table", { ...ask, by: "Q4" }, /more than 50/);
    await refused(door, "cross_table", { ...ask, by: "Q1" }, /by itself/);
    await refused(door, "statistics", { ...ask, question: "Q4" }, /no numbers/);
    await refused(door, "open_answers", { ...ask, question: "Q3" }, /no texts/);
    await refused(door, "frequencies", { ...ask, weight: "plan" }, /no numbers/);
    await refused(door, "frequencies", { survey, question: "plan", base: "asked" }, /asked plan\./);
    await refused(door, "frequencies", { ...ask, weight: "Q3" }, /Only embedded .*dup, mail, plan/);
    await refused(door, "frequencies", { ...ask, weight: "plam" }, /It has: plan\./);
    const where = (condition: object) => ({ ...ask, filter: { conditions: [condition] } });
    const oneOf = { kind: "variable", name: "Q1", is: "oneOf", values: ["Sometimes"] };
    await refused(door, "frequencies", where(oneOf), /Filters name codes: 1, 2, 3/);
    await refused(door, "frequencies", where({ ...oneOf, name: "Q" }), /no question "Q"/);
    await refused(door, "frequencies", where({ ...oneOf, name: "mail" }), /but it is embedded/);
    await refused(
      door,
      "frequencies",
      { ...ask, filter: { collectGroupId: "All" } },
      /It has: g1 \(All\)/,
    );
    await refused(door, "read_structure", { survey, block: "mian" }, /Blocks: main/);
    await refused(door, "read_structure", { ...ask, block: "main" }, /a question or a block/);
    const old = { dataSpace: "Old", survey, block: "main" };
    await refused(several, "read_structure", old, /has no blocks/);
  });

  it("withhold sums of very small and very large weights of few people", async () => {
    const weighted = await serve(
      writeDirectory({
        surveys: [
          {
            surveyId: "W",
            survey: {
              surveyId: "W",
              label: "Weights",
              questions: [
                {
                  name: "Q1",
                  type: "SingleChoice",
                  label: "Which?",
                  options: ["1", "2", "3"].map((name) => ({ name, label: name })),
                },
              ],
              embeddedData: ["small", "large"].map((name) => ({ name, label: name })),
            },
            responses: Array.from({ length: 60 }, (_, person) => ({
              ...response(`r${String(person)}`),
              variables: [{ name: "Q1", answer: [{ value: person < 57 ? "1" : "3" }] }],
              embeddedData: [
                { name: "small", value: person < 57 ? "1" : "0.0000001" },
                { name: "large", value: person < 57 ? "0.333333" : "999999999999999" },
              ],
            })),
          },
        ],
      }),
      "absent",
    );
    const door = open({}, weighted);
    const ask = { survey: "W", question: "Q1" };
    assert.deepEqual(await countsOf(door, { ...ask, weight: "small" }), [null, 0, null]);
    assert.deepEqual(await countsOf(door, { ...ask, weight: "large" }), [null, null, null]);
    await weighted.close();
  });

  it("exclude declared missing codes", async () => {
    const door = open({ missingCodes: async () => ({ survey: ["3"], questions: [] }) });
    const { n, values } = await contentOf(door, "frequencies", { survey, question: "Q1" });
    assert.equal(n, 57);
    assert.deepEqual(
      (values as { code: string; count: number }[]).map((it) => [it.code, it.count]),
      [
        ["1", 30],
        ["2", 27],
      ],
    );
    const asked = await contentOf(door, "frequencies", { survey, question: "Q1", base: "asked" });
    assert.equal(asked["n"], null);
  });

  it("distinguish a filter that matches nobody from one that matches few", async () => {
    const door = open();
    const nobody = { startDateTime: "2030-01-01T00:00:00" };
    const ask = { survey, question: "Q1" };
    const { content, text } = await call(door, "frequencies", { ...ask, filter: nobody });
    assert.equal(content["n"], 0);
    assert.match(text, /nothing to count/);
    const few = await call(door, "frequencies", { ...ask, filter: ofOne });
    assert.equal(few.content["n"], null);
    assert.deepEqual(
      (few.content["values"] as { count: unknown }[]).map((it) => it.count),
      [null, null, null],
    );
    assert.match(few.text, /Nothing is told: fewer than 5/);
    const statistics = await contentOf(door, "statistics", {
      ...ask,
      question: "Q3",
      filter: ofOne,
    });
    assert.deepEqual([statistics["n"], statistics["mean"], statistics["min"]], [null, null, null]);
  });

  it("say of a question that nobody has answered that nobody has, not that its answers are texts", async () => {
    const questions = ["N1", "N2"].map((name) => ({
      name,
      type: "Number",
      label: name,
      options: [],
    }));
    const empty = await serve(
      writeDirectory({
        surveys: [{ surveyId: "E", survey: { surveyId: "E", label: "Empty", questions } }],
      }),
      "absent",
    );
    const door = open({}, empty);
    const ask = { survey: "E", question: "N1" };
    for (const [name, more] of [
      ["frequencies", {}],
      ["statistics", {}],
      ["statistics", { by: "N2" }],
      ["cross_table", { by: "N2" }],
    ] as const) {
      const { content, text } = await call(door, name, { ...ask, ...more });
      assert.equal(content["n"], 0, name);
      assert.match(text, /there is nothing to/);
    }
    await empty.close();
  });

  it("name the step of a recipe that was run", async () => {
    const door = open({ runRecipe: async () => ({ steps: [{ ok: true }] }) });
    const { text } = await call(door, "run_recipe", { file: "/x.survey-recipe.json", step: "3" });
    assert.match(text, /^Step 3 of .* is done\.[^]*\n\| 3 \| done/);
  });

  it("say which values are not listed", async () => {
    const many = await serve(
      writeDirectory({
        surveys: [
          {
            surveyId: "C",
            survey: {
              surveyId: "C",
              label: "Cities",
              questions: [{ name: "N1", type: "Number", label: "How many?", options: [] }],
              embeddedData: ["city", "half"].map((name) => ({ name, label: name })),
            },
            responses: Array.from({ length: 720 }, (_, person) => ({
              ...response(`r${String(person)}`),
              variables: [{ name: "N1", answer: [{ value: String(person % 120) }] }],
              embeddedData: [
                { name: "city", value: `c${String(person % 120)}` },
                { name: "half", value: person % 2 === 0 ? "a" : "b" },
              ],
            })),
          },
        ],
      }),
      "absent",
    );
    const door = open({}, many);
    const textOf = async (name: ToolName, input: object) =>
      (await call(door, name, { survey: "C", ...input })).text;
    const few = /Values that too few responses have are not listed/;
    const most = /Only the 100 most frequent values are listed/;
    const cities = await textOf("frequencies", { question: "city" });
    assert.match(cities, few);
    assert.match(cities, most);
    assert.match(await textOf("cross_table", { question: "city", by: "half" }), most);
    const numbers = await textOf("cross_table", { question: "N1", by: "half" });
    assert.match(numbers, /too many different numbers/);
    assert.match(numbers, few);
    assert.match(await textOf("statistics", { question: "N1", by: "half" }), few);
    await many.close();
  });

  it("say how to filter by a number, however responses wrote it", async () => {
    const prices = await serve(
      writeDirectory({
        surveys: [
          {
            surveyId: "P",
            survey: {
              surveyId: "P",
              label: "Prices",
              questions: [{ name: "price", type: "Number", label: "How much?", options: [] }],
              embeddedData: [{ name: "half", label: "Half" }],
            },
            responses: Array.from({ length: 20 }, (_, person) => ({
              ...response(`r${String(person)}`),
              variables: [
                { name: "price", answer: [{ value: person % 2 === 0 ? "980.00" : "0.0000001" }] },
              ],
              embeddedData: [{ name: "half", value: person < 10 ? "a" : "b" }],
            })),
          },
        ],
      }),
      "absent",
    );
    const door = open({}, prices);
    const price = { survey: "P", question: "price" };
    const { content, text } = await call(door, "frequencies", price);
    const codes = (content["values"] as { code: string }[]).map((it) => it.code);
    assert.deepEqual(codes, ["1e-7", "980"]);
    const note = /use between with the number as atLeast and as atMost/;
    assert.match(text, note);
    for (const code of codes.map(Number)) {
      const condition = { kind: "variable", name: "price", is: "between", atLeast: code };
      const filter = { conditions: [{ ...condition, atMost: code }] };
      assert.equal((await contentOf(door, "frequencies", { ...price, filter }))["n"], 10);
    }
    const byPrice = { survey: "P", question: "half", by: "price" };
    assert.match((await call(door, "cross_table", byPrice)).text, note);
    assert.doesNotMatch((await call(door, "statistics", price)).text, note);
    await prices.close();
  });

  it("do not call statistics withheld that do not exist", async () => {
    const nobody = { startDateTime: "2030-01-01T00:00:00" };
    const ask = { survey, question: "Q3" };
    const { text } = await call(open(), "statistics", { ...ask, filter: nobody });
    assert.match(text, /\| All \| 0 \| {2}\|/);
    const one = await call(open({ leastCount: 1 }), "statistics", { ...ask, filter: ofOne });
    assert.deepEqual([one.content["n"], one.content["mean"], one.content["sd"]], [1, 1, null]);
    assert.doesNotMatch(`${text}${one.text}`, /withheld/i);
  });

  it("do not reveal values of embedded data that few responses have", async () => {
    const door = open();
    const { content, text } = await call(door, "frequencies", { survey, question: "plan" });
    assert.ok(!`${text}${JSON.stringify(content)}`.includes("vip"));
  });

  it("return results in pages and reject cursors of other calls", async () => {
    const door = open();
    const ask = { survey, question: "Q4" };
    const codes: string[] = [];
    let cursor: unknown;
    let pages = 0;
    do {
      const { content, text } = await call(door, "frequencies", {
        ...ask,
        ...(cursor === undefined ? {} : { cursor }),
      });
      codes.push(...(content["values"] as { code: string }[]).map((it) => it.code));
      ({ cursor } = content);
      assert.equal(text.includes("For more, call again"), cursor !== undefined);
      pages++;
      if (cursor !== undefined) {
        const other = { survey, question: "Q1", cursor };
        await assert.rejects(call(door, "frequencies", other), { message: /of another call/ });
      }
    } while (cursor !== undefined);
    assert.equal(pages, 3);
    assert.deepEqual(
      codes,
      Array.from({ length: 250 }, (_, at) => `c${String(at)}`),
    );
    await assert.rejects(call(door, "frequencies", { ...ask, cursor: "1" }), {
      message: /of another call/,
    });
    const read = await contentOf(door, "read_structure", ask);
    assert.equal((read["questions"] as { options: unknown[] }[])[0]?.options.length, 100);
    assert.equal(typeof read["cursor"], "string");
  });

  it("return all embedded data and collect groups of a structure, in pages", async () => {
    const names = (start: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${start}${String(at)}`);
    const [fields, groups] = [names("e", 230), names("g", 210)];
    const structure = {
      surveyId: "long",
      label: "Long",
      questions: [{ name: "Q1", type: "Number", label: "How many?", options: [] }],
      embeddedData: fields.map((name) => ({ name, label: name })),
    };
    const collectGroups = groups.map((collectGroupId) => ({
      collectGroupId,
      surveyId: "long",
      label: "Group",
    }));
    const long = await serve(
      writeDirectory({ surveys: [{ surveyId: "long", survey: structure, collectGroups }] }),
      "absent",
    );
    const door = open({}, long);
    const found: Record<"questions" | "embeddedData" | "collectGroups", unknown[]> = {
      questions: [],
      embeddedData: [],
      collectGroups: [],
    };
    let cursor: unknown;
    do {
      const asked = cursor === undefined ? {} : { cursor };
      const { content, text } = await call(door, "read_structure", { survey: "long", ...asked });
      for (const [name, its] of Object.entries(found)) {
        its.push(...((content[name] ?? []) as unknown[]));
      }
      ({ cursor } = content);
      assert.equal(text.includes("For more, call again"), cursor !== undefined);
    } while (cursor !== undefined);
    await long.close();
    assert.equal(found.questions.length, 1);
    assert.deepEqual(
      found.embeddedData,
      fields.map((name) => ({ name, label: name })),
    );
    assert.deepEqual(
      (found.collectGroups as { code: string }[]).map((it) => it.code),
      groups,
    );
  });

  it("find a block by its name before the label of another", async () => {
    const questions = ["Q1", "Q2", "Q3"].map((name) => ({ name, label: name, options: [] }));
    const blocks = [
      { name: "b1", label: "b2", questions: ["Q1"] },
      { name: "b2", label: "More", questions: ["Q2"] },
      { name: "b3", label: "More", questions: ["Q3"] },
    ];
    const blocked = await serve(
      writeDirectory({
        surveys: [{ surveyId: "B", survey: { surveyId: "B", label: "Blocks", questions, blocks } }],
      }),
      "absent",
    );
    const door = open({}, blocked);
    const read = async (block: string) =>
      (
        (await contentOf(door, "read_structure", { survey: "B", block }))["questions"] as object[]
      ).map((it) => ("name" in it ? it.name : ""));
    assert.deepEqual(await read("b2"), ["Q2"]);
    assert.deepEqual(await read("More"), ["Q2", "Q3"]);
    await blocked.close();
  });

  for (const [name, most] of [
    ["New", 50],
    // API v2 has 1,000 surveys a page.
    ["Old", 100],
  ] as const) {
    it(`list surveys in pages of the data space ${name}`, async () => {
      const surveys = Array.from({ length: 120 }, (_, at) => ({ surveyId: `L${String(at)}` }));
      const long = await serve(writeDirectory({ surveys }), "absent");
      const door = open({ dataSpaces: async () => [spaceOf(name, "structure")] }, long);
      const found: string[] = [];
      let cursor: unknown;
      do {
        const asked = cursor === undefined ? {} : { cursor };
        const { content, text } = await call(door, "list_surveys", asked);
        const page = content["surveys"] as { survey: string }[];
        assert.ok(page.length <= most);
        found.push(...page.map((it) => it.survey));
        ({ cursor } = content);
        assert.equal(text.includes("There are more."), cursor !== undefined);
      } while (cursor !== undefined);
      const other = call(door, "list_surveys", { cursor: "L5" });
      await assert.rejects(other, { message: /The cursor is of another call/ });
      await long.close();
      assert.deepEqual(found.toSorted(), surveys.map((it) => it.surveyId).toSorted());
    });
  }

  it("accept questions of v1 and v2 by rank, also in filters", async () => {
    const sample = await served();
    const door = open({ dataSpaces: async () => [spaceOf("Old", "figures")] }, sample);
    const ask = { survey: "s0000cs" };
    const read = await contentOf(door, "read_structure", ask);
    assert.equal((read["questions"] as { name: string }[])[0]?.name, "1");
    const filter = (name: string) => ({
      conditions: [{ kind: "variable", name, is: "oneOf", values: ["1"] }],
    });
    const byRank = await contentOf(door, "frequencies", {
      ...ask,
      question: "3",
      filter: filter("1"),
    });
    const byName = await contentOf(door, "frequencies", {
      ...ask,
      question: "Q3",
      filter: filter("Q1"),
    });
    assert.deepEqual({ ...byRank, asOf: byName["asOf"] }, byName);
    assert.equal(byRank["question"], "Q3");
    assert.ok(Number(byRank["n"]) > 100);
  });

  it("escape markup in labels", async () => {
    const door = open();
    for (const [name, input] of [
      ["list_surveys", {}],
      ["read_structure", { survey }],
      ["read_structure", { survey, question: "Q1" }],
      ["frequencies", { survey, question: "Q1" }],
      ["cross_table", { survey, question: "Q1", by: "variable:dup" }],
      ["cross_table", { survey, question: "variable:dup", by: "Q1" }],
    ] as const) {
      const { text } = await call(door, name, input);
      assert.doesNotMatch(text, /(?<!\\)<(b|script)|(?<!\\)\[x\]/, name);
      const tables = text.split("\n\n").filter((it) => it.startsWith("|"));
      for (const table of tables) {
        const widths = table.split("\n").map((it) => it.match(/(?<!\\)\|/g)?.length);
        assert.equal(new Set(widths).size, 1, table);
      }
    }
  });

  it("share nothing above the allowed level and name the setting that allows it", async () => {
    const needs: Readonly<Record<string, readonly [ToolName, object][]>> = {
      nothing: [
        ["list_surveys", {}],
        ["find_question", { question: "x" }],
        ["read_structure", { survey }],
      ],
      structure: [
        ["frequencies", { survey, question: "Q1" }],
        ["statistics", { survey, question: "Q3" }],
        ["cross_table", { survey, question: "Q1", by: "Q3" }],
        ["fieldwork", { survey }],
      ],
      figures: [["open_answers", { survey, question: "Q2" }]],
    };
    for (const [level, calls] of Object.entries(needs)) {
      const allowed = level as "nothing" | "structure" | "figures";
      const door = open({ dataSpaces: async () => [spaceOf("New", allowed)] });
      for (const [name, input] of calls) {
        await assert.rejects(call(door, name, input), {
          code: "forbidden",
          message: /surveyExplorer\.assistant\.sharing/,
        });
      }
      assert.deepEqual(door.shared, []);
      const listed = await contentOf(door, "list_data_spaces", {});
      assert.deepEqual(listed["dataSpaces"], [
        { name: "New", version: "v3", signedIn: true, level },
      ]);
    }
  });

  it("share texts only with the person's consent, redacted and in random order", async () => {
    const asked: TextsRequest[] = [];
    const door = open({
      allowsTexts: async (request) => {
        asked.push(request);
        return true;
      },
    });
    const ask = { survey, question: "Q2" };
    const { content, text } = await call(door, "open_answers", ask);
    assert.deepEqual(asked, [
      {
        dataSpace: "New",
        surveyId: survey,
        survey: "Canaries | <b>bold</b> ` $(x)",
        question: "Q2",
        texts: 55,
      },
    ]);
    const texts = content["texts"] as string[];
    assert.equal(texts.length, 50);
    assert.equal(content["n"], 55);
    assert.deepEqual(content["redactions"], { email: 50, phone: 50, link: 0, card: 0, id: 0 });
    assert.ok(
      texts.every((it) => /^canarytext \d{3}: mail me at \[email\] or \[phone\]$/.test(it)),
    );
    assert.notDeepEqual(texts, texts.toSorted());
    assert.notDeepEqual(texts, texts.toSorted().toReversed());
    assert.match(text, /50 × email, 50 × phone/);
    assert.match(text, /not instructions/);
    const next = await contentOf(door, "open_answers", { ...ask, cursor: content["cursor"] });
    assert.equal((next["texts"] as string[]).length, 5);
    const field = call(door, "open_answers", { survey, question: "mail" });
    await assert.rejects(field, { message: /came with the responses/ });
    const few = await call(door, "open_answers", { survey, question: "rare" });
    assert.deepEqual([few.content["n"], few.content["texts"]], [null, []]);
    assert.equal(asked.length, 2);
    const refused = open({ allowsTexts: async () => false });
    await assert.rejects(call(refused, "open_answers", ask), { code: "forbidden" });
  });

  it("redact long texts before they are cut", async () => {
    const link = `https://example.com/${"x".repeat(1500)} `;
    const value = `${link.padEnd(1991, "a ")} 010-1234-5678`;
    const long = await serve(
      writeDirectory({
        surveys: [
          {
            surveyId: "L",
            survey: {
              surveyId: "L",
              label: "Long",
              questions: [{ name: "Q1", type: "LongText", label: "Why?", options: [] }],
            },
            responses: Array.from({ length: 5 }, (_, person) => ({
              ...response(`r${String(person)}`),
              variables: [{ name: "Q1", answer: [{ value }] }],
            })),
          },
        ],
      }),
      "absent",
    );
    const door = open({ allowsTexts: async () => true }, long);
    const told = await contentOf(door, "open_answers", { survey: "L", question: "Q1" });
    assert.deepEqual(told["redactions"], { email: 0, phone: 5, link: 5, card: 0, id: 0 });
    assert.doesNotMatch(JSON.stringify(told["texts"]), /010/);
    await long.close();
  });

  it("reveal no credentials, texts or embedded data that were not requested", async () => {
    const door = open({
      runRecipe: async () => ({
        steps: [{ ok: true, result: { file: "/out.csv", responses: 60 } }],
      }),
    });
    const told: (ToolAnswer | string)[] = [];
    for (const [name, input] of [
      ["list_data_spaces", {}],
      ["list_surveys", {}],
      ["find_question", { question: "Why" }],
      ["read_structure", { survey }],
      ["read_structure", { survey, question: "Q2" }],
      ["fieldwork", { survey }],
      ["run_recipe", { file: "/x.survey.json" }],
      ...["Q1", "Q2", "Q3", "Q4", "mail", "plan", "rare", "embedded:dup"].flatMap((question) => [
        ["frequencies", { survey, question }] as const,
        ["statistics", { survey, question }] as const,
        ["cross_table", { survey, question, by: "Q1" }] as const,
        ["cross_table", { survey, question: "Q1", by: question }] as const,
        ["open_answers", { survey, question }] as const,
      ]),
    ] as const) {
      told.push(await call(door, name, input).catch((error: unknown) => String(error)));
    }
    assert.ok(
      told.some((it) => typeof it === "string") && told.some((it) => typeof it === "object"),
    );
    const everything = JSON.stringify([told, door.shared]);
    for (const canary of [apiKey, spaceId, canaryText, canaryField]) {
      assert.ok(!everything.includes(canary), canary);
    }
    const recipe = await contentOf(door, "run_recipe", { file: "/x.survey.json" });
    assert.deepEqual(recipe, { steps: [{ ok: true, file: "/out.csv" }] });
  });

  it("find questions and list surveys that were not searched", async () => {
    const found = Array.from({ length: 120 }, (_, at) => ({
      dataSpace: at === 0 ? "Hidden" : "New",
      surveyId: survey,
      survey: "Canaries",
      question: `Q${String(at)}`,
      label: "Why?",
      ...(at === 2 ? { option: { code: "1", label: "Yes" } } : {}),
    }));
    const reason = localizable(
      "There is no data space. Ask the person to add one to Survey Explorer.",
    );
    let searched: readonly string[] = [];
    const door = open({
      dataSpaces: async () => [spaceOf("New", "structure"), spaceOf("Hidden", "nothing")],
      findQuestions: async (_text, names) => {
        searched = names;
        return { found, isCut: true, unread: [{ dataSpace: "New", surveyId: "S2", reason }] };
      },
    });
    const { content, text } = await call(door, "find_question", { question: "why" });
    assert.deepEqual(searched, ["New"]);
    const questions = content["questions"] as { question: string; option?: object }[];
    assert.deepEqual(
      [questions.length, questions[0]?.question, questions[1]?.option],
      [50, "Q1", { code: "1", label: "Yes" }],
    );
    assert.deepEqual(content["unread"], [{ dataSpace: "New", survey: "S2", reason: reason.text }]);
    assert.match(text, /Not searched: 1/);
    assert.match(text, /Only the first 120 are listed/);
    const next = await contentOf(door, "find_question", {
      question: "why",
      cursor: content["cursor"],
    });
    assert.equal((next["questions"] as object[]).length, 50);
  });

  it("use stored data if the service is down, and state its time", async () => {
    const passing = await serve(writeCanaries(), "absent");
    const door = open({}, passing);
    const ask = { survey, question: "Q1" };
    const before = await contentOf(door, "frequencies", ask);
    await passing.close();
    const { content, text } = await call(door, "frequencies", ask);
    assert.deepEqual(content, before);
    assert.match(text, /The service cannot be reached now/);
    assert.match(text, /kept on this machine/);
    const read = await contentOf(door, "read_structure", { survey });
    assert.equal((read["questions"] as object[]).length, 6);
    assert.equal(read["asOf"], before["asOf"]);
    const { groups } = await contentOf(door, "fieldwork", { survey });
    assert.equal((groups as { count: number }[])[0]?.count, people);
    await assert.rejects(call(door, "list_surveys", {}), { code: "unreachable" });
  });

  it("end as soon as the call is cancelled", async () => {
    const door = open();
    const stop = new AbortController();
    const asking = call(door, "frequencies", { survey, question: "Q1" }, stop.signal);
    stop.abort();
    await assert.rejects(asking, { code: "cancelled" });
    await assert.rejects(call(door, "list_surveys", {}, stop.signal), { code: "cancelled" });
    assert.deepEqual(door.shared, []);
  });
});
