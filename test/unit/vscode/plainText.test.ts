import assert from "node:assert/strict";
import { ESLint, Linter } from "eslint";
import fc from "fast-check";
import tseslint from "typescript-eslint";
import { joined, plain, withIcon, type SafeText } from "../../../src/vscode/platform/plainText.ts";
import type * as windowTexts from "../../../src/vscode/platform/window.ts";

// Links as VS Code finds them in notifications and fields, and icons as it finds them in lists and the status bar.
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const icon = /\$\([A-Za-z0-9-]+(~[A-Za-z]+)?\)/;

describe("plain text", () => {
  it("disables icons, links and commands in foreign texts", () => {
    const hostile = "See [the answers](command:workbench.action.quit) $(alert)";
    assert.match(hostile, link);
    assert.match(hostile, icon);
    assert.doesNotMatch(plain(hostile), link);
    assert.doesNotMatch(plain(hostile), icon);
    assert.equal(plain("a [b] (c) $ (d) $5"), "a [b] (c) $ (d) $5");
  });

  it("stays free of icons and links when joined, and is unchanged when made plain again", () => {
    const pieces = [
      "[",
      "]",
      "(",
      ")",
      "$",
      "$(",
      "](",
      "a",
      " ",
      "\u0007",
      "\u202e",
      "command:x",
      "alert",
    ];
    const words = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((it) => it.join(""));
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 4 }),
        fc.constantFrom("", " ", "(", " (", ": "),
        (all, between) => {
          const text = joined(all.map(plain), between);
          assert.doesNotMatch(text, link);
          assert.doesNotMatch(text, icon);
          assert.equal(plain(text), plain(plain(text)));
        },
      ),
      { seed: 13, numRuns: 5000 },
    );
  });

  it("can be combined with own icons", () => {
    assert.equal(withIcon("error", plain("$(alert) x")), "$(error) $\u200b(alert) x");
  });

  it("is required by a lint rule", async () => {
    const eslint = new ESLint();
    const rule = "no-restricted-syntax";
    const complaints = async (file: string, code: string): Promise<number> => {
      const { rules = {} } = (await eslint.calculateConfigForFile(file)) as Linter.Config;
      const { parser } = tseslint;
      const config = {
        languageOptions: { parser },
        rules: { [rule]: rules[rule] },
      } as Linter.Config;
      return new Linter().verify(code, config).length;
    };
    for (const code of [
      `vscode.window.showInformationMessage(id);`,
      `const { withProgress } = vscode.window;`,
      `window.createQuickPick();`,
      `const text = id as SafeText;`,
    ]) {
      for (const file of [
        "src/extension.ts",
        "src/vscode/x.ts",
        "src/vscode/commands/registry.ts",
      ]) {
        assert.equal(await complaints(file, code), 1, `${file}: ${code}`);
      }
      assert.equal(await complaints("src/vscode/platform/window.ts", code), 0, code);
    }
  });
});

/** Never runs: the compiler has to refuse the calls in it. */
export function compiled(
  { t, showStatus, showError, pickOne }: typeof windowTexts,
  id: string,
): void {
  const text: SafeText = t("Copied {0}", id);
  showStatus(text, 1);
  // @ts-expect-error a foreign text
  showStatus(id, 1);
  // @ts-expect-error a foreign text inside one of ours
  showStatus(`Copied ${id}`, 1);
  // @ts-expect-error a foreign text in place of one of ours
  t(id);
  // @ts-expect-error a foreign text inside one of ours
  t(`Copied ${id}`);
  // @ts-expect-error a foreign text beside one of ours
  void showError(`${text} ${id}`);
  // @ts-expect-error a foreign text in a list
  void pickOne([{ label: text, description: id }], {});
}
