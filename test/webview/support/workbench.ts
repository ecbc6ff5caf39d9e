import assert from "node:assert/strict";
import type Mocha from "mocha";
import type { Frame, Locator, Page } from "playwright-core";
import { repository } from "../../../scripts/host/folders.ts";
import type { Settings, VsCodeServer } from "../../../scripts/host/server.ts";
import { workbenchUrl, type Opened } from "../../../scripts/host/workbench.ts";
import { browser } from "./browser.ts";
import { eventually, patienceMs, succeeds } from "./eventually.ts";
import { host, sampleName, type ServerKind } from "./host.ts";
import { keepScreenshot, takeScreenshot } from "./screenshots.ts";

export type Theme = "light" | "dark" | "hc";

/** Name of the theme in the settings, and end of the class that the window has when its colours are there. */
const themes: Record<Theme, { readonly name: string; readonly file: string }> = {
  light: { name: "Default Light Modern", file: "light_modern-json" },
  dark: { name: "Default Dark Modern", file: "dark_modern-json" },
  hc: { name: "Default High Contrast", file: "hc_black-json" },
};

export interface WorkbenchChoices {
  readonly width?: number;
  readonly height?: number;
  readonly opens?: Opened;
  readonly kind?: ServerKind;
  /** Display language that VS Code takes for its own, as with a language pack; its own texts stay English. */
  readonly language?: string;
  /** Server of the test's own, instead of one with the sample. */
  readonly server?: VsCodeServer;
}

/**
 * Milliseconds for a click that must not be made twice. It counts as made only when the window has handled it, which on a busy
 * machine takes as long as whatever the click opens.
 */
const clickMs = 30_000;

let shared: Promise<Workbench> | undefined;
const windows = new Set<Workbench>();

/** A window of VS Code with the extension and the sample data space, with a browser profile of its own. */
export class Workbench {
  readonly page: Page;
  readonly #server: VsCodeServer;
  /** True if later tests get this window too. */
  #isShared = false;

  private constructor(page: Page, server: VsCodeServer) {
    this.page = page;
    this.#server = server;
  }

  /**
   * Returns a window for the tests that need none of their own, one file after the other: starting it takes longer than they
   * do. They undo whatever they do to settings, data spaces and the tree; after a failure the next ones get another window.
   */
  static async shared(): Promise<Workbench> {
    shared ??= Workbench.open().catch((error: unknown) => {
      shared = undefined;
      throw error;
    });
    const workbench = await shared;
    workbench.#isShared = true;
    return workbench;
  }

  /** Opens a window. The first one of a test run also starts VS Code and the data space. */
  static async open(choices: WorkbenchChoices = {}): Promise<Workbench> {
    const { width = 1280, height = 800, opens = "folder", kind = "trusted", language } = choices;
    const [server, it] = await Promise.all([
      choices.server ?? host(kind).then((found) => found.server),
      browser(),
    ]);
    const context = await it.newContext({ viewport: { width, height }, reducedMotion: "reduce" });
    // On a busy machine, Chromium may never be idle, which is when VS Code stores state. Without this callback, it uses a
    // timer.
    await context.addInitScript(() =>
      Object.assign(globalThis, { requestIdleCallback: undefined }),
    );
    if (language !== undefined) {
      await context.addInitScript(
        (it) => Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: it }),
        language,
      );
    }
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    await page.goto(workbenchUrl(server, { extension: repository, opens }).href);
    const workbench = new Workbench(page, server);
    windows.add(workbench);
    await workbench.#ready();
    return workbench;
  }

  /** Reloads with VS Code's own command, which keeps the window's state; a reload by the browser loses the newest of it. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent("load");
    await this.runCommand("Developer: Reload Window");
    await loaded;
    await this.#ready();
  }

  /** Waits until VS Code has stored what a panel keeps, which in a browser happens every five seconds. */
  async waitUntilStored(state: RegExp): Promise<void> {
    const isKept = async (): Promise<true | undefined> => {
      const texts = await this.storedTexts();
      // The stored text is JSON within JSON within JSON, so quotes are escaped several times.
      return texts.some((it) => state.test(it.replaceAll("\\", ""))) || undefined;
    };
    await eventually(`${String(state)} in the stored state`, isKept);
  }

  /** Returns what VS Code has stored in this window: state of panels and of extensions. */
  async storedTexts(): Promise<string[]> {
    return this.page.evaluate(readStorage);
  }

  async #ready(): Promise<void> {
    await this.page.locator(".monaco-workbench .statusbar").waitFor();
  }

  /**
   * Called by the root hooks. If a test failed, takes screenshots of the windows, and gives the next tests another window.
   */
  static async afterTest(test: Mocha.Test | undefined): Promise<void> {
    if (test?.state === "failed") {
      for (const [index, workbench] of [...windows].entries()) {
        workbench.#isShared = false;
        await takeScreenshot(workbench.page, `failed ${test.title} ${index}`);
      }
    }
  }

  /** Closes the window. A shared one only closes its editors, and waits for the next tests. */
  async close(): Promise<void> {
    if (this.#isShared) {
      await this.runCommand("View: Close All Editors");
      // A log that a test has opened would take space from the next tests' panels.
      if (await this.page.locator(".part.panel").isVisible()) {
        await this.runCommand("View: Hide Panel");
      }
      await this.page.locator(".tabs-container .tab").first().waitFor({ state: "detached" });
      return;
    }
    if ((await shared) === this) {
      shared = undefined;
    }
    windows.delete(this);
    await this.page.context().close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Runs a command as a person does: its title, with the category, in the command palette. */
  async runCommand(title: string): Promise<void> {
    const palette = this.page.locator(".quick-input-widget");
    const row = palette
      .locator(".monaco-list-row")
      .filter({ has: this.page.getByText(title, { exact: true }) })
      .first();
    const choose = async (): Promise<true> => {
      await palette.locator("input[type=text]").fill(`>${title}`, { timeout: 2000 });
      await row.waitFor({ timeout: 5000 });
      await row.click({ timeout: clickMs });
      return true;
    };
    await eventually(`the command ${title}`, async () => {
      // Something that takes the focus at that moment, such as a panel, swallows the key or closes the palette.
      await this.page.keyboard.press("F1");
      return choose().catch(async () => {
        // A palette that opened before the commands were known does not learn of them.
        await this.page.keyboard.press("Escape");
        return undefined;
      });
    });
  }

  /**
   * Chooses by a click, or by a key if the click has no effect: VS Code takes a quick click for the end of the one that
   * opened the menu.
   */
  async chooseFromContextMenu(target: Locator, entry: string): Promise<void> {
    const item = this.page.getByRole("menuitem", { name: entry });
    const focused = this.page.locator(".monaco-menu .action-item.focused", { hasText: entry });
    await eventually(`the entry ${entry} of the menu`, async () => {
      // A row that is redrawn closes its menu, and a key would then go to the row.
      await target.click({ button: "right" });
      const choose = async (): Promise<true> => {
        await item.hover({ timeout: 3000 });
        await focused.waitFor({ timeout: 3000 });
        await item.click({ timeout: clickMs });
        const gone = item.waitFor({ state: "hidden", timeout: 500 });
        // A menu that has just opened takes no click. The key is pressed on the entry: a dialog that the command has opened
        // by then would take it as an answer.
        await gone.catch(() => item.press("Enter", { timeout: 500 }).catch(() => undefined));
        await item.waitFor({ state: "hidden", timeout: 3000 });
        return true;
      };
      const isChosen = await choose().catch(() => undefined);
      if (!isChosen) {
        await this.page.keyboard.press("Escape");
      }
      return isChosen;
    });
  }

  /** Chooses a line of the open list by keys alone: typing narrows the list to the line. */
  async choose(text: string): Promise<void> {
    const dialog = this.page.locator(".quick-input-widget");
    const input = dialog.locator("input[type=text]");
    const focused = dialog.locator(".monaco-list-row.focused", { hasText: text });
    await eventually(`the line ${text}`, async () => {
      // What is typed while another list opens is lost.
      await input.fill(text);
      return succeeds(focused.waitFor({ timeout: 1000 }));
    });
    await input.press("Enter");
  }

  /**
   * Chooses a line of the open list by clicks until that list is gone: a list that is redrawn at that moment loses the
   * click.
   */
  async chooseRow(text: RegExp | string): Promise<void> {
    const dialog = this.page.locator(".quick-input-widget");
    const row = dialog.locator(".monaco-list-row", { hasText: text });
    await row.waitFor();
    const asked = await dialog.locator("input[type=text]").getAttribute("placeholder");
    assert.ok(asked);
    const list = dialog.locator(`input[placeholder=${JSON.stringify(asked)}]`);
    await eventually(`a list other than that of ${String(text)}`, async () => {
      await row.click({ timeout: 3000 }).catch(() => undefined);
      return succeeds(list.waitFor({ state: "hidden", timeout: 3000 }));
    });
  }

  /** Presses Escape until the list, field or file dialog is gone: it may not have the focus at first. */
  async dismiss(): Promise<void> {
    const dialog = this.page.locator(".quick-input-widget");
    const input = dialog.locator("input[type=text]").first();
    await eventually("the end of the list", async () => {
      await input.press("Escape", { timeout: 2000 }).catch(() => undefined);
      return succeeds(dialog.waitFor({ state: "hidden", timeout: 2000 }));
    });
  }

  /**
   * Answers VS Code's own dialog for a file, or for a folder, whose path ends with a slash. The dialog accepts a path only
   * once it has looked at the folder, and may restore its own before that, so what was typed must have stayed.
   */
  async answerFile(file: string): Promise<void> {
    const dialog = this.page.locator(".quick-input-widget");
    const confirms = this.page.getByRole("button", { name: /^(OK|Export Here|Use Certificate)$/ });
    const ok = dialog.locator(confirms);
    // Another list may open at once; its field is not for the path.
    const path = dialog.filter({ has: confirms }).locator("input[type=text]");
    const isBusy = dialog.locator(".monaco-progress-container.active");
    await ok.waitFor();
    /** Consecutive looks at which the path was there and the dialog was idle. */
    let stayed = 0;
    await eventually("the end of the dialog for the file", async () => {
      if (await ok.isHidden()) {
        return true;
      }
      const isThere = (await path.inputValue({ timeout: 500 }).catch(() => "")) === file;
      if (!isThere) {
        await path.fill(file, { timeout: 500 }).catch(() => undefined);
      } else if (stayed > 5) {
        await ok.click({ timeout: 500 }).catch(() => undefined);
      }
      stayed = isThere && (await isBusy.count()) === 0 ? stayed + 1 : 0;
      return undefined;
    });
  }

  /**
   * Returns the tree in the side bar once it shows all of the data space. Which surveys are running arrives last, and a row
   * that is redrawn while its menu is open loses the menu.
   */
  async waitForTree(name = sampleName): Promise<Locator> {
    const tree = this.page.getByRole("tree", { name: /Surveys/ });
    const dataSpace = tree.getByRole("treeitem", {
      name: new RegExp(`^${name}.*\\d+\\+? surveys?`),
    });
    const running = tree.getByRole("treeitem", { name: /\brunning\b|진행 중/ }).first();
    try {
      await dataSpace.waitFor();
      if (name === sampleName) {
        await running.waitFor();
      }
    } catch (error) {
      // If this fails in a hook, nothing else takes a screenshot.
      await takeScreenshot(this.page, `no tree ${Date.now()}`);
      throw error;
    }
    return tree;
  }

  /** Presses a button of a notification. */
  async answerNotification(text: RegExp, button: string): Promise<void> {
    await eventually(`${button} of the notification ${String(text)}`, async () => {
      const found = await this.notification(text);
      const answer = async (): Promise<void> => {
        await found.hover({ timeout: 3000 });
        await found.getByRole("button", { name: button }).click({ timeout: clickMs });
      };
      // A notification that arrives at that moment moves this one out of sight, below the list's head.
      return succeeds(answer());
    });
  }

  /**
   * Locates a notification in the list. Under the smoke-test driver notifications do not pop up; they wait behind the bell.
   */
  async notification(text: RegExp): Promise<Locator> {
    const { page } = this;
    const bell = page.locator('.statusbar-item[id="status.notifications"]');
    await eventually("the notification", async () => {
      const label = await bell.getAttribute("aria-label");
      return label?.includes("No Notifications") === false ? true : undefined;
    });
    const notifications = page.locator(".notifications-center .notification-list-item");
    const found = notifications.filter({ hasText: text });
    let told: string[] = [];
    await eventually("the list of notifications", async () => {
      await bell.click();
      // The same button hides the list, and a notification that arrives at that moment can do so too.
      return found.waitFor({ timeout: 2000 }).then(
        () => true,
        async () => {
          const texts = await notifications.allInnerTexts();
          told = texts.length > 0 ? texts : told;
          return undefined;
        },
      );
    }).catch((error: unknown) =>
      assert.fail(`${String(error)} Notifications: ${told.join(" | ")}`),
    );
    return found;
  }

  /** Returns the document of the open panel of this kind and title, which is a frame in a frame. */
  async webviewFrame(
    kind: "structure" | "responses" | "responseUrls",
    title: string,
  ): Promise<Frame> {
    return eventually(`the panel ${title}`, async () => {
      for (const frame of this.page.frames()) {
        if (await showsPanel(frame, kind, title)) {
          return frame;
        }
      }
      return undefined;
    });
  }

  async setTheme(theme: Theme): Promise<void> {
    const { name, file } = themes[theme];
    await this.changeSettings({ "workbench.colorTheme": name });
    await this.page.locator(`.monaco-workbench[class*="${file}"]`).waitFor();
  }

  /** Changes settings of the machine: every window has them until they are changed again. */
  async changeSettings(settings: Settings): Promise<void> {
    await this.#server.changeSettings(settings);
  }

  async screenshot(name: string): Promise<void> {
    await keepScreenshot(this.page, name);
  }
}

/** Runs in the window. Returns all texts that VS Code has in its databases there. */
async function readStorage(): Promise<string[]> {
  const answer = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error("The database did not answer."));
    });
  const texts: string[] = [];
  for (const { name = "" } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name));
    for (const store of name.startsWith("vscode-web-state-db") ? database.objectStoreNames : []) {
      const values: unknown[] = await answer(
        database.transaction(store).objectStore(store).getAll(),
      );
      texts.push(...values.filter((it) => typeof it === "string"));
    }
    database.close();
  }
  return texts;
}

async function showsPanel(frame: Frame, kind: string, title: string): Promise<boolean> {
  try {
    const script = frame.locator(`script[src*="/dist/${kind}.js"]`);
    return (await frame.title()) === title && (await script.count()) === 1;
  } catch {
    // A frame may disappear while it is looked at.
    return false;
  }
}
