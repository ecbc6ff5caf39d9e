import { type CommandDeclarations, commandOf, neverInPalette } from "../commands/declaration.ts";

export const structureChangeCommands: CommandDeclarations<typeof structureChangeLoaders> = {
  showStructureChanges: {
    title: { en: "Show Structure Changes", ko: "구조 변경 내용 보기" },
    argument: "`{dataSpace, surveyId, since?}`",
    icon: "diff",
    places: [{ surveyRow: /^survey\b/, group: "1_open@5" }],
  },
  structureChanges: {
    title: { en: "List Structure Changes", ko: "구조 변경 내용 나열" },
    argument: "`{dataSpace, surveyId, since?}`",
    result: "`[{change, kind, name, from?, to?, question?}]`",
    palette: neverInPalette,
  },
};

const changes = () => import("./changesCommands.ts");

export const structureChangeLoaders = {
  showStructureChanges: commandOf(async () => (await changes()).showStructureChangesCommand),
  structureChanges: commandOf(async () => (await changes()).structureChangesCommand),
};
