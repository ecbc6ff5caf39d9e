import { strict as assert } from "node:assert";
import { progressText, type ExportMoment } from "../../../src/jobs/progressText.ts";
import { english } from "../../../src/model/localizable.ts";

function text(moment: Partial<ExportMoment>, language = english): string {
  return progressText({ pace: {}, ...moment }, language);
}

describe("export progress text", () => {
  it("shows count, rate and time left", () => {
    const pace = { perSecond: 1934.2, secondsLeft: 125 };
    assert.equal(
      text({ responses: 2800, pace }),
      "2,800 responses, 1,900 a second, about 2 min left",
    );
    assert.equal(
      text({ responses: 2800, pace }, { ...english, locale: "de" }),
      "2.800 responses, 1.900 a second, about 2 min left",
    );
  });

  it("omits unknown values", () => {
    assert.equal(text({ responses: 1 }), "1 response");
    assert.equal(text({ responses: 0 }), "0 responses");
    assert.equal(text({ responses: 20, pace: { perSecond: 0.5 } }), "20 responses, 30 a minute");
  });

  it("rounds longer times more coarsely", () => {
    const left = (secondsLeft: number) => text({ pace: { secondsLeft } });
    assert.equal(left(4), "a few seconds left");
    assert.equal(left(40), "less than a minute left");
    assert.equal(left(3600), "about 1 h left");
    assert.equal(left(5400), "about 1 h 30 min left");
  });

  it("counts down a wait instead of showing a rate", () => {
    const pace = { perSecond: 10, secondsLeft: 50 };
    assert.equal(
      text({ responses: 2800, pace, waiting: { seconds: 11.2, isAsked: true } }),
      "2,800 responses, waiting 12 s, as the service asks",
    );
    const waiting = (seconds: number, isAsked: boolean) => text({ waiting: { seconds, isAsked } });
    assert.equal(waiting(150, true), "waiting 3 min, as the service asks");
    assert.equal(waiting(-0.2, false), "trying again in 1 s");
  });

  it("names the reason of a pause", () => {
    assert.equal(text({ responses: 5, paused: {} }), "5 responses, paused until you sign in");
    assert.equal(
      text({ responses: 5, paused: { seconds: 29.3 } }),
      "5 responses, paused, trying again in 30 s",
    );
  });
});
