import type Mocha from "mocha";
import { closeBrowser } from "./browser.ts";
import { stopHost } from "./host.ts";
import { Workbench } from "./workbench.ts";

/** Found by scripts/testing/node-child.ts. What a suite started on the way is ended here, once. */
export const mochaHooks: Mocha.RootHookObject = {
  async afterEach(this: Mocha.Context) {
    await Workbench.tested(this.currentTest);
  },
  async afterAll() {
    await closeBrowser();
    await stopHost();
  },
};
