import assert from "node:assert/strict";
import { TreeChoices } from "../../../src/vscode/surveys/treeChoices.ts";
import { memento } from "../../support/memento.ts";

const pin = (surveyId: string) => ({ surveyId, label: `Survey ${surveyId}` });

describe("stored choices for the tree", () => {
  it("are kept by data space, and the filter by workspace", async () => {
    const [shared, own] = [memento(), memento()];
    const choices = new TreeChoices(shared, own);
    assert.equal(choices.order("Acme"), "created");
    await choices.setOrder("Acme", "title");
    await choices.setPinned("Acme", pin("b"), true);
    await choices.setPinned("Acme", pin("a"), true);
    await choices.setPinned("Other", pin("c"), true);
    await choices.setPinned("Other", pin("c"), false);
    await choices.setFilter({ text: "price" });
    const again = new TreeChoices(shared, own);
    assert.equal(again.order("Acme"), "title");
    assert.equal(again.order("constructor"), "created");
    assert.deepEqual(
      again.pins("Acme").map((it) => it.surveyId),
      ["b", "a"],
    );
    assert.deepEqual(again.pins("Other"), []);
    assert.deepEqual(again.filter, { text: "price", runningOnly: false });
    assert.deepEqual(new TreeChoices(shared, memento()).filter.text, "");
  });

  it("of a data space are forgotten and put back", async () => {
    const shared = memento();
    const choices = new TreeChoices(shared, memento());
    await choices.setOrder("Acme", "title");
    await choices.setPinned("Acme", pin("b"), true);
    await choices.setPinned("Other", pin("c"), true);
    await new TreeChoices(shared, memento()).setPinned("Acme", pin("a"), true);
    const putBack = await choices.forget("Acme");
    for (const it of [choices, new TreeChoices(shared, memento())]) {
      assert.deepEqual(it.pins("Acme"), []);
      assert.equal(it.order("Acme"), "created");
      assert.equal(it.isPinned("Other", "c"), true);
    }
    await putBack();
    assert.deepEqual(
      choices.pins("Acme").map((it) => it.surveyId),
      ["b", "a"],
    );
    assert.equal(choices.order("Acme"), "title");
  });

  it("are ignored if invalid", async () => {
    const broken = { surveyOrders: { Acme: "by mood" }, pinnedSurveys: [7] };
    const choices = new TreeChoices(memento(broken), memento({ surveyFilter: "price" }));
    assert.equal(choices.order("Acme"), "created");
    assert.deepEqual(choices.pins("Acme"), []);
    assert.deepEqual(choices.filter, { text: "", runningOnly: false });
    await choices.setPinned("Acme", pin("a"), true);
    assert.equal(choices.isPinned("Acme", "a"), true);
  });

  it("include choices of another window after reread", async () => {
    const shared = memento();
    const [one, other] = [new TreeChoices(shared, memento()), new TreeChoices(shared, memento())];
    assert.deepEqual(one.pins("Acme"), []);
    await other.setPinned("Acme", pin("a"), true);
    await other.setOrder("Acme", "updated");
    one.reread();
    assert.equal(one.isPinned("Acme", "a"), true);
    assert.equal(one.order("Acme"), "updated");
  });
});
