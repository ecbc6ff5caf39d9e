import * as z from "zod";
import { fileSchemas } from "./fileSchemas.ts";
import { offeredAt } from "./offeredAt.ts";
import { exportFormats, formats } from "../../src/formats/kinds/formats.ts";
import { toolSchema } from "../../src/assistant/toolJob.ts";
import type { Tool } from "../../src/assistant/tool.ts";
import { toolPrefix } from "../../src/assistant/toolNames.ts";
import { tools } from "../../src/assistant/tools.ts";
import { allCommands } from "../../src/vscode/commands/all.ts";
import { neverInPalette, type CommandTitle } from "../../src/vscode/commands/declaration.ts";

const fields = z.record(z.string(), z.unknown());
const menuItem = z.looseObject({ command: z.string().optional() });

/** Menus of the manifest. Their items are commands and submenus. */
const menus = z.record(z.string(), z.array(menuItem));
type Menus = z.infer<typeof menus>;

const settings = z.array(z.looseObject({ properties: z.record(z.string(), fields) }));
/** Key of the setting's text, and prefix of the keys of the formats' texts. */
const formatText = "config.export.format";

const commandText = (name: string): string => `command.${name}`;
const toolText = (name: string): string => `tool.${name}`;

type Texts = Readonly<Record<string, string>>;

const category = "Survey Explorer";
const id = (name: string): string => `surveyExplorer.${name}`;
const commands = Object.entries(allCommands);

/** Returns the manifest with the declared commands, their places in menus, formats and tools. All else stays as it is. */
export function withDeclarations(manifest: unknown): Readonly<Record<string, unknown>> {
  const all = fields.parse(manifest);
  const contributes = fields.parse(all["contributes"]);
  const declared = commands.map(([name, { icon }]) => ({
    command: id(name),
    title: `%${commandText(name)}%`,
    category,
    ...(icon === undefined ? {} : { icon: `$(${icon})` }),
  }));
  const places = withPlaces(menus.parse(contributes["menus"]));
  const configuration = settings.parse(contributes["configuration"]).map(withFormats);
  const keybindings = commands.flatMap(([name, { keys = [] }]) =>
    keys.map((it) => ({ command: id(name), ...it })),
  );
  const others = z
    .array(fields)
    .parse(contributes["jsonValidation"])
    .filter((it) => fileSchemas.every(({ url }) => url !== it["url"]));
  const jsonValidation = [
    ...others,
    ...fileSchemas.map(({ fileMatch, url }) => ({ fileMatch, url })),
  ];
  const languageModelTools = tools.map(declaredTool);
  const made = {
    ...{ jsonValidation, configuration, commands: declared, keybindings },
    ...{ menus: places, languageModelTools },
  };
  return { ...all, contributes: { ...contributes, ...made } };
}

/** Returns the name by which a chat refers to a tool, after `#`. `#surveys` is the list of surveys, to start with. */
function referenceName(name: Tool["name"]): string {
  return name === "list_surveys"
    ? "surveys"
    : `survey_${name}`.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function declaredTool(tool: Tool) {
  const { name, icon, description } = tool;
  return {
    name: `${toolPrefix}${name}`,
    displayName: `%${toolText(name)}%`,
    userDescription: `%${toolText(name)}.summary%`,
    modelDescription: description,
    toolReferenceName: referenceName(name),
    canBeReferencedInPrompt: true,
    icon: `$(${icon})`,
    tags: ["surveys"],
    when: "config.surveyExplorer.assistant.enabled && isWorkspaceTrusted",
    inputSchema: toolSchema(tool),
  };
}

function withFormats({ properties, ...group }: z.infer<typeof settings>[number]) {
  const name = id("export.format");
  const offered = {
    enum: exportFormats,
    enumDescriptions: exportFormats.map((it) => `%${formatText}.${it}%`),
  };
  const changed = name in properties ? { [name]: { ...properties[name], ...offered } } : {};
  return { ...group, properties: { ...properties, ...changed } };
}

/**
 * Returns the manifest's texts in a language, with the titles of commands and the descriptions of formats and tools.
 * @param t translates texts that the code has, too
 */
export function withDeclaredTexts(
  texts: Texts,
  language: keyof CommandTitle,
  t: (text: string) => string,
): Texts {
  const ofCommands = commands.map(([name, { title }]): [string, string] => [
    commandText(name),
    title[language],
  ]);
  const ofTools = tools.flatMap(({ name, title, summary }): [string, string][] => [
    [toolText(name), t(title.text)],
    [`${toolText(name)}.summary`, t(summary.text)],
  ]);
  const others = Object.entries(withFormatTexts(texts, t));
  const prefixes = [commandText(""), toolText("")];
  return Object.fromEntries([
    ...others.filter(([key]) => !prefixes.some((it) => key.startsWith(it))),
    ...ofCommands,
    ...ofTools,
  ]);
}

function withFormatTexts(texts: Texts, t: (text: string) => string): Texts {
  const said = exportFormats.map((it): [string, string] => [
    `${formatText}.${it}`,
    `${formats[it].variants(t)[0]?.detail ?? ""}.`,
  ]);
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]): [string, string][] => {
      if (key.startsWith(`${formatText}.`)) {
        return [];
      }
      return key === formatText ? [...said, [key, text]] : [[key, text]];
    }),
  );
}

/**
 * Returns what the command palette offers: per line a command's titles and its condition. The list is kept with the tests,
 * so that changes are noticed.
 */
export function paletteText(): string {
  const offered = commands.filter(([, { palette }]) => palette !== neverInPalette);
  const lines = offered.map(([, { title, palette }]) =>
    [title.en, title.ko, ...(palette === undefined ? [] : [palette])].join(" | "),
  );
  return `${lines.sort().join("\n")}\n`;
}

function withPlaces(known: Menus): Menus {
  const made: Menus = Object.fromEntries(Object.keys(known).map((menu) => [menu, []]));
  for (const [name, { palette, places = [] }] of commands) {
    const hidden = palette === undefined ? [] : [{ menu: "commandPalette", when: palette }];
    for (const { menu, ...item } of [...hidden, ...places.map(offeredAt)]) {
      (made[menu] ??= []).push({ command: id(name), ...item });
    }
  }
  for (const [menu, items] of Object.entries(known)) {
    made[menu]?.push(...items.filter((it) => it.command === undefined));
  }
  return made;
}
