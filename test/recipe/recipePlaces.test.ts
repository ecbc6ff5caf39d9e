import { strict as assert } from "node:assert";
import fc from "fast-check";
import { applyEdits } from "jsonc-parser";
import { RecipePlaces, stepAdded } from "../../src/recipe/recipePlaces.ts";

const text = `{
  "version": 1,
  "steps": [
    { "kind": "export", "format": "csv" },
    {
      "kind": "codebook",
      "a/b~": [1, 2]
    }
  ]
}
`;

function at(pointer: string, of = text): string {
  const { offset, length } = new RecipePlaces(of).at(pointer);
  return of.slice(offset, offset + length);
}

describe("source positions in a recipe", () => {
  it("cover fields with their names, array elements, and the opening brace for a missing field", () => {
    assert.equal(at("/version"), `"version": 1`);
    assert.equal(at("/steps/0/format"), `"format": "csv"`);
    assert.equal(at("/steps/1/a~1b~0"), `"a/b~"`);
    assert.equal(at("/steps/1/a~1b~0/1"), "2");
    assert.equal(at("/steps/1/file"), "{");
    assert.equal(at("/steps/7"), `"steps"`);
    assert.equal(at(""), "{");
    const { offset } = new RecipePlaces(text).at("/steps/1/file");
    assert.equal(offset, text.indexOf("{\n      "));
  });

  it("are found in incomplete text", () => {
    const begun = `{"steps": [{"kind": "export", "format": }, {"ki`;
    assert.equal(at("/steps/0/kind", begun), `"kind": "export"`);
    assert.equal(new RecipePlaces(begun).steps.length, 2);
    for (let length = 0; length <= text.length; length++) {
      new RecipePlaces(text.slice(0, length)).at("/steps/1/kind");
    }
    assert.deepEqual(new RecipePlaces("").at("/steps"), { offset: 0, length: 0 });
    assert.deepEqual(new RecipePlaces(`{"steps": 1}`).steps, []);
  });

  it("refer to the last of duplicate fields", () => {
    const twice = `{"steps": [{"kind": "a", "kind": "b"}]}`;
    assert.equal(at("/steps/0/kind", twice), `"kind": "b"`);
    assert.equal(new RecipePlaces(twice).text("/steps/0/kind"), "b");
    assert.equal(new RecipePlaces(twice).text("/steps/1/kind"), undefined);
    assert.equal(new RecipePlaces(text).text("/version"), undefined);
  });
});

describe("adding a step to a recipe", () => {
  const step = { kind: "structure", dataSpace: "Live", survey: "S1", file: "s.json" };
  const added = (to: string, eol = "\n"): string =>
    applyEdits(to, [...stepAdded("x", to, step, eol)]);

  it("appends it to the other steps and changes nothing else", () => {
    const after = added(text);
    assert.ok(after.startsWith(text.slice(0, text.indexOf("\n  ]"))));
    assert.match(after, /\n {4}\{\n {6}"kind": "structure",\n/);
    assert.deepEqual((JSON.parse(after) as { steps: unknown[] }).steps[2], step);
  });

  it("uses the indentation and line ends of the file", () => {
    const tabs = text.replaceAll("  ", "\t").replaceAll("\n", "\r\n");
    assert.match(added(tabs, "\r\n"), /\r\n\t\t\{\r\n\t\t\t"kind": "structure",\r\n/);
  });

  it("appends it correctly to any existing steps", () => {
    const steps = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })));
    fc.assert(
      fc.property(steps, fc.nat(4), (before, indent) => {
        const after: unknown = JSON.parse(
          added(JSON.stringify({ version: 1, steps: before }, undefined, indent)),
        );
        const expected: unknown = JSON.parse(
          JSON.stringify({ version: 1, steps: [...before, step] }),
        );
        assert.deepEqual(after, expected);
      }),
      { seed: 19 },
    );
  });

  it("rejects text that is not a recipe", () => {
    for (const other of ["", "[]", "{}", `{"steps": {}}`, `{"steps": [}`, "words"]) {
      assert.throws(() => added(other), /No step can be added to x/, other);
    }
  });
});
