import type { CommandDeclarations, CommandLoaders } from "../commands/declaration.ts";

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

export const linkLoaders = {
  copyLink: async (parts, handle) =>
    handle((await import("./linkCommands.ts")).copyLinkCommand(parts)),
  openLink: async (parts, handle) =>
    handle((await import("./linkCommands.ts")).openLinkCommand(parts)),
} satisfies CommandLoaders;
