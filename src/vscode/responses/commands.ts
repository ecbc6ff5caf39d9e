import { gridActions, panelActions, type PanelAction } from "../../messages/responses.ts";
import {
  neverInPalette,
  type CommandDeclaration,
  type CommandDeclarations,
  type MenuPlace,
} from "../commands/declaration.ts";

/** The groups of the grid's context menus, by what was clicked. */
const gridMenus: Readonly<
  Record<"header" | "cell", Readonly<Partial<Record<PanelAction, string>>>>
> = {
  header: {
    sortAscending: "1_sort@1",
    sortDescending: "1_sort@2",
    clearSort: "1_sort@3",
    filterByColumn: "2_filter@1",
    copyLink: "4_link@1",
    freezeColumns: "3_columns@1",
    hideColumn: "3_columns@2",
    moveColumnLeft: "3_columns@3",
    moveColumnRight: "3_columns@4",
    resetColumns: "3_columns@5",
    showInStructure: "4_structure@1",
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
    copyLink: "4_raw@2",
    showInStructure: "5_structure@1",
  },
};

const panel = "activeWebviewPanelId == 'surveyExplorer.responses'";

/** VS Code knows at once that the focus is in a field or list of its own, but only a moment later that it left the panel. */
const areShortcuts = `${panel} && surveyExplorer.responsesFocus == shortcuts && !inputFocus && !listFocus`;

const letters: Readonly<Partial<Record<PanelAction, string>>> = {
  toggleSort: "s",
  hideColumn: "h",
  freezeColumns: "z",
  resizeColumn: "w",
  fitColumn: "shift+w",
  toggleFilter: "f",
  toggleColumns: "k",
  nextCellMode: "c",
  nextResponse: "n",
  previousResponse: "p",
  showRaw: "j",
};

/** Declares a command that the panel itself runs, because it knows which of its cells was clicked or is active. */
function inPanel(action: PanelAction): CommandDeclaration {
  const places = Object.entries(gridMenus).flatMap(([section, groups]): MenuPlace[] => {
    const when = `webviewId == 'surveyExplorer.responses' && webviewSection == '${section}'`;
    const group = groups[action];
    return group === undefined ? [] : [{ menu: "webview/context", when, group }];
  });
  const letter = letters[action];
  const keys = letter === undefined ? [] : [{ key: letter, when: areShortcuts }];
  return {
    palette: neverInPalette,
    places,
    keys,
    load:
      async ({ panels }) =>
      async () =>
        panels.doInResponses(action),
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
  ...Object.fromEntries(
    [...gridActions, ...panelActions].map((action) => [`responses.${action}`, inPanel(action)]),
  ),
  "responses.showKeys": {
    ...inPanel("showKeys"),
    palette: panel,
    keys: [
      { key: "shift+/", when: areShortcuts },
      // As in VS Code's own editors, even while the focus is in a text field.
      { key: "alt+f1", when: `${panel} && surveyExplorer.responsesFocus` },
    ],
  },
};
