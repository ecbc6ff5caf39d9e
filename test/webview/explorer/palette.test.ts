import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "../../../scripts/host/folders.ts";
import { greeterFiles } from "../../../scripts/host/greeter.ts";
import { currentRelease, provisionVsCode } from "../../../scripts/host/provision.ts";
import {
  startServer,
  type ServerOptions,
  type VsCodeServer,
} from "../../../scripts/host/server.ts";
import type { TestServer } from "../../client/support/testServer.ts";
import { startLiveServer } from "../../export/support/liveServer.ts";
import { eventually } from "../support/eventually.ts";
import { windowTimeoutMs, Workbench } from "../support/workbench.ts";

/** What a person gets of the commands of the palette where there is no data space; of all others, that there is none. */
const withoutDataSpace: Readonly<Record<string, readonly string[]>> = {
  "Address of the API": ["Add Data Space…"],
  "Clear the cached responses of all data spaces?": ["Clear Cached Responses"],
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
  "There is no unfinished export": ["Continue Export"],
  "Folder path": ["Open Data Space Directory…"],
  "Choose an exported file": ["Repair Export…", "Verify Export…"],
  "No survey is kept offline": ["Stop Keeping Offline"],
  "Paste a link to a survey": ["Open Link…"],
  "No local data space is running": ["Stop Local Data Space"],
};

/** What they do is to be seen elsewhere. */
const others = ["Show Log", "Try the Sample Data Space"];

/** Milliseconds for which a command's answer is waited for, before it is run once more. */
const patience = 15_000;

describe("the palette", function () {
  this.timeout(2 * windowTimeoutMs);
  let folder: string;
  let server: VsCodeServer | undefined;
  let workbench: Workbench;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "survey-explorer-palette-"));
  });

  afterEach(async () => {
    await workbench.close();
    await server?.stop();
    server = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  async function open(options: ServerOptions = {}): Promise<void> {
    server = await startServer(await provisionVsCode(currentRelease, console.log), options);
    workbench = await Workbench.open({ server });
  }

  /** Runs a command, and waits for what it asks or says: in a list, a field, a dialog or a notification. */
  async function answers(title: string, expected: string): Promise<void> {
    const { page } = workbench;
    const bell = page.locator('.statusbar-item[id="status.notifications"]');
    const told = page
      .locator(".notifications-center .notification-list-item:visible")
      .filter({ hasText: expected });
    const run = (): Promise<void> => workbench.runCommand(`Survey Explorer: ${title}`);
    await run();
    let ranAt = Date.now();
    await eventually(`${title}: "${expected}"`, async () => {
      if (Date.now() - ranAt > patience) {
        // What takes the focus on a busy machine closes a field that has just opened.
        await run();
        ranAt = Date.now();
      }
      const asked = await page.evaluate(readQuestion);
      if (asked?.includes(expected)) {
        await page.keyboard.press("Escape");
        return true;
      }
      const label = await bell.getAttribute("aria-label");
      if (label?.includes("No Notifications") === false && (await told.count()) === 0) {
        await bell.click({ timeout: 1000 }).catch(() => undefined);
      }
      if ((await told.count()) === 0) {
        return undefined;
      }
      await workbench.runCommand("Notifications: Clear All Notifications");
      await told.first().waitFor({ state: "hidden" });
      return true;
    });
  }

  it("says why a command has nothing to work on, from a window where nothing of it has run", async () => {
    await open();
    const expected = new Map(
      Object.entries(withoutDataSpace).flatMap(([answer, titles]) =>
        titles.map((title) => [title, answer] as const),
      ),
    );
    const golden = await readFile(join(repository, "test/unit/palette.golden.txt"), "utf8");
    for (const line of golden.trim().split("\n")) {
      const [title = "", , condition] = line.split(" | ");
      if (condition === undefined && !others.includes(title)) {
        await answers(title, expected.get(title) ?? "There is no data space yet");
      }
    }
  });

  it("leads to signing in, and says what cannot be reached", async () => {
    let isReachable = true;
    await using service: TestServer = await startLiveServer({
      version: "v3",
      cursor: "item",
      items: [],
      lastPage: "absent",
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
    await open({ files: await greeterFiles("Acme", access) });
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
    await workbench.runCommand("Survey Explorer: Open Responses");
    await failure.click();
    await workbench.answerNotification(/not signed in to the data space "Acme"/, "Sign In");
    await page.locator(".quick-input-widget").getByText("Sign in to Acme").waitFor();
  });
});

/** What a dialog, or a list or field that is no palette, says. */
function readQuestion(): string | undefined {
  const dialog = document.querySelector<HTMLElement>(".monaco-dialog-box");
  const quick = document.querySelector<HTMLElement>(".quick-input-widget");
  const input = quick?.querySelector("input[type=text]");
  if (dialog || !quick?.checkVisibility() || !(input instanceof HTMLInputElement)) {
    return dialog?.innerText;
  }
  return input.value.startsWith(">") ? undefined : `${quick.innerText} ${input.placeholder}`;
}
