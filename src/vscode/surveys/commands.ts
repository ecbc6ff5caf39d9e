import { type CommandDeclarations, commandOf, neverInPalette } from "../commands/declaration.ts";

export const surveyCommands: CommandDeclarations<typeof surveyLoaders> = {
  refresh: {
    title: { en: "Refresh", ko: "새로 고침" },
    icon: "refresh",
    places: [{ viewTitle: "surveys", group: "navigation@4", when: "surveyExplorer.hasDataSpaces" }],
  },
  showRunningOnly: {
    title: { en: "Show Running Surveys Only", ko: "진행 중인 설문만 보기" },
    icon: "filter",
    palette: "!surveyExplorer.runningOnly",
    places: [
      {
        viewTitle: "surveys",
        group: "navigation@3",
        when: "surveyExplorer.hasDataSpaces && !surveyExplorer.runningOnly",
      },
    ],
  },
  showAll: {
    title: { en: "Show All Surveys", ko: "모든 설문 보기" },
    icon: "filter-filled",
    palette: "surveyExplorer.runningOnly",
    places: [
      { viewTitle: "surveys", group: "navigation@3", when: "surveyExplorer.runningOnly" },
      { surveyRow: /\bshowAll\b/, group: "inline@1" },
    ],
  },
  filterSurveys: {
    title: { en: "Filter Surveys…", ko: "설문 필터…" },
    argument: "`{text}`: words of the title or ID",
    icon: "list-filter",
    places: [{ viewTitle: "surveys", group: "1_arrange@2", when: "surveyExplorer.hasDataSpaces" }],
  },
  clearFilter: {
    title: { en: "Clear Filter", ko: "필터 지우기" },
    argument: "`{}`",
    icon: "clear-all",
    places: [
      { viewTitle: "surveys", group: "navigation@0", when: "surveyExplorer.filtered" },
      { surveyRow: /\bclearFilter\b/, group: "inline@1" },
    ],
  },
  sortSurveys: {
    title: { en: "Sort Surveys By…", ko: "설문 정렬…" },
    argument: '`{dataSpace, order: "created" | "updated" | "title"}`',
    icon: "list-ordered",
    places: [
      { viewTitle: "surveys", group: "1_arrange@1", when: "surveyExplorer.hasDataSpaces" },
      { surveyRow: /^dataSpace\b/, group: "0_connection@3" },
    ],
  },
  pinSurvey: {
    title: { en: "Pin Survey", ko: "설문 고정" },
    argument: "`{dataSpace, surveyId}`",
    icon: "pin",
    places: [
      { surveyRow: /\bpin\b/, group: "inline@3" },
      { surveyRow: /\bpin\b/, group: "2_pin@1" },
    ],
  },
  unpinSurvey: {
    title: { en: "Unpin Survey", ko: "설문 고정 해제" },
    argument: "as `pinSurvey`",
    icon: "pinned",
    places: [
      { surveyRow: /\bunpin\b/, group: "inline@3" },
      { surveyRow: /\bunpin\b/, group: "2_pin@2" },
    ],
  },
  showLog: {
    title: { en: "Show Log", ko: "로그 보기" },
    icon: "output",
    places: [{ viewTitle: "surveys", group: "2_log@1" }],
  },
  loadMoreSurveys: {
    title: { en: "Load More Surveys", ko: "설문 더 불러오기" },
    icon: "add",
    palette: neverInPalette,
  },
  stopLoadingSurveys: {
    title: { en: "Stop Loading", ko: "불러오기 중지" },
    icon: "debug-stop",
    palette: neverInPalette,
    places: [
      { surveyRow: /^loading\b/, group: "inline@1" },
      { surveyRow: /^loading\b/, group: "1_load@1" },
    ],
  },
  retry: {
    title: { en: "Retry", ko: "다시 시도" },
    icon: "refresh",
    palette: neverInPalette,
    places: [{ surveyRow: /\bretry\b/, group: "inline@1" }],
  },
  copyId: {
    title: { en: "Copy ID", ko: "ID 복사" },
    icon: "copy",
    palette: neverInPalette,
    places: [
      { surveyRow: /\bid\b/, group: "3_copy@1" },
      { surveyRow: /^collectGroup\b/, group: "inline@3" },
    ],
  },
  showRaw: {
    title: { en: "Show Raw JSON", ko: "원본 JSON 보기" },
    argument:
      "`{dataSpace, surveyId}`, `{dataSpace, collectGroupId}` or `{dataSpace, surveyId, response: {responseId?, serial?, collectGroupId?, startedAt?, finishedAt?}}`",
    icon: "json",
    places: [{ surveyRow: /\braw\b/, group: "1_open@6" }],
  },
  showRawAsSent: {
    title: { en: "Show as Sent", ko: "받은 그대로 보기" },
    argument: "`Uri` of an editor that `showRaw` opened",
    icon: "code",
    palette: "resourceScheme == survey-explorer && resourceDirname != '/as sent'",
    places: [
      {
        menu: "editor/title",
        when: "resourceScheme == survey-explorer && resourceDirname != '/as sent'",
        group: "navigation",
      },
    ],
  },
  showRawFormatted: {
    title: { en: "Show Formatted", ko: "서식 적용하여 보기" },
    argument: "as `showRawAsSent`",
    icon: "json",
    palette: "resourceScheme == survey-explorer && resourceDirname == '/as sent'",
    places: [
      {
        menu: "editor/title",
        when: "resourceScheme == survey-explorer && resourceDirname == '/as sent'",
        group: "navigation",
      },
    ],
  },
};

const view = () => import("./viewCommands.ts");
const arrange = () => import("./arrangeCommands.ts");
const pin = () => import("./pinCommands.ts");
const raw = () => import("./rawCommands.ts");

export const surveyLoaders = {
  refresh: commandOf(async () => (await view()).refreshCommand),
  showRunningOnly: commandOf(async () => (await view()).showRunningOnlyCommand),
  showAll: commandOf(async () => (await view()).showAllCommand),
  filterSurveys: commandOf(async () => (await arrange()).filterSurveysCommand),
  clearFilter: commandOf(async () => (await arrange()).clearFilterCommand),
  sortSurveys: commandOf(async () => (await arrange()).sortSurveysCommand),
  pinSurvey: commandOf(async () => (await pin()).pinSurveyCommand),
  unpinSurvey: commandOf(async () => (await pin()).unpinSurveyCommand),
  showLog: commandOf(async () => (await view()).showLogCommand),
  loadMoreSurveys: commandOf(async () => (await view()).loadMoreCommand),
  stopLoadingSurveys: commandOf(async () => (await arrange()).stopLoadingCommand),
  retry: commandOf(async () => (await view()).retryCommand),
  copyId: commandOf(async () => (await view()).copyIdCommand),
  showRaw: commandOf(async () => (await raw()).showRawCommand),
  showRawAsSent: commandOf(async () => (await raw()).showRawAsSentCommand),
  showRawFormatted: commandOf(async () => (await raw()).showRawFormattedCommand),
};
