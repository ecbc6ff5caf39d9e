import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { testOutput } from "../../../scripts/host/folders.ts";

/** Screenshots take a tenth of a test's time. Those of tests that pass are only taken if somebody asks for them. */
export const screenshotsAreWanted = (process.env["SURVEY_EXPLORER_SCREENSHOTS"] ?? "") !== "";

type Clip = NonNullable<Parameters<Page["screenshot"]>[0]>["clip"];

/** Takes a screenshot if screenshots are wanted. @param clip a part of the page */
export async function keepScreenshot(page: Page, name: string, clip?: Clip): Promise<void> {
  if (screenshotsAreWanted) {
    await takeScreenshot(page, name, clip);
  }
}

export async function takeScreenshot(page: Page, name: string, clip?: Clip): Promise<void> {
  const folder = join(testOutput, "screenshots");
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, animations: "disabled", ...(clip ? { clip } : {}) });
}
