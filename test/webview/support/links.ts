import assert from "node:assert/strict";
import { eventually } from "./eventually.ts";
import type { Workbench } from "./workbench.ts";

/** Returns the link that a test has copied. The window needs permission to read the clipboard. */
export async function copiedLink(workbench: Workbench, pattern: RegExp): Promise<string> {
  let text = "";
  return eventually(`a link like ${String(pattern)} on the clipboard`, async () => {
    text = await workbench.page.evaluate(() => navigator.clipboard.readText());
    return pattern.test(text) ? text : undefined;
  }).catch((error: unknown) => assert.fail(`${String(error)} There was: ${text}`));
}

/** Copies the link of a survey of the sample from the tree. */
export async function copyLinkOf(workbench: Workbench, survey: RegExp): Promise<string> {
  const tree = await workbench.waitForTree();
  await workbench.chooseFromContextMenu(tree.getByRole("treeitem", { name: survey }), "Copy Link");
  return copiedLink(workbench, /&version=v3&name=Sample%20data%20space&survey=[\w-]+$/);
}

/** Runs a command that asks for a text, and types the text. */
export async function answerCommand(
  workbench: Workbench,
  command: string,
  text: string,
): Promise<void> {
  await workbench.runCommand(command);
  const input = workbench.page.locator(".quick-input-widget input[type=text]");
  await eventually("the typed text", async () => {
    // A panel that takes the focus at that moment closes the field.
    if (await input.isHidden()) {
      await workbench.runCommand(command);
    }
    await input.fill(text, { timeout: 3000 }).catch(() => undefined);
    return (await input.inputValue({ timeout: 500 }).catch(() => "")) === text;
  });
  await input.press("Enter");
}

/** Follows a link through VS Code itself, which asks first. */
export async function followLink(workbench: Workbench, link: string): Promise<void> {
  await answerCommand(workbench, "Developer: Open URL", link);
  const dialog = workbench.page.locator(".monaco-dialog-box");
  await dialog.filter({ hasText: "Survey Explorer" }).waitFor();
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
}
