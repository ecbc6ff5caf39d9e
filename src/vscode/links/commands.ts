import { type CommandDeclarations, commandOf } from "../commands/declaration.ts";

export const linkCommands: CommandDeclarations<typeof linkLoaders> = {
  copyLink: {
    title: { en: "Copy Link", ko: "링크 복사" },
    argument: "`{dataSpace, surveyId, collectGroupId?, view?, question?, responseId?}`",
    result: "`{link}`, also copied to the clipboard",
    icon: "link",
    places: [{ surveyRow: /^(survey|collectGroup)\b/, group: "3_copy@4" }],
  },
  openLink: {
    title: { en: "Open Link…", ko: "링크 열기…" },
    argument: "`{link}`",
    icon: "link-external",
  },
};

const link = () => import("./linkCommands.ts");

export const linkLoaders = {
  copyLink: commandOf(async () => (await link()).copyLinkCommand),
  openLink: commandOf(async () => (await link()).openLinkCommand),
};
