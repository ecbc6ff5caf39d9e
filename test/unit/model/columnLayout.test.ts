import assert from "node:assert/strict";
import fc from "fast-check";
import {
  arranged,
  ordered,
  defaultColumnLayout,
  withFrozenUpTo,
  withHidden,
  withMoved,
  type ColumnLayout,
} from "../../../src/model/columnLayout.ts";

const keyed = (keys: Iterable<string>): { key: string }[] => Array.from(keys, (key) => ({ key }));
const text = (columns: readonly { key: string }[]): string => columns.map((it) => it.key).join("");

/** Columns, each with a letter for its name. */
const names = Array.from("abcdefghijklmnop");
const letters = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 });
const layouts = fc.record({
  order: fc.array(fc.constantFrom(...names, "q", "r")),
  hidden: fc.array(fc.constantFrom(...names.slice(0, 8))),
  widths: fc.constant({}),
  frozen: fc.nat(5),
}) satisfies fc.Arbitrary<ColumnLayout>;

function moved(
  columns: string,
  key: string,
  beside: string,
  before: boolean,
  layout = defaultColumnLayout,
): { all: string; frozen: number } {
  const next = withMoved(keyed(columns), layout, key, { beside, before });
  return { all: text(ordered(keyed(columns), next)), frozen: next.frozen };
}

describe("column layout", () => {
  it("keeps the order of columns until one is moved", () => {
    assert.equal(text(arranged(keyed("abcd"), defaultColumnLayout)), "abcd");
    assert.equal(moved("abcd", "d", "b", true).all, "adbc");
    assert.equal(moved("abcd", "a", "c", false).all, "bcad");
    assert.equal(moved("abcd", "a", "a", false).all, "abcd");
    assert.equal(moved("abcd", "x", "a", false).all, "abcd");
    assert.equal(moved("abcd", "a", "x", false).all, "abcd");
  });

  it("places a new column after its predecessor in the survey's order", () => {
    const layout = withMoved(keyed("acd"), defaultColumnLayout, "d", { beside: "a", before: true });
    assert.equal(text(ordered(keyed("acd"), layout)), "dac");
    assert.equal(text(ordered(keyed("abcde"), layout)), "deabc");
    assert.equal(text(ordered(keyed("xyacd"), layout)), "xydac");
  });

  it("keeps moved columns in place after the survey's order has changed", () => {
    const layout = withMoved(keyed("abcdef"), defaultColumnLayout, "f", {
      beside: "e",
      before: true,
    });
    assert.equal(text(ordered(keyed("abdefc"), layout)), "abcdfe");
    assert.equal(text(ordered(keyed("abdxefc"), layout)), "abcdxfe");
    assert.equal(text(ordered(keyed("abdefc"), { ...defaultColumnLayout, frozen: 2 })), "abdefc");
  });

  it("restores the place of a column that reappears", () => {
    const layout = withMoved(keyed("abcd"), defaultColumnLayout, "d", {
      beside: "b",
      before: true,
    });
    const without = withMoved(keyed("abc"), layout, "c", { beside: "a", before: true });
    assert.equal(text(ordered(keyed("abc"), without)), "cab");
    assert.equal(text(ordered(keyed("abcd"), without)), "cadb");
  });

  it("contains each column once and moves only the moved column", () => {
    fc.assert(
      fc.property(
        letters,
        layouts,
        fc.nat(),
        fc.nat(),
        fc.boolean(),
        (keys, layout, at, to, before) => {
          const columns = keyed(keys);
          const all = ordered(columns, layout).map((it) => it.key);
          assert.deepEqual([...all].sort(), [...keys].sort());
          const key = all[at % all.length] ?? "";
          const beside = all[to % all.length] ?? "";
          const next = withMoved(columns, layout, key, { beside, before });
          const after = ordered(columns, next).map((it) => it.key);
          const others = (list: readonly string[]): string[] => list.filter((it) => it !== key);
          assert.deepEqual(others(after), others(all));
          if (key !== beside) {
            assert.equal(after.indexOf(key), after.indexOf(beside) + (before ? -1 : 1));
          }
        },
      ),
      { seed: 5 },
    );
  });

  it("keeps all other columns frozen or unfrozen when one moves", () => {
    const layout = { ...defaultColumnLayout, frozen: 2 };
    assert.deepEqual(moved("abcd", "a", "d", false, layout), { all: "bcda", frozen: 1 });
    assert.deepEqual(moved("abcd", "d", "a", true, layout), { all: "dabc", frozen: 3 });
    assert.deepEqual(moved("abcd", "a", "b", false, layout), { all: "bacd", frozen: 2 });
    assert.deepEqual(moved("abcd", "d", "b", false, layout), { all: "abdc", frozen: 2 });
    fc.assert(
      fc.property(
        letters,
        layouts,
        fc.nat(),
        fc.nat(),
        fc.boolean(),
        (keys, layout, at, to, before) => {
          const columns = keyed(keys);
          const all = ordered(columns, layout);
          const key = all[at % all.length]?.key ?? "";
          const next = withMoved(columns, layout, key, {
            beside: all[to % all.length]?.key ?? "",
            before,
          });
          const frozen = (it: ColumnLayout): string[] =>
            arranged(columns, it)
              .slice(0, it.frozen)
              .map((column) => column.key)
              .filter((other) => other !== key);
          assert.deepEqual(frozen(next), frozen(layout));
        },
      ),
      { seed: 5 },
    );
  });

  it("hides columns and shows them again in the same place", () => {
    const layout = withHidden(defaultColumnLayout, ["b", "c"], true);
    assert.equal(text(arranged(keyed("abcd"), layout)), "ad");
    assert.equal(text(ordered(keyed("abcd"), layout)), "abcd");
    const again = withHidden(withHidden(layout, ["b"], true), ["c"], false);
    assert.deepEqual(again.hidden, ["b"]);
    assert.deepEqual(withHidden(again, ["b"], false), defaultColumnLayout);
  });

  it("freezes up to a visible column, and unfreezes", () => {
    const layout = withHidden(defaultColumnLayout, ["b"], true);
    const frozen = withFrozenUpTo(keyed("abcd"), layout, "c");
    assert.equal(frozen.frozen, 2);
    assert.equal(withFrozenUpTo(keyed("abcd"), frozen, "c").frozen, 0);
  });
});
