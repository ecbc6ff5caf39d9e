import assert from "node:assert/strict";
import type { ResponsesState, ResponsesUpdate } from "../../../src/messages/responses.ts";
import type { Column } from "../../../src/model/grid.ts";
import { applyUpdate } from "../../../src/webview/responses/applyUpdate.ts";

const column: Column = { kind: "variable", name: "Q1", text: "One", options: [] };
const content = {
  source: { dataSpace: "Space", apiVersion: "v3", readAt: 1 },
  view: 1,
  kept: 0,
  matching: 3,
  loaded: 3,
  isComplete: false,
} as const;
const rest = {
  subject: { dataSpace: "Space", surveyId: "S1" },
  title: "Survey",
  reading: { state: "reading" },
  filter: {},
  cells: "codes",
  layout: { order: [], hidden: [], widths: {}, frozen: 1 },
  tab: "responses",
  summary: { base: "answered", asTables: false, headerBars: false },
} as const satisfies Partial<ResponsesUpdate>;
const whole: ResponsesState = {
  ...rest,
  locale: { locale: "ko", strings: { Find: "찾기" } },
  collectGroups: [{ collectGroupId: "g1", label: "Web" }],
  content: { ...content, columns: [column] },
};

describe("state of the responses panel", () => {
  it("merges updates and keeps parts that an update omits", () => {
    assert.deepEqual(applyUpdate(undefined, whole), whole);
    const update = { ...rest, title: "Another", content: { ...content, view: 2, loaded: 5 } };
    const state = applyUpdate(whole, update);
    assert.deepEqual(state, {
      ...whole,
      title: "Another",
      content: { ...content, view: 2, loaded: 5, columns: [column] },
    });
    assert.equal(state.content.columns, whole.content?.columns);
    assert.equal(applyUpdate(whole, rest)?.content, undefined);
    const renamed = { ...column, text: "Two" };
    const changed = { ...rest, collectGroups: [], content: { ...content, columns: [renamed] } };
    assert.deepEqual(applyUpdate(whole, changed), { ...whole, ...changed });
  });

  it("stays undefined until a complete update if the earlier state was lost", () => {
    assert.equal(applyUpdate(undefined, { ...rest, content }), undefined);
    const { locale } = whole;
    assert.equal(
      applyUpdate(undefined, { ...rest, locale, collectGroups: [], content }),
      undefined,
    );
    assert.ok(applyUpdate(undefined, { ...rest, locale, collectGroups: [] }));
  });
});
