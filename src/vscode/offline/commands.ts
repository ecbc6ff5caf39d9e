import type { CommandDeclarations, CommandLoaders } from "../commands/declaration.ts";

export const offlineCommands: CommandDeclarations<typeof offlineLoaders> = {
  keepOffline: {
    title: { en: "Keep Offline", ko: "오프라인으로 보관" },
    argument: "`{dataSpace, surveyId?}`; without `surveyId`, all surveys",
    result: "`{surveys, responses, asOf}`",
    icon: "cloud-download",
    places: [{ surveyRow: /\bkeep\b/, group: "2_offline@1" }],
  },
  stopKeeping: {
    title: { en: "Stop Keeping Offline", ko: "오프라인 보관 중지" },
    argument: "as `keepOffline`",
    result: "as `keepOffline`, for the removed copies",
    icon: "cloud",
    places: [{ surveyRow: /\bkept\b/, group: "2_offline@2" }],
  },
};

export const offlineLoaders = {
  keepOffline: async (parts, handle) =>
    handle((await import("./offlineCommands.ts")).keepOfflineCommand(parts)),
  stopKeeping: async (parts, handle) =>
    handle((await import("./offlineCommands.ts")).stopKeepingCommand(parts)),
} satisfies CommandLoaders;
