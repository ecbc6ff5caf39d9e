import { strict as assert } from "node:assert";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import {
  proposeDataSpaces,
  type ProposalParts,
} from "../../src/vscode/dataSpaces/workspaceProposals.ts";
import { memento } from "../support/memento.ts";
import { eventually } from "../webview/support/eventually.ts";
import { folderOfSuite } from "../support/folders.ts";

const variable = "SURVEY_EXPLORER_PROPOSED";

describe("Data space proposed by a workspace", () => {
  const folder = folderOfSuite();

  before(async () => {
    // With a stored key, the proposal does not ask to sign in.
    process.env[variable] = "known";
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  after(async () => {
    delete process.env["SURVEY_EXPLORER_PROPOSED"];
  });

  it("is proposed again after it could not be added, but not after it was added", async () => {
    const credentials = { spaceId: variable, apiKey: variable };
    const proposal = { name: "Proposed", baseUrl: "https://proposed.example", version: "v3" };
    const path = join(folder, "survey-explorer.json");
    await writeFile(path, JSON.stringify({ dataSpaces: [{ ...proposal, credentials }] }));
    let tries = 0;
    const add = async () => {
      if (++tries === 1) {
        throw new Error("The settings cannot be written.");
      }
    };
    const state = memento();
    const parts = { dataSpaces: { add }, state } as unknown as ProposalParts;
    /**
     * Proposes. Answers each notification with its first button until the data space is added, and clears them after that.
     * Returns how it ended.
     */
    const proposed = async (): Promise<string> => {
      const tried = tries;
      let end: string | undefined;
      void proposeDataSpaces(parts, vscode.Uri.file(folder), vscode.Uri.file(path)).then(
        () => (end = "over"),
        (error: unknown) => (end = String(error)),
      );
      return eventually("the end of the proposal", async () => {
        const answer =
          tries === tried ? "notification.acceptPrimaryAction" : "notifications.clearAll";
        await vscode.commands.executeCommand(answer);
        return end;
      });
    };
    assert.equal(await proposed(), "Error: The settings cannot be written.");
    assert.deepEqual([tries, state.keys().length], [1, 0]);
    assert.equal(await proposed(), "over");
    assert.deepEqual([tries, state.keys().length], [2, 1]);
    assert.equal(await proposed(), "over");
    assert.equal(tries, 2);
  });
});
