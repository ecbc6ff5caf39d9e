import { strict as assert } from "node:assert";
import type { SummaryView } from "../../../src/messages/summary.ts";
import type { Column } from "../../../src/model/grid.ts";
import type { ViewStructure } from "../../../src/table/tables.ts";
import { figuresLink, linkedFigures } from "../../../src/vscode/links/figuresLink.ts";
import { figuresView } from "../../../src/vscode/responses/figuresView.ts";

const extensionId = "survey-explorer.survey-explorer";

const column = (kind: Column["kind"], name: string): Column => ({
  ...{ kind, name, text: name, label: name, options: [] },
});

const structure: ViewStructure = {
  number: 1,
  collectGroups: [],
  columns: [
    column("metadata", "finishedAt"),
    column("variable", "Q1"),
    column("variable", "wave"),
    column("embedded", "wave"),
    column("embedded", "w"),
  ],
};

const shown: SummaryView = {
  base: "answered",
  split: "variable:Q1",
  weight: "embedded:wave",
  compared: {},
  asTables: true,
  headerBars: false,
};

describe("figures of an assistant", () => {
  it("are shown with only their own base, split and weight", () => {
    const rest = { asTables: true, headerBars: false };
    assert.deepEqual(figuresView({ summary: shown, structure }, { base: "all" }), {
      ...rest,
      base: "all",
    });
    assert.deepEqual(
      figuresView({ summary: shown, structure }, { base: "asked", by: "wave", weight: "wave" }),
      { ...rest, base: "asked", split: "variable:wave", weight: "embedded:wave" },
    );
    assert.deepEqual(
      figuresView({ summary: shown, structure }, { base: "asked", by: "embedded:wave" }),
      { ...rest, base: "asked", split: "embedded:wave" },
    );
  });

  it("are rejected if the survey lacks one of their columns", () => {
    for (const asked of [{ by: "Q2" }, { weight: "Q1" }]) {
      assert.throws(() => figuresView({ summary: shown, structure }, { base: "all", ...asked }), {
        code: "not-found",
      });
    }
  });

  it("are identified by a link, and other links are rejected", () => {
    const link = figuresLink("vscode", extensionId, "0123abcd");
    assert.equal(link, `vscode://${extensionId}/figures?hash=0123abcd`);
    const parts = { authority: extensionId, path: "/figures" };
    assert.equal(linkedFigures(extensionId, { ...parts, query: "hash=0123abcd" }), "0123abcd");
    const added = "windowId=_blank&hash=0123abcd";
    assert.equal(linkedFigures(extensionId, { ...parts, query: added }), "0123abcd");
    for (const other of [
      { ...parts, query: "hash=../../secret" },
      { ...parts, query: "xhash=0123abcd" },
      { ...parts, path: "/open", query: "hash=0123abcd" },
      { ...parts, authority: "other.extension", query: "hash=0123abcd" },
    ]) {
      assert.equal(linkedFigures(extensionId, other), undefined);
    }
  });
});
