import type Mocha from "mocha";
import type { Page } from "playwright-core";
import { browser } from "./browser.ts";

interface PageChoices {
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly scale: number;
  readonly colorScheme: "light" | "dark";
}

const all = new Set<PanelPages>();

/**
 * Pages that show one panel after the other. A new page has a process of its own, which compiles the panel's scripts again:
 * that takes longer than most tests.
 */
export class PanelPages {
  readonly #idle: { readonly scale: number; readonly page: Page }[] = [];

  constructor() {
    all.add(this);
  }

  /** Called by the root hooks. After a failure, the next tests get new pages. */
  static async afterTest(test: Mocha.Test | undefined): Promise<void> {
    if (test?.state === "failed") {
      await Promise.all([...all].map((it) => it.#closeIdle()));
    }
  }

  /** Returns a page as good as new, for one panel. */
  async lend({ width, height, scale, colorScheme }: PageChoices): Promise<LentPage> {
    const at = this.#idle.findIndex((it) => it.scale === scale);
    const [found] = at < 0 ? [] : this.#idle.splice(at, 1);
    const page = found?.page ?? (await newPage(scale));
    const size = page.viewportSize();
    if (size?.width !== width || size.height !== height) {
      await page.setViewportSize({ width, height });
    }
    await page.emulateMedia({ colorScheme });
    return new LentPage(page, () => this.#idle.push({ scale, page }));
  }

  /** Closes the pages that show no panel. */
  async close(): Promise<void> {
    all.delete(this);
    await this.#closeIdle();
  }

  async #closeIdle(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(({ page }) => page.context().close()));
  }
}

async function newPage(deviceScaleFactor: number): Promise<Page> {
  const context = await (
    await browser()
  ).newContext({ deviceScaleFactor, locale: "en-GB", timezoneId: "UTC" });
  return context.newPage();
}

interface Given {
  dispose(): Promise<void>;
}

/** A page while it shows one panel. */
export class LentPage {
  readonly page: Page;
  readonly #giveBack: () => void;
  readonly #given: Given[] = [];
  #isSpoilt = false;

  constructor(page: Page, giveBack: () => void) {
    this.page = page;
    this.#giveBack = giveBack;
  }

  /** Takes away at the end what the page was given, such as a script or a function. */
  takeAway(given: Given): void {
    this.#given.push(given);
  }

  /** Replaces the page's clock. Playwright cannot put the real one back, so the page is not used again. */
  async installClock(): Promise<void> {
    this.#isSpoilt = true;
    await this.page.clock.install();
  }

  /** Ends the document, and removes everything that the next one would find. */
  async clean(): Promise<void> {
    const { page } = this;
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto("about:blank");
    await Promise.all([
      // Playwright presses the button where it moved the mouse last.
      page.mouse.move(0, 0),
      page.context().clearCookies(),
      page.context().clearPermissions(),
      ...this.#given.splice(0).map((it) => it.dispose()),
    ]);
    for (const event of ["pageerror", "console", "dialog", "request"]) {
      page.removeAllListeners(event);
    }
  }

  /** @param isGood false if the page must not be used again */
  async end(isGood: boolean): Promise<void> {
    if (isGood && !this.#isSpoilt) {
      this.#giveBack();
    } else {
      await this.page.context().close();
    }
  }
}
