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

describe("The places of a recipe", () => {
  it("are those of fields with their names, of elements, and of the braces around what is missing", () => {
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

  it("are there while it is typed", () => {
    const begun = `{"steps": [{"kind": "export", "format": }, {"ki`;
    assert.equal(at("/steps/0/kind", begun), `"kind": "export"`);
    assert.equal(new RecipePlaces(begun).steps.length, 2);
    for (let length = 0; length <= text.length; length++) {
      new RecipePlaces(text.slice(0, length)).at("/steps/1/kind");
    }
    assert.deepEqual(new RecipePlaces("").at("/steps"), { offset: 0, length: 0 });
    assert.deepEqual(new RecipePlaces(`{"steps": 1}`).steps, []);
  });

  it("are those of the values that count, also where a name is there twice", () => {
    const twice = `{"steps": [{"kind": "a", "kind": "b"}]}`;
    assert.equal(at("/steps/0/kind", twice), `"kind": "b"`);
    assert.equal(new RecipePlaces(twice).text("/steps/0/kind"), "b");
    assert.equal(new RecipePlaces(twice).text("/steps/1/kind"), undefined);
    assert.equal(new RecipePlaces(text).text("/version"), undefined);
  });
});

describe("A step that is added", () => {
  const step = { kind: "structure", dataSpace: "Live", survey: "S1", file: "s.json" };
  const added = (to: string, eol = "\n"): string =>
    applyEdits(to, [...stepAdded("x", to, step, eol)]);

  it("stands behind the others, and leaves all else as it was", () => {
    const after = added(text);
    assert.ok(after.startsWith(text.slice(0, text.indexOf("\n  ]"))));
    assert.match(after, /\n {4}\{\n {6}"kind": "structure",\n/);
    assert.deepEqual((JSON.parse(after) as { steps: unknown[] }).steps[2], step);
  });

  it("is indented as the others are", () => {
    const tabs = text.replaceAll("  ", "\t").replaceAll("\n", "\r\n");
    assert.match(added(tabs, "\r\n"), /\r\n\t\t\{\r\n\t\t\t"kind": "structure",\r\n/);
  });

  it("is the same whatever stood before", () => {
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

  it("comes into no file that is none of ours", () => {
    for (const other of ["", "[]", "{}", `{"steps": {}}`, `{"steps": [}`, "words"]) {
      assert.throws(() => added(other), /No step can be added to x/, other);
    }
  });
});
