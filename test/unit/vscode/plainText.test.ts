import assert from "node:assert/strict";
import { plain, unlinked } from "../../../src/vscode/adapters/plainText.ts";

describe("Words of a survey", () => {
  it("are no icons, no links and no commands where a person reads them", () => {
    // As VS Code finds links in notifications.
    const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
    const hostile = "See [the answers](command:workbench.action.quit) $(alert)";
    assert.match(hostile, link);
    assert.doesNotMatch(unlinked(hostile), link);
    assert.doesNotMatch(plain(hostile), link);
    assert.doesNotMatch(plain(hostile), /\$\(/);
    assert.equal(unlinked("a [b] (c)"), "a [b] (c)");
  });
});
