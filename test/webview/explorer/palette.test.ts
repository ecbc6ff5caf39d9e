import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../../../scripts/host/folders.ts";
import { startExtensionFiles } from "../../../scripts/host/greeter.ts";
import type { ServerOptions, VsCodeServer } from "../../../scripts/host/server.ts";
import type { TestServer } from "../../client/support/testServer.ts";
import { startLiveServer } from "../../export/support/liveServer.ts";
import { eventually } from "../support/eventually.ts";
import { takeScreenshot } from "../support/screenshots.ts";
import { Workbench } from "../support/workbench.ts";
import { startWindowServer } from "../support/windowServer.ts";
import { folderOfEachTest } from "../../support/folders.ts";

/** Questions that commands of the palette ask if there is no data space, each with the commands that ask it. */
const questions: Readonly<Record<string, readonly string[]>> = {
  "Address of the API": ["Add Data Space…"],
  "Clear the cached responses of all data spaces?": ["Clear Cached Responses"],
  "Folder path": ["Open Data Space Directory…"],
  "Choose an exported file": ["Repair Export…", "Verify Export…"],
  "Paste a link to a survey": ["Open Link…"],
  "Paste the hash of an assistant's answer, or its link": ["Show These Figures…"],
};

/** Notifications that commands of the palette show if there is no data space; all others say that there is none. */
const notices: Readonly<Record<string, readonly string[]>> = {
  "There is no export yet": [
    "Clear List of Exports",
    "Copy As Python",
    "Copy As R",
    "Copy As SQL",
    "Export New Responses…",
    "Open Export",
    "Open as Notebook…",
    "Remove from List",
    "Reveal Export",
  ],
  "There is no recipe": ["Run Recipe…"],
  "There is no unfinished export": ["Continue Export"],
  "No survey is kept offline": ["Stop Keeping Offline"],
  "No local data space is running": ["Stop Local Data Space"],
};

/** Commands whose effect other tests check. */
const others = ["Show Log", "Try the Sample Data Space"];

/** Milliseconds to wait for a command's answer before it is run once more. */
const patience = 15_000;

describe("Command palette", () => {
  const folder = folderOfEachTest();
  let server: VsCodeServer | undefined;
  let workbench: Workbench;

  afterEach(async () => {
    await workbench.close();
    await server?.stop();
    server = undefined;
  });

  async function open(options: ServerOptions = {}): Promise<void> {
    server = await startWindowServer(options);
    workbench = await Workbench.open({ server });
  }

  /**
   * Runs a command until it has answered: on a busy machine, something that takes the focus closes a field that has just
   * opened.
   */
  async function answers(
    title: string,
    expected: string,
    isAnswered: () => Promise<boolean>,
  ): Promise<void> {
    let ranAt = -Infinity;
    await eventually(`${title}: "${expected}"`, async () => {
      if (Date.now() - ranAt > patience) {
        await workbench.runCommand(`Survey Explorer: ${title}`);
        ranAt = Date.now();
      }
      return (await isAnswered()) || undefined;
    }).catch(async (error: unknown) => {
      // Taken here, because the window is closed before the root hooks could take it.
      await takeScreenshot(workbench.page, `no answer of ${title}`);
      throw error;
    });
  }

  /** Checks that a command asks this, in a list, a field or a dialog. */
  async function asks(title: string, expected: string): Promise<void> {
    await answers(title, expected, async () => {
      const asked = await workbench.page.evaluate(readQuestion);
      return asked?.includes(expected) === true;
    });
    await workbench.page.keyboard.press("Escape");
  }

  async function tells(title: string, expected: string): Promise<void> {
    const bell = workbench.page.locator('.statusbar-item[id="status.notifications"]');
    const center = workbench.page.locator(".notifications-center");
    const told = center
      .locator(".notification-list-item:visible")
      .filter({ hasText: expected })
      .first();
    await answers(title, expected, async () => {
      const label = await bell.getAttribute("aria-label");
      if (label?.includes("No Notifications") === false && (await center.isHidden())) {
        await bell.click({ timeout: 1000 }).catch(() => undefined);
      }
      return told.isVisible();
    });
    await workbench.runCommand("Notifications: Clear All Notifications");
    await told.waitFor({ state: "hidden" });
  }

  it("says why each command has nothing to work on, in a window without data spaces", async () => {
    await open();
    const asked = byTitle(questions);
    const told = byTitle(notices);
    const golden = await readFile(join(repository, "test/unit/palette.golden.txt"), "utf8");
    for (const line of golden.trim().split("\n")) {
      const [title = "", , condition] = line.split(" | ");
      const question = asked.get(title);
      if (question !== undefined) {
        await asks(title, question);
      } else if (condition === undefined && !others.includes(title)) {
        await tells(title, told.get(title) ?? "There is no data space yet");
      }
    }
  });

  it("reports unreachable data spaces and offers to sign in", async () => {
    let isReachable = true;
    await using service: TestServer = await startLiveServer({
      version: "v3",
      items: [],
      disturb: async (_, answer) => {
        if (!isReachable) {
          answer.destroy();
        }
        return !isReachable;
      },
    });
    const caFile = join(folder, "ca.pem");
    await writeFile(caFile, service.ca);
    const access = { baseUrl: service.baseUrl, caFile, spaceId: "space", apiKey: "key" };
    await open({ files: await startExtensionFiles("Acme", access) });
    await workbench.waitForTree("Acme");
    const { page } = workbench;
    const failure = page.locator(".quick-input-widget .monaco-list-row", {
      hasText: "Acme could not be loaded",
    });
    isReachable = false;
    await workbench.runCommand("Survey Explorer: Open Survey");
    await failure.waitFor();
    await failure.click();
    await workbench.answerNotification(/Acme.*try again/, "Show Log");
    await workbench.runCommand("Survey Explorer: Sign Out");
    await workbench.runCommand("Survey Explorer: Update Search Index");
    await workbench.answerNotification(/"Acme" was not indexed: signed out/, "Find in Surveys…");
    await page.locator(".quick-input-widget").getByText("Not Searched").waitFor();
    await workbench.dismiss();
    await workbench.runCommand("Survey Explorer: Open Responses");
    await failure.click();
    await workbench.answerNotification(/not signed in to the data space "Acme"/, "Sign In");
    await page.locator(".quick-input-widget").getByText("Sign in to Acme").waitFor();
    await workbench.dismiss();
    // The command asks to sign in before it asks for surveys and a folder.
    await workbench.runCommand("Survey Explorer: Export as Data Space Directory…");
    await workbench.answerNotification(/not signed in to the data space "Acme"/, "Sign In");
    await page.locator(".quick-input-widget").getByText("Sign in to Acme").waitFor();
  });
});

function byTitle(answers: Readonly<Record<string, readonly string[]>>): Map<string, string> {
  return new Map(
    Object.entries(answers).flatMap(([answer, titles]) =>
      titles.map((title) => [title, answer] as const),
    ),
  );
}

/** Runs in the window. Returns the text of a dialog, or of a list or field other than the palette. */
function readQuestion(): string | undefined {
  const dialog = document.querySelector<HTMLElement>(".monaco-dialog-box");
  const quick = document.querySelector<HTMLElement>(".quick-input-widget");
  const input = quick?.querySelector("input[type=text]");
  if (dialog || !quick?.checkVisibility() || !(input instanceof HTMLInputElement)) {
    return dialog?.innerText;
  }
  return input.value.startsWith(">") ? undefined : `${quick.innerText} ${input.placeholder}`;
}
