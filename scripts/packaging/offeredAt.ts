import type { MenuPlace, SurveyRow } from "../../src/vscode/commands/declaration.ts";

interface MenuItem {
  readonly menu: string;
  readonly when?: string;
  readonly group: string;
}

/** Returns the item of the manifest that offers a command at a place. */
export function offeredAt(place: MenuPlace): MenuItem {
  const { group, when } = place;
  if ("surveyRow" in place) {
    return inMenu("view/item/context", group, rowCondition(place, group), when);
  }
  if ("exportRow" in place) {
    const row = `view == surveyExplorer.exports && viewItem =~ ${String(place.exportRow)}`;
    return inMenu("view/item/context", group, row, when);
  }
  if ("viewTitle" in place) {
    return inMenu("view/title", group, `view == surveyExplorer.${place.viewTitle}`, when);
  }
  return inMenu(place.menu, group, when);
}

function rowCondition({ surveyRow, selected }: SurveyRow, group: string): string {
  const count = selected ?? (group.startsWith("inline") ? "any" : "one");
  const multi = { one: "!listMultiSelection && ", several: "listMultiSelection && ", any: "" };
  return `view == surveyExplorer.surveys && ${multi[count]}viewItem =~ ${String(surveyRow)}`;
}

function inMenu(menu: string, group: string, ...conditions: (string | undefined)[]): MenuItem {
  const when = conditions.filter((it) => it !== undefined).join(" && ");
  return when === "" ? { menu, group } : { menu, when, group };
}
