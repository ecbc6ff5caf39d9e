import { strict as assert } from "node:assert";
import { access, readFile, readdir } from "node:fs/promises";
import { join, matchesGlob } from "node:path";
import * as z from "zod";
import { fileSchemas } from "../../scripts/packaging/fileSchemas.ts";
import {
  paletteText,
  withDeclarations,
  withDeclaredTexts,
} from "../../scripts/packaging/manifest.ts";
import { exportFormats } from "../../src/formats/kinds/formats.ts";
import { gridActions, panelActions } from "../../src/messages/responses.ts";

const root = join(import.meta.dirname, "../..");

/** Commands of the responses panel that menus and keys have. */
const inPanel = [...gridActions, ...panelActions].map((it) => `surveyExplorer.responses.${it}`);
const showKeys = "surveyExplorer.responses.showKeys";

const manifest = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), title: z.string() })),
    configuration: z.array(
      z.object({
        properties: z.record(
          z.string(),
          z.object({ scope: z.string(), enum: z.array(z.unknown()).optional() }),
        ),
      }),
    ),
    keybindings: z.array(z.object({ command: z.string(), key: z.string(), when: z.string() })),
    menus: z.record(
      z.string(),
      z.array(
        z.object({
          command: z.string().optional(),
          submenu: z.string().optional(),
          when: z.string().optional(),
          group: z.string().optional(),
        }),
      ),
    ),
    submenus: z.array(z.object({ id: z.string() })),
    viewsWelcome: z.array(z.object({ contents: z.string(), when: z.string().optional() })),
    walkthroughs: z.array(
      z.object({
        steps: z.array(
          z.object({
            media: z.object({ image: z.record(z.string(), z.string()) }),
            completionEvents: z.array(z.string()),
          }),
        ),
      }),
    ),
  }),
});

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(root, file), "utf8"));
}

async function sources(folder: string): Promise<string> {
  const entries = await readdir(join(root, folder), { recursive: true });
  const files = entries.filter((it) => it.endsWith(".ts"));
  return (await Promise.all(files.map((it) => readFile(join(root, folder, it), "utf8")))).join(
    "\n",
  );
}

describe("manifest", () => {
  let contributes: z.infer<typeof manifest>["contributes"];

  before(async () => {
    ({ contributes } = manifest.parse(await readJson("package.json")));
  });

  it("contains the declared commands and menus (npm run manifest)", async () => {
    const written = await readJson("package.json");
    assert.deepEqual(written, withDeclarations(written));
  });

  it("contains the schemas of files, generated from their decoders (npm run manifest)", async () => {
    for (const { url, schema } of fileSchemas) {
      assert.deepEqual(await readJson(url), schema, url);
    }
    const patterns = fileSchemas.flatMap(({ fileMatch }) => fileMatch);
    assert.ok(patterns.every((it) => !matchesGlob("manifest.json", it)));
    assert.ok(patterns.some((it) => matchesGlob("Brand tracker.csv.manifest.json", it)));
  });

  it("links only declared commands in welcome views", async () => {
    const declared = new Set(contributes.commands.map((it) => it.command));
    for (const file of ["package.nls.json", "package.nls.ko.json"]) {
      const texts = z.record(z.string(), z.string()).parse(await readJson(file));
      for (const { contents } of contributes.viewsWelcome) {
        const linked = texts[contents.slice(1, -1)]?.matchAll(/\]\(command:([\w.]+)\)/g);
        const commands = [...(linked ?? [])].map(([, command = ""]) => command);
        assert.ok(commands.length > 0 && commands.every((it) => declared.has(it)), contents);
      }
    }
  });

  it("uses only declared commands and submenus in menus", () => {
    const declared = new Set([
      ...contributes.commands.map((it) => it.command),
      ...contributes.submenus.map((it) => it.id),
    ]);
    for (const [menu, items] of Object.entries(contributes.menus)) {
      for (const { command, submenu } of items) {
        const id = command ?? submenu ?? "nothing";
        assert.ok(declared.has(id), `${id} in ${menu}`);
      }
    }
  });

  it("shows the commands of the golden file in the palette (npm run manifest)", async () => {
    const golden = await readFile(join(root, "test/unit/palette.golden.txt"), "utf8");
    assert.equal(paletteText(), golden);
  });

  it("shows the same palette before activation and without a data space", () => {
    const conditions = (contributes.menus["commandPalette"] ?? []).map((it) => it.when ?? "");
    assert.doesNotMatch(conditions.join("\n"), /hasDataSpaces|hasExports|localRunning/);
  });

  it("shows its welcome view only once it is known that no data space exists", () => {
    const [first] = contributes.viewsWelcome;
    assert.equal(first?.when, "surveyExplorer.hasNoDataSpaces");
  });

  it("hides commands that need a clicked item from the palette", () => {
    const hidden = (contributes.menus["commandPalette"] ?? [])
      .filter((it) => it.when === "false")
      .map((it) => it.command);
    const onNodes = ["copyId", "loadMoreSurveys", "retry", "stopLoadingSurveys"].map(
      (it) => `surveyExplorer.${it}`,
    );
    const called = "surveyExplorer.structureChanges";
    const expected = [...onNodes, called, ...inPanel.filter((it) => it !== showKeys)];
    assert.deepEqual(hidden.sort(), expected.sort());
  });

  it("binds keys to commands of the panel, and letters only outside input fields", () => {
    const keys = contributes.keybindings.map((it) => it.key);
    assert.deepEqual(keys, [...new Set(keys)]);
    const anywhere = ["surveyExplorer.find"];
    for (const { command, key, when } of contributes.keybindings) {
      if (anywhere.includes(command)) {
        assert.match(key, /^ctrl\+/);
        continue;
      }
      assert.ok(inPanel.includes(command), command);
      const isTyped = !/^(ctrl|alt)/.test(key);
      assert.match(when, /^activeWebviewPanelId == 'surveyExplorer.responses' && /);
      assert.equal(isTyped, when.includes("responsesFocus == shortcuts && !inputFocus"), key);
    }
  });

  it("offers every export format in the setting", () => {
    const settings = contributes.configuration.map((it) => it.properties);
    const format = settings.find((it) => "surveyExplorer.export.format" in it);
    assert.deepEqual(format?.["surveyExplorer.export.format"]?.enum, exportFormats);
  });

  it("gives each entry of a row's context menu its own position", () => {
    // Context values of the rows of a survey and of a collect group.
    const rows = [
      "survey structure responses metadata export raw pin id kept",
      "collectGroup responses raw id urls serial",
    ];
    for (const row of rows) {
      const places = (contributes.menus["view/item/context"] ?? [])
        .filter(({ when = "" }) => {
          const pattern = /viewItem =~ \/(.*)\//.exec(when)?.[1];
          const isShown = when.includes("surveyExplorer.surveys") && !/(?<!!)listMulti/.test(when);
          return isShown && pattern !== undefined && new RegExp(pattern).test(row);
        })
        .map((it) => it.group);
      assert.ok(places.length > 5);
      assert.deepEqual(places.sort(), [...new Set(places)].sort(), row);
    }
  });

  it("has a walkthrough with existing pictures and commands", async () => {
    const commands = contributes.commands.map((it) => it.command);
    for (const { media, completionEvents } of contributes.walkthroughs.flatMap((it) => it.steps)) {
      for (const event of completionEvents) {
        assert.ok(commands.includes(event.replace("onCommand:", "")), event);
      }
      for (const picture of Object.values(media.image)) {
        await access(join(root, picture));
      }
    }
  });

  it("prevents workspaces from changing settings", () => {
    for (const { properties } of contributes.configuration) {
      for (const [name, { scope }] of Object.entries(properties)) {
        // A remote window ignores the settings of its own machine that are of the application, and so would windows of tests.
        const expected = name === "surveyExplorer.view.indexSurveys" ? "machine" : "application";
        assert.equal(scope, expected, name);
      }
    }
  });
});

describe("translations", () => {
  const bundle = z.record(z.string(), z.string().min(1));

  it("cover every text of the manifest in English and Korean", async () => {
    const used = [...JSON.stringify(await readJson("package.json")).matchAll(/"%([\w.]+)%"/g)];
    const keys = used.map(([, key]) => key).sort();
    assert.deepEqual(Object.keys(bundle.parse(await readJson("package.nls.json"))).sort(), keys);
    assert.deepEqual(Object.keys(bundle.parse(await readJson("package.nls.ko.json"))).sort(), keys);
  });

  it("match the declared texts of commands, formats and tools (npm run manifest)", async () => {
    const korean = bundle.parse(await readJson("l10n/bundle.l10n.ko.json"));
    const english = bundle.parse(await readJson("package.nls.json"));
    assert.deepEqual(
      english,
      withDeclaredTexts(english, "en", (text) => text),
    );
    const written = bundle.parse(await readJson("package.nls.ko.json"));
    assert.deepEqual(
      written,
      withDeclaredTexts(written, "ko", (text) => korean[text] ?? ""),
    );
  });

  it("cover every text of the code in Korean, with the same placeholders", async () => {
    const korean = bundle.parse(await readJson("l10n/bundle.l10n.ko.json"));
    const code = await sources("src");
    const literal = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/.source;
    const texts = new RegExp(
      `\\b(?:(?:t|localizable|invalidInput)\\(|SurveyError\\.of\\(\\s*"[^"]*",)\\s*(${literal})`,
      "g",
    );
    const forms = new RegExp(`\\{\\s*one:\\s*(${literal}),\\s*other:\\s*(${literal})`, "g");
    const found = [...code.matchAll(texts), ...code.matchAll(forms)];
    const used = new Set(found.flatMap(([, ...literals]) => literals.map(literalText)));
    const missing = [...used].filter((it) => !(it in korean));
    assert.deepEqual(missing, [], "Translate these in l10n/bundle.l10n.ko.json.");
    const unused = Object.keys(korean).filter((it) => !used.has(it));
    assert.deepEqual(unused, [], "Remove these from l10n/bundle.l10n.ko.json.");
    for (const [text, translation] of Object.entries(korean)) {
      assert.deepEqual(places(translation), places(text), text);
    }
  });
});

function literalText(literal: string): string {
  const inner = literal.slice(1, -1);
  return z
    .string()
    .parse(JSON.parse(`"${inner.replaceAll(`\\'`, "'").replace(/(?<!\\)"/g, '\\"')}"`));
}

function places(text: string): string[] {
  return [...text.matchAll(/\{\d+\}/g)].map(([it]) => it).sort();
}
