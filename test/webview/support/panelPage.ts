import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import packageJson from "../../../package.json" with { type: "json" };
import type { PanelLocale } from "../../../src/messages/panel.ts";
import { wordsOf } from "../../../src/model/localizable.ts";
import type { AnswerMessage } from "../../../src/rpc/messages.ts";
import type { FieldworkCall, FieldworkState } from "../panels/fieldworkHarness.ts";
import type { GridCall, GridState } from "../panels/gridHarness.ts";
import { startPanelServer, type PanelServer, type Program } from "./panelPageServer.ts";
import { PanelPages, type LentPage } from "./panelPages.ts";
import type { Theme } from "./panelPageThemes.ts";
import { keepScreenshot } from "./screenshots.ts";
import {
  eventOf,
  isCall,
  requestOf,
  type ResponsesMessage,
  type ResponsesRequest,
  type ResponseUrlsMessage,
  type ResponseUrlsRequest,
  type StructureMessage,
  type StructureRequest,
} from "./panelMessages.ts";

declare global {
  interface Window {
    /** Messages that the panel posted to the host. */
    sent: unknown[];
    /** State that the panel kept with setState. */
    kept: unknown;
    /** Place of the focus that the panel reported last. */
    focusPlace: string | undefined;
    /** Violations of the content security policy, and scripts in labels that managed to run. */
    breaches: string[];
    acquireVsCodeApi: () => unknown;
    /** Passes the panel's messages on to a test that answers them. */
    passOn?: (message: unknown) => unknown;
  }
}

interface Updating extends Element {
  readonly updateComplete: Promise<boolean>;
}

export interface PanelOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** Device pixels per CSS pixel; 2 with half the size is a zoom of 200 %. */
  readonly scale?: number;
  readonly kept?: unknown;
  /** Replaces the locale of the states. */
  readonly locale?: PanelLocale | undefined;
}

/** The host's side of a panel, with a page in the place of the webview. */
export class PanelPage<State extends { readonly kind: string }, Request> {
  readonly page: Page;
  readonly #program: Program;
  readonly #lent: LentPage;
  readonly #locale: PanelLocale | undefined;
  readonly #faults: string[] = [];
  readonly #requested: string[] = [];

  constructor(lent: LentPage, program: Program, locale?: PanelLocale) {
    const { page } = lent;
    this.#lent = lent;
    this.#locale = locale;
    this.#program = program;
    this.page = page;
    page.on("pageerror", (error) => this.#faults.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") {
        this.#faults.push(message.text());
      }
    });
    page.on("dialog", (dialog) => {
      this.#faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => this.#requested.push(request.url()));
  }

  /** Posts a state as the host does, and waits until it is drawn. */
  async show(state: State): Promise<void> {
    const isAlone = this.#program === "grid" || this.#program === "fieldwork";
    const isTold = this.#locale !== undefined && (isAlone || "locale" in state);
    const told = isTold ? { ...state, locale: this.#locale } : state;
    await this.#post(isAlone ? told : eventOf(told));
  }

  /** Answers a request that was passed on by `onRequest`, and waits until that is drawn. */
  async answer(answer: AnswerMessage): Promise<void> {
    await this.#post(answer);
  }

  /** Answers the request with that name which was sent last. */
  async answerLast(name: string, value: unknown): Promise<void> {
    const id = await this.page.evaluate((wanted) => {
      const at = window.sent.findLastIndex((it) => (it as { name?: unknown }).name === wanted);
      const [call] = window.sent.splice(at, 1);
      return (call as { id: number }).id;
    }, name);
    await this.#post({ id, value });
  }

  async #post(message: object): Promise<void> {
    // Sent as text, because the browser's driver takes seconds for a state of many cells.
    await this.page.evaluate(async (text) => {
      const arrived = new Promise((resolve) => {
        addEventListener("message", resolve, { once: true });
      });
      postMessage(JSON.parse(text));
      await arrived;
      for (const element of document.querySelectorAll<Updating>(":not(:not(:defined))")) {
        await element.updateComplete;
      }
    }, JSON.stringify(message));
    await this.painted();
  }

  /** Waits for two frames: one in which observers learn about sizes, one in which the result is drawn. */
  async painted(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        }),
    );
  }

  /** Returns the requests since the last call, without those that every panel posts by itself. */
  async takeRequests(): Promise<Request[]> {
    const sent = await this.page.evaluate(() => window.sent.splice(0));
    return sent.filter((it) => !isAutomatic(it)).map((it) => requestOf(it) as Request);
  }

  /** Calls back with each further request and its number. `takeRequests` returns them as well. */
  async onRequest(answer: (request: Request, id: number) => void): Promise<void> {
    const passOn = await this.page.exposeFunction("passOn", (message: unknown) => {
      answer(requestOf(message) as Request, isCall(message) ? message.id : 0);
    });
    this.#lent.takeAway(passOn);
  }

  /** Waits for a condition that a later frame fulfils. */
  async until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
    const deadline = performance.now() + 120_000;
    while (!(await condition())) {
      assert(performance.now() < deadline, `Never happened: ${what}`);
      await this.painted();
    }
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      if (/^(Shift\+)?[a-z?]$/i.test(key)) {
        // The key may be a shortcut of VS Code, which posts an action to the panel.
        await this.painted();
      }
    }
    await this.painted();
  }

  /** Returns the text in the language of the panel. */
  said(text: string, ...words: readonly (string | number)[]): string {
    return wordsOf(this.#locale ?? { locale: "en-GB", strings: {} }).t(text, ...words);
  }

  /** @param name in English */
  button(name: string, ...words: readonly (string | number)[]): Locator {
    return this.page.getByRole("button", { name: this.said(name, ...words), exact: true });
  }

  tab(name: string): Locator {
    return this.page.getByRole("tab", { name: this.said(name) });
  }

  /** Returns the label of the focused element, or else its text. */
  async focused(): Promise<string> {
    return this.page.evaluate(() => {
      const element = document.activeElement;
      const text = element?.getAttribute("aria-label") ?? element?.textContent ?? "";
      return text.replace(/\s+/g, " ").trim();
    });
  }

  /** Changes the theme without a reload, as VS Code does. */
  async setTheme(theme: Theme): Promise<void> {
    await this.page.emulateMedia({ colorScheme: colourScheme(theme) });
    await this.page.evaluate(async (name) => {
      const before = document.querySelector<HTMLLinkElement>("link[href*='/theme.css']");
      const style = before?.cloneNode();
      if (!(before && style instanceof HTMLLinkElement)) {
        throw new Error("The page has no theme.");
      }
      style.href = `/theme.css?theme=${name}`;
      if (style.href !== before.href) {
        // The old theme goes only when the new one is loaded, so that the page always has colours.
        await new Promise((resolve, reject) => {
          style.addEventListener("load", resolve);
          style.addEventListener("error", () => reject(new Error(`No theme ${name}.`)));
          before.after(style);
        });
        before.remove();
        document.body.className = `vscode-${name}`;
        document.body.dataset["vscodeThemeKind"] = `vscode-${name}`;
      }
    }, theme);
    await this.painted();
  }

  async screenshot(name: string): Promise<void> {
    await keepScreenshot(this.page, name);
  }

  /** Returns the URLs that were requested from other servers than ours since the page was opened. */
  foreignRequests(): readonly string[] {
    const { origin } = new URL(this.page.url());
    return this.#requested.filter((url) => new URL(url).origin !== origin);
  }

  /** Returns all URLs that were requested since the page was opened. */
  requests(): readonly string[] {
    return this.#requested;
  }

  requestCount(): number {
    return this.#requested.length;
  }

  /** Replaces the clock of the page, with `page.clock` to move it. */
  async installClock(): Promise<void> {
    await this.#lent.installClock();
  }

  /** Closes the panel. Fails if there was an error, a dialog, a breach of the policy or a request to another server. */
  async close(): Promise<void> {
    const breaches = await this.page.evaluate(() => window.breaches);
    const foreign = this.foreignRequests();
    await this.#lent.clean();
    const problems = [...breaches, ...this.#faults, ...foreign];
    await this.#lent.end(problems.length === 0);
    assert.deepEqual(problems, []);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

function colourScheme(theme: Theme): "light" | "dark" {
  return theme === "light" ? "light" : "dark";
}

function isReady(message: unknown): boolean {
  return (requestOf(message) as { kind?: unknown }).kind === "ready";
}

/** True for messages that every panel posts by itself, which tests do not look at. */
function isAutomatic(message: unknown): boolean {
  return isReady(message) || (requestOf(message) as { kind?: unknown }).kind === "focus";
}

/** Opens panels for the tests of the suite in which it is made. */
export class PanelBrowser {
  #server: PanelServer | undefined;
  readonly #pages = new PanelPages();

  constructor() {
    before(async () => {
      this.#server = await startPanelServer();
    });
    after(async () => {
      await this.#pages.close();
      await this.#server?.close();
    });
  }

  structure(options: PanelOptions = {}): Promise<PanelPage<StructureMessage, StructureRequest>> {
    return this.#open("structure", options);
  }

  responses(options: PanelOptions = {}): Promise<PanelPage<ResponsesMessage, ResponsesRequest>> {
    return this.#open("responses", options);
  }

  responseUrls(
    options: PanelOptions = {},
  ): Promise<PanelPage<ResponseUrlsMessage, ResponseUrlsRequest>> {
    return this.#open("responseUrls", options);
  }

  /** The grid of responses alone. */
  grid(options: PanelOptions = {}): Promise<PanelPage<GridState, GridCall>> {
    return this.#open("grid", options);
  }

  /** The Fieldwork tab alone. */
  fieldwork(options: PanelOptions = {}): Promise<PanelPage<FieldworkState, FieldworkCall>> {
    return this.#open("fieldwork", options);
  }

  async #open<State extends { readonly kind: string }, Request>(
    program: Program,
    { theme = "dark", width = 1200, height = 800, scale = 1, kept, locale }: PanelOptions,
  ): Promise<PanelPage<State, Request>> {
    assert(this.#server, "Panels open only while the tests of the suite run.");
    const colorScheme = colourScheme(theme);
    const lent = await this.#pages.lend({ width, height, scale, colorScheme });
    const { page } = lent;
    const panel = new PanelPage<State, Request>(lent, program, locale);
    lent.takeAway(await page.addInitScript(fakeHost, kept));
    lent.takeAway(await page.addInitScript(fakeKeys, keybindings));
    await page.goto(this.#server.address(program, theme));
    await panel.until(
      async () => (await page.evaluate(() => window.sent)).some(isReady),
      "the panel is ready",
    );
    return panel;
  }
}

/** Keybindings of the manifest, by key: the action, and whether it applies only while no text is typed. */
const keybindings: Readonly<
  Record<string, { readonly action: string; readonly isLetter: boolean }>
> = Object.fromEntries(
  packageJson.contributes.keybindings.map(({ key, command, when }) => [
    key,
    {
      action: command.replace("surveyExplorer.responses.", ""),
      isLetter: when.includes("shortcuts"),
    },
  ]),
);

/** Handles keys as VS Code does. Runs in the page, before the panel. */
function fakeKeys(known: typeof keybindings): void {
  window.addEventListener("keydown", (event) => {
    const { altKey, ctrlKey, shiftKey, code } = event;
    const name = code === "Slash" ? "/" : code.replace(/^Key/, "").toLowerCase();
    const held = Object.entries({ ctrl: ctrlKey, shift: shiftKey, alt: altKey });
    const key = [...held.filter(([, isHeld]) => isHeld).map(([it]) => it), name].join("+");
    const place = window.focusPlace;
    const { action, isLetter } = known[key] ?? {};
    if (action !== undefined && (isLetter ? place === "shortcuts" : place !== "outside")) {
      postMessage({ event: "do", value: { action } });
    }
  });
}

/** Runs in the page, before the panel. */
function fakeHost(kept: unknown): void {
  window.sent = [];
  window.kept = kept;
  window.breaches = [];
  window.focusPlace = "shortcuts";
  let acquired = false;
  window.acquireVsCodeApi = () => {
    if (acquired) {
      throw new Error("An instance of the VS Code API has already been acquired");
    }
    acquired = true;
    return {
      postMessage: (message: unknown) => {
        window.sent.push(structuredClone(message));
        const { name, values } = message as { name?: string; values?: { place?: string }[] };
        window.focusPlace = name === "focus" ? values?.[0]?.place : window.focusPlace;
        void window.passOn?.(message);
      },
      getState: () => window.kept,
      setState: (state: unknown) => {
        window.kept = structuredClone(state);
      },
    };
  };
  document.addEventListener("securitypolicyviolation", (event) => {
    window.breaches.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
  });
}
