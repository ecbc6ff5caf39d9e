import { surveyRow, type CommandDeclarations } from "../commands/declaration.ts";

export const responseUrlCommands: CommandDeclarations = {
  previewResponseUrls: {
    icon: "link",
    places: [surveyRow(/\burls\b/, "inline@2"), surveyRow(/\burls\b/, "1_open@5")],
    load: async (parts, handle) =>
      handle((await import("./urlCommands.ts")).previewResponseUrlsCommand(parts)),
  },
  copySerial: {
    icon: "link",
    places: [surveyRow(/\bserial\b/, "3_copy@2")],
    load: async (parts, handle) =>
      handle((await import("./serialCommand.ts")).copySerialCommand(parts.dataSpaces)),
  },
};
