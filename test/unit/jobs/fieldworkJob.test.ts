import assert from "node:assert/strict";
import { fieldworkJob } from "../../../src/jobs/fieldworkJob.ts";
import { clientOf } from "../../client/support/clients.ts";
import { sendText } from "../../client/support/testServer.ts";
import { liveItems } from "../../export/support/exported.ts";
import { startLiveServer } from "../../export/support/liveServer.ts";

describe("fieldwork job", () => {
  it("stops reading if the collect groups cannot be read", async () => {
    let failing = true;
    await using server = await startLiveServer({
      version: "v3",
      items: liveItems("v3", 100),
      disturb: ({ pathname }, answer) => {
        const isRefused = failing && pathname.endsWith("groups");
        if (isRefused) {
          sendText(answer, "", 403);
        }
        return isRefused;
      },
    });
    const read = (onProgress: (responses: number) => void) =>
      fieldworkJob({
        client: clientOf(server, "v3"),
        surveyId: "S1",
        signal: new AbortController().signal,
        onProgress,
      });
    let isOver = false;
    const late: number[] = [];
    const refused = read((responses) => {
      if (isOver) {
        late.push(responses);
      }
    });
    await assert.rejects(refused, { code: "forbidden" });
    isOver = true;
    failing = false;
    // Takes as long as the first reading would have taken.
    let responses = 0;
    await read((it) => (responses = it));
    assert.deepEqual([responses, late], [100, []]);
  });
});
