import { type CommandDeclarations, commandOf } from "../commands/declaration.ts";

export const findCommands: CommandDeclarations<typeof findLoaders> = {
  find: {
    title: { en: "Find in Surveys…", ko: "설문에서 찾기…" },
    argument: "`{text, kinds?, limit?}`",
    result:
      "`{hits: [{kind, dataSpace, surveyId, survey, block?, question?, code?, label, text}], unread: [{dataSpace, surveyId?, reason}]}`",
    icon: "search",
    places: [{ viewTitle: "surveys", group: "navigation@2", when: "surveyExplorer.hasDataSpaces" }],
    keys: [{ key: "ctrl+alt+shift+f", when: "surveyExplorer.hasDataSpaces" }],
  },
  findSurvey: {
    title: { en: "Find Survey…", ko: "설문 찾기…" },
    argument: "`{dataSpace?}`; asks for the survey all the same",
    result: "`{dataSpace, surveyId}`, or nothing",
    icon: "search",
  },
  showSimilarQuestions: {
    title: { en: "Where Else Was This Asked…", ko: "같은 질문이 쓰인 곳…" },
    argument: "`{dataSpace, surveyId, question}`",
    result:
      "`[{dataSpace, surveyId, survey, question, text, isSameName, textAlike, optionsAlike?, otherCodes, options}]`",
    icon: "references",
  },
  updateSearchIndex: {
    title: { en: "Update Search Index", ko: "검색 인덱스 업데이트" },
    argument: "`{}`",
    icon: "sync",
  },
  stopIndexing: {
    title: { en: "Stop Indexing Surveys", ko: "설문 인덱싱 중지" },
    icon: "stop-circle",
  },
};

const find = () => import("./findCommand.ts");

export const findLoaders = {
  find: commandOf(async () => (await find()).findCommand),
  findSurvey: commandOf(async () => (await find()).findSurveyCommand),
  showSimilarQuestions: commandOf(
    async () => (await import("./similarCommand.ts")).similarQuestionsCommand,
  ),
  updateSearchIndex: commandOf(async () => (await find()).updateIndexCommand),
  stopIndexing: commandOf(async () => (await find()).stopIndexingCommand),
};
