import { gridActions, type GridAction } from "../../messages/responses.ts";
import {
  onlyOnRows,
  type CommandDeclaration,
  type CommandDeclarations,
  type MenuPlace,
} from "../commands/declaration.ts";

/** The groups of the grid's context menus, by what was clicked. */
const gridMenus: Readonly<
  Record<"header" | "cell", Readonly<Partial<Record<GridAction, string>>>>
> = {
  header: {
    sortAscending: "1_sort@1",
    sortDescending: "1_sort@2",
    clearSort: "1_sort@3",
    filterByColumn: "2_filter@1",
    freezeColumns: "3_columns@1",
    hideColumn: "3_columns@2",
    moveColumnLeft: "3_columns@3",
    moveColumnRight: "3_columns@4",
    resetColumns: "3_columns@5",
  },
  cell: {
    copyTsv: "1_copy@1",
    copyCsv: "1_copy@2",
    copyJson: "1_copy@3",
    copyMarkdown: "1_copy@4",
    filterByValue: "2_filter@1",
    filterByColumn: "2_filter@2",
    sortAscending: "3_sort@1",
    sortDescending: "3_sort@2",
    clearSort: "3_sort@3",
    showRaw: "4_raw@1",
  },
};

/** The panel knows which of its cells was clicked. */
function inGrid(action: GridAction): CommandDeclaration {
  const places = Object.entries(gridMenus).flatMap(([section, groups]): MenuPlace[] => {
    const when = `webviewId == 'surveyExplorer.responses' && webviewSection == '${section}'`;
    const group = groups[action];
    return group === undefined ? [] : [{ menu: "webview/context", when, group }];
  });
  return {
    palette: onlyOnRows,
    places,
    load:
      async ({ panels }) =>
      async () =>
        panels.doInGrid(action),
  };
}

export const responseCommands: CommandDeclarations = {
  clearCachedResponses: {
    icon: "clear-all",
    load: async (parts, handle) =>
      handle((await import("./cacheCommands.ts")).clearCachedResponsesCommand(parts)),
  },
  setMissingCodes: {
    load: async (parts, handle) =>
      handle((await import("./missingCodesCommand.ts")).setMissingCodesCommand(parts)),
  },
  ...Object.fromEntries(gridActions.map((action) => [`responses.${action}`, inGrid(action)])),
};
