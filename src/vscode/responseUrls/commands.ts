import { type CommandDeclarations, commandOf } from "../commands/declaration.ts";

export const responseUrlCommands: CommandDeclarations<typeof responseUrlLoaders> = {
  previewResponseUrls: {
    title: { en: "Create Response URLs…", ko: "응답 URL 만들기…" },
    argument: "`{dataSpace, collectGroupId, parameters: [{…}]}`",
    result: "`string[]`, one per row",
    icon: "link",
    places: [
      { surveyRow: /\burls\b/, group: "inline@2" },
      { surveyRow: /\burls\b/, group: "1_open@5" },
    ],
  },
  copySerial: {
    title: { en: "Copy Serial", ko: "일련번호 복사" },
    argument: "`{dataSpace, collectGroupId}`",
    result: "the serial (v1)",
    icon: "link",
    places: [{ surveyRow: /\bserial\b/, group: "3_copy@2" }],
  },
};

const url = () => import("./urlCommands.ts");

export const responseUrlLoaders = {
  previewResponseUrls: commandOf(async () => (await url()).previewResponseUrlsCommand),
  copySerial: commandOf(async () => (await url()).copySerialCommand),
};
