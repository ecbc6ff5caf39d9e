import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { launchBrowser } from "../host/browser.ts";
import { build } from "../host/build.ts";
import { Cleanup } from "../host/cleanup.ts";
import { repository } from "../host/folders.ts";
import { currentRelease, provisionVsCode } from "../host/provision.ts";
import { startServer } from "../host/server.ts";
import { workbenchUrl } from "../host/workbench.ts";
import type { Section } from "./bench.ts";

const settleMs = 8000;

/** Size of the host's bundle as it ships, and how long VS Code itself says that activating it takes. */
export async function activationSection(): Promise<Section> {
  await build("--production");
  const { size } = await stat(join(repository, "dist", "extension.cjs"));
  return {
    title: "Start",
    figures: [
      { name: "host bundle", value: size / 1000, unit: "kB", atMost: 400 },
      {
        name: "activation as VS Code reports it",
        value: await activationMs(),
        unit: "ms",
        atMost: 50,
      },
    ],
  };
}

async function activationMs(): Promise<number> {
  const cleanup = new Cleanup();
  try {
    const server = await startServer(await provisionVsCode(currentRelease, console.error));
    cleanup.add(server.stop);
    const browser = await launchBrowser(console.error);
    cleanup.add(() => browser.close());
    const page = await browser.newPage();
    await page.goto(workbenchUrl(server, { extension: repository }).href);
    const explorer = page.getByRole("tab", { name: "Survey Explorer" });
    await explorer.waitFor();
    // What VS Code starts by itself comes first; an extension is not slower because it waits for the processor.
    await setTimeout(settleMs);
    await explorer.click();
    // What the view shows where there are no data spaces.
    await page.getByRole("button", { name: "Try the sample data space" }).waitFor();
    await page.keyboard.press("F1");
    const input = page.locator(".quick-input-widget input[type=text]");
    await input.fill(">Developer: Show Running Extensions");
    // The list fills after the text: Enter might run what was on top before.
    await page
      .locator(".quick-input-widget .monaco-list-row", { hasText: "Show Running Extensions" })
      .first()
      .click();
    const row = page
      .locator(".runtime-extensions-editor .extension")
      .filter({ hasText: "survey-explorer" });
    const text = await row.locator(".activation-time").innerText();
    return Number(/(\d+)\s*ms/.exec(text)?.[1]);
  } finally {
    await cleanup.run();
  }
}
