import { strict as assert } from "node:assert";
import * as errors from "../../../src/model/errors.ts";
import { JsonError } from "../../../src/protocol/json.ts";

const { isCancelled, SurveyError } = errors;

describe("SurveyError", () => {
  it("is known by the class of another bundle", async () => {
    // The same module once more, as it is in each bundle of the host.
    const { href } = new URL("../../../src/model/errors.ts?again", import.meta.url);
    const again = (await import(href)) as typeof errors;
    assert.notEqual(again.SurveyError, SurveyError);
    const error = new again.SurveyError("cancelled", "The export was cancelled.");
    assert.ok(error instanceof SurveyError);
    assert.ok(isCancelled(error));
    assert.ok(again.isCancelled(new SurveyError("cancelled", "The export was cancelled.")));
  });

  it("is no other error, and nothing that only looks like one", () => {
    const system = Object.assign(new Error("no such file"), { code: "ENOENT" });
    const named = Object.assign(new Error("no code"), { name: "SurveyError" });
    const others = [system, named, { name: "SurveyError", code: "cancelled" }, "cancelled", null];
    for (const other of others) {
      assert.equal((other as unknown) instanceof SurveyError, false);
    }
    assert.equal((new SurveyError("timeout", "") as unknown) instanceof JsonError, false);
  });
});
