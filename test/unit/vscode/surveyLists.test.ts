import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type * as vscode from "vscode";
import type { SurveyClient } from "../../../src/client/surveyClient.ts";
import { SurveyLists } from "../../../src/vscode/surveys/surveyLists.ts";

interface PageQuery {
  readonly running?: boolean;
  readonly cursor?: string;
  readonly signal?: AbortSignal;
}

/** Resolves never, but rejects when the signal is aborted. */
function never(signal?: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(new Error("aborted")));
  });
}

describe("lists of surveys", () => {
  it("fail if a refresh for another filter is stopped, but not if one for the same filter is", async () => {
    const filter = { text: "", runningOnly: false };
    let isSlow = false;
    const client = {
      dataSpace: "Acme",
      surveyPage: async ({ running, cursor, signal }: PageQuery) => {
        if (isSlow && cursor !== undefined) {
          await never(signal);
        }
        const surveyId = `${running === true ? "running" : "any"} ${cursor ?? "1"}`;
        const next = { "1": "2", "2": "3" }[cursor ?? "1"];
        return { items: [{ surveyId, label: surveyId }], cursor: next };
      },
      listSurveys: () => [],
    } as unknown as SurveyClient;
    const lists = new SurveyLists({
      dataSpaces: { client: async () => client, isSignedIn: async () => true },
      progress: { ofSurvey: () => undefined, read: () => undefined },
      choices: { filter, order: () => "created", pins: () => [] },
      log: {} as vscode.LogOutputChannel,
      patience: 1000,
      onLate: () => undefined,
      onRunning: () => undefined,
      onPage: () => undefined,
    });
    const shown = (): string[] | undefined => lists.get("Acme")?.surveys.map((it) => it.surveyId);
    await lists.refresh("Acme");
    await lists.more("Acme");
    assert.deepEqual(shown(), ["any 1", "any 2"]);

    isSlow = true;
    const stopped = async (): Promise<void> => {
      const refreshed = lists.refresh("Acme");
      await setImmediate();
      lists.stop("Acme");
      await refreshed;
      assert.deepEqual(shown(), ["any 1", "any 2"]);
    };
    await stopped();
    assert.equal(lists.get("Acme")?.error, undefined);
    filter.runningOnly = true;
    await stopped();
    assert.match(String(lists.get("Acme")?.error), /Loading was cancelled/);
    isSlow = false;
    await lists.more("Acme");
    assert.deepEqual(shown(), ["any 1", "any 2"], "not mixed with those of the other filter");
    await lists.refresh("Acme");
    assert.deepEqual(shown(), ["running 1", "running 2"]);
    assert.equal(lists.get("Acme")?.error, undefined);
  });
});
