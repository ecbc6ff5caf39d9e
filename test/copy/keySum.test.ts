import { strict as assert } from "node:assert";
import fc from "fast-check";
import { addKeySums, isSameKeySum, keySumOf } from "../../src/copy/keySum.ts";

interface Item {
  readonly id: string;
  readonly finishedAt: string | undefined;
}

const item: fc.Arbitrary<Item> = fc.record({
  id: fc.string({ maxLength: 8 }),
  finishedAt: fc.option(fc.constantFrom("2025-03-03T09:14:01", "2025-03-03T09:14:02"), {
    nil: undefined,
  }),
});

function isSame(one: readonly Item[], other: readonly Item[]): boolean {
  return isSameKeySum(keySumOf(one), keySumOf(other));
}

describe("key sum", () => {
  it("does not depend on the order or the pages", () => {
    fc.assert(
      fc.property(fc.array(item), fc.nat(), (items, at) => {
        const [first, last] = [items.slice(0, at), items.slice(at)];
        assert.ok(isSame([...last.toReversed(), ...first], items));
        assert.ok(isSameKeySum(addKeySums([keySumOf(last), keySumOf(first)]), keySumOf(items)));
      }),
      { seed: 1 },
    );
  });

  it("changes with an ID, a time or a duplicate", () => {
    fc.assert(
      fc.property(fc.array(item), item, item, (items, one, other) => {
        fc.pre(one.id !== other.id || one.finishedAt !== other.finishedAt);
        assert.ok(!isSame([...items, one], [...items, other]));
        assert.ok(!isSame([...items, one], [...items, one, one]));
      }),
      { seed: 2 },
    );
  });

  it("distinguishes pairs of adjacent IDs with the same total", () => {
    const finishedAt = "2025-03-03T09:14:01";
    const of = (...ids: readonly number[]): Item[] =>
      ids.map((it) => ({ id: `r${String(it).padStart(8, "0")}`, finishedAt }));
    for (let id = 0; id < 20_000; id++) {
      assert.ok(!isSame(of(id, id + 3), of(id + 1, id + 2)), String(id));
    }
  });

  it("is undefined if an item has no ID", () => {
    const none = keySumOf([{ finishedAt: "2025-03-03T09:14:01" }]);
    assert.equal(none, undefined);
    assert.equal(addKeySums([keySumOf([]), none]), undefined);
    assert.ok(!isSameKeySum(none, none));
  });
});
