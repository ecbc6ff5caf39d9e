import { strict as assert } from "node:assert";
import * as vscode from "vscode";
import { askChoice, back } from "../../src/vscode/commands/steps.ts";
import { plain } from "../../src/vscode/platform/plainText.ts";

describe("Choice whose better items arrive late", () => {
  const items = ["v3", "v2", "v1"].map((it) => ({ label: plain(it) }));
  const better = items.map((it) => ({ ...it, description: plain("available") }));
  const frame = { title: plain("Choice"), step: 1, totalSteps: 1 };

  /** Presses Arrow down before the better items arrive, and Enter afterwards. @returns the chosen item */
  async function chosen(steps: number): Promise<string> {
    const late = Promise.withResolvers<{ items: typeof better; active: number }>();
    const choice = askChoice(items, plain("Choose"), frame, { later: late.promise });
    for (let step = 0; step < steps; step++) {
      await vscode.commands.executeCommand("workbench.action.quickOpenSelectNext");
    }
    // VS Code reports what is active before it answers a later command.
    await vscode.commands.executeCommand("workbench.action.focusQuickOpen");
    late.resolve({ items: better, active: 1 });
    await late.promise;
    // The extension host sends changes of a quick pick in the next task.
    await new Promise((resolve) => setTimeout(resolve));
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    const item = await choice;
    assert(item !== undefined && item !== back);
    return item.label;
  }

  it("proposes one of them", async () => {
    assert.equal(await chosen(0), "v2");
  });

  it("stays at the item to which the user has moved", async () => {
    assert.equal(await chosen(2), "v1");
  });
});
