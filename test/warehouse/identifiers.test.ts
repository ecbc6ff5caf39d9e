import assert from "node:assert/strict";
import fc from "fast-check";
import { fitIdentifier, Identifiers, quoted } from "../../src/warehouse/identifiers.ts";

describe("database identifiers", () => {
  const names = fc.array(fc.string({ unit: "grapheme", maxLength: 90 }), { maxLength: 12 });

  it("fit into 63 bytes, are unique regardless of case, and keep the first name if it fits", () => {
    fc.assert(
      fc.property(names, (wanted) => {
        const identifiers = new Identifiers(["ctid"]);
        const made = wanted.map((it) => identifiers.take(it));
        assert.ok(made.every((it) => Buffer.byteLength(it) <= 63 && !it.includes("\0")));
        assert.equal(new Set(made.map((it) => it.toLowerCase())).size, made.length);
        const [first] = wanted;
        if (first !== undefined && first.toLowerCase() !== "ctid" && !first.includes("\0")) {
          assert.equal(made[0] === first, Buffer.byteLength(first) <= 63);
        }
      }),
      { seed: 21 },
    );
  });

  it("end with a hash if they are shortened, so that names with a common beginning stay unique", () => {
    const long = "문".repeat(40);
    const [one, other] = [fitIdentifier(`${long}1`), fitIdentifier(`${long}2`)];
    assert.notEqual(one, other);
    assert.match(one, /^문{18}_[0-9a-f]{8}$/);
  });

  it("are quoted, with quotes doubled", () => {
    assert.equal(quoted('a"; DROP TABLE x; --'), '"a""; DROP TABLE x; --"');
  });
});
