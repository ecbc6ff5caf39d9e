import assert from "node:assert/strict";
import { withExactNumbers } from "../../src/client/exactNumbers.ts";
import { itemDecoder } from "../../src/client/itemDecoder.ts";
import { collect } from "./support/collect.ts";
import { clientOf } from "./support/clients.ts";
import { sendText, startTestServer } from "./support/testServer.ts";

const decoded = (json: string): unknown =>
  JSON.parse(Buffer.from(withExactNumbers(Buffer.from(json))).toString());

describe("numbers beyond the precision of JavaScript", () => {
  it("become strings with all their digits, and other numbers stay unchanged", () => {
    assert.deepEqual(
      decoded(
        `{"a":9007199254740993,"b":[1e400,-0.12345678901234567, 1e3],"c":9007199254740991,"d":0.10}`,
      ),
      {
        a: "9007199254740993",
        b: ["1e400", "-0.12345678901234567", 1000],
        c: 9007199254740991,
        d: 0.1,
      },
    );
  });

  it("become strings if they are too close to 0", () => {
    assert.deepEqual(decoded("[1e-400,-1.2345678e-320,2.5e-300,0e-400,-0.0000000000000000]"), [
      "1e-400",
      "-1.2345678e-320",
      2.5e-300,
      0,
      -0,
    ]);
  });

  it("are not changed within strings and names", () => {
    const text = `가 \\" 9007199254740993, \\\\`;
    const json = `{"k\\":9007199254740993":"${text}","n":9007199254740993}`;
    assert.deepEqual(decoded(json), {
      'k":9007199254740993': `가 " 9007199254740993, \\`,
      n: "9007199254740993",
    });
    const plain = Buffer.from(`{"n":1.5,"s":"2025-03-01T09:00:00"}`);
    assert.equal(withExactNumbers(plain), plain);
  });

  for (const version of ["v1", "v2"] as const) {
    const item = `{"parameters":{"id":12345678901234567890},"answers":[{"name":"Q","rank":1,"answer":[{"num":9007199254740993,"str":"x"},{"num":2}]}]}`;

    it(`keep their digits in answers and parameters of ${version}`, () => {
      const decode = itemDecoder(version, "Test");
      const { embeddedData, variables } = decode(Buffer.from(item), () => 0);
      assert.deepEqual(embeddedData, [{ name: "id", value: "12345678901234567890" }]);
      assert.deepEqual(variables[0]?.answer, [
        { value: "9007199254740993", etcValue: "x" },
        { value: "2", etcValue: undefined },
      ]);
      const wrong = `{"answers":[{"answer":[{"num":"1"}]}]}`;
      assert.throws(() => decode(Buffer.from(wrong), () => 0), { code: "malformed-answer" });
    });

    it(`keep their digits in response pages of ${version} for other extensions`, async () => {
      await using server = await startTestServer((_, answer, request) =>
        sendText(answer, `{"responses":[${item}],"pageToken":${request === 0 ? `"t"` : "null"}}`),
      );
      const read = await collect(clientOf(server, version).responses("S1"));
      const decoded = itemDecoder(version, "Test")(Buffer.from(item), () => 0);
      assert.deepEqual(read, [decoded, decoded]);
    });
  }
});
