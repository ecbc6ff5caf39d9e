import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import * as z from "zod";
import { isCanonicalNumber } from "../../src/model/tabular/valueFacts.ts";
import { collectGroup, response, survey, surveyListItem } from "../../src/protocol/v3.ts";
import { loadSample } from "../../src/service/sample/sample.ts";
import { openTemporaryStore } from "../../src/store/sqlite.ts";
import { serviceOfSuite, startService, type TestService } from "./support/dataSpace.ts";
import { json, readAll, readPage, text } from "./support/request.ts";

const surveys = z.object({ surveys: z.array(surveyListItem) });

async function contentHash(service: TestService): Promise<string> {
  const hash = createHash("sha256");
  const list = await text(service, "/v3/surveys");
  hash.update(list);
  for (const { surveyId } of surveys.parse(JSON.parse(list)).surveys) {
    for (const part of ["", "/collect-groups", "/responses", "/responses/metadata"]) {
      hash.update(await text(service, `/v3/surveys/${surveyId}${part}`));
    }
  }
  return hash.digest("hex");
}

describe("loading of the built-in sample", () => {
  it("lets signals through, so that the process can be ended meanwhile", async () => {
    const store = openTemporaryStore();
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    try {
      await loadSample(store);
      assert.ok(turns > 5, String(turns));
    } finally {
      clearInterval(timer);
      await store.close();
    }
  });
});

describe("built-in sample", () => {
  const service = serviceOfSuite();
  let list: z.infer<typeof surveys>["surveys"];
  const counts = new Map<string, number>();
  before(async () => {
    ({ surveys: list } = surveys.parse(await json(service, "/v3/surveys")));
    for (const { surveyId } of list) {
      const pages = await readAll(service, `/v3/surveys/${surveyId}/responses/metadata`);
      counts.set(surveyId, pages.flat().length);
    }
  });

  const details = async () =>
    Promise.all(
      list.map(async (it) => survey.parse(await json(service, `/v3/surveys/${it.surveyId}`))),
    );
  const groups = async () =>
    (
      await Promise.all(
        list.map(async ({ surveyId }) => {
          const items = z.array(z.object({ collectGroupId: z.string() }));
          const found = items.parse(await json(service, `/v3/surveys/${surveyId}/collect-groups`));
          return Promise.all(
            found.map(async (it) =>
              collectGroup.parse(await json(service, `/v3/collect-groups/${it.collectGroupId}`)),
            ),
          );
        }),
      )
    ).flat();

  it("has at least 12 surveys, in English and Korean", () => {
    assert.ok(list.length >= 12);
    const korean = list.filter((it) => /[가-힣]/.test(it.label ?? ""));
    assert.ok(korean.length >= 3 && korean.length < list.length);
  });

  it("has a survey without responses and one with 20,000", () => {
    assert.ok([...counts.values()].includes(0));
    assert.ok([...counts.values()].includes(20_000));
  });

  it("has a survey with 120 questions", async () => {
    assert.ok((await details()).some((it) => it.questions?.length === 120));
  });

  it("has every type of question, HTML in labels, and blocks that list all questions", async () => {
    const all = await details();
    const questions = all.flatMap((it) => it.questions ?? []);
    for (const type of ["SingleChoice", "MULTI_SELECT", "Scale", "Number", "LongText"]) {
      assert.ok(
        questions.some((it) => it.type === type),
        type,
      );
    }
    const labels = questions.map((it) => it.label ?? "").join("");
    for (const html of ["<p>", "<b>", "<em>", "<br>", "&amp;", "&quot;"]) {
      assert.ok(labels.includes(html), html);
    }
    for (const { questions: own, blocks } of all) {
      const inBlocks = (blocks ?? []).flatMap((it) => it.questions ?? []);
      assert.deepEqual(
        inBlocks,
        own?.map((it) => it.name),
      );
      assert.equal(new Set(inBlocks).size, inBlocks.length);
    }
  });

  it("has collect groups of several channels and states", async () => {
    const all = await groups();
    for (const channel of ["PUBLIC_LINK", "EMAIL", "PANEL"]) {
      assert.ok(
        all.some((it) => it.channel === channel),
        channel,
      );
    }
    for (const state of ["READY", "RUNNING", "PAUSED", "COMPLETED"]) {
      assert.ok(
        all.some((it) => it.state === state),
        state,
      );
    }
  });

  it("has public links with and without a signature in surveys with several parameters", async () => {
    const several = (await details()).filter((it) => (it.embeddedData ?? []).length > 1);
    const links = (await groups()).filter(
      (it) => it.channel === "PUBLIC_LINK" && several.some((own) => own.surveyId === it.surveyId),
    );
    assert.ok(links.some((it) => it.isUsingHmac === true));
    assert.ok(links.some((it) => it.isUsingHmac === false));
    for (const { collectGroupId } of links) {
      const path = `/v1/collect-groups/${collectGroupId}/serial`;
      assert.match(String(await json(service, path)), /^[A-Z]{2}\d{6}$/);
    }
  });

  it("has v3 responses with options of their question, other texts, value labels and shared seconds", async () => {
    let etc = 0;
    let valueLabels = 0;
    let sameSecond = 0;
    for (const it of await details()) {
      const page = await readPage(service, `/v3/surveys/${it.surveyId}/responses?size=200`);
      const found = z.array(response).parse(page.items);
      for (const [index, { variables, embeddedData, startedAt, finishedAt }] of found.entries()) {
        assert.ok(String(startedAt) < String(finishedAt));
        sameSecond += finishedAt === found[index - 1]?.finishedAt ? 1 : 0;
        valueLabels += (embeddedData ?? []).filter((value) => value.valueLabel).length;
        for (const { name, type, label, options, answer } of variables ?? []) {
          const question = it.questions?.find((asked) => asked.name === name);
          assert.deepEqual([type, label], [question?.type, question?.label]);
          const values = (options ?? []).map((option) => option.value);
          assert.deepEqual(
            values,
            question?.options?.map((option) => option.name),
          );
          if (values.length > 0) {
            assert.ok(answer?.every(({ value }) => values.includes(value ?? "")));
          }
          etc += (answer ?? []).filter((given) => given.etcValue).length;
        }
      }
    }
    assert.ok(etc > 50 && valueLabels > 500 && sameSecond > 20);
  });

  it("has weights that adjust the ages to those of the population", async () => {
    const { items } = await readPage(service, "/v3/surveys/s0000bt/responses?variables=S1");
    const people = z
      .array(response)
      .parse(items)
      .map(({ embeddedData, variables }) => {
        const text = embeddedData?.find((it) => it.name === "weight")?.value ?? "";
        assert.ok(isCanonicalNumber(text), text);
        const born = variables?.find((it) => it.name === "S1")?.answer?.[0]?.value;
        return { weight: Number(text), age: born === undefined ? NaN : 2025 - Number(born) };
      });
    assert.ok(people.every((it) => it.weight >= 0.4 && it.weight <= 2.5));
    const sum = (of: typeof people, value: (it: (typeof people)[number]) => number) =>
      of.reduce((total, it) => total + value(it), 0);
    const weighted = sum(people, (it) => it.weight);
    assert.ok(Math.abs(weighted / people.length - 1) < 0.06, `${weighted}`);
    const asked = people.filter((it) => !Number.isNaN(it.age));
    const older = asked.filter((it) => it.age >= 55);
    assert.ok(older.length / asked.length < 0.15);
    const share = sum(older, (it) => it.weight) / sum(asked, (it) => it.weight);
    assert.ok(share > 0.24 && share < 0.36, `${share}`);
  });

  it("has correlated answers", async () => {
    const path = "/v3/surveys/s0000cs/responses?variables=Q3,NPS";
    const found = z.array(response).parse((await readPage(service, path)).items);
    const pairs = found.flatMap(({ variables }) => {
      const [a, b] = ["Q3", "NPS"].map(
        (name) => variables?.find((it) => it.name === name)?.answer?.[0]?.value,
      );
      return a === undefined || b === undefined ? [] : [[Number(a), Number(b)] as const];
    });
    const mean = (values: readonly number[]) =>
      values.reduce((sum, it) => sum + it, 0) / values.length;
    const low = mean(pairs.filter(([a]) => a <= 3).map(([, b]) => b));
    const high = mean(pairs.filter(([a]) => a >= 4).map(([, b]) => b));
    assert.ok(high - low > 1.5, `${low} ${high}`);
  });

  it("has the same content at every start", async () => {
    await using other = await startService();
    assert.equal(other.apiKey, service.apiKey);
    assert.equal(await contentHash(other), await contentHash(service));
  });
});
