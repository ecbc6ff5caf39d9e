import type Mocha from "mocha";
import { closeBrowser } from "./browser.ts";
import { stopHost } from "./host.ts";
import { PanelPages } from "./panelPages.ts";
import { Workbench } from "./workbench.ts";

/** Mocha's root hooks, which scripts/testing/node-child.ts finds. They end, once, what the suites have started. */
export const mochaHooks: Mocha.RootHookObject = {
  async afterEach(this: Mocha.Context) {
    await Workbench.afterTest(this.currentTest);
    await PanelPages.afterTest(this.currentTest);
  },
  async afterAll() {
    await closeBrowser();
    await stopHost();
  },
};
