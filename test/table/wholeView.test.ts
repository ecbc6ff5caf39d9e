import assert from "node:assert/strict";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import { withReadTable } from "../../src/reports/readTable.ts";
import { createTableClient } from "../../src/table/tableClient.ts";
import type { View } from "../../src/table/tables.ts";
import { clientFor } from "../client/support/clients.ts";
import { startLiveServer } from "../export/support/liveServer.ts";
import { folderOfEachTest } from "../support/folders.ts";
import { programs } from "../support/programs.ts";

describe("table of a survey whose service is down", () => {
  const folder = folderOfEachTest();

  it("has all responses that an export has kept, also if they have no columns yet", async () => {
    const key = { space: "space", version: "v3", surveyId: "S1" } as const;
    const { signal } = new AbortController();
    const tables = createTableClient(programs.tables, folder);
    const told = { signal, onLoaded: () => undefined, onWaiting: () => undefined };
    const close = (table: number): Promise<void> => tables.close(table);
    let client: SurveyClient;
    {
      await using server = await startLiveServer({
        version: "v3",
        items: [
          {
            finishedAt: "2025-03-01T10:00:00",
            order: 0,
            json: '{"responseId":"r0","finishedAt":"2025-03-01T10:00:00"}',
          },
        ],
      });
      client = clientFor(server);
      await withReadTable(tables, { ...told, client, key, close }, async () => undefined);
    }
    let views = 0;
    const slow = {
      ...tables,
      view: async (...asked: Parameters<typeof tables.view>): Promise<View> => {
        const view = await tables.view(...asked);
        return views++ < 2 ? { ...view, loaded: 0, isBehind: true, isComplete: false } : view;
      },
    };
    const onStoredUsed = (): void => undefined;
    const responses = await withReadTable(
      slow,
      { ...told, client, key, close, onStoredUsed },
      async (read) => read.responses,
    );
    await tables.dispose();
    assert.equal(responses, 1);
  });
});
