import * as z from "zod";
import { allCommands } from "../../src/vscode/commands/all.ts";

const fields = z.record(z.string(), z.unknown());
const menuItem = z.looseObject({ command: z.string().optional() });

/** What the manifest has beside commands: submenus stand in menus, too. */
const menus = z.record(z.string(), z.array(menuItem));
type Menus = z.infer<typeof menus>;

const category = "Survey Explorer";
const id = (name: string): string => `surveyExplorer.${name}`;
const commands = Object.entries(allCommands);

/** The manifest with the commands that features declare, and their places in menus. All else stays as it is. */
export function withCommands(manifest: unknown): Readonly<Record<string, unknown>> {
  const all = fields.parse(manifest);
  const contributes = fields.parse(all["contributes"]);
  const declared = commands.map(([name, { icon }]) => ({
    command: id(name),
    title: `%command.${name}%`,
    category,
    ...(icon === undefined ? {} : { icon: `$(${icon})` }),
  }));
  const places = withPlaces(menus.parse(contributes["menus"]));
  return { ...all, contributes: { ...contributes, commands: declared, menus: places } };
}

function withPlaces(known: Menus): Menus {
  const made: Menus = Object.fromEntries(Object.keys(known).map((menu) => [menu, []]));
  for (const [name, { palette, places = [] }] of commands) {
    const hidden = palette === undefined ? [] : [{ menu: "commandPalette", when: palette }];
    for (const { menu, ...item } of [...hidden, ...places]) {
      (made[menu] ??= []).push({ command: id(name), ...item });
    }
  }
  for (const [menu, items] of Object.entries(known)) {
    made[menu]?.push(...items.filter((it) => it.command === undefined));
  }
  return made;
}
