import { strict as assert } from "node:assert";
import { SurveyError } from "../../../src/model/errors.ts";
import { maximumUrlRows } from "../../../src/model/urlTable.ts";
import { readCsv, readJson, readPasted } from "../../../src/model/urlText.ts";

function saying(message: RegExp) {
  return (error: unknown) => error instanceof SurveyError && message.test(error.message);
}

describe("CSV file of rows for response URLs", () => {
  it("has parameter names in its first line, and keeps values verbatim", () => {
    const text = '\ufeffuid,wave,note\r\n007,2,"a, ""b""\nc"\r\n\r\n1e3,, x \r\n';
    assert.deepEqual(readCsv(text), {
      columns: ["uid", "wave", "note"],
      rows: [
        ["007", "2", 'a, "b"\nc'],
        ["1e3", null, " x "],
      ],
    });
  });

  it("accepts semicolons or tabs, and empty columns at its end", () => {
    const table = { columns: ["uid", "wave"], rows: [["a,b", "2"]] };
    assert.deepEqual(readCsv("uid;wave;;\na,b;2;;\n"), table);
    assert.deepEqual(readCsv("uid\twave\na,b\t2"), table);
  });

  it("is rejected if its columns are ambiguous", () => {
    assert.throws(() => readCsv(""), saying(/empty/));
    assert.throws(() => readCsv("uid,,wave\n1,2,3"), saying(/no name/));
    assert.throws(() => readCsv("uid,uid\n1,2"), saying(/"uid" twice/));
    assert.throws(() => readCsv("uid,wave\n1,2\n1,2,3"), saying(/Row 2 .*3 fields.*names 2/));
    assert.throws(() => readCsv('uid\n1\n"2\n'), saying(/Row 3, .*not closed/));
    const long = `uid\n${"1\n".repeat(maximumUrlRows + 1)}`;
    assert.throws(() => readCsv(long), saying(/has 50,001 rows; 50,000/));
  });
});

describe("JSON file of rows for response URLs", () => {
  const table = { columns: ["uid", "wave"], rows: [["007", 2]] };

  it("accepts an array of objects, or the request body of the API", () => {
    assert.deepEqual(readJson('[{"uid":"007","wave":2}]'), table);
    assert.deepEqual(readJson('\ufeff[{"parameters":{"uid":"007","wave":2}}]'), table);
    assert.deepEqual(readJson("[]"), { columns: [], rows: [] });
  });

  it("is rejected in any other form", () => {
    assert.throws(() => readJson("[{]"), saying(/not JSON/));
    assert.throws(() => readJson('{"uid":1}'), saying(/array of objects/));
    assert.throws(() => readJson("[[1]]"), saying(/array of objects/));
  });
});

describe("pasted rows for response URLs", () => {
  const names = ["uid", "wave"];

  it("have a header if their first line names a parameter", () => {
    const table = { columns: ["wave", "uid"], rows: [["2", "a"]] };
    assert.deepEqual(readPasted("wave\tuid\n2\ta\n", names), { kind: "table", table });
    assert.deepEqual(readPasted("wave, uid\n2,a", names), { kind: "table", table });
  });

  it("are a block of cells without a header", () => {
    assert.deepEqual(readPasted("007\t\r\n008\t3\r\n", names), {
      kind: "block",
      block: [
        ["007", null],
        ["008", "3"],
      ],
    });
    assert.deepEqual(readPasted("a,1\nb,2", names), {
      kind: "block",
      block: [
        ["a", "1"],
        ["b", "2"],
      ],
    });
  });

  it("keep empty cells between others, so that no value moves up to another row", () => {
    const block = (...rows: (string | null)[][]) => ({ kind: "block", block: rows });
    assert.deepEqual(readPasted("a\n\nb\n", names), block(["a"], [null], ["b"]));
    assert.deepEqual(readPasted("\r\na\r\n\r\n", names), block([null], ["a"]));
    assert.deepEqual(
      readPasted("1\ta\n\t\n2\tb\n", names),
      block(["1", "a"], [null, null], ["2", "b"]),
    );
    assert.deepEqual(readPasted("a,1\n\nb,2", names), block(["a", "1"], [null], ["b", "2"]));
    const table = { columns: ["wave"], rows: [["2"], ["3"]] };
    assert.deepEqual(readPasted("\nwave\n2\n\n3\n", names), { kind: "table", table });
  });

  it("are a value if there is one cell, even if it says the name of a parameter", () => {
    for (const text of ["wave", "wave\r\n"]) {
      assert.deepEqual(readPasted(text, names), { kind: "block", block: [["wave"]] });
    }
    assert.equal(readPasted("wave\n2", names).kind, "table");
  });

  it("keep commas as text if they do not form columns", () => {
    assert.deepEqual(readPasted("Seoul, Korea\nBusan", names), {
      kind: "block",
      block: [["Seoul, Korea"], ["Busan"]],
    });
  });
});
