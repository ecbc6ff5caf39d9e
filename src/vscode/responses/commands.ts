import { gridActions, panelActions, type PanelAction } from "../../messages/responses.ts";
import {
  type CommandDeclaration,
  type CommandDeclarations,
  type CommandLoaders,
  type CommandTitle,
  type LoadHandler,
  type MenuPlace,
  commandOf,
  neverInPalette,
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

const titles: Readonly<Record<PanelAction, CommandTitle>> = {
  sortAscending: { en: "Sort Ascending", ko: "오름차순 정렬" },
  sortDescending: { en: "Sort Descending", ko: "내림차순 정렬" },
  clearSort: { en: "Clear Sorting", ko: "정렬 해제" },
  freezeColumns: { en: "Freeze Up to This Column", ko: "이 열까지 고정" },
  hideColumn: { en: "Hide Column", ko: "열 숨기기" },
  moveColumnLeft: { en: "Move Column Left", ko: "열을 왼쪽으로 이동" },
  moveColumnRight: { en: "Move Column Right", ko: "열을 오른쪽으로 이동" },
  resetColumns: { en: "Reset Columns", ko: "열 배치 초기화" },
  filterByColumn: { en: "Filter by This Column…", ko: "이 열로 필터링…" },
  filterByValue: { en: "Filter by This Value", ko: "이 값으로 필터링" },
  copyTsv: { en: "Copy", ko: "복사" },
  copyCsv: { en: "Copy As CSV", ko: "CSV로 복사" },
  copyJson: { en: "Copy As JSON", ko: "JSON으로 복사" },
  copyMarkdown: { en: "Copy As Markdown", ko: "Markdown으로 복사" },
  showRaw: { en: "Show Raw JSON of the Response", ko: "응답의 원본 JSON 보기" },
  showInStructure: { en: "Show in Structure", ko: "구조에서 보기" },
  copyLink: { en: "Copy Link", ko: "링크 복사" },
  toggleSort: { en: "Sort by Column", ko: "열로 정렬" },
  resizeColumn: { en: "Resize Column", ko: "열 너비 조정" },
  fitColumn: { en: "Fit Column to Content", ko: "열 너비를 내용에 맞추기" },
  toggleFilter: { en: "Toggle Filter", ko: "필터 열기/닫기" },
  toggleColumns: { en: "Toggle List of Columns", ko: "열 목록 열기/닫기" },
  nextCellMode: { en: "Switch Between Codes and Labels", ko: "코드와 라벨 전환" },
  nextResponse: { en: "Show Next Response", ko: "다음 응답 보기" },
  previousResponse: { en: "Show Previous Response", ko: "이전 응답 보기" },
  showKeys: {
    en: "Show Keyboard Shortcuts of the Responses Panel",
    ko: "응답 패널의 키보드 단축키 보기",
  },
};

export const responseCommands: CommandDeclarations<typeof responseLoaders> = {
  clearCachedResponses: {
    title: { en: "Clear Cached Responses", ko: "캐시된 응답 지우기" },
    argument: "`{dataSpace?}`",
    result: "`{bytes}`, the freed space",
    icon: "clear-all",
  },
  setMissingCodes: {
    title: { en: "Set Missing Codes…", ko: "결측 코드 설정…" },
    argument: "`{dataSpace, surveyId, question?, codes?}`",
    result: "the declared codes",
  },
};

export const responseLoaders = {
  clearCachedResponses: commandOf(
    async () => (await import("./cacheCommands.ts")).clearCachedResponsesCommand,
  ),
  setMissingCodes: commandOf(
    async () => (await import("./missingCodesCommand.ts")).setMissingCodesCommand,
  ),
};

/** Declares a command that the panel runs. */
function inPanel(action: PanelAction): CommandDeclaration {
  const places = Object.entries(gridMenus).flatMap(([section, groups]): MenuPlace[] => {
    const when = `webviewId == 'surveyExplorer.responses' && webviewSection == '${section}'`;
    const group = groups[action];
    return group === undefined ? [] : [{ menu: "webview/context", when, group }];
  });
  const letter = letters[action];
  const keys = letter === undefined ? [] : [{ key: letter, when: areShortcuts }];
  return { title: titles[action], palette: neverInPalette, places, keys };
}

const actions: readonly PanelAction[] = [...gridActions, ...panelActions];

/** A function, because the bundle has all that is called here. */
export const actionCommands = (): Readonly<Record<string, CommandDeclaration>> => ({
  ...Object.fromEntries(actions.map((action) => [`responses.${action}`, inPanel(action)])),
  "responses.showKeys": {
    ...inPanel("showKeys"),
    palette: panel,
    keys: [
      { key: "shift+/", when: areShortcuts },
      // As in VS Code's own editors, even while the focus is in a text field.
      { key: "alt+f1", when: `${panel} && surveyExplorer.responsesFocus` },
    ],
  },
});

/** The panel itself runs these commands, because it knows which of its cells was clicked or is active. */
export const actionLoaders: CommandLoaders = Object.fromEntries(
  actions.map((action): [string, LoadHandler] => [
    `responses.${action}`,
    async ({ panels }) =>
      async () =>
        panels.doInResponses(action),
  ]),
);
