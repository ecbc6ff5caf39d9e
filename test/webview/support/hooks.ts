import type { RootHookObject } from "mocha";
import { closeBrowser } from "./browser.ts";
import { stopHost } from "./host.ts";

/** Found by scripts/testing/node-child.ts. What a suite started on the way is ended here, once. */
export const mochaHooks: RootHookObject = {
  async afterAll() {
    await closeBrowser();
    await stopHost();
  },
};
