import type { Locator } from "playwright-core";
import { eventually } from "./eventually.ts";
import type { Workbench } from "./workbench.ts";

/** Locates the editor in front. */
export function editorOf(workbench: Workbench): Locator {
  return workbench.page.locator(".editor-instance").last();
}

/** Locates a code lens in the editor in front. */
export function lensOf(workbench: Workbench, title: string): Locator {
  return editorOf(workbench).locator(".codelens-decoration a", { hasText: title });
}

/** Opens a file of the window's folder by its name. */
export async function openFile(workbench: Workbench, name: string): Promise<void> {
  const dialog = workbench.page.locator(".quick-input-widget");
  const row = dialog.locator(".monaco-list-row", { hasText: name }).first();
  await eventually(`the file ${name}`, async () => {
    await workbench.page.keyboard.press("Control+P");
    const opens = async (): Promise<true> => {
      await dialog.locator("input[type=text]").fill(name, { timeout: 2000 });
      await row.click({ timeout: 5000 });
      return true;
    };
    return opens().catch(async () => {
      await workbench.page.keyboard.press("Escape");
      return undefined;
    });
  });
  await workbench.page.getByRole("tab", { name: new RegExp(name) }).waitFor();
  await editorOf(workbench).locator(".view-line").first().waitFor();
}
