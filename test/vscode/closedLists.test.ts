import { strict as assert } from "node:assert";
import { once } from "node:events";
import { commands } from "vscode";
import { pickSurveys } from "../../src/vscode/commands/ask.ts";
import { changeVersionCommand } from "../../src/vscode/connection/connectionCommands.ts";
import type { DataSpaces } from "../../src/vscode/dataSpaces/dataSpaces.ts";
import { startTestServer } from "../client/support/testServer.ts";
import { eventually } from "../webview/support/eventually.ts";

describe("Lists that are closed before they are read", () => {
  /** Closes the list until it is gone: it may not be open yet. */
  async function closed<T>(shown: Promise<T>): Promise<T> {
    let isShown = true;
    const done = shown.finally(() => (isShown = false));
    await eventually("the list is closed", async () => {
      await commands.executeCommand("workbench.action.closeQuickOpen");
      return !isShown;
    });
    return done;
  }

  it("of surveys are read no further", async () => {
    let reading: AbortSignal | undefined;
    const client = {
      async *listSurveys({ signal }: { signal: AbortSignal }) {
        reading = signal;
        await once(signal, "abort");
        signal.throwIfAborted();
        yield undefined;
      },
    };
    const dataSpaces = { client: async () => client } as unknown as DataSpaces;
    assert.equal(await closed(pickSurveys(dataSpaces, "Acme")), undefined);
    assert.equal(reading?.aborted, true);
  });

  it("of API versions end their requests", async () => {
    let [begun, ended] = [0, 0];
    await using server = await startTestServer((_, answer) => {
      begun++;
      answer.on("close", () => ended++);
    });
    const { baseUrl, ca } = server;
    const connection = {
      address: { name: "Acme", baseUrl, ca, version: "v3" },
      credentials: async () => ({ spaceId: "space", apiKey: "key" }),
    };
    const dataSpaces = { connection: async () => connection } as unknown as DataSpaces;
    const command = changeVersionCommand({ dataSpaces });
    const asking = command.ask({ kind: "dataSpace", dataSpace: "Acme" }, []);
    await eventually("all versions are asked", async () => begun === 3);
    assert.equal(await closed(asking), undefined);
    await eventually("the requests end", async () => ended === 3);
  });
});
