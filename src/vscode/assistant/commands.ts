import { type CommandDeclarations, commandOf } from "../commands/declaration.ts";

export const assistantCommands: CommandDeclarations<typeof assistantLoaders> = {
  showFigures: {
    title: { en: "Show These Figures…", ko: "이 수치 보기…" },
    argument:
      "`{hash}` of an assistant's answer, or `{dataSpace, surveyId, question?, by?, filter, weight?, base}`",
    icon: "graph",
  },
  forgetTold: {
    title: { en: "Forget What Assistants Were Told…", ko: "어시스턴트에 알린 기록 지우기…" },
    argument: "`{dataSpace, surveyId}`",
    icon: "trash",
  },
};

const figures = () => import("./figuresCommands.ts");

export const assistantLoaders = {
  showFigures: commandOf(async () => (await figures()).showFiguresCommand),
  forgetTold: commandOf(async () => (await figures()).forgetToldCommand),
};
