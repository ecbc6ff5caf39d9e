import { strict as assert } from "node:assert";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { sendJson, startTestServer } from "../../client/support/testServer.ts";
import { eventually, succeeds } from "../support/eventually.ts";
import { Workbench } from "../support/workbench.ts";
import { serveSpace, type ServedSpace } from "../support/servedSpace.ts";

/** Returns a text that VS Code could take for a link that runs a command, and for an icon. */
const hostile = (name: string) =>
  `[${name}](command:workbench.action.showCommands) $(alert) \u202e${name}`;

const surveys = ["one", "two"].map((name) => ({
  surveyId: hostile(`id ${name}`),
  // Without a label, only the ID can be shown.
  label: name === "one" ? hostile(`label ${name}`) : "",
  createdAt: hostile("created"),
  updatedAt: hostile("updated"),
  questions: [],
  embeddedData: [],
}));
const group = {
  collectGroupId: hostile("group"),
  label: "",
  channel: hostile("PUBLIC_LINK"),
  state: hostile("state"),
};

describe("Hostile words in VS Code's messages and lists", () => {
  let space: ServedSpace;
  let workbench: Workbench;
  /** Callbacks that answer the held requests about single surveys; undefined if none are held. */
  let held: (() => void)[] | undefined;
  let isRefused = false;

  function answer({ pathname }: URL, response: ServerResponse): void {
    if (isRefused) {
      sendJson(response, { message: hostile("refused") }, 400);
    } else if (pathname.endsWith("/surveys")) {
      sendJson(response, { surveys });
    } else if (pathname.endsWith("/collect-groups")) {
      sendJson(response, [group]);
    } else {
      const one = () => sendJson(response, surveys[1]);
      if (held) {
        held.push(one);
      } else {
        one();
      }
    }
  }

  before(async () => {
    const service = await startTestServer(({ url }, response) => answer(url, response));
    space = await serveSpace(hostile("space"), service);
    workbench = await Workbench.open({ server: space.server });
    await workbench.page.getByRole("treeitem", { name: /id two/ }).waitFor();
  });

  afterEach(() => {
    held?.forEach((go) => go());
    held = undefined;
    isRefused = false;
  });

  after(async () => {
    await workbench.close();
    await space[Symbol.asyncDispose]();
  });

  const list = () => workbench.page.locator(".quick-input-widget");
  const survey = () => workbench.page.getByRole("treeitem", { name: /id two/ });

  /** Checks that an element shows the words, without a link or an icon among them. */
  async function isText(shown: Locator, words: RegExp): Promise<void> {
    // Read in one step, because a message in the status bar disappears after some seconds.
    const [text, strange] = await shown.evaluate((it: HTMLElement) => [
      it.innerText,
      it.querySelectorAll("a[href], a[data-href], .monaco-link, .codicon-alert").length,
    ]);
    assert.match(text, words);
    assert.equal(strange, 0);
    assert.doesNotMatch(text, /\u202e/);
  }

  /** Opens the list of notifications, and locates the one with the words. */
  async function notification(words: RegExp): Promise<Locator> {
    const { page } = workbench;
    const found = page
      .locator(".notifications-center .notification-list-item")
      .filter({ hasText: words });
    await eventually("the notification", async () => {
      await workbench.runCommand("Notifications: Show Notifications");
      return succeeds(found.waitFor({ timeout: 2000 }));
    });
    return found.locator(".notification-list-item-message");
  }

  async function clearNotifications(): Promise<void> {
    await workbench.runCommand("Notifications: Clear All Notifications");
  }

  for (const [entry, format] of [
    ["Export Codebook…", "Markdown"],
    ["Export Summary…", "Markdown"],
  ] as const) {
    it(`are plain text in the progress of ${entry}`, async () => {
      await workbench.chooseFromContextMenu(survey(), entry);
      await workbench.choose(format);
      held = [];
      await workbench.answerFile(join(space.folder, `${entry.slice(7, 12)}.md`));
      if (entry === "Export Codebook…") {
        const status = workbench.page.locator(".statusbar-item", { hasText: "Exporting" });
        await status.waitFor();
        await isText(status, /id two/);
      }
      await isText(await notification(/id two/), /id two/);
      // The progress can be cancelled here even if it is usually too short for that.
      const shown = workbench.page.locator(".notifications-center .notification-list-item");
      await shown.getByRole("button", { name: "Cancel" }).waitFor();
      held.forEach((go) => go());
      held = undefined;
      await clearNotifications();
    });
  }

  it("are plain text in error messages", async () => {
    await workbench.chooseFromContextMenu(survey(), "Export Codebook…");
    await workbench.choose("Markdown");
    isRefused = true;
    await workbench.answerFile(join(space.folder, "refused.md"));
    await isText(await notification(/refused/), /refused/);
    await clearNotifications();
  });

  it("are plain text in lists", async () => {
    await workbench.runCommand("Survey Explorer: Find Survey…");
    const row = list().locator(".monaco-list-row", { hasText: "id two" });
    await row.waitFor();
    await isText(row, /id two/);
    await workbench.dismiss();
    await workbench.runCommand("Survey Explorer: Export as Data Space Directory…");
    await workbench.choose("Choose surveys");
    await row.waitFor();
    await isText(row, /id two/);
    await isText(list().locator(".quick-input-title"), /space/);
    await workbench.dismiss();
  });

  it("are plain text in the status bar", async () => {
    await workbench.chooseFromContextMenu(survey(), "Copy ID");
    const status = workbench.page.locator(".statusbar-item", { hasText: "Copied" });
    await status.waitFor();
    await isText(status, /id two/);
  });
});
