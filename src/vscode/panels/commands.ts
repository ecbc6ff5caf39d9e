import { type CommandDeclarations, commandOf } from "../commands/declaration.ts";

export const panelCommands: CommandDeclarations<typeof panelLoaders> = {
  openSurvey: {
    title: { en: "Open Survey", ko: "설문 열기" },
    argument: "`{dataSpace, surveyId, question?}`",
    icon: "list-tree",
    places: [{ surveyRow: /\bstructure\b/, group: "1_open@1" }],
  },
  openResponses: {
    title: { en: "Open Responses", ko: "응답 열기" },
    argument: "`{dataSpace, surveyId, collectGroupId?, question?, view?, responseId?}`",
    icon: "table",
    places: [
      { surveyRow: /\bresponses\b/, group: "inline@1" },
      { surveyRow: /\bresponses\b/, group: "1_open@2" },
    ],
  },
  openSummary: {
    title: { en: "Open Summary", ko: "요약 열기" },
    argument: "`{dataSpace, surveyId}`",
    icon: "graph",
    places: [{ surveyRow: /^survey\b/, group: "1_open@3" }],
  },
  openFieldwork: {
    title: { en: "Open Fieldwork", ko: "실사 열기" },
    argument: "`{dataSpace, surveyId}`",
    icon: "graph-line",
    places: [{ surveyRow: /^survey\b/, group: "1_open@4" }],
  },
};

const panel = () => import("./panelCommands.ts");

export const panelLoaders = {
  openSurvey: commandOf(async () => (await panel()).openSurveyCommand),
  openResponses: commandOf(async () => (await panel()).openResponsesCommand),
  openSummary: commandOf(async () => (await panel()).openSummaryCommand),
  openFieldwork: commandOf(async () => (await panel()).openFieldworkCommand),
};
