import { eventually } from "./eventually.ts";
import type { Workbench } from "./workbench.ts";

/** Runs a command that asks for a text, and answers it. */
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
