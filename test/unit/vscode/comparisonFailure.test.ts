import { strict as assert } from "node:assert";
import { cancelled } from "../../../src/client/waiting.ts";
import { messageOf, SurveyError } from "../../../src/model/errors.ts";
import { sentences } from "../../../src/model/localizable.ts";
import { canRetry, comparisonFailure } from "../../../src/vscode/exports/comparisonFailure.ts";

describe("A comparison that fails", () => {
  const away = new SurveyError("unreachable", sentences("The service is away."));

  it("says which file it was about, and what was to be done with it", () => {
    const file = "/exports/one.csv";
    const of = (error: Error, repair?: boolean) =>
      messageOf(comparisonFailure({ file, repair }, error));
    assert.equal(of(away), "one.csv could not be verified: The service is away.");
    assert.equal(of(away, true), "one.csv could not be repaired: The service is away.");
    const named = new SurveyError("file-fault", sentences("There is no /exports/one.csv."));
    assert.equal(of(named), named.message);
    assert.equal(of(cancelled()), cancelled().message);
  });

  it("can be tried again after an outage, also as an error that names the file", () => {
    assert.ok(canRetry(comparisonFailure({ file: "/exports/one.csv" }, away)));
    assert.ok(!canRetry(new SurveyError("file-fault", sentences("There is no manifest."))));
  });
});
